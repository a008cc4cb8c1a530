import { findClinicDay } from '#features/company/public.ts'
import type { Program } from '#features/feature.ts'
import { redactRestricted } from '#features/patients/public.ts'
import { changedFields } from '#platform/audit/audit.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { sharedRead } from '#platform/db/shared-read.ts'
import { notFound, Problem } from '#platform/errors/problem.ts'
import { requireOpenRecord } from '#platform/http/restricted.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { getVisit, listMoves, listVisits, listWaits, moveVisit, startVisit, undoMove } from '../contract.ts'
import { changeVisit } from './change-visit.ts'
import { closeForNewVisit } from './close-for-new-visit.ts'
import { endOfDayRoutes } from './end-of-day-routes.ts'
import { redactVisit, redactVisits } from './redact-visit.ts'
import { countVisits, findMoves, findVisit, findVisits, mayBePast, type VisitRow } from './queries.ts'
import { startVisit as start } from './start-visit.ts'
import { undoMove as undo } from './undo-move.ts'
import { findWaits } from './waits.ts'

const entryOf = (before: VisitRow, after: VisitRow) => ({
  entity: 'visit',
  id: before.id,
  patient: before.patient_id,
  change: changedFields({ ...before }, { ...after }),
})

/** Runs a change; what a row rule forbids is answered too, and leaves its row in the trail, as what an endpoint forbids does. */
const orDenied = async <T>(run: () => Promise<T>, { audit }: Pick<Context, 'audit'>, id: number, asked: unknown): Promise<T | Problem> => {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 403) throw error
    audit('denied', { entity: 'visit', id, change: asked })
    return error
  }
}

export const routes = ({ visitOpeners: openers }: Pick<Program, 'visitOpeners'>): Route[] => [
  handle(listVisits, async ({ db, query, user, now }) => {
    const { limit: asked, cursor, count, ...filters } = query
    const limit = limitOf(asked)
    const asksFor = { cursor: readCursor(cursor), limit: limit + 1 }
    // What is over is listed by who may open the record; those who are here are the same for everybody.
    const key = JSON.stringify([filters, asksFor, mayBePast(filters) ? user.id : null])
    const rows = await sharedRead(db, `visits ${key}`, () => findVisits(db, filters, { user, now }, asksFor))
    const total = count ? await countVisits(db, filters, { user, now }) : undefined
    const page = pageOf(rows, limit, (visit) => visit.created_at.toISOString(), total)
    return { ...page, rows: await redactVisits({ db, user, now }, page.rows) }
  }),

  handle(getVisit, async ({ db, params, user, now }) => {
    const visit = await findVisit(db, params.id, now)
    if (!visit) throw notFound('Visit')
    if (visit.closed_at && visit.is_restricted) await requireOpenRecord(db, user, now, visit.patient, 'visit')
    return redactVisit({ db, user, now }, visit)
  }),

  handle(startVisit, async (context) => {
    const { db, body, user, now, audit, publish } = context
    const { close_left_open: leftOpen, ...input } = body
    if (leftOpen !== undefined) {
      const refused = await orDenied(() => closeForNewVisit(context, body.patient, leftOpen), context, leftOpen, body)
      if (refused instanceof Problem) return refused
    }
    const visit = await start(db, input, user.id, now, openers)
    const { track, priority, reason, doctor } = visit
    audit('start', { entity: 'visit', id: visit.id, patient: visit.patient, change: { track, priority, reason, doctor } })
    publish('attendance', visit.id)
    publish('patients', visit.patient)
    if (visit.invoice !== null) publish('billing', visit.invoice)
    return redactVisit({ db, user, now }, visit)
  }),

  handle(moveVisit, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    const seen = body.version ?? ifMatch
    const changed = await orDenied(() => changeVisit(db, params.id, body, seen, user, now), { audit }, params.id, body)
    if (changed instanceof Problem) return changed
    const { before, after, visit, isCharged, emergencyReason, kept } = changed
    const entry = entryOf(before, after)
    const told = {
      ...entry,
      change: {
        ...entry.change,
        ...(emergencyReason !== undefined && { emergency_reason: emergencyReason }),
        ...(kept > 0 && { kept_orders: kept }),
      },
    }
    audit(body.track ? 'move' : 'update', told)
    publish('attendance', visit.id)
    if (visit.closed_at) {
      publish('patients', visit.patient)
      publish('appointments')
    }
    if (isCharged && visit.invoice !== null) publish('billing', visit.invoice)
    return redactVisit({ db, user, now }, visit)
  }),

  handle(undoMove, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    const seen = body.version ?? ifMatch
    const undone = await orDenied(() => undo(db, params.id, seen, user, now), { audit }, params.id, { undo: true })
    if (undone instanceof Problem) return undone
    const { before, after, visit, isCharged } = undone
    audit('undo move', entryOf(before, after))
    publish('attendance', visit.id)
    if (before.closed_at) {
      publish('patients', visit.patient)
      publish('appointments')
    }
    if (isCharged && visit.invoice !== null) publish('billing', visit.invoice)
    return redactVisit({ db, user, now }, visit)
  }),

  handle(listMoves, async ({ db, params, user, now }) => {
    const [visit, moves] = await Promise.all([findVisit(db, params.id, now), findMoves(db, params.id)])
    if (!visit) throw notFound('Visit')
    // Where the patient has been in this visit is seen at the desk; past visits are of the record.
    if (visit.closed_at && visit.is_restricted) await requireOpenRecord(db, user, now, visit.patient, 'visit')
    const redaction = {
      patientOf: () => (visit.is_restricted ? visit.patient : null),
      redact: (move: (typeof moves)[number]) => ({ ...move, emergency_reason: null }),
    }
    return redactRestricted({ db, user, now }, moves, redaction)
  }),

  handle(listWaits, async ({ db, query, now }) => findWaits(db, now, query.date ?? (await findClinicDay(db, now)))),

  ...endOfDayRoutes,
]
