import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { factsOf, joinRecordedFacts, recordedFactColumns, type DrugFacts, type RecordedFacts } from '#features/drugs/public.ts'
import type { Directions } from '#features/directions/rules.ts'
import type { Db } from '#platform/db/connect.ts'
import { documentIn } from '#platform/db/document-source.ts'
import { wordsOf } from './lines.ts'

// A course without an end is taken on, as far as anybody knows: a repeat medicine for a quarter, an unread text for a month.
export const OPEN_ENDED_DAYS = 90
export const UNREAD_DAYS = 30

// A course is at its end in its last fifth; one without an end when it is time to come again.
const isEnding = (now: Date) => sql`coalesce((d.ends_on - ${clinicDay(now)}) * 5 <= d.ends_on - ${clinicDay(sql`d.prescribed_at`)},
  d.prescribed_at < ${now}::timestamptz - interval '25 days')`

interface Row extends RecordedFacts {
  origin: 'prescribed' | 'elsewhere'
  id: number
  prescription: number | null
  name: string
  directions: string | null
  structure: Directions | null
  dosage: string
  frequency: string
  duration: string
  since: string | null
  ends_on: string | null
  /** At its end, so that the same again is a repeat. */
  is_ending: boolean
  /** The document that says so. */
  document: number | null
}

/** What a patient may be taking now. */
export interface CurrentMedicine extends Row {
  facts: DrugFacts
  substances: string[]
  words: string
}

/** What a patient may be taking now: prescribed here and neither cancelled nor over, or told from elsewhere and not stopped. */
export const findCurrentMedicines = async (db: Db, patient: number, now: Date): Promise<CurrentMedicine[]> => {
  const { rows } = await sql<Row>`
    select 'prescribed' as origin, d.id, d.prescription_id as prescription, t.name, d.directions, d.structure, d.dosage, d.frequency, d.duration,
      ${clinicDay(sql`d.prescribed_at`)} as since, d.ends_on, ${isEnding(now)} as is_ending, null::integer as document,
      ${recordedFactColumns}
    from prescribed_drugs d join items t on t.id = d.item_id and t.category = 'drug' ${joinRecordedFacts}
    where d.patient_id = ${patient} and d.cancelled_at is null and (d.ends_on >= ${clinicDay(now)} or (d.ends_on is null
      and d.prescribed_at > ${now}::timestamptz - make_interval(days => case when d.structure is null then ${UNREAD_DAYS}::integer else ${OPEN_ENDED_DAYS}::integer end)))
    union all
    select 'elsewhere', m.id, null, m.name, m.directions, null, coalesce(m.directions, ''), '', '', m.started_on, null, false, ${documentIn(sql`m.source`)},
      null, null, null, null, null, null
    from patient_medicines m
    where m.patient_id = ${patient} and (m.stopped_on is null or m.stopped_on > ${clinicDay(now)})
    order by origin desc, id desc`.execute(db)
  return rows.map((row) => {
    const facts = factsOf(row.name, row)
    return { ...row, facts, substances: facts.substances, words: wordsOf(row) }
  })
}
