import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, fromCents } from '#shared/money.ts'
import type { Db } from '#platform/db/connect.ts'
import { openTestClinic, type Person, type Reply, type TestClinic } from '../../testing/clinic.ts'
import { anOrder } from '../../testing/scenarios/purchases.ts'
import { aDrug, aPack, aSupplier } from '../../testing/scenarios/stock.ts'

let clinic: TestClinic
let db: Db
let person: Person
let other: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  db = clinic.db
  person = await clinic.signedInFrom('System administrator', 'sysadmin')
  other = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

/** The same numbers in every run. */
const randomFrom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
type Random = ReturnType<typeof randomFrom>
const pick = <T>(random: Random, from: readonly T[]): T | undefined => from[random(from.length)]

interface Documents {
  orders: { id: number; supplier: number; items: { item_id: number }[] }[]
  receipts: number[]
  bills: { id: number; supplier: number; total: string }[]
  payments: number[]
  serial: number
}

const receive = (random: Random, { orders }: Documents) => {
  const order = pick(random, orders)!
  const items = order.items
    .filter(() => random(3) > 0)
    .map(({ item_id: item }) => ({
      item,
      quantity: 1 + random(4),
      free_quantity: random(2),
      damaged_units: random(2),
      lot: `L${random(3)}`,
      expires_on: '2027-06-30',
    }))
  return person.call('POST', '/inventory/goods-receipts/', { purchase_order: order.id, allow_over: random(4) === 0, items })
}
const bill = (random: Random, documents: Documents) => {
  const order = pick(random, documents.orders)!
  const items = order.items.map(({ item_id: item }) => ({ item, quantity: 1 + random(3), unit_price: fromCents(900 + random(3) * 100) }))
  const total = items.reduce((sum, { quantity, unit_price }) => sum + quantity * cents(unit_price), 0)
  return person.call('POST', '/inventory/orderbill/', {
    purchase_order: order.id,
    invoice_no: `R-${++documents.serial}`,
    bill_date: '2026-03-01',
    total_cost: fromCents(total),
    items,
  })
}
const pay = (random: Random, { bills }: Documents, payment_mode: number) => {
  const first = pick(random, bills)
  const ofSupplier = bills.filter(({ supplier }) => supplier === first?.supplier)
  const chosen = [...new Set([pick(random, ofSupplier), pick(random, ofSupplier)])].filter((one) => one !== undefined)
  const allocations = chosen.map(({ id, total }) => ({ bill: id, amount: fromCents(1 + random(cents(total))) }))
  return person.call('POST', '/inventory/supplier-payments/', { supplier: first?.supplier ?? 1, payment_mode, allocations })
}

const act = async (random: Random, documents: Documents, mode: number): Promise<Reply> => {
  const kind = random(10)
  if (kind < 3) {
    const reply = await receive(random, documents)
    if (reply.status === 201) documents.receipts.push(reply.json<{ id: number }>().id)
    return reply
  }
  if (kind < 5) {
    const reply = await bill(random, documents)
    if (reply.status !== 201) return reply
    const { id, supplier, total_cost } = reply.json<{ id: number; supplier: number; total_cost: string }>()
    documents.bills.push({ id, supplier, total: total_cost })
    return random(2) === 0 ? other.call('POST', `/inventory/orderbill/${id}/approve/`, { reason: 'Agreed' }) : reply
  }
  if (kind < 7) {
    const reply = await pay(random, documents, mode)
    if (reply.status === 201) documents.payments.push(reply.json<{ id: number }>().id)
    return reply
  }
  const reason = { reason: 'Wrong' }
  if (kind === 7) return person.call('POST', `/inventory/goods-receipts/${pick(random, documents.receipts) ?? 1}/reverse/`, reason)
  if (kind === 8) return person.call('POST', `/inventory/supplier-payments/${pick(random, documents.payments) ?? 1}/reverse/`, reason)
  return person.call('POST', `/inventory/orderbill/${pick(random, documents.bills)?.id ?? 1}/cancel/`, reason)
}

/** What does not add up, by the rule it breaks. */
const faults = async () => {
  const { rows } = await sql<{ rule: string; id: number }>`
    select 'paid is the sum of allocations' as rule, b.id from supplier_bills b
    where b.paid <> coalesce((select sum(a.amount) from supplier_allocations a where a.supplier_bill_id = b.id), 0)
    union all select 'never more than the bill, never on a cancelled one', id from supplier_bills
      where paid < 0 or paid > total_cost or (cancelled_at is not null and paid <> 0)
    union all select 'nothing paid on what differs unapproved', id from supplier_bills
      where paid > 0 and differences <> '{}' and approved_at is null
    union all select 'a payment is the sum of its parts', p.id from supplier_payments p
      where p.amount <> (select sum(a.amount) from supplier_allocations a where a.supplier_payment_id = p.id)
    union all select 'received is the sum of receipts', o.id from purchase_order_items o
      where o.received_units <> coalesce((select sum(l.quantity * l.pack_units) from goods_receipt_items l where l.purchase_order_item_id = o.id), 0)
    union all select 'movements are what the deliveries say', r.id from goods_receipts r
      where (select sum((l.quantity + l.free_quantity) * l.pack_units) from goods_receipt_items l where l.goods_receipt_id = r.id)
        <> (select sum(m.quantity) from stock_entries e join stock_movements m on m.entry_id = e.id where e.goods_receipt_id = r.id)
    union all select 'on hand is the sum of movements', s.batch_id from batch_stock s
      where s.quantity <> (select sum(m.quantity) from stock_movements m
        where m.batch_id = s.batch_id and m.store_id = s.store_id and m.state = s.state)
    union all select 'bills that agree are about no more than came', o.id from purchase_order_items o
      where o.received_units < (select sum(i.quantity * i.pack_units) from supplier_bill_items i join supplier_bills b on b.id = i.supplier_bill_id
        where i.purchase_order_item_id = o.id and b.cancelled_at is null and b.differences = '{}')
    union all select 'the status follows', p.id from purchase_orders p join purchase_order_items l on l.purchase_order_id = p.id
      group by p.id having p.status <> (case when bool_and(l.received_units >= l.units) then 'received'
        when bool_or(l.received_units > 0) then 'part-received' else 'sent' end)::purchase_order_status`.execute(db)
  return rows
}

test('after random work by many at once every sum is what its rows say, and nobody meets an error of ours', async () => {
  const random = randomFrom(20_260_302)
  const supplier = (await aSupplier(db)).id
  const drugs = await Promise.all([aDrug(db), aDrug(db), aDrug(db)])
  const box = await aPack(db, drugs[0].id, 10)
  const lines = drugs.map(({ id }, place) => ({
    item_id: id,
    quantity_purchased: 12,
    ...(place === 0 && { pack_id: box.id, pack_units: 10 }),
  }))
  const documents: Documents = {
    orders: [
      await anOrder(db, lines, { supplier_id: supplier }),
      await anOrder(db, lines, { supplier_id: supplier }),
      await anOrder(db, lines),
    ],
    receipts: [],
    bills: [],
    payments: [],
    serial: 0,
  }
  const { id: mode } = await db.selectFrom('payment_modes').select('id').where('category', '=', 'cash').executeTakeFirstOrThrow()
  const statuses = new Map<number, number>()
  const hasEnough = () => [documents.receipts.length > 10, documents.bills.length > 10, documents.payments.length > 5]
  // Who comes first is chance, and so is how soon there is enough to pay: thirty rounds, and more where those did not come to it.
  for (let round = 0; round < 30 || (round < 90 && hasEnough().includes(false)); round++) {
    const replies = await Promise.all(Array.from({ length: 8 }, () => act(random, documents, mode)))
    for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses.keys()].filter((status) => ![200, 201, 400, 404, 409].includes(status))).toEqual([])
  expect(statuses.get(201)).toBeGreaterThan(30)
  expect(statuses.get(409)).toBeGreaterThan(10)
  expect(hasEnough()).toEqual([true, true, true])
  expect(await faults()).toEqual([])
})
