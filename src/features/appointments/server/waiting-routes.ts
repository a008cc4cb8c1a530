import { auditReads, changedFields } from '#platform/audit/audit.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { findHidden } from '#platform/http/restricted.ts'
import { requireVersion } from '#platform/records/version.ts'
import {
  addToWaiting,
  bookWaiting,
  listFitting,
  listWaiting,
  removeFromWaiting,
  updateWaiting,
  type WaitingEntry,
} from '../contract-waiting.ts'
import { announce } from './announce.ts'
import { bookAppointment } from './book-appointment.ts'
import { findAppointment } from './queries.ts'
import { changeWaiting, closeWaiting, insertWaiting, lockWaiting } from './waiting-changes.ts'
import { findFitting } from './waiting-fits.ts'
import { findWaiting, oneShownTo, readWaitingPage, shownTo } from './waiting-rows.ts'
import { withTimes } from './waiting-times.ts'

const ENTITY = 'waiting list'

const readAgain = async ({ db, now }: Pick<Context, 'db' | 'now'>, id: number): Promise<WaitingEntry> => {
  const [entry] = await withTimes(db, [(await findWaiting(db, id))!], now)
  return entry!
}

const auditList = ({ audit }: Pick<Context, 'audit'>, entries: readonly WaitingEntry[]) => auditReads(audit, ENTITY, entries)

/** The waiting list: who waits for a time, and how the waiting ends. */
export const waitingRoutes: Route[] = [
  handle(listWaiting, async (context) => {
    const { db, query, now } = context
    const page = await readWaitingPage(db, query, context)
    auditList(context, page.rows)
    return { ...page, rows: await shownTo(context, await withTimes(db, page.rows, now)) }
  }),

  handle(listFitting, async (context) => {
    const page = await findFitting(context.db, context.query, context.now)
    auditList(context, page.rows)
    return { ...page, rows: await shownTo(context, page.rows) }
  }),

  handle(addToWaiting, async (context) => {
    const { db, body, user, now, audit, publish } = context
    const id = await insertWaiting(db, body, user.id, now)
    const { patient, ...change } = body
    audit('create', { entity: ENTITY, id, patient, change })
    publish('appointments')
    return oneShownTo(context, await readAgain(context, id))
  }),

  handle(updateWaiting, async (context) => {
    const { db, params, body, ifMatch, audit, publish } = context
    const { version = ifMatch, ...change } = body
    const before = await lockWaiting(context, params.id, requireVersion(version))
    // What a desk sends back as it was redacted is no change.
    const { note, item, ...open } = change
    const isShut = (await findHidden(db, context.user, context.now)).has(before.patient)
    await changeWaiting(db, before, isShut ? { ...open, ...(note && { note }), ...(item != null && { item }) } : change)
    const entry = await readAgain(context, params.id)
    audit('update', {
      entity: ENTITY,
      id: entry.id,
      patient: entry.patient,
      change: changedFields({ ...before, free: null }, { ...entry, free: null }),
    })
    publish('appointments')
    return oneShownTo(context, entry)
  }),

  handle(bookWaiting, async (context) => {
    const { db, params, body, user, now, ifMatch, audit, publish } = context
    const { version = ifMatch, status = 'pending', ...booking } = body
    const { id, patient, doctor, item } = await lockWaiting(context, params.id, version)
    const wished = { patient, assigned_doctor: doctor, item, ...booking, status }
    const appointment = await bookAppointment(db, wished, user.id, now)
    await closeWaiting(db, id, { appointment }, user.id, now)
    const queued = await announce(db, appointment, status === 'confirmed' ? 'confirmed' : 'booked', { now, by: user.id })
    const [entry, booked] = [await findWaiting(db, id), await findAppointment(db, appointment, context)]
    const { appointment_date_time, ends_at, reason, room, place } = booked!
    const made = {
      appointment_date_time,
      ends_at,
      status,
      reason: wished.reason ?? reason,
      doctor: booked!.doctor,
      item: wished.item,
      room,
      place,
    }
    audit('book', { entity: 'appointment', id: appointment, patient, change: made })
    audit('book', { entity: ENTITY, id, patient, change: { appointment } })
    publish('appointments', appointment)
    if (queued > 0) publish('messages')
    return { entry: await oneShownTo(context, entry!), appointment: booked! }
  }),

  handle(removeFromWaiting, async (context) => {
    const { db, params, body, user, now, ifMatch, audit, publish } = context
    const { id, patient } = await lockWaiting(context, params.id, body.version ?? ifMatch)
    await closeWaiting(db, id, { reason: body.reason }, user.id, now)
    audit('remove', { entity: ENTITY, id, patient, change: { reason: body.reason } })
    publish('appointments')
    return oneShownTo(context, (await findWaiting(db, id))!)
  }),
]
