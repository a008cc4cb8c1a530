import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { anItem } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { anOrder } from '../../testing/scenarios/purchases.ts'
import { lot, openReceiving, RECEIPTS, type Receiving } from '../../testing/scenarios/receiving.ts'
import { aDrug, aPack } from '../../testing/scenarios/stock.ts'

let clinic: TestClinic
let db: Db
let receiving: Receiving
let owner: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  db = clinic.db
  receiving = await openReceiving(clinic)
  owner = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

describe('POST /inventory/goods-receipts/', () => {
  test('books a delivery of an order: packs, free goods, damage, lots, cost, movements, and the order follows', async () => {
    const { took, onHand, statusOf } = receiving
    const [drug, gauze] = [await aDrug(db), await anItem(db, null, { category: 'consumable', unit: 'piece' })]
    const box = await aPack(db, drug.id, 100)
    const order = await anOrder(db, [
      { item_id: drug.id, quantity_purchased: 10, pack_id: box.id, pack_units: 100, unit_price: '250.00' },
      { item_id: gauze.id, quantity_purchased: 50, unit_price: '1.20' },
    ])
    const receipt = await took({
      purchase_order: order.id,
      delivery_note: 'DN 7',
      items: [
        { item: drug.id, quantity: 6, free_quantity: 1, damaged_units: 20, lot: 'b7', expires_on: '2027-06-30' },
        { purchase_order_item: order.items[1]!.id, quantity: '20' },
      ],
    })
    expect(receipt).toMatchObject({
      number: 'GRN-2026-00001',
      supplier: order.supplier,
      store: order.store,
      purchase_order_number: order.number,
      total: '1524.00',
      item_count: 2,
      items: [
        { item: drug.id, pack: box.id, units: 700, lot: 'B7', unit_cost: '2.500000', damaged_units: 20, total_price: '1500.00' },
        { item: gauze.id, pack: null, units: 20, lot: '', unit_cost: '1.200000', expires_on: null },
      ],
    })
    expect(await onHand(drug.id, order.store)).toEqual({ usable: 680, quarantined: 20 })
    const free = await db.selectFrom('batches').selectAll().where('id', '=', receipt.items[0]!.free_batch).executeTakeFirstOrThrow()
    expect(free).toMatchObject({ unit_cost: '0.000000', lot: 'B7', supplier_id: order.supplier })
    expect(await statusOf(order.id)).toBe('part-received')
    await took({
      purchase_order: order.id,
      items: [
        { item: drug.id, quantity: 4, ...lot },
        { item: gauze.id, quantity: 30 },
      ],
    })
    expect(await statusOf(order.id)).toBe('received')
  })

  test('takes several lots of one item, single units of what was ordered in boxes, and what an earlier pack held', async () => {
    const { took } = receiving
    const drug = await aDrug(db)
    const box = await aPack(db, drug.id, 100)
    const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 2, pack_id: box.id, pack_units: 100, unit_price: '250.00' }])
    await db.updateTable('item_packs').set({ units: 120, is_active: false }).where('id', '=', box.id).execute()
    const receipt = await took({
      purchase_order: order.id,
      items: [
        { item: drug.id, quantity: 1, ...lot },
        { item: drug.id, quantity: 60, pack: null, lot: 'A2', expires_on: '2027-07-31' },
      ],
    })
    expect(receipt.items.map(({ units, purchase_price, unit_cost }) => [units, purchase_price, unit_cost])).toEqual([
      [100, '250.00', '2.500000'],
      [60, '2.50', '2.500000'],
    ])
  })

  test('refuses more than is open with what is open, lets it in on purpose, and only by who may', async () => {
    const { receive, took, onHand } = receiving
    const drug = await aDrug(db)
    const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 10 }])
    await took({ purchase_order: order.id, items: [{ item: drug.id, quantity: 4, ...lot }] })
    const body = { purchase_order: order.id, items: [{ item: drug.id, quantity: 99, ...lot }] }
    const refused = await receive(body)
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'over_receipt',
      open: [{ item: drug.id, item_name: drug.name, ordered: 10, received: 4, open: 6, wanted: 99 }],
    })
    expect((await receive({ ...body, allow_over: true })).status).toBe(403)
    expect(await onHand(drug.id, order.store)).toMatchObject({ usable: 4 })
    await took({ ...body, allow_over: true }, owner)
    expect(await onHand(drug.id, order.store)).toMatchObject({ usable: 103 })
    // What was never ordered is open by none.
    const other = await aDrug(db)
    const stranger = await receive({ purchase_order: order.id, items: [{ item: other.id, quantity: 1, purchase_price: '5', ...lot }] })
    expect(stranger.json()).toMatchObject({ code: 'over_receipt', open: [{ ordered: 0, open: 0 }] })
  })

  test('does not count free goods against the order', async () => {
    const { took, onHand, statusOf } = receiving
    const drug = await aDrug(db)
    const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 10 }])
    await took({ purchase_order: order.id, items: [{ item: drug.id, quantity: 10, free_quantity: 5, ...lot }] })
    expect(await statusOf(order.id)).toBe('received')
    expect(await onHand(drug.id, order.store)).toMatchObject({ usable: 15 })
  })

  test('takes what is given without supplier and price, at no cost, and nothing bought without them', async () => {
    const { store, receive, took } = receiving
    const drug = await aDrug(db)
    const row = { item: drug.id, quantity: 30, ...lot }
    const receipt = await took({ store, is_donation: true, items: [row] })
    expect(receipt).toMatchObject({ is_donation: true, supplier: null, items: [{ unit_cost: '0.000000' }] })
    const kinds = await db.selectFrom('stock_movements').select('kind').where('item_id', '=', drug.id).execute()
    expect(kinds).toEqual([{ kind: 'donate_in' }])
    expect((await receive({ store, items: [row] })).json()).toHaveProperty('supplier')
    const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 10 }])
    expect((await receive({ purchase_order: order.id, is_donation: true, items: [row] })).json()).toHaveProperty('is_donation')
  })

  test('sets the cash price from today, by those who may set prices alone', async () => {
    const { store, supplier, receive, took, onHand } = receiving
    const drug = await aDrug(db)
    const body = { store, supplier, items: [{ item: drug.id, quantity: 1, purchase_price: '2.00', sale_price: '14.50', ...lot }] }
    expect((await receive(body)).status).toBe(403)
    expect(await onHand(drug.id)).toBeUndefined()
    await took(body, owner)
    const prices = await db.selectFrom('prices').select(['price', 'valid_from']).where('item_id', '=', drug.id).execute()
    expect(prices).toContainEqual({ price: '14.50', valid_from: '2026-03-02' })
    // Saying what it costs anyway needs no right.
    await took(body)
  })

  test('books once what is sent twice with one key, together or after one another', async () => {
    const { keeper, store, supplier, receive, onHand } = receiving
    const drug = await aDrug(db)
    const body = { store, supplier, items: [{ item: drug.id, quantity: 5, purchase_price: '2.00', ...lot }] }
    const key = { 'idempotency-key': `delivery-${drug.id}` }
    const [one, two] = await Promise.all([receive(body, keeper, key), receive(body, keeper, key)])
    const three = await receive(body, keeper, key)
    expect([one.status, two.text, three.text]).toEqual([201, one.text, one.text])
    expect(await onHand(drug.id)).toMatchObject({ usable: 5 })
    expect((await receive({ ...body, note: 'Another' }, keeper, key)).status).toBe(422)
  })

  test('of two deliveries of the last open units one wins', async () => {
    const { receive, onHand, statusOf } = receiving
    const drug = await aDrug(db)
    const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 10 }])
    const body = (name: string) => ({ purchase_order: order.id, items: [{ item: drug.id, quantity: 10, ...lot, lot: name }] })
    const replies = await Promise.all(['X', 'Y', 'Z'].map((name) => receive(body(name))))
    expect(statuses(replies)).toEqual([201, 409, 409])
    expect(await onHand(drug.id, order.store)).toMatchObject({ usable: 10 })
    expect(await statusOf(order.id)).toBe('received')
  })

  test('needs the right to receive', async () => {
    const { receive } = receiving
    const unprivileged = await clinic.signedInAs(['purchasing.view', 'stock.view'])
    expect((await receive({ items: [{ item: 1, quantity: 1 }] }, unprivileged)).status).toBe(403)
    expect((await clinic.call('POST', RECEIPTS, {})).status).toBe(401)
  })
})
