import { announceChange, announceDetached, requireOpenPast } from '#features/appointments/public.ts'
import { auditReads, changedFields } from '#platform/audit/audit.ts'
import { pageAt, readPlace } from '#platform/db/keyset.ts'
import { forbidden, notFound, stale } from '#platform/errors/problem.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { requireOpenRecord } from '#platform/http/restricted.ts'
import type { Services } from '#platform/services.ts'
import {
  convertBookingRequest,
  countBookingRequests,
  getBookingRequest,
  listBookingMatches,
  listBookingRequests,
  unlinkBookingRequest,
} from '../contract.ts'
import { convertRequest } from './convert.ts'
import { bookingLinkMaker } from './link.ts'
import { findMatches } from './matches.ts'
import { countRequests, findRequest, findRequests, lockRequest, type LockedRequest } from './requests.ts'
import { unlinkRequest } from './unlink.ts'

/** So many who may have made a booking are shown at once. */
const MATCHES = 5

const notThere = () => notFound('Booking')

/** The public booking, locked; 404, and 412 when it is not as it was read. */
const lockAsSeen = async (context: Context, id: number, version: number | undefined): Promise<LockedRequest> => {
  const { db, ifMatch } = context
  const request = await lockRequest(db, id)
  if (!request) throw notThere()
  await requireOpenPast(db, [request.appointment], context, 'booking')
  const seen = version ?? ifMatch
  if (seen !== null && seen !== request.version) throw stale(await findRequest(db, id, context))
  return request
}

/** The desk's calls on public bookings. */
export const requestRoutes = (services: Services): Route[] => {
  const linkOf = bookingLinkMaker(services)
  return [
    handle(listBookingRequests, async (context) => {
      const page = await findRequests(context.db, context.query, context)
      const patients = page.rows.map(({ patient }) => patient).filter((id) => id !== null)
      auditReads(context.audit, 'public bookings', patients)
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
      auditReads(
        audit,
        'matches of a public booking',
        page.rows.map(({ patient }) => patient.id),
      )
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
