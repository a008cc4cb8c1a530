import { type Route, handle, handlePrepared, type Context } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { announceChange, announceDetached, requireOpenPast, detachPatient } from '#features/appointments/public.ts'
import { cancelMessages, queueMessage } from '#features/messages/public.ts'
import { changedFields, auditReads } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import {
  cancelPublicBooking,
  createPublicBooking,
  getBookingPage,
  getPublicBooking,
  listPublicSlots,
  movePublicBooking,
  type PublicBooking,
} from '../contract-public.ts'
import { limitBooking, limitChange, mayWriteTo } from './rate-limits.ts'
import { cancelBooking, moveBooking } from './change-booking.ts'
import { bookingLinkMaker, bookingLinks, linkAddress } from './link.ts'
import { openLink, type OpenedLink } from './open-link.ts'
import { readBookingPage, readPublicSlots } from './read-page.ts'
import { readPublicBooking } from './read-booking.ts'
import { takeBooking } from './take-booking.ts'
import { pageAt, readPlace } from '#platform/db/keyset.ts'
import { forbidden, notFound, conflict, requireFound } from '#platform/errors/problem.ts'
import { requireOpenRecord } from '#platform/http/restricted.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import {
  convertBookingRequest,
  countBookingRequests,
  getBookingRequest,
  listBookingMatches,
  listBookingRequests,
  unlinkBookingRequest,
  type BookingMatch,
  type BookingRequest,
} from '../contract.ts'
import { convertRequest } from './convert.ts'
import { countRequests, findRequest, findRequests, lockRequest, type LockedRequest, markConverted } from './requests.ts'
import { findDuplicates, type Reader, emptyAgain } from '#features/patients/public.ts'
import { differences, isUnlinkable, takenOverFields, type TakenOverField } from '../rules.ts'

/**
 * Takes a locked public booking off a wrong record. What the record had from it, and still has as it was, goes with it: nobody else's
 * telephone stays there. Answers the record, and the fields that went.
 */
const unlinkRequest = async (db: Db, request: LockedRequest, { user, now }: Pick<Context, 'user' | 'now'>) => {
  const { patient, appointment, id, phone_number: phone, email, date_of_birth } = request
  if (patient === null) throw conflict('This booking is not matched to a record.', {}, 'not_converted')
  if (!isUnlinkable(request)) throw conflict('The patient has arrived for this booking: it cannot be unmatched.', {}, 'visit_begun')
  const changed = await detachPatient(db, appointment, user.id, now)
  const sent = { phone, email, date_of_birth }
  const took = takenOverFields.filter((field) => request.taken_over.includes(field) && sent[field] !== null)
  const given = Object.fromEntries(took.map((field) => [field, sent[field]])) as Partial<Record<TakenOverField, string>>
  const gone = await emptyAgain(db, patient, given)
  await markConverted(db, id, null)
  return { patient, changed, gone }
}

/** Who on file may have made the booking, most likely first, with what is the same and what is not. */
const findMatches = async (reader: Reader, request: BookingRequest): Promise<BookingMatch[]> => {
  const { first_name, second_name, gender, date_of_birth, phone_number: phone, email } = request
  const found = await findDuplicates(reader, { first_name, second_name, gender, date_of_birth, phone }, { thorough: true })
  return found.map(({ patient, score, because }) => ({
    patient,
    score,
    because: email !== null && patient.email?.toLowerCase() === email ? [...because, 'e-mail'] : because,
    differs: differences({ gender, date_of_birth, phone, email }, patient, because.includes('name')),
  }))
}

/** So many who may have made a booking are shown at once. */
const MATCHES = 5

const notThere = () => notFound('Booking')

/** The public booking, locked; 404, and 412 when it is not as it was read. */
const lockAsSeen = async (context: Context, id: number, version: number | undefined): Promise<LockedRequest> => {
  const { db, ifMatch } = context
  const request = requireFound(await lockRequest(db, id), 'Booking')
  await requireOpenPast(db, [request.appointment], context, 'booking')
  return requireUnchanged(request, version ?? ifMatch, () => findRequest(db, id, context))
}

/** The desk's calls on public bookings. */
const requestRoutes = (services: Services): Route[] => {
  const linkOf = bookingLinkMaker(services)
  return [
    handle(listBookingRequests, async (context) => {
      const page = await findRequests(context.db, context.query, context)
      auditReads(context.audit, 'public bookings', page.rows)
      return page
    }),

    handle(countBookingRequests, async (context) => ({ open: await countRequests(context.db, { is_open: true }, context) })),

    handle(getBookingRequest, async (context) => {
      const request = await findRequest(context.db, context.params.id, context)
      if (!request) throw notThere()
      await requireOpenPast(context.db, [request.appointment], context, 'booking')
      context.audit('read', { entity: 'public booking', id: request.id, patient: request.patient })
      return request
    }),

    handle(listBookingMatches, async (context) => {
      const { db, params, query, user, audit } = context
      const place = readPlace(query.cursor)
      if (!user.permissions.has('patients.view')) throw forbidden('patients.view')
      const request = await findRequest(db, params.id, context)
      if (!request) throw notThere()
      // What it is compared by is of the record that it is on.
      if (request.patient !== null) await requireOpenRecord(db, user, context.now, request.patient, 'booking')
      const page = pageAt((await findMatches(context, request)).slice(place), { limit: query.limit ?? MATCHES, place })
      const patients = page.rows.map(({ patient }) => ({ patient: patient.id }))
      auditReads(audit, 'matches of a public booking', patients)
      return page
    }),

    handle(convertBookingRequest, async (context) => {
      const { db, params, body, user, now, audit, publish } = context
      const request = await lockAsSeen(context, params.id, body.version)
      const { patient, isNew, changed, taken } = await convertRequest(db, request, body, context)
      if (isNew) audit('create', { entity: 'patient', id: patient, patient, change: body.register })
      else if (Object.keys(taken).length > 0)
        audit('update', {
          entity: 'patient',
          id: patient,
          patient,
          change: Object.fromEntries(Object.entries(taken).map(([name, value]) => [name, [null, value]])),
        })
      audit('convert', {
        entity: 'public booking',
        id: params.id,
        patient,
        change: { ...changedFields({ ...changed.before }, { ...changed.after }), taken_over: Object.keys(taken) },
      })
      publish('appointments', request.appointment)
      if (isNew || Object.keys(taken).length > 0) publish('patients', patient)
      if ((await announceChange(db, changed, { now, by: user.id, linkOf })) > 0) publish('messages')
      return (await findRequest(db, params.id, context))!
    }),

    handle(unlinkBookingRequest, async (context) => {
      const { db, params, body, user, now, audit, publish } = context
      const request = await lockAsSeen(context, params.id, body.version)
      // On no record it is shown whole again: that is for those who may open this one, and for whoever put it there and saw it before.
      if (request.patient !== null && request.converted_by !== user.id) await requireOpenRecord(db, user, now, request.patient, 'booking')
      const { patient, changed, gone } = await unlinkRequest(db, request, context)
      if (gone.length > 0) {
        audit('update', { entity: 'patient', id: patient, patient, change: { emptied: gone } })
        publish('patients', patient)
      }
      audit('unlink', {
        entity: 'public booking',
        id: params.id,
        patient,
        change: { patient: [patient, null], reason: body.reason ?? null },
      })
      publish('appointments', request.appointment)
      if ((await announceDetached(db, changed, { now, by: user.id, linkOf })) > 0) publish('messages')
      return (await findRequest(db, params.id, context))!
    }),
  ]
}

type Changed = NonNullable<Awaited<ReturnType<typeof moveBooking>>>
type Changing = Context & { params: { link: string }; prepared: { mayWrite: boolean } }

interface Confirming {
  appointment: number
  language: string | undefined
  link: string | null
  now: Date
}

/** Tells the person at once: it answers what they have just done. */
const confirm = (db: Db, booking: PublicBooking, { appointment, language, link, now }: Confirming) =>
  queueMessage(db, {
    kind: booking.status === 'confirmed' ? 'confirmed' : 'booked',
    recipient: { email: booking.email, phone: booking.phone_number, language },
    values: {
      first_name: booking.first_name,
      ...wallTimeOf(booking.appointment_date_time, booking.time_zone),
      doctor: booking.doctor,
      number: booking.number,
      link,
    },
    entity: { kind: 'appointment', id: appointment },
    onceKey: `appointment:${appointment}:booked:1`,
    now,
    sendBefore: booking.appointment_date_time,
    atOnce: true,
  })

/** The calls of people who have not signed in. None of them reads who is on file. */
const publicRoutes = ({ codeKey, publicUrl, limiter }: Services): Route[] => {
  const links = bookingLinks(codeKey)
  const addressOf = linkAddress(publicUrl)
  const linkOf = bookingLinkMaker({ codeKey, publicUrl })

  /** Before a change by its link: 429 when there were too many, and whether the person is written to about it. */
  const before = async ({ db, params, now }: { db: Db; params: { link: string }; now: Date }) => {
    const { id, phone_number, email } = await openLink(db, links, params.link, now)
    await limitChange(limiter, id)
    return { mayWrite: await mayWriteTo(limiter, [phone_number, email]) }
  }

  /** Makes a change that nobody on the staff has made, with its row in the trail, its message and its news. */
  const change = async (context: Changing, action: string, make: (opened: OpenedLink) => Promise<Changed | null>) => {
    const { db, params, now, audit, publish, prepared } = context
    const opened = await openLink(db, links, params.link, now, { lock: true })
    const { id, appointment } = opened
    const changed = await make(opened)
    audit(action, {
      entity: 'appointment',
      id: appointment,
      patient: changed?.before.patient ?? null,
      change: { public_booking: id, ...(changed && changedFields({ ...changed.before }, { ...changed.after })) },
    })
    if (changed) {
      publish('appointments', appointment)
      const queued = prepared.mayWrite
        ? await announceChange(db, changed, { now, by: null, linkOf })
        : await cancelMessages(db, { kind: 'appointment', id: appointment }, ['booked', 'confirmed', 'moved', 'reminder'])
      if (queued > 0) publish('messages')
    }
    return readPublicBooking(db, id, links, now)
  }

  return [
    handle(getBookingPage, ({ db, now, request, ids, reply }) => {
      // By which a booking that is sent twice is known, and one device from the next behind the same address.
      if (request.device === null) reply.setDevice(ids.secret())
      return readBookingPage(db, now)
    }),

    handle(listPublicSlots, ({ db, query, now }) => readPublicSlots(db, query, now)),

    handlePrepared(
      createPublicBooking,
      async ({ request, body }) => {
        await limitBooking(limiter, request)
        return { mayWrite: await mayWriteTo(limiter, [body.phone_number, body.email]) }
      },
      async ({ db, body, now, ids, request, audit, publish, prepared: { mayWrite } }) => {
        const { booking, appointment, status } = await takeBooking(db, body, { nonce: ids.secret(), ip: request.ip, now })
        const made = await readPublicBooking(db, booking, links, now)
        const confirming = { appointment, language: body.language, link: addressOf(made.link), now }
        const queued = mayWrite ? await confirm(db, made, confirming) : 0
        const { appointment_date_time, doctor_id: doctor, item_id: item } = made
        audit('book', {
          entity: 'appointment',
          id: appointment,
          change: { public_booking: booking, appointment_date_time, doctor, item, status },
        })
        publish('appointments', appointment)
        if (queued > 0) publish('messages')
        return made
      },
    ),

    handle(getPublicBooking, async ({ db, params, now }) => {
      const { id } = await openLink(db, links, params.link, now)
      return readPublicBooking(db, id, links, now)
    }),

    handlePrepared(cancelPublicBooking, before, (context) =>
      change(context, 'cancel', (opened) => cancelBooking(context.db, opened, context.body.reason, context.now)),
    ),

    handlePrepared(movePublicBooking, before, (context) =>
      change(context, 'move', (opened) => moveBooking(context.db, opened, context.body, context.now)),
    ),
  ]
}

export const routes = (services: Services): Route[] => [...publicRoutes(services), ...requestRoutes(services)]
