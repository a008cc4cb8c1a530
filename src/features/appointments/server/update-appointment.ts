import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { AppointmentRow } from './lock-appointment.ts'

/** What each kind of change is told by. */
const kinds = {
  moved: ['appointment_date_time', 'ends_at', 'doctor', 'room', 'place'],
  changed: ['item', 'reason'],
  status: ['status', 'visit'],
  patient: ['patient'],
} as const satisfies Record<string, readonly (keyof AppointmentRow)[]>
type Kind = keyof typeof kinds

const isOverlap = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23P01'

/** The fields that differ, by kind of change; the place alone is none. */
const changesOf = (before: AppointmentRow, after: AppointmentRow) =>
  (Object.keys(kinds) as Kind[]).flatMap((kind) => {
    const pick = (row: AppointmentRow) => Object.fromEntries(kinds[kind].map((name) => [name, row[name]]))
    const change = changedFields(pick(before), pick(after))
    const names = Object.keys(change).filter((name) => name !== 'place')
    return names.length === 0 ? [] : [{ kind, change, reason: kind === 'status' ? after.status_reason : '' }]
  })

const write = (db: Db, after: AppointmentRow, changes: unknown, by: number | null, now: Date) => {
  const { id, patient, doctor, room, item, appointment_date_time, ends_at, place, status, status_reason, reason, visit } = after
  return sql`
    with told as (
      insert into appointment_changes (appointment_id, changed_at, changed_by, kind, change, reason)
      select ${id}, ${now}::timestamptz, ${by}::integer, c.kind, c.change, c.reason
      from json_to_recordset(${JSON.stringify(changes)}::json) as c(kind text, change jsonb, reason text)
    )
    update appointments set patient_id = ${patient}, doctor_id = ${doctor}, room_id = ${room}, item_id = ${item},
      appointment_date_time = ${appointment_date_time}, ends_at = ${ends_at}, place = ${place}, status = ${status},
      status_reason = ${status_reason}, reason = ${reason}, visit_id = ${visit}, changed_at = ${now}, version = version + 1
    where id = ${id}`.execute(db)
}

/**
 * Writes a locked appointment with what happened to it. False, with nothing written and the transaction as it was, when somebody else
 * holds the doctor, the room or the patient at that time.
 */
export const updateAppointmentRow = async (
  db: Db,
  before: AppointmentRow,
  after: AppointmentRow,
  by: number | null,
  now: Date,
): Promise<boolean> => {
  const changes = changesOf(before, after)
  const [, written] = await Promise.allSettled([sql`savepoint moving`.execute(db), write(db, after, changes, by, now)])
  if (written.status === 'fulfilled') {
    await sql`release savepoint moving`.execute(db)
    return true
  }
  if (!isOverlap(written.reason)) throw written.reason
  await sql`rollback to savepoint moving`.execute(db)
  return false
}
