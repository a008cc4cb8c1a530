import type { ParsedOf } from '#shared/endpoint.ts'
import { closeForNewVisit, startVisit, type QueuedVisit, type VisitOpener } from '#features/attendance/public.ts'
import { chargeOrder } from '#features/charges/public.ts'
import { refuseDead } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import { conflict } from '#platform/errors/problem.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { checkIn as contract } from '../contract.ts'
import { holdsPlace, mayCheckIn } from '../rules.ts'
import { takePlace, type Changed } from './change-appointment.ts'
import { lockAppointment, stateOf, type AppointmentRow } from './lock-appointment.ts'
import { findAppointment, type View } from './queries.ts'
import { updateAppointmentRow } from './update-appointment.ts'

type Input = ParsedOf<typeof contract>['body']

const refuse = (row: AppointmentRow, now: Date) => {
  const { id, number, status, visit } = row
  if (row.patient === null) throw conflict('Match this booking to a record first.', { appointment: id, number }, 'not_converted')
  if (visit !== null) throw conflict('The patient has already been checked in.', { visit, status }, 'checked_in')
  if (mayCheckIn(stateOf(row, now))) return
  const isToday = stateOf(row, now).isToday
  const message = isToday
    ? 'This appointment is over: check-in is not possible.'
    : 'Check-in is possible only on the day of the appointment.'
  throw conflict(message, { status }, 'move_not_allowed')
}

/** A consultation goes into the fee of the visit's doctor, any other service is an order of its own. */
const isConsultation = async (db: Db, item: number | null): Promise<boolean> => {
  if (item === null) return false
  const row = await db.selectFrom('items').select('category').where('id', '=', item).executeTakeFirst()
  return row?.category === 'consultation'
}

/** Whoever missed it and came all the same gets a place again; everybody else has theirs. */
const arrive = async (db: Db, before: AppointmentRow, visit: number, by: number, now: Date): Promise<AppointmentRow> => {
  const after: AppointmentRow = { ...before, status: 'arrived', status_reason: '', visit }
  if (!holdsPlace(before.status)) {
    const how = {
      end: before.ends_at,
      room: undefined,
      fit: 'here',
      overbook: false,
      isPublic: false,
      now: before.appointment_date_time,
    } as const
    return takePlace(db, before, after, how, by, now)
  }
  await updateAppointmentRow(db, before, after, by, now)
  return after
}

/**
 * The patient of an appointment is here: starts the visit with its papers, charges the service, and ties the two together, in the caller's
 * transaction. 409 `visit_open` with the open visit, `not_converted`, `checked_in`, or `move_not_allowed`; 412 when it changed meanwhile.
 */
export const checkIn = async (
  db: Db,
  id: number,
  { track, priority, reason, doctor, close_left_open, version }: Input,
  seen: number | null,
  context: Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'> & View,
  openers: readonly VisitOpener[],
): Promise<Changed & { visit: QueuedVisit }> => {
  const { now } = context
  const by = context.user.id
  const before = await lockAppointment(db, id)
  await requireUnchanged(before, version ?? seen, () => findAppointment(db, id, context))
  await refuseDead(db, before.patient)
  refuse(before, now)
  if (close_left_open !== undefined) await closeForNewVisit(context, before.patient!, close_left_open)
  const consultation = await isConsultation(db, before.item)
  const sees = doctor === undefined ? before.doctor : doctor
  const visit = await startVisit(
    db,
    {
      patient: before.patient!,
      reason: reason ?? before.reason.slice(0, 200),
      track: track ?? (sees !== null || consultation ? 'doctor' : 'reception'),
      priority,
      doctor: sees,
    },
    by,
    now,
    openers,
    consultation ? before.item : null,
  )
  const after = await arrive(db, before, visit.id, by, now)
  if (before.item !== null && !consultation) await chargeOrder(db, visit.id, [{ kind: 'appointment', id, item: before.item }], by, now)
  return { before, after, visit }
}
