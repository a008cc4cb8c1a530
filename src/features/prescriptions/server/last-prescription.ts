import { sql } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import type { Directions } from '#features/directions/rules.ts'
import type { Db } from '#platform/db/connect.ts'
import { wordsOf } from './lines.ts'

interface Line {
  item: number
  item_name: string
  unit: string
  is_out_of_use: boolean
  directions: string | null
  structure: Directions | null
  dosage: string
  frequency: string
  duration: string
  note: string | null
  quantity: string
  computed_quantity: string | null
}
interface Row extends Line {
  prescription: number
  visit: number
  prescribed_at: Date
  prescribed_by_name: string
}

/** The standing lines of the last prescription of a patient, that of `except` left out; null when there is none. */
export const findLastPrescription = async (db: Db, patient: number, except: number | undefined) => {
  const { rows } = await sql<Row>`
    with last as (
      select s.id, s.visit_id from prescriptions s
      where s.patient_id = ${patient} and s.visit_id is distinct from ${except ?? null}::integer
        and s.status in ('pending', 'partially dispensed', 'dispensed', 'external')
      order by s.id desc limit 1
    )
    select last.id as prescription, last.visit_id as visit, d.prescribed_at, coalesce(d.written_by, ${nameOf(sql`d.prescribed_by`)}) as prescribed_by_name,
      d.item_id as item, t.name as item_name, t.unit, not ((t.is_active or t.is_external) and t.category in ('drug', 'consumable')) as is_out_of_use,
      d.directions, d.structure, d.dosage, d.frequency, d.duration, d.note, d.quantity, d.computed_quantity
    from last join prescribed_drugs d on d.prescription_id = last.id and d.cancelled_at is null join items t on t.id = d.item_id
    order by d.id`.execute(db)
  const [first] = rows
  if (!first) return null
  const { prescription: id, visit, prescribed_at, prescribed_by_name } = first
  return { id, visit, prescribed_at, prescribed_by_name, lines: rows.map((row) => ({ ...row, words: wordsOf(row) })) }
}
