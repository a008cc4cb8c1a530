import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { anApprovedRequisition, aRequisition, aShelf, type Buyers, buyersOf, move, well } from '../../testing/scenarios/ordering.ts'
import { aDrug, aPack, aStore, aSupplier } from '../../testing/scenarios/stock.ts'
import type { PurchaseOrder } from './contract-orders.ts'
import type { Requisition, RequisitionLine } from './contract-requisitions.ts'

let clinic: TestClinic
let people: Buyers
beforeAll(async () => {
  clinic = await openTestClinic()
  people = await buyersOf(clinic)
})
afterAll(() => clinic.close())

const order = (requisition_items: object[], more: object = {}) =>
  people.officer.call('POST', '/inventory/purchase-order/from-requisitions/', { requisition_items, ...more })
const orders = (requisition_items: object[], more: object = {}) => well<PurchaseOrder[]>(order(requisition_items, more), 201)
const read = (id: number) => well<Requisition>(people.asker.call('GET', `/inventory/requisition/${id}/`))
const post = (path: string, body: object) => people.officer.call('POST', `/inventory/${path}/`, body)

describe('POST /inventory/purchase-order/from-requisitions/', () => {
  test('drafts one order for each supplier, of several requisitions, and closes what is all ordered', async () => {
    const { store, supplier, first, second } = await aShelf(clinic)
    const other = await aSupplier(clinic.db)
    const one = await anApprovedRequisition(people, store, [
      { item: first, quantity_requested: 10 },
      { item: second, quantity_requested: 5, supplier: other.id },
    ])
    const two = await anApprovedRequisition(people, store, [{ item: first, quantity_requested: 7 }])
    const made = await orders([
      { id: one.items[0]!.id, unit_price: '2.00' },
      { id: one.items[1]!.id, unit_price: '9.00' },
      { id: two.items[0]!.id, quantity: 4 },
    ])
    expect(made.map((each) => [each.supplier, each.store, each.total_amount, each.is_requested])).toEqual([
      [supplier, store, '28.00', true],
      [other.id, store, '45.00', true],
    ])
    expect(made[0]!.items[0]!.requisitions).toEqual([
      { requisition: one.id, number: one.number, requisition_item: one.items[0]!.id, units: 10 },
      { requisition: two.id, number: two.number, requisition_item: two.items[0]!.id, units: 4 },
    ])
    expect(await read(one.id)).toMatchObject({ status: 'closed', end_reason: '', ended_by_name: 'Test receptionist' })
    const left = await read(two.id)
    expect([left.status, left.items[0]!.ordered_units, left.items[0]!.open_units]).toEqual(['part-ordered', 4, 3])
    expect(left.orders).toMatchObject([{ id: made[0]!.id, status: 'draft' }])
    const cancel = await people.asker.call('POST', `/inventory/requisition/${two.id}/cancel/`, {})
    expect([cancel.status, cancel.json()]).toMatchObject([409, { code: 'not_a_move' }])
    const byRequisition = await well<PurchaseOrder[]>(people.officer.call('GET', `/inventory/purchase-order/?requisition=${one.id}`))
    expect(byRequisition.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toReversed())
  })

  test('orders in packs, and single units where less than a pack is left', async () => {
    const { store, first } = await aShelf(clinic)
    const box = await aPack(clinic.db, first, 100)
    const crate = await aPack(clinic.db, first, 300)
    const { items } = await anApprovedRequisition(people, store, [{ item: first, quantity_requested: 4, pack: box.id }])
    const { id } = items[0]!
    expect((await orders([{ id, pack: crate.id, unit_price: '250.00' }]))[0]!.items[0]).toMatchObject({
      pack: crate.id,
      quantity_purchased: 1,
      units: 300,
    })
    expect(Object.keys((await order([{ id, pack: crate.id, unit_price: '250.00' }])).json())).toEqual(['requisition_items.0.pack'])
    expect((await orders([{ id, pack: null, quantity: 60, unit_price: '1.00' }]))[0]!.items[0]).toMatchObject({ pack: null, units: 60 })
    const short = await order([{ id, unit_price: '90.00' }])
    expect([short.status, Object.keys(short.json())]).toEqual([400, ['requisition_items.0.pack']])
    expect((await orders([{ id, pack: null, unit_price: '1.00' }]))[0]!.items[0]).toMatchObject({ units: 40 })
  })

  test('a pack that rounds up covers what is open, and the rest is more than was requested', async () => {
    const { store, first } = await aShelf(clinic)
    const box = await aPack(clinic.db, first, 100)
    const requisition = await anApprovedRequisition(people, store, [{ item: first, quantity_requested: 120 }])
    const { id } = requisition.items[0]!
    const over = await order([{ id, pack: box.id, quantity: 3, unit_price: '90.00' }])
    expect([over.status, over.json()]).toMatchObject([409, { code: 'not_open', lines: [{ id, open: 120, wanted: 300 }] }])
    const [made] = await orders([{ id, pack: box.id, quantity: 2, unit_price: '90.00' }])
    expect(made).toMatchObject({ is_requested: false, items: [{ units: 200, requisitions: [{ units: 120 }] }] })
    expect(await read(requisition.id)).toMatchObject({ status: 'closed', items: [{ ordered_units: 120, open_units: 0 }] })
    expect((await people.officer.call('POST', `/inventory/purchase-order/${made!.id}/approve/`, {})).json()).toMatchObject({
      code: 'same_person',
    })
    expect(await move<PurchaseOrder>(people.other, 'purchase-order', made!.id, 'approve')).toMatchObject({ status: 'approved' })
  })

  test('never more than is approved and open, and all or none', async () => {
    const { store, first, second } = await aShelf(clinic)
    const { id, items } = await anApprovedRequisition(people, store, [
      { item: first, quantity_requested: 10 },
      { item: second, quantity_requested: 5 },
    ])
    const price = { unit_price: '1.00' }
    const over = await order([
      { id: items[0]!.id, ...price },
      { id: items[1]!.id, quantity: 6, ...price },
    ])
    expect([over.status, over.json()]).toMatchObject([409, { code: 'not_open', lines: [{ id: items[1]!.id, open: 5, wanted: 6 }] }])
    expect((await read(id)).items.map(({ ordered_units }) => ordered_units)).toEqual([0, 0])
    const reported = async (rows: object[], more: object = {}) => Object.keys((await order(rows, more)).json())
    expect(await reported([{ id: items[0]!.id, ...price }, { id: items[1]!.id }])).toEqual(['requisition_items.1.unit_price'])
    expect(await reported([{ id: 999_999, ...price }])).toEqual(['requisition_items.0.id'])
    expect(
      await reported([
        { id: items[0]!.id, ...price },
        { id: items[0]!.id, ...price },
      ]),
    ).toEqual(['requisition_items.1.id'])
    expect(await reported([{ id: items[0]!.id, supplier: 999_999, ...price }])).toEqual(['requisition_items.0.supplier'])
    expect(await reported([{ id: items[0]!.id, ...price }], { store: 999_999 })).toEqual(['store'])
    expect(await reported([])).toEqual(['requisition_items'])
    const drug = await aDrug(clinic.db)
    const unusual = await anApprovedRequisition(people, store, [{ item: drug.id, quantity_requested: 1 }])
    expect(await reported([{ id: unusual.items[0]!.id, ...price }])).toEqual(['requisition_items.0.supplier'])
    const draft = await aRequisition(people.asker, store, [{ item: first, quantity_requested: 1 }])
    expect((await order([{ id: draft.items[0]!.id, ...price }])).json()).toMatchObject({ code: 'not_open' })
    expect((await read(id)).status).toBe('approved')
    expect(
      (await people.asker.call('POST', '/inventory/purchase-order/from-requisitions/', { requisition_items: [{ id: items[0]!.id }] }))
        .status,
    ).toBe(403)
  })

  test('goes to the main store when several stores ask', async () => {
    const { store, supplier, first } = await aShelf(clinic)
    const elsewhere = await aStore(clinic.db)
    const lines = []
    for (const at of [store, elsewhere.id])
      lines.push((await anApprovedRequisition(people, at, [{ item: first, quantity_requested: 1 }])).items[0]!.id)
    const [made] = await orders(lines.map((id) => ({ id, unit_price: '3.00' })))
    expect(made).toMatchObject({ supplier, store: 1, item_count: 1, ordered_units: 2 })
  })

  test('POST /inventory/purchase-order/ with a requisition takes all that is open for this supplier', async () => {
    const { store, supplier, first, second } = await aShelf(clinic)
    const other = await aSupplier(clinic.db)
    for (const item of [first, second])
      for (const from of [supplier, other.id]) {
        const { id } = await well<PurchaseOrder>(
          post('purchase-order', { supplier: from, items: [{ item, quantity_purchased: 1, unit_price: '4.00' }] }),
          201,
        )
        await move(people.other, 'purchase-order', id, 'approve')
      }
    const requisition = await anApprovedRequisition(people, store, [
      { item: first, quantity_requested: 10 },
      { item: second, quantity_requested: 5, supplier: other.id },
    ])
    const several = await post('purchase-order', { requisition: requisition.id })
    expect([several.status, Object.keys(several.json())]).toEqual([400, ['supplier']])
    const made = await well<PurchaseOrder>(post('purchase-order', { requisition: requisition.id, supplier }), 201)
    expect(made).toMatchObject({ supplier, total_amount: '40.00', is_requested: true, item_count: 1 })
    const none = await post('purchase-order', { requisition: requisition.id, supplier })
    expect([none.status, none.json()]).toMatchObject([409, { code: 'not_open' }])
    expect(await well(post('purchase-order', { requisition: requisition.id }), 201)).toMatchObject({
      supplier: other.id,
      total_amount: '20.00',
    })
    expect(Object.keys((await post('purchase-order', { requisition: 999_999 })).json())).toEqual(['requisition'])
  })
})

const ordered = async (quantity = 10) => {
  const { store, first, supplier } = await aShelf(clinic)
  const requisition = await anApprovedRequisition(people, store, [{ item: first, quantity_requested: quantity }])
  const [made] = await orders([{ id: requisition.items[0]!.id, unit_price: '2.00' }])
  return { requisition: requisition.id, order: made!, item: first, supplier }
}
const openOf = async (id: number) => {
  const { status, items } = await read(id)
  return [status, items[0]!.ordered_units, items[0]!.open_units]
}

describe('what an order gives back', () => {
  test('a smaller row frees the rest; a greater one is no longer all requested', async () => {
    const { requisition, order: made, item } = await ordered()
    const row = { purchase_order: made.id, item, unit_price: '2.00' }
    await well(post('purchase-order-item', { ...row, quantity_purchased: 4 }), 201)
    expect(await openOf(requisition)).toEqual(['part-ordered', 4, 6])
    await well(post('purchase-order-item', { ...row, quantity_purchased: 12 }), 201)
    expect(await openOf(requisition)).toEqual(['part-ordered', 4, 6])
    const own = await people.officer.call('POST', `/inventory/purchase-order/${made.id}/approve/`, {})
    expect([own.status, own.json()]).toMatchObject([409, { code: 'same_person' }])
  })

  test('a removed row, a cleared order and a cancelled order free all of it', async () => {
    for (const free of ['row', 'clear', 'cancel']) {
      const { requisition, order: made } = await ordered()
      expect(await openOf(requisition)).toEqual(['closed', 10, 0])
      if (free === 'row') await well(people.officer.call('DELETE', `/inventory/purchase-order-item/${made.items[0]!.id}/`), 204)
      if (free === 'clear') await well(people.officer.call('DELETE', `/inventory/purchase-order/${made.id}/items/`), 204)
      if (free === 'cancel') await move(people.officer, 'purchase-order', made.id, 'cancel')
      expect(await openOf(requisition), free).toEqual(['approved', 0, 10])
    }
  })

  test('a closed order frees what never came; a requisition that somebody closed stays closed', async () => {
    const { requisition, order: made } = await ordered()
    await move(people.other, 'purchase-order', made.id, 'approve')
    await move(people.officer, 'purchase-order', made.id, 'send')
    const receiver = await clinic.signedInAs(['stock.receive', 'purchasing.view'])
    const items = [{ purchase_order_item: made.items[0]!.id, quantity: 3, lot: 'A1', expires_on: '2027-01-31' }]
    await well(receiver.call('POST', '/inventory/goods-receipts/', { purchase_order: made.id, items }), 201)
    await move(people.officer, 'purchase-order', made.id, 'close', { reason: 'Out of stock there' })
    expect(await openOf(requisition)).toEqual(['part-ordered', 3, 7])
    const lines = await well<RequisitionLine[]>(people.officer.call('GET', `/inventory/requisition-lines/?requisition=${requisition}`))
    expect(lines[0]).toMatchObject({ open_units: 7, last_price: '2.00' })
    const again = await orders([{ id: lines[0]!.id, quantity: 2 }])
    await move(people.asker, 'requisition', requisition, 'close', { reason: 'Enough' })
    await move(people.officer, 'purchase-order', again[0]!.id, 'cancel')
    expect((await read(requisition)).status).toBe('closed')
  })

  test('a delivery of a closed order that is taken back is open again where it was requested', async () => {
    const { requisition, order: made } = await ordered()
    await move(people.other, 'purchase-order', made.id, 'approve')
    await move(people.officer, 'purchase-order', made.id, 'send')
    const receiver = await clinic.signedInAs(['stock.receive', 'purchasing.view'])
    const items = [{ purchase_order_item: made.items[0]!.id, quantity: 3, lot: 'A1', expires_on: '2027-01-31' }]
    const { id } = await well<{ id: number }>(receiver.call('POST', '/inventory/goods-receipts/', { purchase_order: made.id, items }), 201)
    await move(people.officer, 'purchase-order', made.id, 'close', { reason: 'Out of stock there' })
    await well(receiver.call('POST', `/inventory/goods-receipts/${id}/reverse/`, { reason: 'Typed in wrong' }), 201)
    expect(await openOf(requisition)).toEqual(['approved', 0, 10])
    expect((await well<PurchaseOrder>(people.officer.call('GET', `/inventory/purchase-order/${made.id}/`))).status).toBe('closed')
  })
})
