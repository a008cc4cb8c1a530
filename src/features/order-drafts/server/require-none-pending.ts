import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import { findDrafts } from './queries.ts'

/**
 * Refuses to sign or to move a patient on while the person who does so has orders in this visit that are not sent: 409 `orders_pending` with what is
 * pending, by kind. With `isKept` the person knows it and keeps them: answers how many. Who has no draft on the server, as earlier clients never
 * have, is never asked.
 */
export const requireNonePending = async (db: Db, { visit, author, isKept }: { visit: number; author: number; isKept: boolean }) => {
  const drafts = (await findDrafts(db, visit, author)).filter(({ orders }) => orders > 0)
  const count = drafts.reduce((sum, { orders }) => sum + orders, 0)
  if (count === 0 || isKept) return count
  const pending = drafts.map(({ kind, orders, version }) => ({ kind, orders, version }))
  throw conflict(
    `Unsent orders: ${count}. Send them first, or send "keep_orders": true to go on and keep them.`,
    { visit, orders: count, pending },
    'orders_pending',
  )
}
