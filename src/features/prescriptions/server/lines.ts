import { sql, type RawBuilder } from 'kysely'
import type { Directions } from '#features/directions/rules.ts'
import { sayDirections } from '#features/directions/public.ts'
import { chargeColumns, joinCharge } from '#features/charges/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import { oneOf } from '#platform/db/one-of.ts'
import type { PrescribedDrug } from '../contract.ts'

const overrides = sql`(
  select coalesce(json_agg(json_build_object('key', o.warning_key, 'kind', o.kind, 'title', o.title, 'detail', o.detail, 'reason', o.reason,
    'stage', o.stage, 'by', ${nameOf(sql`o.overridden_by`)}, 'at', o.overridden_at) order by o.id), '[]')
  from safety_overrides o where o.prescribed_drug_id = d.id)`

const substitutes = sql`(
  select coalesce(json_agg(json_build_object('item_name', x.name, 'unit', x.unit, 'units', p.units - p.returned,
    'reason', p.substitution_reason) order by p.id), '[]')
  from dispense_items p join items x on x.id = p.item_id
  where p.prescribed_drug_id = d.id and p.item_id <> d.item_id and p.units > p.returned)`

const lineRows = (mayPrice: boolean) => sql`
  select d.id, d.prescription_id as prescription, s.visit_id as visit, d.patient_id as patient, d.item_id as item, t.name as item_name, t.unit,
    d.directions, d.structure, d.dosage, d.frequency, d.duration, d.note, d.quantity, d.computed_quantity, d.quantity_dispensed, d.is_dispensed, d.is_external, d.ends_on,
    ${chargeColumns}, ${overrides} as overrides, ${substitutes} as substitutes,
    d.prescribed_at, d.prescribed_by, ${nameOf(sql`d.prescribed_by`)} as prescribed_by_name, d.is_till_request, d.written_by, d.written_on,
    d.cancelled_at, ${nameOf(sql`d.cancelled_by`)} as cancelled_by_name, d.cancel_reason,
    d.refused_at, ${nameOf(sql`d.refused_by`)} as refused_by_name, d.refuse_reason, d.replaced_by, d.version
  from prescribed_drugs d join prescriptions s on s.id = d.prescription_id join items t on t.id = d.item_id
  ${joinCharge('prescription', sql`d.id`, mayPrice)}`

interface LineDirections {
  directions: string | null
  structure: Directions | null
  dosage: string
  frequency: string
  duration: string
}
/** How a line is taken in plain words: from its structure, else as it was typed. */
export const wordsOf = ({ directions, structure, dosage, frequency, duration }: LineDirections): string =>
  structure ? sayDirections(structure) : (directions ?? [dosage, frequency, duration].filter(Boolean).join(', '))

type Row = Omit<PrescribedDrug, 'words' | 'overrides'> & { overrides: (Omit<PrescribedDrug['overrides'][number], 'at'> & { at: string })[] }

const asLine = (row: Row): PrescribedDrug => ({
  ...row,
  words: wordsOf(row),
  overrides: row.overrides.map((override) => ({ ...override, at: new Date(override.at) })),
})

const find = async (db: Db, mayPrice: boolean, rest: RawBuilder<unknown>) => {
  const { rows } = await sql<Row>`${lineRows(mayPrice)} ${rest}`.execute(db)
  return rows.map(asLine)
}

/** The line, or undefined. */
export const findLine = async (db: Db, id: number, mayPrice: boolean) => (await find(db, mayPrice, sql`where d.id = ${id}`))[0]

/** The lines of prescriptions, in the order in which they came. */
export const findPrescriptionLines = (db: Db, prescriptions: readonly number[], mayPrice: boolean) =>
  find(db, mayPrice, sql`where d.prescription_id = ${oneOf(prescriptions)} order by d.id`)

export interface LineFilters {
  prescription?: number | undefined
  patient?: number | undefined
  item?: number | undefined
  is_dispensed?: boolean | undefined
}
const matching = ({ prescription, patient, item, is_dispensed }: LineFilters) => {
  const all = [sql`true`]
  if (prescription !== undefined) all.push(sql`d.prescription_id = ${prescription}`)
  if (patient !== undefined) all.push(sql`d.patient_id = ${patient}`)
  if (item !== undefined) all.push(sql`d.item_id = ${item}`)
  if (is_dispensed !== undefined) all.push(sql`d.is_dispensed = ${is_dispensed}`)
  return sql.join(all, sql` and `)
}

/** Prescribed lines, newest first, after the cursor. */
export const findLines = (db: Db, filters: LineFilters, mayPrice: boolean, page: Position) =>
  find(
    db,
    mayPrice,
    sql`where ${matching(filters)} and ${before(sql`d.id`, sql`d.id`, sql`bigint`, page.cursor)} order by d.id desc limit ${page.limit}`,
  )

export const countLines = async (db: Db, filters: LineFilters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from prescribed_drugs d where ${matching(filters)}`.execute(db)
  return rows[0]?.total ?? 0
}
