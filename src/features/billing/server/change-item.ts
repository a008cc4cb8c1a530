import { sql } from 'kysely'
import { cents, grossOf, MAX_AMOUNT, percentOf } from '#shared/money.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { insertCharges, lockInvoice, type TillRequests } from '#features/charges/public.ts'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, forbidden, requireFound } from '#platform/errors/problem.ts'
import type { Context, User } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { createInvoiceItem, updateInvoiceItem } from '../contract.ts'
import { requireDecimals } from './check-payments.ts'
import { mayDiscount, mayPrice } from './policy.ts'
import { getItem } from './items.ts'

type Actor = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

const issued = (number: string | null) => conflict('An issued bill cannot be changed: credit it instead.', { number }, 'issued')
const requireReason = (reason: string | undefined) => {
  if (!reason) throw fieldError('reason', 'Enter a reason.')
  return reason
}
/** 400 when so much at this price is more than one line may cost. */
const refuseTooMuch = (quantity: string, price: string) => {
  if (Number(grossOf(quantity, price)) > MAX_AMOUNT)
    throw fieldError('quantity', 'This quantity at this price is more than the maximum for one line.')
}

interface Offered {
  name: string
  /** Kept in stock: it leaves the stock and reaches a pharmacist with a request or a counter sale. */
  is_stocked: boolean
  is_active: boolean
}
/** An item that may be added to a bill; 400 for one that is unknown or out of use. */
const getOffered = async (db: Db, item: number): Promise<Offered> => {
  const { rows } = await sql<Offered>`
    select name, category in ('drug', 'consumable') as is_stocked, is_active from items where id = ${item}`.execute(db)
  if (!rows[0]) throw fieldError('item', 'Item not found.')
  if (!rows[0].is_active) throw fieldError('item', 'This item is inactive.')
  return rows[0]
}

const getListPrice = async (db: Db, item: number, insurer: number | null, now: Date) => {
  const { rows } = await sql<{ price: string; source: string }>`
    select price, source from item_price(${item}, ${insurer}, ${clinicDay(now)})`.execute(db)
  return rows[0]!
}

/** True when `amount` is said and sets another price; a line that has none yet may be priced at nothing. */
const setsPrice = (amount: string | undefined, price: string, source: string): amount is string =>
  amount !== undefined && (source === 'none' || cents(amount) !== cents(price))

type NewItem = ParsedOf<typeof createInvoiceItem>['body']

const findBill = async (db: Db, id: number) => {
  const { rows } = await sql<{ visit: number | null; issued: boolean; number: string | null }>`
    select visit_id as visit, issued_at is not null as issued, number from invoices where id = ${id}`.execute(db)
  if (!rows[0]) throw fieldError('invoice', 'Bill not found.')
  return rows[0]
}

/** What is kept in stock is asked of the pharmacy for the visit, once; outside a visit the pharmacy sells it: 409 `counter_sale`. */
const requestStock = async (
  actor: Actor,
  visit: number | null,
  { item, quantity = '1' }: NewItem,
  name: string,
  requests: TillRequests,
) => {
  if (visit === null)
    throw conflict(`${name} is kept in stock: sell it at the pharmacy counter, where it leaves the stock.`, { item }, 'counter_sale')
  return requests.request(actor, { visit, item, quantity })
}

/**
 * Adds an item to a draft by hand; answers the charge's id and the bill's patient. Another price than the list's needs billing.price and a
 * reason. A drug or consumable is charged with a request to the pharmacy, in the same transaction.
 */
export const addItem = async (actor: Actor, body: NewItem, requests: TillRequests) => {
  const { db, user, now } = actor
  const bill = await findBill(db, body.invoice)
  if (bill.issued) throw issued(bill.number)
  const item = await getOffered(db, body.item)
  // The visit is held before the bill, as by whoever dispenses.
  const order = item.is_stocked ? await requestStock(actor, bill.visit, body, item.name, requests) : null
  const invoice = await lockInvoice(db, body.invoice)
  if (invoice.issued_at !== null) throw issued(invoice.number)
  const listed = await getListPrice(db, body.item, invoice.insurance_company_id, now)
  await requireDecimals(db, { item_amount: body.item_amount })
  const isSet = setsPrice(body.item_amount, listed.price, listed.source)
  if (isSet && !mayPrice(user)) throw forbidden('billing.price')
  const reason = isSet ? requireReason(body.reason) : null
  const quantity = body.quantity ?? '1'
  refuseTooMuch(quantity, isSet ? body.item_amount! : listed.price)
  const line = sql`select ${body.invoice}::integer as invoice_id, ${body.item}::integer as item_id,
    ${order === null ? null : 'prescription'}::charge_order as order_kind, ${order}::integer as order_id,
    ${quantity}::numeric as quantity, ${isSet ? body.item_amount : null}::numeric as set_price, ${reason}::text as reason`
  const { rows } = await sql<{ id: number }>`${insertCharges(line, user.id, now)}`.execute(db)
  return { id: rows[0]!.id, patient: invoice.patient_id }
}

interface Row {
  id: number
  invoice_id: number
  item_id: number
  order_kind: string | null
  order_id: number | null
  quantity: string
  unit_price: string
  price_source: string
  insurance_company_id: number | null
  discount: string
  decimals: number
  waiver: string
  patient_amount: string
  cancelled_at: Date | null
  version: number
}
const findRow = async (db: Db, id: number) => {
  const { rows } =
    await sql<Row>`select id, invoice_id, item_id, order_kind, order_id, quantity, unit_price, price_source, insurance_company_id, discount,
    decimals, waiver, patient_amount, cancelled_at, version from charges where id = ${id}`.execute(db)
  return requireFound(rows[0], 'Invoice item')
}

type Sent = ParsedOf<typeof updateInvoiceItem>['body']
type Body = Omit<Sent, 'discount_percent'>

/** A discount by percentage as the amount that it comes to, halves up; of the price and quantity that are sent with it. */
const withAmount = (row: Row, { discount_percent, ...body }: Sent): Body => {
  if (discount_percent === undefined) return body
  if (body.discount !== undefined) throw fieldError('discount_percent', 'Enter an amount or a percentage, not both.')
  const quantity = body.quantity ?? row.quantity
  const price = body.item_amount ?? row.unit_price
  // A product that no line may cost has no percentage.
  refuseTooMuch(quantity, price)
  return { ...body, discount: percentOf(grossOf(quantity, price, row.decimals), discount_percent, row.decimals) }
}

const refuseForbidden = (row: Row, body: Body, user: User) => {
  if (setsPrice(body.item_amount, row.unit_price, row.price_source) && !mayPrice(user)) throw forbidden('billing.price')
  if ((body.discount !== undefined || body.waiver !== undefined) && !mayDiscount(user)) throw forbidden('billing.discount')
}

const refuseImpossible = (row: Row, body: Body) => {
  if (row.cancelled_at) throw conflict('This line was cancelled.', {}, 'cancelled')
  if (body.status !== undefined && body.status !== 'pending' && body.status !== 'cancelled')
    throw conflict('A line is billed when its bill is issued.', {}, 'status')
  if (body.quantity !== undefined && row.order_kind !== null && Number(body.quantity) !== Number(row.quantity))
    throw conflict('The quantity is set by the order; change it there.', {}, 'ordered')
  const price = body.item_amount ?? row.unit_price
  const quantity = body.quantity ?? row.quantity
  refuseTooMuch(quantity, price)
  const gross = grossOf(quantity, price, row.decimals)
  if (cents(body.discount ?? row.discount) > cents(gross)) throw fieldError('discount', `This is more than the line costs: ${gross}.`)
}

const cancel = async (actor: Actor, row: Row, body: Body, requests: TillRequests) => {
  const { db, user, now } = actor
  const reason = requireReason(body.reason)
  // What the till asked of the pharmacy is asked no more; what a doctor prescribed stays.
  if (row.order_kind === 'prescription') await requests.withdraw(actor, [row.order_id!], reason)
  await sql`update charges set cancelled_at = ${now}, cancelled_by = ${user.id}, cancel_reason = ${reason}, version = version + 1
    where id = ${row.id}`.execute(db)
}

/** Forgives so much of what the patient has to pay for a line; 400 for more than that. */
const waive = async (db: Db, id: number, waiver: string) => {
  if (cents(waiver) === 0) return
  const { numAffectedRows } = await sql`update charges set waiver = ${waiver} where id = ${id} and patient_amount >= ${waiver}`.execute(db)
  if (!numAffectedRows) throw fieldError('waiver', 'This is more than the patient’s share of this line.')
}

/** An insurer pays for what is on its list; for anything else only by somebody who may set prices, with a reason. */
const requireCover = async (db: Db, row: Row, body: Body, insurer: number | null, user: User, now: Date) => {
  if (insurer === null) throw fieldError('is_covered', 'This bill has no insurer.')
  const { rows } = await sql<{ is_covered: boolean }>`
    select is_covered from item_price(${row.item_id}, ${insurer}, ${clinicDay(now)})`.execute(db)
  if (rows[0]?.is_covered) return
  if (!mayPrice(user)) throw forbidden('billing.price')
  requireReason(body.reason)
}

/** Writes what changes of a line; `is_covered` prices it anew for the bill's insurer, or for the patient. */
const write = async (db: Db, row: Row, body: Body, insurer: number | null, user: User, now: Date) => {
  const by = user.id
  const isRepriced = body.is_covered !== undefined && body.is_covered !== (row.insurance_company_id !== null)
  if (isRepriced && body.is_covered) await requireCover(db, row, body, insurer, user, now)
  if (isRepriced)
    await sql`
      update charges c set insurance_company_id = ${body.is_covered ? insurer : null},
        co_pay_amount = case when ${body.is_covered} then p.co_pay_amount end, co_pay_percent = case when ${body.is_covered} then p.co_pay_percent end,
        unit_price = case when c.price_source = 'set' then c.unit_price else p.price end,
        price_source = case when c.price_source = 'set' then c.price_source else p.source end, waiver = 0
      from (select * from item_price(${row.item_id}, ${body.is_covered ? insurer : null}, ${clinicDay(now)})) p where c.id = ${row.id}`.execute(
      db,
    )
  const isPriced = setsPrice(body.item_amount, row.unit_price, row.price_source)
  const isAdjusted = isPriced || body.discount !== undefined || body.waiver !== undefined
  const keepsGift = cents(body.discount ?? row.discount) > 0 || cents(body.waiver ?? row.waiver) > 0 || isPriced
  const reason = isAdjusted && keepsGift ? requireReason(body.reason) : isRepriced ? body.reason : undefined
  await sql`
    update charges c set quantity = ${body.quantity ?? sql`c.quantity`},
      unit_price = ${isPriced ? sql`${body.item_amount}::numeric` : sql`c.unit_price`},
      price_source = ${isPriced ? sql`'set'::price_source` : sql`c.price_source`},
      discount = ${body.discount === undefined ? sql`c.discount` : sql`${body.discount}::numeric`},
      waiver = 0, adjustment_reason = ${reason ?? sql`c.adjustment_reason`}, adjusted_by = ${isAdjusted ? by : sql`c.adjusted_by`}, version = c.version + 1
    where c.id = ${row.id}`.execute(db)
  await waive(db, row.id, body.waiver ?? (isRepriced ? '0.00' : row.waiver))
}

/**
 * Changes or cancels one line of a draft. 403 for a price, discount or waiver without its right, 409 for an issued bill, an order's quantity
 * and a status that does not follow, 412 for a stale version. A gift needs a reason.
 */
export const changeItem = async (actor: Actor, id: number, sent: Sent, seen: number | null, requests: TillRequests) => {
  const { db, user, now } = actor
  const found = await findRow(db, id)
  if (found.order_kind === 'prescription') await requests.hold(db, found.invoice_id)
  const invoice = await lockInvoice(db, found.invoice_id)
  // Again, now that nobody else changes it.
  const row = await findRow(db, id)
  await requireUnchanged(row, seen, () => getItem(db, id), invoice.patient_id)
  const body = withAmount(row, sent)
  refuseForbidden(row, body, user)
  if (invoice.issued_at !== null) throw issued(invoice.number)
  refuseImpossible(row, body)
  await requireDecimals(db, { item_amount: body.item_amount, discount: body.discount, waiver: body.waiver })
  if (body.status === 'cancelled') await cancel(actor, row, body, requests)
  else await write(db, row, body, invoice.insurance_company_id, user, now)
  return { row, invoice }
}
