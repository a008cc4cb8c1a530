import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { well } from '../../testing/scenarios/ordering.ts'
import { anOrder } from '../../testing/scenarios/purchases.ts'
import { aDrug, aPack, aSupplier } from '../../testing/scenarios/stock.ts'
import type { BillableLine, BillDifference, OrderBill } from './contract-bills.ts'

let clinic: TestClinic
let db: Db
let clerk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  db = clinic.db
  clerk = await clinic.signedInAs(['purchasing.bill', 'purchasing.view', 'stock.receive'])
})
afterAll(() => clinic.close())

let serial = 0
const lot = { lot: 'A1', expires_on: '2027-06-30' }
const bill = (body: object) =>
  clerk.call('POST', '/inventory/orderbill/', { invoice_no: `INV-${++serial}`, bill_date: '2026-03-01', ...body })
type Written = OrderBill & { matched: BillDifference[] }
const billed = (body: object) => well<Written>(bill(body), 201)
const receive = (body: object) => clerk.call('POST', '/inventory/goods-receipts/', body)
const billable = (order: number) =>
  well<{ total: string; items: BillableLine[] }>(clerk.call('GET', `/inventory/orderbill/billable/?purchase_order=${order}`))

/** An order of 20 boxes at a price, of which so many single units came. */
const cameLoose = async (units: number, unit_price: string, came: number) => {
  const drug = await aDrug(db)
  const box = await aPack(db, drug.id, units)
  const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 20, pack_id: box.id, pack_units: units, unit_price }])
  await well(receive({ purchase_order: order.id, items: [{ item: drug.id, pack: null, quantity: came, ...lot }] }), 201)
  return { drug, box, order }
}
const asRows = (items: BillableLine[]) =>
  items.map(({ purchase_order_item, pack, quantity, unit_price, tax_rate }) => ({
    purchase_order_item,
    pack,
    quantity,
    unit_price,
    tax_rate,
  }))

test('boxes of three at 100.00 of which fourteen pieces came: the rows of the next bill agree with themselves', async () => {
  const { order, box } = await cameLoose(3, '100.00', 14)
  const next = await billable(order.id)
  expect(next).toMatchObject({
    total: '466.67',
    items: [
      { pack: box.id, quantity: 4, units: 12, unit_price: '100.00', total: '400.00' },
      { pack: null, quantity: 2, units: 2, unit_price: '33.33', total: '66.67' },
    ],
  })
  const made = await billed({ purchase_order: order.id, total_cost: '466.67', items: asRows(next.items) })
  expect(made).toMatchObject({ differences: [], total_cost: '466.67', needs_approval: false })
  expect(await billable(order.id)).toMatchObject({ total: '0.00', items: [] })
})

test('what is billed as a sum alone is right to the cent where a piece costs half a cent', async () => {
  const { order } = await cameLoose(1000, '5.00', 1500)
  expect((await billable(order.id)).total).toBe('7.50')
  const double = await billed({ purchase_order: order.id, total_cost: '15.00' })
  expect(double.differences).toEqual(['Billed 15.00 in all, received and not billed yet 7.50'])
  await well(clerk.call('POST', `/inventory/orderbill/${double.id}/cancel/`, { reason: 'Wrong' }))
  const right = await billed({ purchase_order: order.id, total_cost: '7.50' })
  expect(right.differences).toEqual([])
  expect(right.items.map(({ units, total }) => [units, total])).toEqual([
    [1000, '5.00'],
    [500, '2.50'],
  ])
})

test('a cent for half a cent is twice the price, and said so', async () => {
  const { order, drug } = await cameLoose(1000, '5.00', 500)
  const made = await billed({
    purchase_order: order.id,
    total_cost: '5.00',
    items: [{ item: drug.id, pack: null, quantity: 500, unit_price: '0.01' }],
  })
  expect(made.matched).toMatchObject([{ kind: 'price', billed: '0.01', expected: '0.005' }])
})

test('what came at two prices without an order is not all billed at the higher one', async () => {
  const [drug, supplier] = [await aDrug(db), (await aSupplier(db)).id]
  const came = (quantity: number, purchase_price: string) =>
    well(receive({ supplier, items: [{ item: drug.id, quantity, purchase_price, ...lot }] }), 201)
  await came(100, '2.00')
  await came(100, '3.00')
  const row = (quantity: number, unit_price: string) => ({ item: drug.id, quantity, unit_price })
  const dear = await billed({ supplier, total_cost: '600.00', items: [row(200, '3.00')] })
  expect(dear.matched).toMatchObject([{ kind: 'price', billed: '3.00', expected: '2.00' }])
  await well(clerk.call('POST', `/inventory/orderbill/${dear.id}/cancel/`, { reason: 'Too dear' }))
  expect((await billed({ supplier, total_cost: '300.00', items: [row(100, '3.00')] })).matched).toEqual([])
  // The dearer ones are billed: the others are not dear.
  expect((await billed({ supplier, total_cost: '300.00', items: [row(100, '3.00')] })).matched).toMatchObject([
    { kind: 'price', expected: '2.00' },
  ])
  expect((await billed({ supplier, total_cost: '20.00', items: [row(10, '2.00')] })).matched).toMatchObject([{ kind: 'quantity' }])
})

test('a delivery whose packs would cost more than can be written names the price', async () => {
  const drug = await aDrug(db)
  const box = await aPack(db, drug.id, 100)
  const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 1000, unit_price: '9999999999.99' }])
  const reply = await receive({ purchase_order: order.id, items: [{ item: drug.id, pack: box.id, quantity: 1, ...lot }] })
  expect([reply.status, Object.keys(reply.json())]).toEqual([400, ['items.0.purchase_price']])
})

test('what came before its item or pack went out of use is billed all the same, and no more of it comes', async () => {
  const drug = await aDrug(db)
  const box = await aPack(db, drug.id, 10)
  const supplier = await aSupplier(db)
  const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 5 }], { supplier_id: supplier.id })
  const row = { item: drug.id, quantity: 1, ...lot }
  await well(receive({ purchase_order: order.id, items: [row] }), 201)
  await well(receive({ supplier: supplier.id, items: [{ ...row, pack: box.id, purchase_price: '100.00' }] }), 201)
  await db.updateTable('items').set({ is_active: false }).where('id', '=', drug.id).execute()
  await db.updateTable('item_packs').set({ is_active: false }).where('id', '=', box.id).execute()
  const ordered = await billed({
    purchase_order: order.id,
    total_cost: '10.00',
    items: [{ item: drug.id, quantity: 1, unit_price: '10.00' }],
  })
  const beside = { item: drug.id, pack: box.id, quantity: 1, unit_price: '100.00' }
  const loose = await billed({ supplier: supplier.id, total_cost: '100.00', items: [beside] })
  expect([ordered.differences, loose.differences]).toEqual([[], []])
  const more = await receive({ purchase_order: order.id, items: [row] })
  expect([more.status, Object.keys(more.json())]).toEqual([400, ['items.0.item']])
})

test('the next bill knows what a delivery said of another price and of damaged goods, until it is taken back', async () => {
  const drug = await aDrug(db)
  const box = await aPack(db, drug.id, 100)
  const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 20, pack_id: box.id, pack_units: 100, unit_price: '580.00' }])
  const came = (more: object) =>
    well<{ id: number }>(receive({ purchase_order: order.id, items: [{ item: drug.id, quantity: 2, ...lot, ...more }] }), 201)
  await came({ damaged_units: 3 })
  expect((await billable(order.id)).items).toMatchObject([{ unit_price: '580.00', receipt_price: null, damaged_units: 3 }])
  const { id } = await came({ purchase_price: '999.00', damaged_units: 4 })
  expect((await billable(order.id)).items).toMatchObject([{ unit_price: '580.00', receipt_price: '999.00', damaged_units: 7 }])
  await well(clerk.call('POST', `/inventory/goods-receipts/${id}/reverse/`, { reason: 'Wrong' }), 201)
  expect((await billable(order.id)).items).toMatchObject([{ receipt_price: null, damaged_units: 3 }])
})
