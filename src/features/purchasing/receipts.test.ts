import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { anOrder } from '../../testing/scenarios/purchases.ts'
import { lot, openReceiving, RECEIPTS, type Receiving } from '../../testing/scenarios/receiving.ts'
import { aDrug, aSupplier } from '../../testing/scenarios/stock.ts'
import type { GoodsReceipt } from './contract-receipts.ts'

let clinic: TestClinic
let db: Db
let receiving: Receiving
beforeAll(async () => {
  clinic = await openTestClinic()
  db = clinic.db
  receiving = await openReceiving(clinic)
})
afterAll(() => clinic.close())

test('GET /inventory/goods-receipts/ lists deliveries newest first, by page, supplier, order, day and number', async () => {
  const { keeper, store, took } = receiving
  const drug = await aDrug(db)
  const own = (await aSupplier(db)).id
  const row = { item: drug.id, quantity: 1, purchase_price: '2.00', ...lot }
  const made = [
    await took({ store, supplier: own, delivery_note: 'DN 100%', items: [row] }),
    await took({ store, supplier: own, items: [row] }),
  ]
  const list = async (query: string) => keeper.call('GET', `${RECEIPTS}?${query}`)
  const numbersOf = async (query: string) => (await list(query)).json<{ number: string }[]>().map(({ number }) => number)
  expect(await numbersOf(`supplier=${own}`)).toEqual([made[1]!.number, made[0]!.number])
  expect(await numbersOf(`supplier=${own}&search=100%25`)).toEqual([made[0]!.number])
  expect(await numbersOf(`supplier=${own}&from=2026-03-03`)).toEqual([])
  expect(await numbersOf(`supplier=${own}&to=2026-03-02&donations=false&store=${store}`)).toHaveLength(2)
  const first = await list(`supplier=${own}&limit=1&count=true`)
  expect(first.headers['x-total-count']).toBe('2')
  const next = first.next!
  expect((await keeper.call('GET', next)).json<{ number: string }[]>().map(({ number }) => number)).toEqual([made[0]!.number])
  const one = await keeper.call('GET', `${RECEIPTS}${made[0]!.id}/`)
  expect(one.json()).toEqual(made[0])
  expect((await keeper.call('GET', `${RECEIPTS}999999/`)).status).toBe(404)
})

test('GET /inventory/goods-receipts/{id}/pdf/ is the receipt note', async () => {
  const { keeper, store, supplier, took } = receiving
  const drug = await aDrug(db)
  const receipt = await took({
    store,
    supplier,
    note: '#show',
    items: [{ item: drug.id, quantity: 3, free_quantity: 1, purchase_price: '2.00', ...lot }],
  })
  const reply = await keeper.call('GET', `${RECEIPTS}${receipt.id}/pdf/`)
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(reply.headers['content-disposition']).toContain(`${receipt.number}.pdf`)
  expect(reply.text.startsWith('%PDF')).toBe(true)
  expect((await keeper.call('GET', `${RECEIPTS}999999/pdf/`)).status).toBe(404)
})

const reverse = (id: number) => receiving.keeper.call('POST', `${RECEIPTS}${id}/reverse/`, { reason: 'Typed in wrong' })

describe('POST /inventory/goods-receipts/{id}/reverse/', () => {
  test('takes a delivery back whole, once, and the order goes back', async () => {
    const { keeper, took, onHand, statusOf } = receiving
    const drug = await aDrug(db)
    const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 10 }])
    const receipt = await took({
      purchase_order: order.id,
      items: [{ item: drug.id, quantity: 10, free_quantity: 2, damaged_units: 3, ...lot }],
    })
    const replies = await Promise.all([reverse(receipt.id), reverse(receipt.id)])
    expect(statuses(replies)).toEqual([201, 409])
    const back = replies.find(({ status }) => status === 201)!.json<GoodsReceipt>()
    expect(back).toMatchObject({
      reverses: receipt.id,
      note: 'Typed in wrong',
      total: '-100.00',
      items: [{ quantity: -10, units: -12, damaged_units: -3 }],
    })
    expect(await onHand(drug.id, order.store)).toEqual({ usable: 0, quarantined: 0 })
    expect(await statusOf(order.id)).toBe('sent')
    expect((await keeper.call('GET', `${RECEIPTS}${receipt.id}/`)).json()).toMatchObject({
      reversed_by: back.id,
      reversed_by_number: back.number,
    })
    expect((await reverse(back.id)).status).toBe(409)
    await took({ purchase_order: order.id, items: [{ item: drug.id, quantity: 10, ...lot }] })
  })

  test('is refused with what is missing once some of it has left', async () => {
    const { keeper, store, supplier, took, onHand } = receiving
    const drug = await aDrug(db)
    const receipt = await took({ store, supplier, items: [{ item: drug.id, quantity: 10, purchase_price: '2.00', ...lot }] })
    const gone = { supplier, store, reason: 'Broken', items: [{ batch: receipt.items[0]!.batch, quantity: 4 }] }
    expect((await keeper.call('POST', '/inventory/supplier-returns/', gone)).status).toBe(201)
    const refused = await reverse(receipt.id)
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'not_enough_stock', missing: [{ item: drug.id, lot: 'A1', wanted: 10, left: 6 }] })
    expect(await onHand(drug.id)).toMatchObject({ usable: 6 })
    expect((await reverse(999_999)).status).toBe(404)
  })
})
