import { cents, fromCents } from '#shared/money.ts'

export const requisitionStatuses = [
  'draft',
  'submitted',
  'department approved',
  'approved',
  'part-ordered',
  'closed',
  'rejected',
  'cancelled',
] as const
export type RequisitionStatus = (typeof requisitionStatuses)[number]
export const orderStatuses = ['draft', 'approved', 'sent', 'part-received', 'received', 'closed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]
export const ledgerKinds = ['bill', 'payment', 'credit', 'reversal', 'return'] as const
export const priceSources = ['order', 'delivery', 'bill'] as const

/** From where a requisition goes by what people do to it. `part-ordered`, and `closed` of what is all ordered, follow from its lines. */
export const requisitionMoves = {
  submit: { from: ['draft'], to: 'submitted' },
  'approve-department': { from: ['submitted'], to: 'department approved' },
  approve: { from: ['department approved'], to: 'approved' },
  reject: { from: ['submitted', 'department approved'], to: 'rejected' },
  cancel: { from: ['draft', 'submitted', 'department approved', 'approved'], to: 'cancelled' },
  close: { from: ['approved', 'part-ordered'], to: 'closed' },
  reopen: { from: ['submitted', 'rejected'], to: 'draft' },
} as const satisfies Record<string, { from: readonly RequisitionStatus[]; to: RequisitionStatus }>
export type RequisitionMove = keyof typeof requisitionMoves

/** The same of a purchase order. `part-received` and `received` follow from its deliveries. */
export const orderMoves = {
  approve: { from: ['draft'], to: 'approved' },
  send: { from: ['approved'], to: 'sent' },
  close: { from: ['sent', 'part-received', 'received'], to: 'closed' },
  cancel: { from: ['draft', 'approved', 'sent'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus }>
export type OrderMove = keyof typeof orderMoves

/** How many people may take part in a purchase order by the clinic's rule. */
export const approvalPeople = [1, 2, 3] as const

interface Authored {
  requested_by: number
  changed_by: number | null
  first_approved_by: number | null
}
/** Why a person may not approve a draft where so many people take part: they wrote it, or gave the first of two approvals; null when they may. */
export const barredFrom = (
  { requested_by, changed_by, first_approved_by }: Authored,
  person: number,
  people: number,
): 'author' | 'first approver' | null => {
  if (people === 1) return null
  if (requested_by === person || changed_by === person) return 'author'
  return people === 3 && first_approved_by === person ? 'first approver' : null
}

/** True when a document in `status` may make the move. */
export const mayMove = <S extends string>(moves: { from: readonly S[] }, status: S): boolean => moves.from.includes(status)

/** Where a requisition stands once it is approved: by how much of what was approved is ordered or issued. */
export const coverage = (lines: readonly { approved: number; covered: number }[]): 'approved' | 'part-ordered' | 'closed' => {
  if (lines.every(({ approved, covered }) => covered >= approved)) return 'closed'
  return lines.some(({ covered }) => covered > 0) ? 'part-ordered' : 'approved'
}

/** Where an order stands once it is sent: by how much of it was received. */
export const arrival = (lines: readonly { units: number; received_units: number }[]): 'sent' | 'part-received' | 'received' => {
  if (lines.every(({ units, received_units }) => received_units >= units)) return 'received'
  return lines.some(({ received_units }) => received_units > 0) ? 'part-received' : 'sent'
}

/** What a line costs: net, tax to the nearest cent (halves up), and both. Exact for every amount, which is text with two decimals. */
export const lineTotals = ({ quantity, unit_price, tax_rate }: { quantity: number; unit_price: string; tax_rate: string }) => {
  const net = BigInt(quantity) * BigInt(cents(unit_price))
  const tax = (net * BigInt(cents(tax_rate)) + 5_000n) / 10_000n
  return { net, tax, total: net + tax }
}

/** What documents cost, in cents, as text with two decimals. */
export const amountOf = (value: bigint): string => fromCents(Number(value))
