import { sql, type Updateable } from 'kysely'
import { dayOf } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { PurchaseOrders } from '#platform/db/tables.gen.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import { mayMove, orderMoves, type OrderMove } from '#features/purchasing/rules.ts'
import type { User } from '#platform/http/handle.ts'
import type { Actor } from '../requisitions/cover.ts'
import { planApproval, type Approval } from './approve.ts'
import { holdOrder, type Held } from './lock.ts'
import { expectedOn } from './save-rows.ts'
import { freeRows, freeUnreceived, rowsOfOrder } from './sources.ts'

interface CurrentOrder {
  rows: number
  received: number
  missing: number
  supplier_in_use: boolean
}
const findCurrent = async (db: Db, id: number): Promise<CurrentOrder> => {
  const { rows } = await sql<CurrentOrder>`
    select count(r.id)::integer as rows, coalesce(sum(r.received_units), 0)::bigint as received,
      coalesce(sum(greatest(r.units - r.received_units, 0)), 0)::bigint as missing,
      coalesce(s.is_active, false) as supplier_in_use
    from purchase_orders o left join suppliers s on s.id = o.supplier_id left join purchase_order_items r on r.purchase_order_id = o.id
    where o.id = ${id} group by o.id, s.id`.execute(db)
  return rows[0]!
}

/** What each move asks for, beyond where the order stands. */
const check = (move: OrderMove, order: Held, current: CurrentOrder, reason: string | undefined) => {
  if (!mayMove(orderMoves[move], order.status))
    throw conflict('This is not possible in the current status of the order.', { status: order.status }, 'not_a_move')
  if (move === 'approve') {
    if (current.rows === 0) throw conflict('Add at least one line first.', {}, 'empty')
    if (!current.supplier_in_use) throw conflict('This supplier is inactive.', {}, 'supplier_inactive')
  }
  if (move === 'cancel' && current.received > 0) throw conflict('Part of it is already received: close it instead.', {}, 'not_a_move')
  const needsReason = (move === 'cancel' && order.status !== 'draft') || (move === 'close' && current.missing > 0)
  if (needsReason && reason === undefined) throw fieldError('reason', 'Enter a reason.')
}

const approved = async (db: Db, order: Held, { people, isFirst, ownReason }: Approval, { by, now }: Actor) => {
  if (isFirst) return { first_approved_at: now, first_approved_by: by }
  const expected_on = order.expected_on ?? (await expectedOn(db, order.id, await dayOf(db, now)))
  return {
    status: orderMoves.approve.to,
    approved_at: now,
    approved_by: by,
    approval_people: people,
    own_approval_reason: ownReason,
    expected_on,
  }
}
const markOf = (move: Exclude<OrderMove, 'approve'>, { by, now }: Actor, reason: string): Updateable<PurchaseOrders> =>
  move === 'send' ? { sent_at: now, sent_by: by } : { ended_at: now, ended_by: by, end_reason: reason }

interface Moved {
  from: Held['status']
  to: Held['status']
  /** What the clinic's rule made of an approval. */
  approval: Approval | null
}

/**
 * Moves an order on; answers where it stood and stands. The first of two approvals leaves it a draft. What a cancelled one served of requisitions is open again, and what never came of a closed one.
 * 404; 412; 400 without a needed reason; 409 not_a_move, empty, supplier_inactive, same_person.
 */
export const moveOrder = async (
  db: Db,
  id: number,
  move: OrderMove,
  { seen, reason, user, now }: { user: Pick<User, 'id' | 'permissions'>; now: Date; seen: number | null; reason?: string | undefined },
): Promise<Moved> => {
  const actor = { by: user.id, now }
  const order = await holdOrder(db, id, seen, now)
  check(move, order, await findCurrent(db, id), reason)
  const approval = move === 'approve' ? await planApproval(db, order, user, reason) : null
  const mark: Updateable<PurchaseOrders> =
    move === 'approve' ? await approved(db, order, approval!, actor) : { status: orderMoves[move].to, ...markOf(move, actor, reason ?? '') }
  await db
    .updateTable('purchase_orders')
    .set({ ...mark, version: order.version + 1 })
    .where('id', '=', id)
    .execute()
  if (move === 'cancel') await freeRows(db, await rowsOfOrder(db, id), actor)
  if (move === 'close') await freeUnreceived(db, await rowsOfOrder(db, id), actor)
  return { from: order.status, to: mark.status ?? order.status, approval }
}
