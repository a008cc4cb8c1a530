import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { readDirections, type Directions } from '#features/directions/rules.ts'
import { findRefillable } from '#features/pharmacy/public.ts'
import { findCurrentMedicines as findTaken, wordsOf } from '#features/prescriptions/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue, type Position } from '#platform/db/keyset.ts'
import type { OwnLine, OwnMedicine, OwnPrescription } from '#features/portal/contract.ts'

type PrescriptionHead = Omit<OwnPrescription, 'lines'>
type LineDirections = Parameters<typeof wordsOf>[0]
interface Row extends LineDirections, Omit<OwnLine, 'words' | 'structure' | 'is_current' | 'refill_refusal' | 'dispensed' | 'stopped'> {
  prescription: number
  structure: Directions | null
  dispensed: (Omit<OwnLine['dispensed'][number], 'at'> & { at: string })[]
  stopped_at: Date | null
  stop_reason: string | null
  is_replaced: boolean
}

/** Why each of these lines of a patient may not be asked for again; nothing of one that is not there. */
const findRefusals = async (db: Db, patient: number, lines: readonly number[], now: Date) =>
  new Map((await findRefillable(db, patient, lines, now)).map(({ id, refusal }) => [id, refusal]))

/** What somebody typed of a medicine from elsewhere, where all of it is understood. */
const understood = (typed: string): Directions | null => {
  const { directions, unread, abstained } = readDirections(typed)
  return abstained === null && unread.length === 0 && directions.doses.length > 0 ? directions : null
}

/** What a patient takes now, the latest first: at most `limit`. */
export const findCurrentMedicines = async (db: Db, patient: number, now: Date, limit?: number): Promise<OwnMedicine[]> => {
  const taken = (await findTaken(db, patient, now)).slice(0, limit)
  const lines = taken.flatMap(({ origin, id }) => (origin === 'prescribed' ? id : []))
  const refusals = await findRefusals(db, patient, lines, now)
  return taken.map(({ origin, id, name, structure, words, since, ends_on, is_ending }) => ({
    origin,
    id,
    name,
    structure: origin === 'elsewhere' ? understood(words) : structure,
    words,
    since,
    until: ends_on,
    is_ending,
    refill_refusal: origin === 'prescribed' ? (refusals.get(id) ?? null) : 'not_a_medicine',
  }))
}

const ownPrescriptions = (patient: number) => sql`prescriptions s where s.patient_id = ${patient} and s.status is not null`

/** A patient's prescriptions with something on them, newest first, after the cursor; without their lines. */
const findPrescriptions = async (db: Db, patient: number, { cursor, limit }: Position) => {
  const { rows } = await sql<PrescriptionHead>`
    select s.id, ${clinicDay(sql`first.prescribed_at`)}::text as date, coalesce(${nameOf(sql`first.prescribed_by`)}, '') as prescribed_by_name
    from (select s.id from ${ownPrescriptions(patient)} and ${before(sql`s.id`, sql`s.id`, sql`bigint`, cursor)} order by s.id desc limit ${limit}) s
    cross join lateral (select d.prescribed_at, d.prescribed_by from prescribed_drugs d where d.prescription_id = s.id order by d.id limit 1) first
    order by s.id desc`.execute(db)
  return rows
}

export const countOwnPrescriptions = async (db: Db, patient: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from ${ownPrescriptions(patient)}`.execute(db)
  return rows[0]!.total
}

const dispensedJson = sql`(
  select coalesce(json_agg(json_build_object('at', p.dispensed_at, 'name', x.name, 'unit', x.unit,
    'quantity', coalesce((p.units - p.returned)::text, trim_scale(p.quantity)::text)) order by p.id), '[]')
  from dispense_items p join items x on x.id = p.item_id where p.prescribed_drug_id = d.id and (p.units is null or p.units > p.returned))`

const findLines = async (db: Db, patient: number, prescriptions: readonly number[]): Promise<Row[]> => {
  if (prescriptions.length === 0) return []
  const { rows } = await sql<Row>`
    select d.id, d.prescription_id as prescription, t.name, t.unit, d.directions, d.structure, d.dosage, d.frequency, d.duration,
      trim_scale(d.quantity)::text as quantity, trim_scale(d.quantity_dispensed)::text as quantity_dispensed,
      ${clinicDay(sql`d.prescribed_at`)}::text as since, d.ends_on::text as until, ${dispensedJson} as dispensed,
      d.cancelled_at as stopped_at, d.cancel_reason as stop_reason, d.replaced_by is not null as is_replaced,
      d.refuse_reason as not_dispensed_reason
    from prescribed_drugs d join items t on t.id = d.item_id
    where d.patient_id = ${patient} and d.prescription_id = any(${prescriptions}::integer[]) order by d.id`.execute(db)
  return rows
}

const asLine = (row: Row, isCurrent: boolean, refusal: OwnLine['refill_refusal']): OwnLine => ({
  ...row,
  words: wordsOf(row),
  is_current: isCurrent,
  dispensed: row.dispensed.map((one) => ({ ...one, at: new Date(one.at) })),
  stopped: row.stopped_at && { at: row.stopped_at, reason: row.stop_reason ?? '', is_replaced: row.is_replaced },
  refill_refusal: refusal,
})

/** A patient's prescriptions with their lines, newest first, after the cursor. */
export const findOwnPrescriptions = async (
  db: Db,
  patient: number,
  { cursor, limit, now }: { cursor: CursorValue | null; limit: number; now: Date },
): Promise<OwnPrescription[]> => {
  const prescriptions = await findPrescriptions(db, patient, { cursor, limit })
  const rows = await findLines(
    db,
    patient,
    prescriptions.map(({ id }) => id),
  )
  const taken = new Set((await findTaken(db, patient, now)).flatMap(({ origin, id }) => (origin === 'prescribed' ? id : [])))
  const refusals = await findRefusals(
    db,
    patient,
    rows.map(({ id }) => id),
    now,
  )
  const lines = Map.groupBy(rows, ({ prescription }) => prescription)
  return prescriptions.map((written) => ({
    ...written,
    lines: (lines.get(written.id) ?? []).map((row) => asLine(row, taken.has(row.id), refusals.get(row.id) ?? null)),
  }))
}
