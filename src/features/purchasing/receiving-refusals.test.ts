import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { anOrder } from '../../testing/scenarios/purchases.ts'
import { lot, openReceiving, type Receiving } from '../../testing/scenarios/receiving.ts'
import { aDrug, aStore, aSupplier } from '../../testing/scenarios/stock.ts'

let clinic: TestClinic
let db: Db
let receiving: Receiving
beforeAll(async () => {
  clinic = await openTestClinic()
  db = clinic.db
  receiving = await openReceiving(clinic)
})
afterAll(() => clinic.close())

const fieldsOf = async (body: object) => Object.keys((await receiving.receive(body)).json())

describe('POST /inventory/goods-receipts/ refuses', () => {
  test.each(['draft', 'cancelled', 'closed'] as const)('refuses a delivery on an order that is %s', async (status) => {
    const { receive } = receiving
    const drug = await aDrug(db)
    const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 10 }], {
      status,
      ...(status !== 'draft' && { ended_at: new Date('2026-03-01T09:00:00Z'), end_reason: 'Ended' }),
    })
    const refused = await receive({ purchase_order: order.id, items: [{ item: drug.id, quantity: 1, ...lot }] })
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'order_not_open'])
  })

  test.each([
    ['zero', { quantity: 0 }, 'items.0.quantity'],
    ['negative', { quantity: -1 }, 'items.0.quantity'],
    ['a fraction', { quantity: 1.5 }, 'items.0.quantity'],
    ['a fraction as text', { quantity: '1.5' }, 'items.0.quantity'],
    ['a million', { quantity: 1_000_000 }, 'items.0.quantity'],
    ['no item', { item: 999_999 }, 'items.0.item'],
    ['an unknown unit', { pack: 999_999 }, 'items.0.pack'],
    ['no lot', { lot: null }, 'items.0.lot'],
    ['no expiry', { expires_on: null }, 'items.0.expires_on'],
    ['expired', { expires_on: '2026-03-01' }, 'items.0.expires_on'],
    ['expiring today', { expires_on: '2026-03-02' }, 'items.0.expires_on'],
    ['twenty-one years ahead', { expires_on: '2047-03-02' }, 'items.0.expires_on'],
    ['more damaged than came', { damaged_units: 11 }, 'items.0.damaged_units'],
    ['no price', { purchase_price: undefined }, 'items.0.purchase_price'],
    ['a negative price', { purchase_price: '-1.00' }, 'items.0.purchase_price'],
  ])('refuses %s and moves nothing', async (_what, wrong, field) => {
    const { store, supplier, receive, onHand } = receiving
    const drug = await aDrug(db)
    const row = { item: drug.id, quantity: 10, purchase_price: '2.00', ...lot, ...wrong }
    const refused = await receive({ store, supplier, items: [row, { item: drug.id, quantity: 1, purchase_price: '2.00', ...lot }] })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.json())).toEqual([field])
    expect(await onHand(drug.id)).toBeUndefined()
  })

  test('names every row that is wrong at once', async () => {
    const { store, supplier, receive } = receiving
    const drug = await aDrug(db)
    const refused = await receive({
      store,
      supplier,
      items: [
        { item: drug.id, quantity: 1, purchase_price: '1', expires_on: '2020-01-01' },
        { item: drug.id, quantity: 1, ...lot },
      ],
    })
    expect(Object.keys(refused.json())).toEqual(['items.0.lot', 'items.0.expires_on', 'items.1.purchase_price'])
  })

  test('refuses a recalled lot, however it is written', async () => {
    const { keeper, store, supplier, receive, took, onHand } = receiving
    const drug = await aDrug(db)
    const note = await db
      .insertInto('stock_notes')
      .values({ number: `T-SN-${drug.id}`, kind: 'recall', reason: 'Bad', created_at: clinic.clock.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('recalls')
      .values({
        number: `T-RC-${drug.id}`,
        item_id: drug.id,
        lot: 'BAD1',
        reason: 'Bad',
        recalled_at: clinic.clock.now,
        recalled_by: keeper.id,
        stock_note_id: note.id,
      })
      .execute()
    const row = { item: drug.id, quantity: 1, purchase_price: '1.00', lot: ' bad1', expires_on: '2027-06-30' }
    const refused = await receive({ store, supplier, items: [row] })
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'batch_recalled'])
    expect(await onHand(drug.id)).toBeUndefined()
    await took({ store, supplier, items: [{ ...row, lot: 'GOOD' }] })
  })

  test('refuses supplier, store and line that do not fit', async () => {
    const { store, supplier } = receiving
    const drug = await aDrug(db)
    const [order, other] = [
      await anOrder(db, [{ item_id: drug.id, quantity_purchased: 10 }]),
      await anOrder(db, [{ item_id: drug.id, quantity_purchased: 10 }]),
    ]
    const row = { item: drug.id, quantity: 1, purchase_price: '1.00', ...lot }
    const gone = await aStore(db, { is_active: false })
    const away = await aSupplier(db, { is_active: false })
    expect(await fieldsOf({ purchase_order: order.id, supplier, items: [row] })).toEqual(['supplier'])
    expect(await fieldsOf({ purchase_order: 999_999, items: [row] })).toEqual(['purchase_order'])
    expect(await fieldsOf({ store: gone.id, supplier, items: [row] })).toEqual(['store'])
    expect(await fieldsOf({ store, supplier: away.id, items: [row] })).toEqual(['supplier'])
    expect(await fieldsOf({ purchase_order: order.id, items: [{ ...row, purchase_order_item: other.items[0]!.id }] })).toEqual([
      'items.0.purchase_order_item',
    ])
    expect(await fieldsOf({ store, supplier, items: [{ quantity: 1 }] })).toEqual(['items.0.item'])
    expect(await fieldsOf({ store, supplier, items: [] })).toEqual(['items'])
  })
})
