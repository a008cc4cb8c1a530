import { readClinicHead } from '#features/company/public.ts'
import type { Program } from '#features/feature.ts'
import { notifyPatient } from '#features/notifications/public.ts'
import { requirePatient } from '#features/patients/public.ts'
import { redactVisit, type VisitOpener } from '#features/attendance/public.ts'
import { auditReads, changedFields } from '#platform/audit/audit.ts'
import { notFound } from '#platform/errors/problem.ts'
import { findHidden } from '#platform/http/restricted.ts'
import { handle, handlePrepared, type Context, type Route, type User } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import {
  countDays,
  getCalendar,
  listSlots,
  printDay,
  changeStatuses,
  checkIn,
  createAppointment,
  getAppointment,
  listAppointments,
  listAppointmentsOfDoctor,
  listAppointmentsOfPatient,
  replaceAppointment,
  updateAppointment,
} from '../contract.ts'
import { announce, announceChange, kindOf, type LinkMaker } from './announce.ts'
import { bookAppointment } from './book-appointment.ts'
import { countByDay, readCalendar } from './calendar.ts'
import { applyChange, type AppointmentChange, type Changed } from './change-appointment.ts'
import { changeStatuses as changeAll } from './change-status.ts'
import { checkIn as bringIn } from './check-in.ts'
import { findFreeSlots } from './free-slots.ts'
import { lockAppointment } from './lock-appointment.ts'
import { changeOwn, ownStatus } from './own-change.ts'
import { requireOpenPast } from './past.ts'
import { changeableBy, patientToBook, requireMayView, visibleTo } from './policy.ts'
import { findDay, printList } from './print-day.ts'
import { findAppointment, findAppointmentsById, findChanges, readAppointments, type Asked } from './queries.ts'
import type { Limiter } from '#platform/http/limits.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import {
  addToWaiting,
  bookWaiting,
  listFitting,
  listWaiting,
  removeFromWaiting,
  updateWaiting,
  type WaitingEntry,
} from '../contract-waiting.ts'
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
const waitingRoutes: Route[] = [
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

/** Bookings, moves and cancellations of one account: each of them may write to somebody, and takes a time from others. */
const ofAccount = { points: 30, seconds: 86_400 }

/** 429 for a patient who books and changes again and again; nothing for staff. */
const limitOwn = async (limiter: Limiter, { id, role }: Pick<User, 'id' | 'role'>) => {
  if (role === 'patient') await limiter.spend('own appointments', String(id), ofAccount)
}

/** A page with its rows in the trail, of whoever the person may see. */
const readVisible = async (context: Context, asked: Asked) => {
  const { db, audit } = context
  const visible = visibleTo(context.user)
  const isForeign = visible !== 'all' && asked.patient__id !== undefined && asked.patient__id !== visible
  // Another's are not there for a patient.
  const page =
    visible === 'none' || isForeign
      ? { rows: [], next: null, ...(asked.count && { total: 0 }) }
      : await readAppointments(db, visible === 'all' ? asked : { ...asked, patient__id: visible, isOwn: true }, context)
  auditReads(audit, 'appointments', page.rows, visible === 'all' ? asked.patient__id : undefined)
  return page
}

const entryOf = ({ before, after }: Changed) => ({
  entity: 'appointment',
  id: before.id,
  patient: after.patient,
  change: changedFields({ ...before }, { ...after }),
})

/** What the clinic did to an appointment, in the inbox of the patient's account; of what they did themselves they know. */
const notifyAccount = async (context: Context, changed: Changed) => {
  const kind = kindOf(changed)
  if (kind === null || context.user.role === 'patient') return
  const { id: entity, patient } = changed.after
  await notifyPatient(context, { kind: kind === 'cancelled' ? 'appointment_cancelled' : 'appointment_changed', entity, patient })
}

/** What a desk sends back as it was redacted is no change. */
const withoutRedacted = ({ reason, item, ...sent }: AppointmentChange): AppointmentChange => ({
  ...sent,
  ...(reason && { reason }),
  ...(item != null && { item }),
})

/** What the routes of one server share: how links of public bookings are made, and what opens with a visit. */
interface Making {
  openers: readonly VisitOpener[]
  linkOf?: LinkMaker | undefined
}

/** Everything that reads and changes appointments. */
const appointmentCalls = ({ limiter }: Pick<Services, 'limiter'>, { openers, linkOf }: Making): Route[] => {
  /** The trail, the message and the news of a change. */
  const tell = async (context: Context, action: string, changed: Changed) => {
    const { db, user, now, audit, publish } = context
    const { id } = changed.before
    audit(action, entryOf(changed))
    publish('appointments', id)
    await notifyAccount(context, changed)
    if ((await announceChange(db, changed, { now, by: user.id, linkOf })) > 0) publish('messages')
  }

  const change = async (context: Context, id: number, { version, ...sent }: AppointmentChange & { version?: number | undefined }) => {
    const { db, own, user, now, ifMatch, audit } = context
    const owner = changeableBy(user)
    const found = owner === 'all' ? undefined : await findAppointment(own, id, context)
    // Another's are not there for a patient.
    if (owner !== 'all' && found?.patient !== owner) throw notFound('Appointment')
    const seen = requireVersion(version ?? ifMatch)
    if (owner === 'all') await requireOpenPast(db, [id], context)
    const before = await lockAppointment(db, id)
    // The desk may have put it on another record meanwhile.
    if (owner !== 'all' && before.patient !== owner) throw notFound('Appointment')
    await requireUnchanged(before, seen, () => findAppointment(db, id, context))
    const isShut = before.patient !== null && owner === 'all' && (await findHidden(db, user, now)).has(before.patient)
    const changed = await (owner === 'all' ? applyChange : changeOwn)(db, before, isShut ? withoutRedacted(sent) : sent, user.id, now)
    if (changed) await tell(context, changed.after.status === before.status ? 'update' : 'status', changed)
    else audit('update', { entity: 'appointment', id, patient: before.patient, change: {} })
    return (await findAppointment(db, id, context))!
  }

  return [
    handle(listAppointments, (context) => readVisible(context, context.query)),

    handle(listAppointmentsOfPatient, async (context) => {
      const { patient_id } = context.params
      const visible = visibleTo(context.user)
      if (visible !== 'all' && visible !== patient_id) throw notFound('Patient')
      const page = await readVisible(context, { ...context.query, patient__id: patient_id })
      if (page.rows.length === 0) await requirePatient(context.db, patient_id)
      return page
    }),

    handle(listAppointmentsOfDoctor, async (context) => {
      const { doctor_id } = context.params
      const page = await readVisible(context, { ...context.query, assigned_doctor__id: doctor_id })
      if (page.rows.length > 0) return page
      const doctor = await context.db
        .selectFrom('users')
        .select('id')
        .where('id', '=', doctor_id)
        .where('role', '=', 'doctor')
        .executeTakeFirst()
      if (!doctor) throw notFound('Doctor')
      return page
    }),

    handle(getAppointment, async (context) => {
      const { db, params, audit } = context
      const visible = visibleTo(context.user)
      const [appointment, changes] = await Promise.all([findAppointment(db, params.id, context), findChanges(db, params.id)])
      if (!appointment || (visible !== 'all' && appointment.patient !== visible)) throw notFound('Appointment')
      if (visible === 'all') await requireOpenPast(db, [params.id], context)
      audit('read', { entity: 'appointment', id: appointment.id, patient: appointment.patient })
      // On whose record it was by mistake is nobody's business but the desk's.
      if (visible !== 'all') return { ...appointment, changes: changes.filter(({ kind }) => kind !== 'patient') }
      const { patient } = appointment
      const isShut = patient !== null && (await findHidden(db, context.user, context.now)).has(patient)
      return { ...appointment, changes: isShut ? [] : changes }
    }),

    handlePrepared(
      createAppointment,
      ({ user }) => limitOwn(limiter, user),
      async (context) => {
        const { db, body, user, now, audit, publish } = context
        const { patient, isOwn } = await patientToBook(context, body.patient)
        const { status = 'pending', overbook = false, ...booking } = body
        // A patient asks, and the desk confirms, unless bookings confirm themselves.
        const own = { ends_at: null, minutes: null, room: null, overbook: false, isPublic: true } as const
        const wish = {
          ...booking,
          patient,
          overbook,
          status: isOwn ? await ownStatus(db, body.assigned_doctor ?? null) : status,
          ...(isOwn && own),
        }
        // Whether the time is free shows in everybody's appointments; a patient books for themselves alone.
        const id = await bookAppointment(db, wish, user.id, now)
        const kind = wish.status === 'confirmed' ? 'confirmed' : 'booked'
        const queued = await announce(db, id, kind, { now, by: user.id, linkOf })
        const appointment = await findAppointment(db, id, context)
        const { appointment_date_time, ends_at, reason, doctor, item, room, place } = appointment!
        // As it was sent: of a restricted record the reply is redacted, the trail is not.
        const as = { reason: booking.reason ?? reason, item: booking.item ?? item }
        const made = { appointment_date_time, ends_at, status: appointment!.status, doctor, room, place, ...as }
        audit('book', { entity: 'appointment', id, patient, change: made })
        publish('appointments', id)
        if (queued > 0) publish('messages')
        return appointment!
      },
    ),

    handlePrepared(
      updateAppointment,
      ({ user }) => limitOwn(limiter, user),
      (context) => change(context, context.params.id, context.body),
    ),

    handle(replaceAppointment, (context) => {
      const { appointment_date_time, ends_at, minutes, assigned_doctor, room, item, reason, status, status_reason, overbook, version } =
        context.body
      const sent = {
        appointment_date_time,
        ends_at,
        minutes,
        assigned_doctor,
        room,
        item,
        reason,
        status,
        status_reason,
        overbook,
        version,
      }
      return change(context, context.params.id, sent)
    }),

    handle(checkIn, async (context) => {
      const { db, params, body, user, ifMatch, audit, publish } = context
      requireMayView(user)
      await requireOpenPast(db, [params.id], context)
      const { visit, ...changed } = await bringIn(db, params.id, body, ifMatch, context, openers)
      audit('check in', entryOf(changed))
      const { track, priority, reason, doctor, patient } = visit
      audit('start', { entity: 'visit', id: visit.id, patient, change: { track, priority, reason, doctor } })
      publish('appointments', params.id)
      publish('attendance', visit.id)
      publish('patients', patient)
      if (visit.invoice !== null) publish('billing', visit.invoice)
      return { appointment: (await findAppointment(db, params.id, context))!, visit: await redactVisit(context, visit) }
    }),

    handle(changeStatuses, async (context) => {
      const { db, body, user, now } = context
      const ids = [...new Set(body.ids)]
      await requireOpenPast(db, ids, context)
      const changed = await changeAll(db, ids, body, user.id, now)
      for (const one of changed) await tell(context, 'status', one)
      // All of them were in this state already.
      if (changed.length === 0) context.audit('status', { entity: 'appointment', id: null, change: { ids, status: body.status } })
      return findAppointmentsById(db, ids, context)
    }),
  ]
}

/** Free slots, the calendar, and the list of a day. */
const calendarCalls = ({ files, printPdf }: Pick<Services, 'files' | 'printPdf'>): Route[] => [
  handle(listSlots, async ({ db, query, now }) => {
    const rows = await findFreeSlots(db, { ...query, now })
    return rows.map(({ doctor, day, room, minutes, starts, left }) => ({
      doctor,
      day,
      room,
      minutes,
      left,
      starts: starts.map((at) => new Date(at).toISOString()),
    }))
  }),

  handle(getCalendar, (context) => readCalendar(context, context.query)),

  handle(countDays, ({ db, query }) => countByDay(db, query)),

  handlePrepared(
    printDay,
    // The logo is read and fitted before the transaction begins.
    ({ db }) => readClinicHead(db, files, 'a4'),
    async (context) => {
      const { query, audit, prepared: head } = context
      const lines = await findDay(context, query)
      const body = await printList(context, printPdf, lines, query.date, head)
      auditReads(audit, 'appointments of a day', lines)
      return { body, filename: `appointments-${query.date}.pdf`, inline: true }
    },
  ),
]

export const routes = (program: Program): Route[] => [
  ...waitingRoutes,
  ...appointmentCalls(program, { openers: program.visitOpeners, linkOf: program.bookingLinkMaker(program) }),
  ...calendarCalls(program),
]
