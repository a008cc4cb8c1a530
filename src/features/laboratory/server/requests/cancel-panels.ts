import { sql } from 'kysely'
import { lockVisit } from '#features/attendance/public.ts'
import { cancelOrders } from '#features/charges/public.ts'
import type { PanelState } from '#features/laboratory/contract-fields.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, notFound, requireFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { lockTests } from '../results/lock-tests.ts'
import { moveFinished } from '../results/move-finished.ts'
import { findPanel } from './find-requests.ts'
import { withdrawEntered } from './withdraw-entered.ts'

type WriteContext = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

interface Locked {
  id: number
  lab_order_id: number
  panel_id: number
  sample_id: number | null
  patient_id: number
  state: PanelState
  cancelled_at: Date | null
  version: number
}

/**
 * Tests of a request, with what is calculated from them, locked after their visit, so that locks are taken in the order of an order: visit,
 * samples, tests, bill.
 */
export const lockPanels = async ({ db, now }: WriteContext, visit: number, ids: readonly number[]) => {
  await lockVisit(db, visit)
  await lockTests(db, ids, now)
  const { rows } = await sql<Locked>`
    select id, lab_order_id, panel_id, sample_id, patient_id, state, cancelled_at, version
    from lab_test_request_panels where id = any(${ids}::integer[]) order by id`.execute(db)
  return rows
}

/** The orders of which no test is left are cancelled with their charges; answers what became of each charge, by order. */
const cancelEmptyOrders = async (db: Db, orders: readonly number[], reason: string, by: number, now: Date) => {
  const { rows } = await sql<{ id: number }>`
    update lab_orders o set cancelled_at = ${now}, cancelled_by = ${by}, cancel_reason = ${reason}
    where o.id = any(${orders}::integer[]) and o.cancelled_at is null
      and not exists (select from lab_test_request_panels n where n.lab_order_id = o.id and n.cancelled_at is null)
    returning o.id`.execute(db)
  const ids = rows.map(({ id }) => id)
  return ids.length === 0 ? new Map<number, string>() : cancelOrders(db, { kind: 'laboratory', ids }, reason, by, now)
}

/** A sample that has not come and nothing is to be done with any more is neither taken nor waited for. */
const cancelEmptySamples = async (db: Db, samples: readonly (number | null)[]) => {
  await sql`
    update lab_samples s set state = 'cancelled', version = version + 1
    where s.id = any(${samples.filter((id) => id !== null)}::integer[]) and s.state in ('to collect', 'collected')
      and not exists (select from lab_test_request_panels n where n.sample_id = s.id and n.cancelled_at is null)`.execute(db)
}

/**
 * Cancels tests that the transaction holds with their visit, and their samples and charges where nothing is left of them; a visit that waited
 * for these tests alone moves on to its results. Answers what became of the charges, by order.
 */
export const cancelLocked = async (
  context: WriteContext,
  panels: readonly Pick<Locked, 'id' | 'lab_order_id' | 'sample_id'>[],
  reason: string,
) => {
  const { db, user, now, audit, publish } = context
  const ids = panels.map(({ id }) => id)
  await sql`
    update lab_test_request_panels set state = 'cancelled', cancelled_at = ${now}, cancelled_by = ${user.id}, cancel_reason = ${reason},
      version = version + 1
    where id = any(${ids}::integer[])`.execute(db)
  await withdrawEntered(context, ids, reason)
  await cancelEmptySamples(
    db,
    panels.map(({ sample_id }) => sample_id),
  )
  for (const { action, ...move } of await moveFinished({ db, now, by: user.id }, ids)) {
    audit(action, move)
    publish('attendance', move.id ?? undefined)
  }
  return cancelEmptyOrders(db, [...new Set(panels.map(({ lab_order_id }) => lab_order_id))], reason, user.id, now)
}

const findVisit = async (db: Db, where: ReturnType<typeof sql>) => {
  const { rows } = await sql<{ visit_id: number; ids: number[] }>`
    select r.visit_id, array_agg(n.id) as ids from lab_test_request_panels n join lab_test_requests q on q.id = n.lab_test_request_id
    join process_test_requests r on r.id = q.process_id where ${where} group by r.visit_id`.execute(db)
  return rows[0]
}

/**
 * Cancels a requested test; its charge is taken back with the last test of what was ordered. 404, 409 `cancelled` when it was cancelled
 * already and `approved` when its result was reported, 412 when it has changed since.
 */
export const cancelPanel = async (context: WriteContext, { id, reason, seen }: { id: number; reason: string; seen: number | null }) => {
  const { db, user } = context
  const found = requireFound(await findVisit(db, sql`n.id = ${id}`), 'Laboratory test')
  const panel = requireFound((await lockPanels(context, found.visit_id, [id]))[0], 'Laboratory test')
  await requireUnchanged(panel, seen, () => findPanel(db, id, user))
  if (panel.cancelled_at) throw conflict('This test is already cancelled.', { cancelled_at: panel.cancelled_at }, 'cancelled')
  if (panel.state === 'approved') throw conflict('This test has an approved result. Withdraw it first.', {}, 'approved')
  const charges = await cancelLocked(context, [panel], reason)
  return { ...panel, charge: charges.get(panel.lab_order_id) ?? 'nothing' }
}

/** Cancels every test of a request that has no approved result; answers them. 409 `approved` or `cancelled` when there is none. */
export const cancelRequest = async (context: WriteContext, id: number, reason: string) => {
  const { db } = context
  const { rows } = await sql<{ visit_id: number }>`
    select r.visit_id from lab_test_requests q join process_test_requests r on r.id = q.process_id where q.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('Laboratory request')
  const found = await findVisit(db, sql`q.id = ${id}`)
  const panels = found ? await lockPanels(context, found.visit_id, found.ids) : []
  const open = panels.filter(({ state }) => state === 'requested' || state === 'entered')
  const isReported = panels.some(({ state }) => state === 'approved')
  if (open.length === 0 && isReported) throw conflict('All tests of this request have approved results.', {}, 'approved')
  if (open.length === 0) throw conflict('This request is already cancelled.', {}, 'cancelled')
  await cancelLocked(context, open, reason)
  return open
}
