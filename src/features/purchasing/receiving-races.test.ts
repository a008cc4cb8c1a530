import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { well } from '../../testing/scenarios/ordering.ts'
import { anOrder } from '../../testing/scenarios/purchases.ts'
import { aDrug, aPack, aSupplier } from '../../testing/scenarios/stock.ts'
import type { OrderBill } from './contract-bills.ts'
import type { GoodsReceipt } from './contract-receipts.ts'

let clinic: TestClinic
let db: Db
let clerk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  db = clinic.db
  clerk = await clinic.signedInAs(['purchasing.bill', 'purchasing.view', 'stock.receive'])
})
afterAll(() => clinic.close())

const lot = { lot: 'A1', expires_on: '2027-06-30' }
const receive = (body: object) => clerk.call('POST', '/inventory/goods-receipts/', body)
const reverse = (id: number) => clerk.call('POST', `/inventory/goods-receipts/${id}/reverse/`, { reason: 'Typed in wrong' })

test('boxes, pieces, damaged and free ones that come at once never go beyond what was ordered', async () => {
  const drug = await aDrug(db)
  const box = await aPack(db, drug.id, 10)
  const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 25 }])
  const boxes = { item: drug.id, pack: box.id, quantity: 1, ...lot }
  const pieces = { item: drug.id, quantity: 5, damaged_units: 5, free_quantity: 9, ...lot }
  const replies = await Promise.all(
    [boxes, pieces, boxes, pieces, boxes, pieces].map((row) => receive({ purchase_order: order.id, items: [row] })),
  )
  for (const { status } of replies) expect([201, 409]).toContain(status)
  const came = replies.filter(({ status }) => status === 201).flatMap((reply) => reply.json<GoodsReceipt>().items)
  const paid = came.reduce((sum, { quantity, pack_units }) => sum + quantity * pack_units, 0)
  const line = await db
    .selectFrom('purchase_order_items')
    .select('received_units')
    .where('purchase_order_id', '=', order.id)
    .executeTakeFirst()
  expect(line?.received_units).toBe(paid)
  expect(paid).toBeLessThanOrEqual(25)
})

test('of a bill and the taking back of what it is about, one holds', async () => {
  for (let round = 0; round < 3; round += 1) {
    const drug = await aDrug(db)
    const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 5 }])
    const { id } = await well<GoodsReceipt>(receive({ purchase_order: order.id, items: [{ item: drug.id, quantity: 5, ...lot }] }), 201)
    const bill = { purchase_order: order.id, invoice_no: `R-${round}`, bill_date: '2026-03-01', total_cost: '50.00' }
    const [back, entered] = await Promise.all([reverse(id), well<OrderBill>(clerk.call('POST', '/inventory/orderbill/', bill), 201)])
    expect([201, 409]).toContain(back.status)
    expect(entered.needs_approval).toBe(back.status === 201)
  }
})

test('three who take the same delivery back take it back once, though more of the batch lies there', async () => {
  const [drug, supplier] = [await aDrug(db), (await aSupplier(db)).id]
  const delivery = { supplier, items: [{ item: drug.id, quantity: 5, purchase_price: '1.00', ...lot }] }
  const { id } = await well<GoodsReceipt>(receive(delivery), 201)
  await well(receive(delivery), 201)
  const replies = await Promise.all([reverse(id), reverse(id), reverse(id)])
  expect(statuses(replies)).toEqual([201, 409, 409])
})
