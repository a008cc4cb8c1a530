import { MAX_AMOUNT } from '#shared/money.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, invalidInput } from '#platform/errors/problem.ts'
import type { BillDifference, checkOrderBill } from '#features/purchasing/contract-bills.ts'
import { figure } from '../figure.ts'
import { isNear, matchRows, matchTotal, sumOfRows, type BilledRow } from '../match.ts'
import { lockSupplier } from '../payments/lock-supplier.ts'
import { at, findOrderId, placeRows } from '../place-rows.ts'
import { findOrderLines, lockOrder, type LockedOrder } from '../receipts/lock-order.ts'
import { findAgreed } from './agreed.ts'
import { openRows } from './billable.ts'

export type Sent = ParsedOf<typeof checkOrderBill>['body']
export interface Weighed {
  supplier: { id: number; payment_days: number }
  order: LockedOrder | null
  rows: Omit<BilledRow, 'item_name' | 'pack'>[]
  total: string
  tax: string
  differences: BillDifference[]
}

const lockNamedOrder = async (db: Db, sent: Sent): Promise<LockedOrder | null> => {
  const id = await findOrderId(db, sent.purchase_order, sent.items ?? [])
  const order = id === null ? null : await lockOrder(db, id)
  if (order?.status === 'draft') throw conflict('This order is a draft: approve it first.', {}, 'order_not_open')
  if (order?.status === 'cancelled') throw conflict('This order was cancelled.', {}, 'order_not_open')
  return order
}

const findSupplier = async (db: Db, { supplier }: Sent, order: LockedOrder | null) => {
  if (order && supplier !== undefined && supplier !== order.supplier) throw fieldError('supplier', 'This order is for another supplier.')
  const id = order?.supplier ?? supplier
  if (id === undefined) throw fieldError('supplier', 'This field is required.')
  return lockSupplier(db, id)
}

const findRows = async (db: Db, { items = [] }: Sent, order: LockedOrder | null): Promise<BilledRow[]> => {
  const lines = order ? await findOrderLines(db, order.id) : []
  const placed = await placeRows(db, { order, lines, isPast: true }, items, ({ quantity }) => quantity)
  const great = items.findIndex(({ quantity, unit_price }) => quantity * Number(unit_price) > MAX_AMOUNT)
  if (great >= 0) throw fieldError(at(great, 'unit_price'), 'The total of this row is too high.')
  return placed.map(({ row, line, item, item_name, unit, pack_name, pack_units }) => ({
    item,
    item_name,
    purchase_order_item: line?.id ?? null,
    pack: pack_name ?? unit,
    pack_units,
    quantity: row.quantity,
    unit_price: row.unit_price,
    tax_rate: row.tax_rate ?? line?.tax_rate ?? '0.00',
  }))
}

/** The sums that were said, as long as they are those of the rows. */
const requireSums = ({ total_cost, tax }: Sent, summed: { total: string; tax: string }, rows: number) => {
  const errors: Record<string, string[]> = {}
  if (total_cost !== undefined && !isNear(total_cost, summed.total, rows))
    errors['total_cost'] = [`The total of the lines is ${figure(summed.total)}.`]
  if (tax !== undefined && !isNear(tax, summed.tax, rows)) errors['tax'] = [`The tax of the lines comes to ${figure(summed.tax)}.`]
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/** Bills on the same order that say no more than a sum: nobody can tell what came is on them. */
const vagueBills = async (db: Db, order: LockedOrder | null): Promise<BillDifference[]> => {
  if (!order) return []
  const bills = await db
    .selectFrom('supplier_bills as b')
    .select(['b.invoice_no', 'b.total_cost'])
    .where('b.purchase_order_id', '=', order.id)
    .where('b.cancelled_at', 'is', null)
    .where((is) => is.not(is.exists(is.selectFrom('supplier_bill_items as i').select('i.id').whereRef('i.supplier_bill_id', '=', 'b.id'))))
    .orderBy('b.id')
    .execute()
  return bills.map(({ invoice_no, total_cost }) => ({
    kind: 'total',
    item: null,
    item_name: null,
    billed: total_cost,
    expected: '0.00',
    text: `Bill ${invoice_no} of ${figure(total_cost)} on the same order does not list its lines`,
  }))
}

/**
 * Holds a bill against its order and what came, and answers what it comes to and where it differs. Order and supplier are held until the
 * transaction ends, so that no two bills take the same delivery. A bill without rows that agrees is about all that came and is on none yet.
 */
export const weighBill = async (db: Db, sent: Sent): Promise<Weighed> => {
  const order = await lockNamedOrder(db, sent)
  const supplier = await findSupplier(db, sent, order)
  const agreed = await findAgreed(db, supplier.id, order?.id ?? null)
  const vague = await vagueBills(db, order)
  if (sent.items?.length) {
    const rows = await findRows(db, sent, order)
    const summed = sumOfRows(rows)
    requireSums(sent, summed, rows.length)
    const differences = [...matchRows(rows, agreed, order !== null), ...vague]
    return { supplier, order, rows, total: sent.total_cost ?? summed.total, tax: sent.tax ?? summed.tax, differences }
  }
  const open = openRows(agreed)
  const unbilled = sumOfRows(open)
  const total = sent.total_cost ?? unbilled.total
  const differences = [...matchTotal(total, order ? unbilled.total : null), ...vague]
  const isAgreed = differences.length === 0
  return { supplier, order, rows: isAgreed ? open : [], total, tax: sent.tax ?? (isAgreed ? unbilled.tax : '0.00'), differences }
}
