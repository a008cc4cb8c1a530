import { sql, type RawBuilder } from 'kysely'
import type { Directions } from '#features/directions/rules.ts'
import { patientName } from '#features/patients/public.ts'
import { wordsOf } from '#features/prescriptions/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Dispense } from '../contract.ts'

/** Those of the line first, unless something was said of this portion by itself. */
const directionColumns = sql`
  'directions', case when i.directions is null and i.structure is null then d.directions else i.directions end,
  'structure', case when i.directions is null and i.structure is null then d.structure else i.structure end,
  'dosage', case when i.directions is null then coalesce(d.dosage, '') else '' end,
  'frequency', case when i.directions is null then coalesce(d.frequency, '') else '' end,
  'duration', case when i.directions is null then coalesce(d.duration, '') else '' end`

const batches = sql`(
  select coalesce(json_agg(json_build_object('batch', g.batch_id, 'lot', b.lot, 'expires_on', b.expires_on, 'units', g.units,
    'returned', g.returned) order by b.expires_on nulls last, b.id), '[]')
  from dispense_batches g join batches b on b.id = g.batch_id where g.dispense_item_id = i.id)`

const items = sql`(
  select coalesce(json_agg(json_build_object('id', i.id, 'line', i.prescribed_drug_id, 'item', i.item_id, 'item_name', t.name, 'unit', t.unit,
    'units', i.units, 'covers', i.quantity::text, 'prescribed_item_name', case when d.item_id <> i.item_id then own.name end,
    'substitution_reason', i.substitution_reason, 'batch_reason', i.batch_reason, 'is_scanned', i.is_scanned, ${directionColumns},
    'returned', i.returned, 'batches', ${batches}) order by i.id), '[]')
  from dispense_items i join items t on t.id = i.item_id
  left join prescribed_drugs d on d.id = i.prescribed_drug_id left join items own on own.id = d.item_id
  where i.dispense_id = s.id)`

/** Documents as people read them: a select without a where, of the dispenses `s`, their patients `p` and bills `b`. */
const dispenseRows = sql`
  select s.id, s.number, s.kind, s.store_id as store, o.name as store_name, s.prescription_id as prescription, x.visit_id as visit,
    s.patient_id as patient, case when s.patient_id is not null then ${patientName} end as patient_name, p.unique_id as patient_number,
    s.customer_name, s.invoice_id as invoice, b.number as invoice_number, s.note, s.unpaid_reason, s.dispensed_at, s.dispensed_by,
    ${nameOf(sql`s.dispensed_by`)} as dispensed_by_name, ${items} as items
  from dispenses s join stores o on o.id = s.store_id left join patients p on p.id = s.patient_id
  left join prescriptions x on x.id = s.prescription_id left join invoices b on b.id = s.invoice_id`

type Item = Dispense['items'][number]
interface LineDirections {
  directions: string | null
  structure: Directions | null
  dosage: string
  frequency: string
  duration: string
}
type Row = Omit<Dispense, 'items'> & { items: (Omit<Item, 'words'> & LineDirections)[] }

const asItem = ({ directions, structure, dosage, frequency, duration, ...item }: Row['items'][number]): Item => ({
  ...item,
  words: wordsOf({ directions, structure, dosage, frequency, duration }),
})

/** Documents with their lines and batches; `rest` says which: where, order and limit, over `s` (dispenses), `p` (patients), `b` (bills). */
export const readDispenses = async (db: Db, rest: RawBuilder<unknown>): Promise<Dispense[]> => {
  const { rows } = await sql<Row>`${dispenseRows} ${rest}`.execute(db)
  return rows.map((row) => ({ ...row, items: row.items.map(asItem) }))
}

/** The document, or undefined. */
export const findDispense = async (db: Db, id: number): Promise<Dispense | undefined> =>
  (await readDispenses(db, sql`where s.id = ${id}`))[0]
