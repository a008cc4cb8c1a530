import { sql } from 'kysely'
import type { z } from 'zod'
import { refuseDead, type Reader } from '#features/patients/public.ts'
import { isBookable } from '#features/schedules/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, invalidInput, type FieldErrors, requireFound } from '#platform/errors/problem.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { WaitingEntry, type addToWaiting, type updateWaiting } from '../contract-waiting.ts'
import { findWaiting, oneShownTo } from './waiting-rows.ts'

export type WaitingInput = z.output<typeof addToWaiting.body>
export type WaitingChange = Omit<z.output<typeof updateWaiting.body>, 'version'>
type Named = Partial<Pick<WaitingInput, 'patient' | 'doctor' | 'item'>>

/** Refuses with every field that names somebody or something that is not there. */
const requireNamed = async (db: Db, { patient, doctor, item }: Named) => {
  const { rows } = await sql<{ patient: boolean | null; doctor: boolean; item: boolean }>`
    select (select deactivated_at is null from patients where id = ${patient ?? null}::integer) as patient,
      exists (select from users where id = ${doctor ?? null}::integer and is_active and role = 'doctor') as doctor,
      exists (select from items where id = ${item ?? null}::integer and ${isBookable}) as item`.execute(db)
  const found = rows[0]!
  const errors: FieldErrors = {}
  if (patient != null && found.patient === null) errors['patient'] = ['Patient not found.']
  else if (patient != null && !found.patient) errors['patient'] = ['This patient is deactivated. Reactivate the record first.']
  if (doctor != null && !found.doctor) errors['doctor'] = ['Choose an active doctor.']
  if (item != null && !found.item) errors['item'] = ['Choose an active service.']
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/** The other entry in which the patient waits for the same doctor and service. */
const findSame = async (
  db: Db,
  { id, patient, doctor, item }: { id: number | null; patient: number; doctor: number | null; item: number | null },
) => {
  const { rows } = await sql<{ id: number; date_created: Date }>`
    select id, created_at as date_created from waiting_list
    where status = 'waiting' and patient_id = ${patient} and doctor_id is not distinct from ${doctor}::integer
      and item_id is not distinct from ${item}::integer and id is distinct from ${id}::integer`.execute(db)
  return rows[0]
}

const alreadyWaiting = (other: { id: number; date_created: Date } | undefined) =>
  conflict(
    'The patient is already on the waiting list for this.',
    other ? { other: { ...other, date_created: other.date_created.toISOString() } } : {},
    'already_waiting',
  )

/** Puts a patient on the list, and answers the id of the entry; 409 `already_waiting` names the other one. */
export const insertWaiting = async (db: Db, input: WaitingInput, by: number, now: Date): Promise<number> => {
  await refuseDead(db, input.patient)
  await requireNamed(db, input)
  const { patient, doctor = null, item = null, from_day, until_day = null, hours = 'any', priority = 'normal', note = '' } = input
  const { rows } = await sql<{ id: number }>`
    insert into waiting_list (patient_id, doctor_id, item_id, from_day, until_day, hours, priority, note, created_at, created_by)
    values (${patient}, ${doctor}, ${item}, ${from_day}, ${until_day}, ${hours}, ${priority}, ${note}, ${now}, ${by})
    on conflict do nothing returning id`.execute(db)
  if (rows[0]) return rows[0].id
  throw alreadyWaiting(await findSame(db, { id: null, patient, doctor, item }))
}

/** The entry, locked until the transaction ends. 404; 409 `not_waiting` when it is over; 412 when it is no longer as it was seen. */
export const lockWaiting = async (reader: Reader, id: number, seen: number | null): Promise<WaitingEntry> => {
  const { db } = reader
  const { rows } = await sql`select from waiting_list where id = ${id} for no key update`.execute(db)
  const entry = requireFound(rows.length > 0 ? await findWaiting(db, id) : undefined, 'Entry')
  if (entry.status !== 'waiting') throw conflict('This patient is no longer waiting.', { status: entry.status }, 'not_waiting')
  return requireUnchanged(entry, seen, async () => WaitingEntry.encode(await oneShownTo(reader, entry)))
}

/** Changes what somebody waits for, who is locked. */
export const changeWaiting = async (db: Db, before: WaitingEntry, change: WaitingChange): Promise<void> => {
  const { id, patient } = before
  await requireNamed(db, { doctor: change.doctor, item: change.item })
  const { doctor, item, from_day, until_day, hours, priority, note } = { ...before, ...change }
  if (until_day !== null && until_day < from_day) throw invalidInput({ until_day: ['The last day must not be before the first.'] })
  const other = await findSame(db, { id, patient, doctor, item })
  if (other) throw alreadyWaiting(other)
  await db
    .updateTable('waiting_list')
    .set({ doctor_id: doctor, item_id: item, from_day, until_day, hours, priority, note, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Ends the waiting of an entry that is locked: with an appointment, or with a reason. */
export const closeWaiting = async (
  db: Db,
  id: number,
  end: { appointment: number } | { reason: string },
  by: number,
  now: Date,
): Promise<void> => {
  const how =
    'appointment' in end
      ? { status: 'booked' as const, appointment_id: end.appointment }
      : { status: 'removed' as const, close_reason: end.reason }
  await db
    .updateTable('waiting_list')
    .set({ ...how, closed_at: now, closed_by: by, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
