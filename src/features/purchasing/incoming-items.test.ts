import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { anOrder } from '../../testing/scenarios/purchases.ts'
import { lot, openReceiving, type Receiving } from '../../testing/scenarios/receiving.ts'
import { aDrug, aPack } from '../../testing/scenarios/stock.ts'
import type { IncomingItem } from './contract-receipts.ts'

let clinic: TestClinic
let db: Db
let receiving: Receiving
beforeAll(async () => {
  clinic = await openTestClinic()
  db = clinic.db
  receiving = await openReceiving(clinic)
})
afterAll(() => clinic.close())

describe('/inventory/incoming-item/', () => {
  const url = '/inventory/incoming-item/'
  const row = {
    quantity: '5',
    purchase_price: '2.00',
    packed: 'loose',
    subpacked: '',
    category_one: 'Resale',
    lot_no: 'l1',
    expiry_date: '2027-06-30',
  }

  test('POST receives one item as earlier clients send it', async () => {
    const { keeper, supplier, statusOf } = receiving
    const drug = await aDrug(db)
    const reply = await keeper.call('POST', url, {
      ...row,
      item: drug.id,
      sale_price: '10.00',
      supplier,
      date_created: '2020-01-01',
      id: 7,
    })
    expect(reply.status, reply.text).toBe(201)
    const made = reply.json<IncomingItem>()
    expect(made).toMatchObject({
      item: drug.id,
      quantity: 5,
      lot_no: 'L1',
      category_one: 'resale',
      total_price: '10.00',
      supplier,
      packed: 'tablet',
    })
    const box = await aPack(db, drug.id, 20)
    const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 40 }])
    const boxed = await keeper.call('POST', url, { ...row, item: drug.id, quantity: 2, packed: ' BOX OF 20', purchase_order: order.id })
    expect(boxed.json()).toMatchObject({ pack: box.id, units: 40, subpacked: '20 tablet', store: order.store })
    expect(await statusOf(order.id)).toBe('received')
    expect((await keeper.call('POST', url, { ...row, item: drug.id })).json()).toMatchObject({ is_donation: true, supplier: null })
  })

  test('POST names what is wrong as it was sent', async () => {
    const { keeper, supplier } = receiving
    const drug = await aDrug(db)
    const fieldsOf = async (more: object) =>
      Object.keys((await keeper.call('POST', url, { ...row, item: drug.id, supplier, ...more })).json())
    expect(await fieldsOf({ lot_no: null, expiry_date: '2026-01-01' })).toEqual(['lot_no', 'expiry_date'])
    expect(await fieldsOf({ quantity: '0' })).toEqual(['quantity'])
    expect(await fieldsOf({ category_one: 'Both' })).toEqual(['category_one'])
    expect(await fieldsOf({ item: 999_999 })).toEqual(['item'])
    expect(await fieldsOf({ pack: 999_999 })).toEqual(['pack'])
    const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 1 }])
    const over = await keeper.call('POST', url, { ...row, item: drug.id, purchase_order: order.id })
    expect(over.json()).toMatchObject({ code: 'over_receipt', open: [{ open: 1 }] })
  })

  test('GET lists rows newest first, by item, supplier, order, store and search', async () => {
    const { keeper, took } = receiving
    const drug = await aDrug(db, { name: 'Zinc 20 mg dispersible' })
    const order = await anOrder(db, [{ item_id: drug.id, quantity_purchased: 100 }])
    const receipt = await took({
      purchase_order: order.id,
      items: [
        { item: drug.id, quantity: 5, ...lot },
        { item: drug.id, quantity: 6, ...lot, lot: 'ZZ-9' },
      ],
    })
    const quantities = async (query: string) =>
      (await keeper.call('GET', `${url}?${query}`)).json<IncomingItem[]>().map(({ quantity }) => quantity)
    expect(await quantities(`item=${drug.id}`)).toEqual([6, 5])
    expect(await quantities(`purchase_order=${order.id}&limit=1`)).toEqual([6])
    expect(await quantities(`supplier=${order.supplier}&store=${order.store}&search=dispers%20zinc`)).toEqual([6, 5])
    expect(await quantities('search=zz-9')).toEqual([6])
    expect(await quantities(`search=${receipt.number}`)).toEqual([6, 5])
    expect(await quantities(`item=${drug.id}&search=100%25`)).toEqual([])
    const counted = await keeper.call('GET', `${url}?item=${drug.id}&limit=1&count=true`)
    expect(counted.headers['x-total-count']).toBe('2')
    const unprivileged = await clinic.signedInAs(['stock.view'])
    expect((await unprivileged.call('GET', url)).status).toBe(403)
  })
})
