import type { Insertable } from 'kysely'
import { keepBatches, type Movement, nextNumber, writeEntry } from '#features/stock/public.ts'
import type { PurchaseOrders } from '#platform/db/tables.gen.ts'
import { cents, fromCents } from '#shared/money.ts'
import { dateOf } from './calendar.ts'
import { suppliers } from './stock.ts'
import { at, hold, type SeedStock, MORNING, NOON, type Stocked } from './seed-stock.ts'

const DAYS_OF_WEEK = 7

const packPrice = (item: Stocked) => fromCents(Math.round(Number(item.cost ?? 0) * (item.pack?.units ?? 1) * 100))

export const makeOrder = async (
  { db, people, stores }: SeedStock,
  supplier: number,
  day: number,
  order: Partial<Insertable<PurchaseOrders>>,
) => {
  const created_at = at(day, MORNING)
  return db
    .insertInto('purchase_orders')
    .values({
      number: await nextNumber(db, 'purchase order', created_at),
      supplier_id: supplier,
      store_id: stores.get('Main store') ?? 0,
      created_at,
      created_by: people.get('procurement-officer') ?? 0,
      expected_on: dateOf(day + DAYS_OF_WEEK),
      ...order,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
}
export const approved = ({ people }: SeedStock, day: number) => ({
  approved_at: at(day, NOON),
  approved_by: people.get('administrator') ?? null,
  sent_at: at(day, NOON + 30),
  sent_by: people.get('procurement-officer') ?? null,
})

export interface OrderLine {
  item: Stocked
  packs: number
}
export const linesOf = (seedStock: SeedStock, supplier: number, weeks: number): OrderLine[] =>
  seedStock.stock
    .filter((item) => item.supplier === supplier && item.cost !== null)
    .map((item) => ({ item, packs: Math.max(1, Math.ceil((item.weekly * weeks) / (item.pack?.units ?? 1))) }))

export const addLines = async ({ db }: SeedStock, order: number, supplier: number, day: number, lines: readonly OrderLine[]) =>
  db
    .insertInto('purchase_order_items')
    .values(
      lines.map(({ item, packs }) => ({
        purchase_order_id: order,
        item_id: item.id,
        supplier_id: supplier,
        pack_id: item.pack?.id ?? null,
        pack_units: item.pack?.units ?? 1,
        quantity_purchased: packs,
        unit_price: packPrice(item),
        date_created: at(day, MORNING),
      })),
    )
    .returning(['id', 'item_id'])
    .execute()

interface Delivery {
  order: { id: number; number: string }
  supplier: number
  day: number
  lines: readonly (OrderLine & { orderItem: number })[]
}

const unitCost = ({ item }: OrderLine) => (Number(packPrice(item)) / (item.pack?.units ?? 1)).toFixed(6)

/** What was delivered of an order, into the main store, and the supplier's bill for it. */
export const deliver = async (seedStock: SeedStock, { order, supplier, day, lines }: Delivery) => {
  const { db, chance, people, stores } = seedStock
  const now = at(day, NOON)
  const by = people.get('storekeeper') ?? 0
  const store = stores.get('Main store') ?? 0
  const batches = await keepBatches(
    db,
    lines.map((line) => ({
      item: line.item.id,
      lot: `${chance.pick(['AB', 'KX', 'LT', 'MN', 'PQ'])}${chance.integer(1000, 9999)}`,
      expires_on: dateOf(day + chance.integer(240, 900)),
      unit_cost: unitCost(line),
      supplier,
    })),
    now,
  )
  const { id, number } = await db
    .insertInto('goods_receipts')
    .values({
      number: await nextNumber(db, 'goods receipt', now),
      store_id: store,
      supplier_id: supplier,
      purchase_order_id: order.id,
      delivery_note: `DN-${chance.integer(10_000, 99_999)}`,
      received_at: now,
      received_on: dateOf(day),
      received_by: by,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('goods_receipt_items')
    .values(
      lines.map(({ item, packs, orderItem }, place) => ({
        goods_receipt_id: id,
        purchase_order_item_id: orderItem,
        item_id: item.id,
        batch_id: batches[place]!,
        pack_id: item.pack?.id ?? null,
        pack_units: item.pack?.units ?? 1,
        quantity: packs,
        purchase_price: packPrice(item),
      })),
    )
    .execute()
  const movements = lines.map(({ item, packs }, place): Movement => {
    const quantity = packs * (item.pack?.units ?? 1)
    return { store, item: item.id, batch: batches[place]!, state: 'usable', kind: 'receipt', quantity }
  })
  await writeEntry(db, { number, document: { goods_receipt: id }, by, now }, movements)
  hold(seedStock, movements)
  await bill(seedStock, { order, supplier, day, lines })
}

const bill = async ({ db, chance, people, today }: SeedStock, { order, supplier, day, lines }: Delivery) => {
  const total = lines.reduce((sum, { item, packs }) => sum + cents(packPrice(item)) * packs, 0)
  const days = suppliers.map(({ payment_days }) => payment_days)
  const { id } = await db
    .insertInto('supplier_bills')
    .values({
      supplier_id: supplier,
      purchase_order_id: order.id,
      invoice_no: `${chance.pick(['A', 'C', 'T'])}-${chance.integer(20_000, 29_999)}`,
      bill_date: dateOf(day),
      due_on: dateOf(day + (days[supplier % days.length] ?? 30)),
      total_cost: fromCents(total),
      created_at: at(day, NOON + 60),
      created_by: people.get('procurement-officer') ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('supplier_bill_items')
    .values(
      lines.map(({ item, packs, orderItem }) => ({
        supplier_bill_id: id,
        item_id: item.id,
        purchase_order_item_id: orderItem,
        pack_units: item.pack?.units ?? 1,
        quantity: packs,
        unit_price: packPrice(item),
      })),
    )
    .execute()
  if (day < today - 40) await pay({ db, people }, { supplier, bill: id, amount: fromCents(total), day: day + 25 })
  else if (day < today - 15) await pay({ db, people }, { supplier, bill: id, amount: fromCents(Math.round(total / 2)), day: day + 10 })
}

const pay = async (
  { db, people }: Pick<SeedStock, 'db' | 'people'>,
  to: { supplier: number; bill: number; amount: string; day: number },
) => {
  const now = at(to.day, NOON)
  const mode = await db.selectFrom('payment_modes').select('id').where('category', '=', 'bank').executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('supplier_payments')
    .values({
      number: await nextNumber(db, 'supplier payment', now),
      kind: 'payment',
      supplier_id: to.supplier,
      payment_mode_id: mode.id,
      amount: to.amount,
      reference: `EFT ${to.bill}${to.day}`,
      paid_on: dateOf(to.day),
      created_at: now,
      created_by: people.get('accountant') ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('supplier_allocations').values({ supplier_payment_id: id, supplier_bill_id: to.bill, amount: to.amount }).execute()
}
