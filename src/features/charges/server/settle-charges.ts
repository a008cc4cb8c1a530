import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { thousandths } from '#shared/money.ts'
import { fromThousandths, settlement, type Owed, type ActiveCharge } from '../rules.ts'
import { chargeOrder, type OrderKind } from './charge.ts'
import { creditInvoice } from './credit-invoice.ts'
import { lockInvoice } from './drafts.ts'

interface Row {
  order_kind: OrderKind
  order_id: number
  invoice: number
  charge: number
  quantity: string
  credited: string
  is_issued: boolean
}

/** Charges that stand for these orders, on bills that are locked from now on, always in the same order. */
const lockCharges = async (db: Db, owed: readonly Owed<OrderKind>[]): Promise<(Row & ActiveCharge)[]> => {
  const orders = owed.flatMap((one) => one.orders)
  const { rows } = await sql<Row>`
    select c.order_kind, c.order_id, i.id as invoice, c.id as charge, c.quantity, case when c.total = 0 then 0 else c.credited_quantity end as credited,
      i.issued_at is not null as is_issued
    from json_to_recordset(${JSON.stringify(orders)}::json) as o(kind charge_order, id integer)
    join charges c on c.order_kind = o.kind and c.order_id = o.id and c.cancelled_at is null
    join invoices i on i.id = c.invoice_id
    order by i.id, c.id for update of i, c`.execute(db)
  return rows.map((row) => ({
    ...row,
    isIssued: row.is_issued,
    left: thousandths(row.quantity) - thousandths(row.credited),
  }))
}

/** A discount and what was forgiven shrink with the quantity, and never exceed what is left to forgive. */
const setQuantities = async (db: Db, changes: readonly { charge: number; quantity: number }[]) => {
  if (changes.length === 0) return
  const values = changes.map(({ charge, quantity }) => ({ charge, quantity: fromThousandths(quantity) }))
  await sql`
    update charges c set quantity = n.quantity, discount = n.discount, waiver = n.waiver, version = c.version + 1
    from (
      select x.id, s.quantity, d.discount, least(trunc(x.waiver * s.quantity / x.quantity, x.decimals), p.share) as waiver
      from json_to_recordset(${JSON.stringify(values)}::json) as s(charge integer, quantity numeric)
      join charges x on x.id = s.charge
      cross join lateral (select trunc(x.discount * s.quantity / x.quantity, x.decimals) as discount) d
      cross join lateral (
        select charge_total(s.quantity, x.unit_price, d.discount, x.tax_rate, x.tax_included, x.decimals) as total) t
      cross join lateral (select case when x.insurance_company_id is null then t.total
        else charge_co_pay(t.total, s.quantity, x.co_pay_amount, x.co_pay_percent, x.decimals) end as share) p
    ) n
    where n.id = c.id`.execute(db)
}

const cancel = async (db: Db, charges: readonly number[], reason: string, by: number, now: Date) => {
  if (charges.length === 0) return
  await sql`update charges set cancelled_at = ${now}, cancelled_by = ${by}, cancel_reason = ${reason}, version = version + 1
    where id = any(${charges}::integer[])`.execute(db)
}

export interface Settling {
  /** Where what is not charged yet goes; null where nothing new can come of it. */
  visit: number | null
  /** Said on credit notes, and of charges that leave a draft. */
  reason: string
  by: number
  now: Date
}

/**
 * Makes the charges of orders say what is owed: a draft follows, what was billed is credited once it is final, and what was not billed yet
 * is charged on a draft. Answers the credit notes, which the caller numbers last of all, and whether anything changed.
 */
export const settleCharges = async (
  db: Db,
  owed: readonly Owed<OrderKind>[],
  { visit, reason, by, now }: Settling,
): Promise<{ creditNotes: number[]; hasChanged: boolean }> => {
  const rows = await lockCharges(db, owed)
  const of = (one: Owed<OrderKind>) =>
    rows.filter((row) => one.orders.some(({ kind, id }) => kind === row.order_kind && id === row.order_id))
  const plans = owed.map((one) => ({ one, ...settlement(one, of(one)) }))
  const cancelled = plans.flatMap((plan) => plan.cancelled)
  const changed = plans.flatMap((plan) => plan.changed)
  await cancel(db, cancelled, reason, by, now)
  await setQuantities(db, changed)
  const active = new Set(
    rows.filter(({ charge }) => !cancelled.includes(charge)).map(({ order_kind, order_id }) => `${order_kind} ${order_id}`),
  )
  const added = plans.flatMap(({ one, added: quantity }) => {
    const bearer = quantity > 0 && one.bearers.find(({ kind, id }) => !active.has(`${kind} ${id}`))
    return bearer ? [{ ...bearer, item: one.item, quantity: fromThousandths(quantity) }] : []
  })
  if (visit !== null) await chargeOrder(db, visit, added, by, now)
  const credits = plans
    .flatMap((plan) => plan.credited)
    .map((credit) => ({ ...credit, ...rows.find(({ charge }) => charge === credit.charge)! }))
  const creditNotes: number[] = []
  for (const [invoice, lines] of Map.groupBy(credits, (credit) => credit.invoice)) {
    const asked = lines.map(({ charge, credit }) => ({ charge, quantity: fromThousandths(credit) }))
    const note = await creditInvoice(db, await lockInvoice(db, invoice), asked, reason, by, now, { nothing: 'ignore' })
    if (note !== null) creditNotes.push(note)
  }
  return { creditNotes, hasChanged: cancelled.length + changed.length + added.length + credits.length > 0 }
}
