import { sql, type Updateable } from 'kysely'
import { dayOf } from '#features/stock/index.ts'
import type { Db } from '#platform/db/connect.ts'
import type { PurchaseOrders } from '#platform/db/tables.gen.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import { mayMove, orderMoves, type OrderMove } from '#features/purchasing/rules.ts'
import type { Actor } from '../requisitions/cover.ts'
import { holdOrder, type Held } from './lock.ts'
import { isDearer, isRequested } from './rows.ts'
import { expectedOn } from './save-rows.ts'
import { freeRows, freeUnreceived, rowsOfOrder } from './sources.ts'

interface Standing {
  rows: number
  received: number
  missing: number
  is_requested: boolean
  is_dearer: boolean
  supplier_in_use: boolean
}
const findStanding = async (db: Db, id: number): Promise<Standing> => {
  const { rows } = await sql<Standing>`
    select count(r.id)::integer as rows, coalesce(sum(r.received_units), 0)::bigint as received,
      coalesce(sum(greatest(r.units - r.received_units, 0)), 0)::bigint as missing, ${isRequested(sql`o.id`)} as is_requested,
      ${isDearer(sql`o.id`)} as is_dearer,
      coalesce(s.is_active, false) as supplier_in_use
    from purchase_orders o left join suppliers s on s.id = o.supplier_id left join purchase_order_items r on r.purchase_order_id = o.id
    where o.id = ${id} group by o.id, s.id`.execute(db)
  return rows[0]!
}

/** What each move asks for, beyond where the order stands. */
const check = (move: OrderMove, order: Held, standing: Standing, by: number, reason: string | undefined) => {
  if (!mayMove(orderMoves[move], order.status))
    throw conflict('This does not follow from where the order stands.', { status: order.status }, 'not_a_move')
  if (move === 'approve') {
    if (standing.rows === 0) throw conflict('Add at least one line first.', {}, 'empty')
    if (!standing.supplier_in_use) throw conflict('This supplier is out of use.', {}, 'supplier_inactive')
    const isOwn = order.created_by === by || order.changed_by === by
    if (isOwn && !standing.is_requested)
      throw conflict('Somebody else approves an order, unless every line comes from approved requisitions.', {}, 'same_person')
    if (isOwn && standing.is_dearer)
      throw conflict('A price is above what this supplier last asked, or nobody knows that: somebody else approves it.', {}, 'same_person')
  }
  if (move === 'cancel' && standing.received > 0) throw conflict('Some of it was received already: close it instead.', {}, 'not_a_move')
  const needsReason = (move === 'cancel' && order.status !== 'draft') || (move === 'close' && standing.missing > 0)
  if (needsReason && reason === undefined) throw fieldError('reason', 'Say why.')
}

const markOf = async (db: Db, move: OrderMove, order: Held, { by, now }: Actor, reason: string): Promise<Updateable<PurchaseOrders>> => {
  if (move === 'approve')
    return { approved_at: now, approved_by: by, expected_on: order.expected_on ?? (await expectedOn(db, order.id, await dayOf(db, now))) }
  if (move === 'send') return { sent_at: now, sent_by: by }
  return { ended_at: now, ended_by: by, end_reason: reason }
}

/**
 * Moves an order on; answers where it stood. What a cancelled one served of requisitions is open again, and what never came of a closed one.
 * 404; 412; 400 without a needed reason; 409 not_a_move, empty, supplier_inactive, same_person.
 */
export const moveOrder = async (
  db: Db,
  id: number,
  move: OrderMove,
  { seen, reason, ...actor }: Actor & { seen: number | null; reason?: string | undefined },
): Promise<Held['status']> => {
  const order = await holdOrder(db, id, seen, actor.now)
  check(move, order, await findStanding(db, id), actor.by, reason)
  await db
    .updateTable('purchase_orders')
    .set({ status: orderMoves[move].to, ...(await markOf(db, move, order, actor, reason ?? '')), version: order.version + 1 })
    .where('id', '=', id)
    .execute()
  if (move === 'cancel') await freeRows(db, await rowsOfOrder(db, id), actor)
  if (move === 'close') await freeUnreceived(db, await rowsOfOrder(db, id), actor)
  return order.status
}
