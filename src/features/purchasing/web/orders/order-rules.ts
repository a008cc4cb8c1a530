import type { Permission } from '#shared/permissions.ts'
import { mayMove, type OrderMove, orderMoves, type OrderStatus } from '../order-calls.ts'

interface Order {
  status: OrderStatus
  received_units: number
}
interface Person {
  id: number
  allowed: (permission: Permission) => boolean
}

/** Whether the person may make a move, as far as rights and where the order stands decide; who made it aside. */
export const mayDo = (order: Order, move: OrderMove, { allowed }: Person): boolean => {
  if (!mayMove(orderMoves[move], order.status)) return false
  if (move === 'cancel' && order.received_units > 0) return false
  return allowed(move === 'approve' ? 'purchasing.approve' : 'purchasing.order')
}

/** Deliveries of it can be taken in. */
export const isAwaited = ({ status }: Order): boolean => status === 'sent' || status === 'part-received'
