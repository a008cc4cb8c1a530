import type { Permission } from '#shared/permissions.ts'
import { mayMove, type OrderMove, orderMoves, type OrderStatus } from '../order-calls.ts'

interface Order {
  status: OrderStatus
  requested_by: number
  changed_by: number | null
  is_requested: boolean
  is_dearer: boolean
  item_count: number
  received_units: number
}
interface Person {
  id: number
  allowed: (permission: Permission) => boolean
}

/** Whether the person may make a move, as far as rights and where the order stands decide; who made it aside. */
export const mayDo = (of: Order, move: OrderMove, { allowed }: Person): boolean => {
  if (!mayMove(orderMoves[move], of.status)) return false
  if (move === 'cancel' && of.received_units > 0) return false
  return allowed(move === 'approve' ? 'purchasing.approve' : 'purchasing.order')
}

/**
 * Why the person does not approve an order that they made or last changed: not all of it was requested and approved already, or a price is
 * above what the supplier last asked; null when nothing is in the way.
 */
export const barredBy = ({ requested_by, changed_by, is_requested, is_dearer }: Order, me: number): 'unrequested' | 'dearer' | null => {
  if (requested_by !== me && changed_by !== me) return null
  return !is_requested ? 'unrequested' : is_dearer ? 'dearer' : null
}

/** Deliveries of it can be taken in. */
export const isAwaited = ({ status }: Order): boolean => status === 'sent' || status === 'part-received'
