import { sql, type RawBuilder } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { ChargeOrder } from '#platform/db/tables.gen.ts'
import { lockDraftOfVisit } from './drafts.ts'

export type OrderKind = ChargeOrder

/**
 * Inserts charges for `lines`, a select of (invoice_id, item_id, order_kind, order_id, quantity, set_price, reason): each at the price that
 * the bill's payer is asked for on this day, with the co-pay, tax and name of this moment, unless a price was set by hand.
 */
export const insertCharges = (lines: RawBuilder<unknown>, by: number, now: Date) => sql`
  insert into charges (invoice_id, item_id, item_name, category, order_kind, order_id, quantity, unit_price, price_source,
    insurance_company_id, co_pay_amount, co_pay_percent, tax_rate, tax_included, decimals, adjustment_reason, adjusted_by, created_at, created_by)
  select i.id, t.id, t.name, t.category, l.order_kind, l.order_id, l.quantity, coalesce(l.set_price, p.price),
    case when l.set_price is null then p.source else 'set' end,
    case when p.is_covered then i.insurance_company_id end, case when p.is_covered then p.co_pay_amount end,
    case when p.is_covered then p.co_pay_percent end, x.rate, s.prices_include_tax, currency_decimals(c.currency), l.reason,
    case when l.set_price is not null then ${by}::integer end, ${now}::timestamptz, ${by}::integer
  from (${lines}) l
  join invoices i on i.id = l.invoice_id
  join items t on t.id = l.item_id
  join tax_classes x on x.id = t.tax_class_id
  cross join billing_settings s
  cross join company c
  cross join lateral item_price(t.id, i.insurance_company_id, ${clinicDay(now)}) p
  returning *`

export interface Order {
  kind: OrderKind
  /** The order's row. */
  id: number
  item: number
  /** Three decimals at most, as text; one when absent. */
  quantity?: string
}

/** Charges orders on a draft that is locked already; the rest as `chargeOrder`. */
export const chargeOn = async (db: Db, invoice: number, orders: readonly Order[], by: number, now: Date): Promise<number[]> => {
  const lines = sql`select ${invoice}::integer as invoice_id, o.item as item_id, o.kind as order_kind, o.id as order_id,
      coalesce(o.quantity, 1) as quantity, null::numeric as set_price, null::text as reason
    from json_to_recordset(${JSON.stringify(orders)}::json) as o(kind charge_order, id integer, item integer, quantity numeric)`
  const { rows } = await sql<{ id: number; order_kind: OrderKind; order_id: number }>`${insertCharges(lines, by, now)}`.execute(db)
  return orders.map((order) => {
    const charge = rows.find((row) => row.order_kind === order.kind && row.order_id === order.id)
    if (!charge) throw new Error(`Order ${order.kind} ${order.id} names an item that is not there.`)
    return charge.id
  })
}

/**
 * Charges orders of a visit, each once, in the transaction that makes them; answers the ids of the charges in the same order. A second
 * charge of the same order is 409. An item without a price is charged nothing until somebody prices it: care does not wait for a price.
 */
export const chargeOrder = async (db: Db, visit: number, orders: readonly Order[], by: number, now: Date): Promise<number[]> =>
  orders.length === 0 ? [] : chargeOn(db, await lockDraftOfVisit(db, visit, now), orders, by, now)
