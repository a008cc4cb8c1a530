import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { anOrder, aShelf, aSentOrder, type Buyers, buyersOf, move, well } from '../../testing/scenarios/ordering.ts'
import { aPack, aStore, aSupplier, someStock } from '../../testing/scenarios/stock.ts'
import type { PurchaseOrder, PurchaseOrderItem } from './contract-orders.ts'

let clinic: TestClinic
let people: Buyers
beforeAll(async () => {
  clinic = await openTestClinic()
  people = await buyersOf(clinic)
})
afterAll(() => clinic.close())

const post = (path: string, body: object) => people.officer.call('POST', `/inventory/${path}/`, body)
const read = (id: number) => well<PurchaseOrder>(people.officer.call('GET', `/inventory/purchase-order/${id}/`))

describe('POST /inventory/purchase-order/', () => {
  test('drafts an order with all its rows, priced and taxed to the cent', async () => {
    const { store, supplier, first, second } = await aShelf(clinic)
    const pack = await aPack(clinic.db, first, 100)
    await clinic.db.updateTable('stocked_items').set({ lead_days: 21 }).where('item_id', '=', second).execute()
    const made = await anOrder(
      people.officer,
      supplier,
      [
        { item: first, pack: pack.id, quantity_purchased: 3, unit_price: '33.33', tax_rate: '16' },
        { item: second, quantity_purchased: 7, unit_price: '0.50' },
      ],
      { store, note: 'Deliver before noon' },
    )
    expect(made).toMatchObject({
      status: 'draft',
      supplier,
      store,
      requested_by: people.officer.id,
      requested_by_name: 'Test receptionist',
      expected_on: '2026-03-23',
      item_count: 2,
      ordered_units: 307,
      received_units: 0,
      is_requested: false,
      is_late: false,
      net_amount: '103.49',
      tax_amount: '16.00',
      total_amount: '119.49',
      version: 1,
    })
    expect(made.number).toMatch(/^PO-2026-\d{5}$/)
    expect(made.items[0]).toMatchObject({
      pack: pack.id,
      pack_name: 'Box of 100',
      units: 300,
      quantity_purchased: 3,
      unit_price: '33.33',
      tax_rate: '16.00',
      net: '99.99',
      tax: '16.00',
      total: '115.99',
      requisitions: [],
    })
  })

  test('takes what earlier clients send: the order first, its rows after, and the supplier with the first of them', async () => {
    const { supplier, first, second } = await aShelf(clinic)
    await aSentOrder(people, supplier, [{ item: second, quantity_purchased: 1, unit_price: '12.00' }])
    const made = await well<PurchaseOrder>(
      post('purchase-order', { requested_by: 999, approved_by: 998, status: 'COMPLETED', file: null }),
      201,
    )
    expect(made).toMatchObject({
      status: 'draft',
      supplier: null,
      supplier_name: null,
      store: 1,
      requested_by: people.officer.id,
      items: [],
    })
    const row = { item: second, quantity_purchased: '12', purchase_order: made.id, supplier, date_created: '2020-01-01' }
    const saved = await well<PurchaseOrderItem>(post('purchase-order-item', row), 201)
    // The price is the one this supplier last asked.
    expect(saved).toMatchObject({ supplier, quantity_purchased: 12, unit_price: '12.00', date_created: '2026-03-02T07:30:00.000Z' })
    expect(await read(made.id)).toMatchObject({ supplier, total_amount: '144.00' })
    // Nobody has named a price for the other: none yet, then what it last cost anybody. A form that leaves the price empty is told.
    const other = { item: first, quantity_purchased: 1, purchase_order: made.id }
    expect((await well<PurchaseOrderItem>(post('purchase-order-item', other), 201)).unit_price).toBe('0.00')
    await someStock(clinic.db, { item: first, store: 1, quantity: 1, unit_cost: '3.5' })
    expect((await well<PurchaseOrderItem>(post('purchase-order-item', other), 201)).unit_price).toBe('3.50')
    const unpriced = await post('purchase-order-item', { ...other, unit_price: null })
    expect([unpriced.status, Object.keys(unpriced.json())]).toEqual([400, ['unit_price']])
  })

  test('keeps nothing when one row is wrong, and names its place', async () => {
    const { supplier, first, second } = await aShelf(clinic)
    const other = await aSupplier(clinic.db)
    const stray = await aPack(clinic.db, second)
    const reported = async (items: object[], more: object = {}) => {
      const reply = await post('purchase-order', { supplier, items, ...more })
      expect(reply.status, reply.text).toBe(400)
      return Object.keys(reply.json())
    }
    const fine = { item: first, quantity_purchased: 1, unit_price: '1.00' }
    for (const quantity_purchased of [0, -1, 1.5, 'many'])
      expect(await reported([fine, { ...fine, item: second, quantity_purchased }])).toEqual(['items.1.quantity_purchased'])
    for (const unit_price of ['-1', '1.234', 'dear']) expect(await reported([{ ...fine, unit_price }])).toEqual(['items.0.unit_price'])
    expect(await reported([{ ...fine, unit_price: null }])).toEqual(['items.0.unit_price'])
    expect(await reported([{ ...fine, quantity_purchased: 999_999, unit_price: '9999999.00' }])).toEqual(['items.0.unit_price'])
    expect(await reported([fine, { ...fine, item: second, supplier: other.id }])).toEqual(['items.1.supplier'])
    expect(await reported([{ ...fine, pack: stray.id }])).toEqual(['items.0.pack'])
    expect(await reported([fine, fine])).toEqual(['items.1.item'])
    expect(await reported([fine], { supplier: 999_999 })).toEqual(['supplier'])
    expect(await reported([fine], { store: 999_999 })).toEqual(['store'])
    expect(await reported([fine], { requisition: 1 })).toEqual(['items'])
  })

  test('orders nothing from a supplier who is out of use', async () => {
    const { supplier, first } = await aShelf(clinic)
    const { id } = await anOrder(people.officer, supplier, [{ item: first, quantity_purchased: 1, unit_price: '1.00' }])
    await clinic.db.updateTable('suppliers').set({ is_active: false }).where('id', '=', supplier).execute()
    expect((await post('purchase-order', { supplier })).json()).toEqual({ supplier: ['This supplier is inactive.'] })
    const late = await people.other.call('POST', `/inventory/purchase-order/${id}/approve/`, {})
    expect([late.status, late.json()]).toMatchObject([409, { code: 'supplier_inactive' }])
  })
})

describe('the rows of a draft', () => {
  test('POST /inventory/purchase-order-item/ replaces the row of the same item; DELETE removes one, and all', async () => {
    const { supplier, first, second } = await aShelf(clinic)
    const rows = [first, second].map((item) => ({ item, quantity_purchased: 5, unit_price: '2.00' }))
    const { id, items } = await anOrder(people.officer, supplier, rows)
    await well(post('purchase-order-item', { purchase_order: id, item: first, quantity_purchased: 9, unit_price: '3' }), 201)
    const changed = await read(id)
    expect([changed.total_amount, changed.version, changed.items.length]).toEqual(['37.00', 2, 2])
    await well(people.officer.call('DELETE', `/inventory/purchase-order-item/${items[0]!.id}/`), 204)
    const url = `/inventory/purchase-order-item/by-purchase-order-id/${id}/`
    expect((await well<PurchaseOrderItem[]>(people.officer.call('GET', url))).map(({ item }) => item)).toEqual([second])
    await well(people.officer.call('DELETE', `/inventory/purchase-order/${id}/items/`), 204)
    expect(await well(people.officer.call('GET', url))).toEqual([])
    expect((await people.officer.call('DELETE', `/inventory/purchase-order-item/${items[0]!.id}/`)).status).toBe(404)
  })

  test('PATCH /inventory/purchase-order/{id}/ replaces them all, at the version that was seen', async () => {
    const { supplier, first, second } = await aShelf(clinic)
    const another = await aSupplier(clinic.db)
    const { id } = await anOrder(people.officer, supplier, [{ item: first, quantity_purchased: 5, unit_price: '2.00' }])
    const patch = (body: object) => people.officer.call('PATCH', `/inventory/purchase-order/${id}/`, body)
    expect((await patch({ note: 'x' })).json()).toHaveProperty('version')
    expect((await patch({ note: 'x', version: 4 })).status).toBe(412)
    const kept = await patch({ supplier: another.id, version: 1 })
    expect([kept.status, kept.json()]).toMatchObject([409, { code: 'has_rows' }])
    const items = [
      { item: second, quantity_purchased: 1, unit_price: '8.00' },
      { item: first, quantity_purchased: 2, unit_price: '1.50' },
    ]
    const saved = await well<PurchaseOrder>(patch({ supplier: another.id, items, expected_on: null, version: 1 }))
    expect(saved).toMatchObject({ supplier: another.id, total_amount: '11.00', expected_on: null, version: 2 })
    expect(saved.items.every((row) => row.supplier === another.id)).toBe(true)
  })

  test('change only while it is a draft', async () => {
    const { supplier, first } = await aShelf(clinic)
    const { id, items } = await anOrder(people.officer, supplier, [{ item: first, quantity_purchased: 5, unit_price: '2.00' }])
    await move(people.other, 'purchase-order', id, 'approve')
    for (const [method, path, body] of [
      ['POST', 'purchase-order-item', { purchase_order: id, item: first, quantity_purchased: 1, unit_price: '1' }],
      ['DELETE', `purchase-order-item/${items[0]!.id}`, undefined],
      ['DELETE', `purchase-order/${id}/items`, undefined],
      ['PATCH', `purchase-order/${id}`, { note: 'x', version: 2 }],
    ] as const) {
      const reply = await people.officer.call(method, `/inventory/${path}/`, body)
      expect([reply.status, reply.json()], path).toMatchObject([409, { code: 'not_a_draft', status: 'approved' }])
    }
  })
})

describe('GET /inventory/purchase-order/', () => {
  test('lists newest first, in pages, by whatever is asked', async () => {
    const { supplier, first, second } = await aShelf(clinic)
    const store = (await aStore(clinic.db)).id
    const rows = [{ item: first, quantity_purchased: 5, unit_price: '2.00' }]
    const one = await anOrder(people.officer, supplier, rows, { store })
    const two = await anOrder(people.other, supplier, [{ item: second, quantity_purchased: 1, unit_price: '5' }], { store })
    const sent = await aSentOrder(people, supplier, rows)
    const ids = async (query: string, person = people.officer) =>
      (await well<PurchaseOrder[]>(person.call('GET', `/inventory/purchase-order/?supplier=${supplier}&${query}`))).map(({ id }) => id)
    expect(await ids('')).toEqual([sent.id, two.id, one.id])
    expect(await ids(`store=${store}`)).toEqual([two.id, one.id])
    expect(await ids('status=sent')).toEqual([sent.id])
    expect(await ids('open=true')).toEqual([sent.id])
    expect(await ids(`item=${second}`)).toEqual([two.id])
    expect(await ids(`q=${one.number.toLowerCase()}`)).toEqual([one.id])
    expect(await ids('mine=true')).toEqual([sent.id, one.id])
    expect(await ids('waiting=true')).toEqual([two.id])
    expect(await ids('waiting=true', people.other)).toEqual([one.id])
    expect(await ids('waiting=true', people.asker)).toEqual([])
    expect(await ids('from=2026-03-02&to=2026-03-02')).toHaveLength(3)
    expect(await ids('to=2026-03-01')).toEqual([])
    const page = await people.officer.call('GET', `/inventory/purchase-order/?supplier=${supplier}&limit=2&count=true`)
    expect([page.json<unknown[]>().length, page.headers['x-total-count']]).toEqual([2, '3'])
    const next = page.next!
    expect((await well<PurchaseOrder[]>(people.officer.call('GET', next))).map(({ id }) => id)).toEqual([one.id])
    const items = await well<PurchaseOrderItem[]>(
      people.officer.call('GET', `/inventory/purchase-order-item/?item=${first}&supplier=${supplier}`),
    )
    expect(items.map(({ purchase_order }) => purchase_order)).toEqual([sent.id, one.id])
  })
})

const rows = (item: number) => [{ item, quantity_purchased: 5, unit_price: '2.00' }]
const tell = (id: number, what: string, body: object = {}, person = people.officer) =>
  person.call('POST', `/inventory/purchase-order/${id}/${what}/`, body)

describe('the way of an order', () => {
  test('approve by another than who made it, send, close', async () => {
    const { supplier, first } = await aShelf(clinic)
    const { id } = await anOrder(people.officer, supplier, rows(first))
    const own = await tell(id, 'approve')
    expect([own.status, own.json()]).toMatchObject([409, { code: 'same_person' }])
    expect((await tell(id, 'approve', {}, people.asker)).status).toBe(403)
    expect((await tell(id, 'send')).json()).toMatchObject({ code: 'not_a_move', status: 'draft' })
    expect((await tell(id, 'approve', { version: 5 }, people.other)).status).toBe(412)
    const approved = await move<PurchaseOrder>(people.other, 'purchase-order', id, 'approve')
    expect(approved).toMatchObject({ status: 'approved', approved_by: people.other.id, expected_on: '2026-03-09' })
    expect(await move<PurchaseOrder>(people.officer, 'purchase-order', id, 'send')).toMatchObject({
      status: 'sent',
      sent_by_name: 'Test receptionist',
    })
    expect((await read(id)).is_late).toBe(false)
    await clinic.db.updateTable('purchase_orders').set({ expected_on: '2026-03-01' }).where('id', '=', id).execute()
    expect((await read(id)).is_late).toBe(true)
    expect((await tell(id, 'close')).json()).toEqual({ reason: ['Enter a reason.'] })
    expect(await move<PurchaseOrder>(people.officer, 'purchase-order', id, 'close', { reason: 'Never came' })).toMatchObject({
      status: 'closed',
      end_reason: 'Never came',
    })
    for (const what of ['approve', 'send', 'close', 'cancel'])
      expect((await tell(id, what, {}, people.other)).json(), what).toMatchObject({ code: 'not_a_move', status: 'closed' })
    expect((await tell(999_999, 'send')).status).toBe(404)
  })

  test('an order without rows is not approved', async () => {
    const { id } = await well<PurchaseOrder>(post('purchase-order', {}), 201)
    const reply = await tell(id, 'approve', {}, people.other)
    expect([reply.status, reply.json()]).toMatchObject([409, { code: 'empty' }])
    expect(await move<PurchaseOrder>(people.officer, 'purchase-order', id, 'cancel')).toMatchObject({ status: 'cancelled', supplier: null })
  })

  test('cancel with a reason once it is approved, and never what was received', async () => {
    const { supplier, first } = await aShelf(clinic)
    const sent = await aSentOrder(people, supplier, rows(first))
    expect((await tell(sent.id, 'cancel')).json()).toEqual({ reason: ['Enter a reason.'] })
    expect(await move<PurchaseOrder>(people.officer, 'purchase-order', sent.id, 'cancel', { reason: 'Too dear' })).toMatchObject({
      status: 'cancelled',
    })
    const other = await aSentOrder(people, supplier, rows(first))
    const receiver = await clinic.signedInAs(['stock.receive', 'purchasing.view'])
    await well(
      receiver.call('POST', '/inventory/goods-receipts/', {
        purchase_order: other.id,
        items: [{ purchase_order_item: other.items[0]!.id, quantity: 2, lot: 'A1', expires_on: '2027-01-31' }],
      }),
      201,
    )
    expect(await read(other.id)).toMatchObject({ status: 'part-received', received_units: 2 })
    expect((await tell(other.id, 'cancel', { reason: 'x' })).json()).toMatchObject({ code: 'not_a_move' })
    expect(await move<PurchaseOrder>(people.officer, 'purchase-order', other.id, 'close', { reason: 'No more' })).toMatchObject({
      status: 'closed',
    })
  })
})
