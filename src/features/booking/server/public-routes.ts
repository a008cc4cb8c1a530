import { announceChange } from '#features/appointments/public.ts'
import { cancelMessages, queueMessage } from '#features/messages/public.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { handle, handlePrepared, type Context, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
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
import { brakeBooking, brakeChange, mayWriteTo } from './brakes.ts'
import { cancelBooking, moveBooking } from './change-booking.ts'
import { bookingLinkMaker, bookingLinks, linkAddress } from './link.ts'
import { openLink, type OpenedLink } from './open-link.ts'
import { readBookingPage, readPublicSlots } from './read-page.ts'
import { readPublicBooking } from './read-booking.ts'
import { takeBooking } from './take-booking.ts'

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
export const publicRoutes = ({ codeKey, publicUrl, limiter }: Services): Route[] => {
  const links = bookingLinks(codeKey)
  const addressOf = linkAddress(publicUrl)
  const linkOf = bookingLinkMaker({ codeKey, publicUrl })

  /** Before a change by its link: 429 when there were too many, and whether the person is written to about it. */
  const before = async ({ db, params, now }: { db: Db; params: { link: string }; now: Date }) => {
    const { id, phone_number, email } = await openLink(db, links, params.link, now)
    await brakeChange(limiter, id)
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
        await brakeBooking(limiter, request)
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
