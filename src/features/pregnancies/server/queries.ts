import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { isAskedOfPregnancy, pregnancyOn } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Pregnancy, PregnancyStatus } from '../contract.ts'
import { isSuboptimallyDated } from '../dating.ts'
import { scanOf, transferOf } from './pregnancy-facts.ts'

/** An instant inside JSON: ISO 8601. */
const instant = (column: ReturnType<typeof sql>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** What is known of a patient's pregnancy on the day of the clinic on which it is `now`. */
export const findStatus = async (db: Db, patient: number, now: Date): Promise<PregnancyStatus> => {
  const { rows } = await sql<PregnancyStatus>`
    select y.state, y.pregnancy, y.gestation_days, y.edd, g.dated_by, g.source, g.noted_at, ${nameOf(sql`g.noted_by`)} as noted_by_name,
      y.said_on, ${nameOf(sql`y.said_by`)} as said_by_name,
      ${isAskedOfPregnancy(clinicDay(now))} as is_asked_of
    from patients p cross join lateral ${pregnancyOn(sql`p.id`, clinicDay(now))} y left join pregnancies g on g.id = y.pregnancy
    where p.id = ${patient}`.execute(db)
  return rows[0]!
}

type Row = Omit<Pregnancy, 'is_suboptimally_dated' | 'datings'> & {
  datings: (Omit<Pregnancy['datings'][number], 'recorded_at'> & { recorded_at: string })[]
}

const confirmedJson = sql`(select coalesce(json_agg(json_build_object('field', c->>'field', 'value', (c->>'value')::float8, 'text', c->>'text',
    'reason', c->>'reason', 'at', c->>'at', 'by', (c->>'by')::integer, 'by_name', ${nameOf(sql`(c->>'by')::integer`)})), '[]')
  from jsonb_array_elements(g.confirmed) c)`

const pregnancyRows = (now: Date) => sql`
  select g.id, g.patient_id as patient, g.source, g.lmp, g.lmp_is_certain, g.scan_on, g.scan_days, g.transfer_on, g.transfer_days, g.edd, g.dated_by,
    l.suggested_edd, l.suggested_by, 280 - (g.edd - coalesce(g.ended_on, ${clinicDay(now)})) as gestation_days,
    g.noted_on, g.noted_at, ${nameOf(sql`g.noted_by`)} as noted_by_name, g.outcome, g.ended_on, g.ended_at, ${nameOf(sql`g.ended_by`)} as ended_by_name,
    g.note, ${confirmedJson} as confirmed, g.version,
    (select coalesce(json_agg(json_build_object('id', d.id, 'lmp', d.lmp, 'lmp_is_certain', d.lmp_is_certain, 'scan_on', d.scan_on,
        'scan_days', d.scan_days, 'transfer_on', d.transfer_on, 'transfer_days', d.transfer_days, 'edd', d.edd, 'dated_by', d.dated_by,
        'suggested_edd', d.suggested_edd, 'suggested_by', d.suggested_by, 'reason', d.reason, 'recorded_at', ${instant(sql`d.recorded_at`)},
        'recorded_by_name', ${nameOf(sql`d.recorded_by`)}) order by d.id), '[]')
      from pregnancy_datings d where d.pregnancy_id = g.id) as datings
  from pregnancies g
    left join lateral (select d.suggested_edd, d.suggested_by from pregnancy_datings d where d.pregnancy_id = g.id
      order by d.id desc limit 1) l on true`

const toPregnancy = (row: Row): Pregnancy => ({
  ...row,
  is_suboptimally_dated: isSuboptimallyDated(row.edd, { scan: scanOf(row), transfer: transferOf(row) }),
  datings: row.datings.map((one) => ({ ...one, recorded_at: new Date(one.recorded_at) })),
})

/** Every pregnancy of a patient, the current one first, then the latest. */
export const findPregnancies = async (db: Db, patient: number, now: Date): Promise<Pregnancy[]> => {
  const { rows } = await sql<Row>`${pregnancyRows(now)} where g.patient_id = ${patient}
    order by g.outcome is null desc, coalesce(g.ended_on, g.noted_on) desc, g.id desc`.execute(db)
  return rows.map(toPregnancy)
}

/** A pregnancy of this patient; undefined when it is another's, or there is none. */
export const findPregnancy = async (db: Db, patient: number, id: number, now: Date): Promise<Pregnancy | undefined> => {
  const { rows } = await sql<Row>`${pregnancyRows(now)} where g.patient_id = ${patient} and g.id = ${id}`.execute(db)
  return rows[0] && toPregnancy(rows[0])
}
