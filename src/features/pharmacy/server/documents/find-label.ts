import { sql } from 'kysely'
import type { Directions } from '#features/directions/rules.ts'
import { factsOf, joinRecordedFacts, strengthText, recordedFactColumns, type RecordedFacts } from '#features/drugs/public.ts'
import { patientName } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'

/** What the labels of a document are made of. */
export interface LabelFacts {
  number: string
  kind: 'prescription' | 'sale'
  patient: number | null
  /** Whose it is: the patient, or the customer at the counter. */
  name: string
  /** As it is written on the patient's record. */
  language: string | null
  dispensed_at: Date
  lines: LabelLine[]
}
export interface LabelLine {
  id: number
  /** With its strength, where the name does not say it. */
  name: string
  unit: string
  units: number
  structure: Directions | null
  /** As it was typed. */
  typed: string
  prescriber: string | null
  /** Those of which something is with the patient still; the first to expire first. */
  batches: { lot: string; expires_on: string | null }[]
}
type FoundLine = LabelLine & RecordedFacts

const lines = sql`
  select g.id, t.name, t.unit, coalesce(nullif(g.units - g.returned, 0), g.units) as units,
    case when g.directions is null and g.structure is null then d.structure else g.structure end as structure,
    coalesce(g.directions, d.directions, concat_ws(', ', nullif(d.dosage, ''), nullif(d.frequency, ''), nullif(d.duration, '')), '') as typed,
    coalesce(d.written_by, ${nameOf(sql`d.prescribed_by`)}) as prescriber, ${recordedFactColumns}, (
      select coalesce(json_agg(json_build_object('lot', b.lot, 'expires_on', b.expires_on) order by b.expires_on nulls last, b.id), '[]')
      from dispense_batches x join batches b on b.id = x.batch_id
      where x.dispense_item_id = g.id and (x.units > x.returned or g.units = g.returned)
    ) as batches
  from dispense_items g join items t on t.id = g.item_id left join prescribed_drugs d on d.id = g.prescribed_drug_id ${joinRecordedFacts}`

const bare = (text: string) => text.replaceAll(/\s/g, '').toLowerCase()
const withStrength = ({ name, ...reported }: FoundLine) => {
  const strength = strengthText(factsOf(name, reported))
  return strength === null || bare(name).includes(bare(strength)) ? name : `${name} ${strength}`
}

/** What labels say of a document, or undefined; of one of its lines when it is named. */
export const findLabelFacts = async (db: Db, id: number, line?: number): Promise<LabelFacts | undefined> => {
  const [{ rows }, { rows: found }] = await Promise.all([
    sql<Omit<LabelFacts, 'lines'>>`
      select s.number, s.kind, s.patient_id as patient, case when p.id is null then s.customer_name else ${patientName} end as name,
        p.language, s.dispensed_at
      from dispenses s left join patients p on p.id = s.patient_id
      where s.id = ${id}`.execute(db),
    sql<FoundLine>`${lines} where g.dispense_id = ${id} and ${line === undefined ? sql`true` : sql`g.id = ${line}`} order by g.id`.execute(
      db,
    ),
  ])
  return rows[0] && { ...rows[0], lines: found.map((one) => ({ ...one, name: withStrength(one) })) }
}
