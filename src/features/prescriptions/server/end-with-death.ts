import { sql } from 'kysely'
import { lockVisits } from '#features/attendance/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import { cancelLines } from './cancel-lines.ts'
import { NOT_DISPENSED, numberCreditNotes, settleLines } from './dispensing/settle-lines.ts'

export interface OpenLine {
  id: number
  item: number
  name: string
  prescription: number
  visit: number
  prescribed_at: Date
  /** Something of it was dispensed: the rest is. */
  is_begun: boolean
}

/** Prescribed lines of a patient of which something is still to be dispensed. */
export const findOpenLines = async (db: Db, patient: number): Promise<OpenLine[]> => {
  const { rows } = await sql<OpenLine>`
    select d.id, d.item_id as item, i.name, d.prescription_id as prescription, s.visit_id as visit, d.prescribed_at, d.quantity_dispensed > 0 as is_begun
    from prescribed_drugs d join prescriptions s on s.id = d.prescription_id join items i on i.id = d.item_id
    where d.patient_id = ${patient} and d.cancelled_at is null and d.refused_at is null and not d.is_dispensed and not d.is_external
    order by s.visit_id, d.id`.execute(db)
  return rows
}

/** Ends lines: cancelled where nothing of them was dispensed, else no more of them is. Their bills follow, as they do of a line that is cancelled by hand. */
export const endLines = async (
  context: Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>,
  patient: number,
  lines: readonly OpenLine[],
  reason: string,
) => {
  const { db, user, now, audit, publish } = context
  await lockVisits(
    db,
    [...new Set(lines.map(({ visit }) => visit))].toSorted((a, b) => a - b),
  )
  for (const [id, group] of Map.groupBy(lines, ({ prescription }) => prescription)) {
    const visit = group[0]!.visit
    const whole = group.filter(({ is_begun }) => !is_begun)
    if (whole.length > 0) await cancelLines(context, { id, visit, patient }, whole, reason)
    const rest = group.filter(({ is_begun }) => is_begun).map((line) => line.id)
    if (rest.length === 0) continue
    await sql`update prescribed_drugs set refused_at = ${now}, refused_by = ${user.id}, refuse_reason = ${reason}, version = version + 1
      where id = any(${rest}::integer[])`.execute(db)
    for (const line of rest) audit('refuse', { entity: 'prescribed drug', id: line, patient, change: { reason } })
    const { creditNotes } = await settleLines(db, { visit, lines: rest, reason: NOT_DISPENSED, by: user.id, now })
    await numberCreditNotes(db, creditNotes)
    publish('prescriptions', id)
    publish('billing')
  }
}

/** Stops the medicines from elsewhere that a patient takes, on the day of death or the day on which they began, where that is later. */
export const stopMedicines = async (db: Db, patient: number, { day, reason }: { day: string; reason: string }) => {
  const { rows } = await sql<{ id: number; name: string; version: number }>`
    update patient_medicines set stopped_on = greatest(${day}::date, started_on), stop_reason = ${reason}, version = version + 1
    where patient_id = ${patient} and stopped_on is null returning id, name, version`.execute(db)
  return rows
}

/** Medicines from elsewhere that a patient takes. */
export const findTakenMedicines = async (db: Db, patient: number) => {
  const { rows } = await sql<{ id: number; name: string; recorded_at: Date }>`
    select id, name, recorded_at from patient_medicines where patient_id = ${patient} and stopped_on is null order by id`.execute(db)
  return rows
}

/** Goes on with a medicine that was stopped; false where it was changed since. */
export const resumeMedicine = async (db: Db, id: number, version: number): Promise<boolean> => {
  const { rows } = await sql`
    update patient_medicines set stopped_on = null, stop_reason = null, version = version + 1
    where id = ${id} and version = ${version} returning id`.execute(db)
  return rows.length > 0
}
