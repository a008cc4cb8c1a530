import { findClinicDay } from '#features/company/public.ts'
import type { Program } from '#features/feature.ts'
import { redactRestricted, isRestricted, patientName } from '#features/patients/public.ts'
import { without } from '#shared/paging.ts'
import { changedFields } from '#platform/audit/audit.ts'
import { sharedRead } from '#platform/db/shared-read.ts'
import { notFound, Problem, fieldError, requireFound } from '#platform/errors/problem.ts'
import { requireOpenRecord } from '#platform/http/restricted.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import {
  getVisit,
  listMoves,
  listVisits,
  listWaits,
  moveVisit,
  startVisit,
  undoMove,
  type ClosedAsLeft,
  closeDay,
  getEndOfDay,
  type LeftOpenVisit,
  MOST,
  updateEndOfDaySettings,
} from '../contract.ts'
import { changeVisit } from './change-visit.ts'
import { closeForNewVisit } from './close-for-new-visit.ts'
import { redactVisit, redactVisits } from './redact-visit.ts'
import { countVisits, findMoves, findVisit, findVisits, mayBePast, type VisitRow } from './queries.ts'
import { startVisit as start } from './start-visit.ts'
import { undoMove as undo } from './undo-move.ts'
import { findWaits } from './waits.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { readPage } from '#platform/db/keyset.ts'
import { mayClose, mayCloseUnseen, REOPEN_DAYS } from '../left-open-rules.ts'
import { closedEntry, closeLeftOpen } from './close-left-open.ts'
import { countLeftOpen, findLeftOpen, type LeftOpen } from './left-open.ts'

/** What a preview showed, in short: two that agree would close the same visit in the same way. */
const markOf = ({ version, ends_at, outcome, holds }: LeftOpen) =>
  createHash('sha256')
    .update(JSON.stringify([version, ends_at, outcome, holds]))
    .digest('base64url')
    .slice(0, 22)

const toRow = (visit: LeftOpen): LeftOpenVisit & { is_restricted: boolean } => ({
  ...visit,
  can_close: mayClose(visit.holds),
  is_automatic: mayCloseUnseen(visit.holds),
  mark: markOf(visit),
})

type Closed = z.output<typeof ClosedAsLeft> & { is_restricted: boolean }

/** The visits that were closed as left in the last week and have not been reopened, the last first. */
const findClosed = async (db: Db, now: Date): Promise<Closed[]> => {
  const { rows } = await sql<Closed>`
    select v.id, v.track_number, v.patient_id as patient, ${patientName} as patient_name, p.unique_id as patient_number, v.closed_at, v.outcome,
      m.cause, m.recorded_at, ${nameOf(sql`m.moved_by`)} as recorded_by_name, v.version, ${isRestricted(sql`v.patient_id`)} as is_restricted
    from visit_moves m join visits v on v.id = m.visit_id join patients p on p.id = v.patient_id
    where m.recorded_at > ${now}::timestamptz - make_interval(days => ${sql.lit(REOPEN_DAYS)}) and m.cause <> 'ended late'
      and v.outcome is not null and m.visit_version = v.version
    order by m.recorded_at desc, m.id desc limit ${sql.lit(MOST)}`.execute(db)
  return rows
}

const findSettings = (db: Db) =>
  db.selectFrom('end_of_day_settings').select(['is_on', 'hour', 'last_run_on', 'version']).executeTakeFirstOrThrow()

/** Who the visits are of, by id. */
const findNames = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; track_number: string; patient_name: string }>`
    select v.id, v.track_number, ${patientName} as patient_name from visits v join patients p on p.id = v.patient_id
    where v.id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const patientOf = ({ patient }: { patient: number }) => patient

/** The end of the day by hand: what was left open, and what becomes of it. */
const endOfDayRoutes: Route[] = [
  handle(getEndOfDay, async ({ db, user, now }) => {
    const [today, settings, total, visits, closed] = await Promise.all([
      findClinicDay(db, now),
      findSettings(db),
      countLeftOpen(db, now),
      findLeftOpen(db, now, { limit: MOST }),
      findClosed(db, now),
    ])
    const redact = (visit: ReturnType<typeof toRow>) => ({ ...visit, reason: '', holds: [] })
    const [shown, past] = await Promise.all([
      redactRestricted({ db, user, now }, visits.slice(0, MOST).map(toRow), { patientOf, redact }),
      // Past visits are of the record.
      redactRestricted({ db, user, now }, closed, { patientOf, redact: () => null }),
    ])
    return { today, settings, total, visits: shown, closed: past }
  }),

  handle(closeDay, async ({ db, body, user, now, audit, publish }) => {
    const asked = new Map(body.visits.map(({ id, mark }) => [id, mark]))
    const ids = [...asked.keys()]
    const names = await findNames(db, ids)
    const unknown = body.visits.findIndex(({ id }) => !names.has(id))
    if (unknown >= 0) throw fieldError(`visits.${unknown}.id`, 'Visit not found.')
    const closing = { cause: 'by hand', by: user.id, now } as const
    const { closed, kept } = await closeLeftOpen(
      db,
      ids,
      closing,
      (visit) => mayClose(visit.holds) && markOf(visit) === asked.get(visit.id),
    )
    for (const visit of closed) {
      audit('close', closedEntry(visit, 'by hand'))
      publish('attendance', visit.id)
      publish('patients', visit.patient)
    }
    if (closed.length > 0) publish('appointments')
    else audit('close', { entity: 'visit', id: null, change: { skipped: ids } })
    const done = new Set(closed.map(({ id }) => id))
    const reasonOf = (id: number) => {
      const visit = kept.get(id)
      return visit ? (mayClose(visit.holds) ? 'changed' : 'held') : 'gone'
    }
    return {
      closed: [...done],
      skipped: ids.filter((id) => !done.has(id)).map((id) => ({ ...names.get(id)!, reason: reasonOf(id) }) as const),
    }
  }),

  handle(updateEndOfDaySettings, async ({ db, body: { version, ...settings }, ifMatch, audit, publish }) => {
    const before = await db.selectFrom('end_of_day_settings').selectAll().forUpdate().executeTakeFirstOrThrow()
    await requireUnchanged(before, version ?? ifMatch, () => findSettings(db))
    await db
      .updateTable('end_of_day_settings')
      .set({ ...settings, version: sql`version + 1` })
      .execute()
    audit('change', { entity: 'end of day settings', id: null, change: changedFields(before, settings) })
    publish('settings')
    return findSettings(db)
  }),
]

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
    const filters = without(query, ['limit', 'cursor', 'count'])
    // What is over is listed by who may open the record; those who are here are the same for everybody.
    const reader = mayBePast(filters) ? user.id : null
    const page = await readPage(query, {
      find: (position) => {
        const key = JSON.stringify([filters, position, reader])
        return sharedRead(db, `visits ${key}`, () => findVisits(db, filters, { user, now }, position))
      },
      by: (visit) => visit.created_at.toISOString(),
      count: () => countVisits(db, filters, { user, now }),
    })
    return { ...page, rows: await redactVisits({ db, user, now }, page.rows) }
  }),

  handle(getVisit, async ({ db, params, user, now }) => {
    const visit = requireFound(await findVisit(db, params.id, now), 'Visit')
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
    const moved = {
      ...entry,
      change: {
        ...entry.change,
        ...(emergencyReason !== undefined && { emergency_reason: emergencyReason }),
        ...(kept > 0 && { kept_orders: kept }),
      },
    }
    audit(body.track ? 'move' : 'update', moved)
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
