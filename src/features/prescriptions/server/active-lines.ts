import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Directions } from '#features/directions/rules.ts'
import type { Db } from '#platform/db/connect.ts'

/** A line that was not cancelled. Quantities as text. */
export interface ActiveLine {
  id: number
  item: number
  directions: string | null
  structure: Directions | null
  dosage: string
  frequency: string
  duration: string
  note: string | null
  quantity: string
  /** What the directions came to when it was written; null where that was not known. */
  computed_quantity: string | null
  quantity_dispensed: string
  is_dispensed: boolean
  is_refused: boolean
  /** Obtained elsewhere: nothing of it is dispensed here. */
  is_external: boolean
  /** Of the paper that was sent in, where it is on one. */
  written_by: string | null
  written_on: string | null
  request: number | null
  /** The day from which it is filled for so many days: that on the paper, else the one on which it was prescribed here. */
  valid_from: string
  version: number
}

const columns = sql`d.id, d.item_id as item, d.directions, d.structure, d.dosage, d.frequency, d.duration, d.note, d.quantity, d.computed_quantity,
  d.quantity_dispensed, d.is_dispensed, d.refused_at is not null as is_refused, d.is_external, d.written_by, d.written_on, d.request_id as request,
  coalesce(d.written_on, ${clinicDay(sql`d.prescribed_at`)}) as valid_from, d.version`

/** The standing lines of a prescription whose visit is locked, in the order in which they came. */
export const findActiveLines = async (db: Db, prescription: number): Promise<ActiveLine[]> => {
  const { rows } = await sql<ActiveLine>`
    select ${columns} from prescribed_drugs d where d.prescription_id = ${prescription} and d.cancelled_at is null order by d.id`.execute(
    db,
  )
  return rows
}

/** A prescription and its standing lines, read in one statement after its visit was locked; undefined when there is none. */
export const findOpened = async (db: Db, prescription: number, now: Date) => {
  const { rows } = await sql<
    ActiveLine & { prescription: number; visit: number; patient: number; prescription_version: number; day: string }
  >`
    select s.id as prescription, s.visit_id as visit, s.patient_id as patient, s.version as prescription_version, ${clinicDay(now)}::text as day,
      ${columns}
    from prescriptions s left join prescribed_drugs d on d.prescription_id = s.id and d.cancelled_at is null
    where s.id = ${prescription} order by d.id`.execute(db)
  const [first] = rows
  if (!first) return undefined
  const { prescription: id, visit, patient, prescription_version: version, day } = first
  // Without lines there is one row, of the prescription alone.
  const active = rows.filter((row) => (row.id as number | null) !== null)
  return {
    prescription: { id, visit, patient },
    version,
    day,
    active: active.map(
      ({ prescription: _prescription, visit: _visit, patient: _patient, prescription_version: _version, day: _day, ...line }): ActiveLine =>
        line,
    ),
  }
}

/** True while something of it is to be handed out. */
export const isOpen = ({ is_dispensed, is_refused, is_external }: Pick<ActiveLine, 'is_dispensed' | 'is_refused' | 'is_external'>) =>
  !is_dispensed && !is_refused && !is_external

const DAY_MS = 86_400_000
/** True when it is filled no more on the day. */
export const isTooOld = ({ valid_from }: Pick<ActiveLine, 'valid_from'>, day: string, validDays: number) =>
  Date.parse(day) - Date.parse(valid_from) > validDays * DAY_MS

/** True once some of it was handed out. */
export const isDispensed = ({ quantity_dispensed }: Pick<ActiveLine, 'quantity_dispensed'>) => Number(quantity_dispensed) > 0

/** How many lines of a visit wait to be dispensed. */
export const countOpenLines = async (db: Db, visit: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from prescriptions s join prescribed_drugs d on d.prescription_id = s.id
    where s.visit_id = ${visit} and d.cancelled_at is null and not d.is_dispensed and d.refused_at is null`.execute(db)
  return rows[0]?.total ?? 0
}
