import { afterAll, beforeAll, expect, test } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import {
  anApprovedRequisition,
  anOrder,
  aRequisition,
  aShelf,
  type Buyers,
  buyersOf,
  move,
  well,
} from '../../testing/scenarios/ordering.ts'
import { aStore, someStock } from '../../testing/scenarios/stock.ts'
import type { PurchaseOrder } from './contract-orders.ts'
import type { Requisition } from './contract-requisitions.ts'

let clinic: TestClinic
let people: Buyers
beforeAll(async () => {
  clinic = await openTestClinic()
  people = await buyersOf(clinic)
})
afterAll(() => clinic.close())

const read = (id: number) => well<Requisition>(people.asker.call('GET', `/inventory/requisition/${id}/`))
const orderLine = (id: number, body: object = {}) =>
  people.officer.call('POST', '/inventory/purchase-order/from-requisitions/', { requisition_items: [{ id, unit_price: '1.00', ...body }] })

test('of two who approve at once, one does; the other is told where it stands', async () => {
  const { store, first } = await aShelf(clinic)
  const { id } = await aRequisition(people.asker, store, [{ item: first, quantity_requested: 5 }])
  await move(people.asker, 'requisition', id, 'submit')
  const approve = (person: Buyers['head']) => person.call('POST', `/inventory/requisition/${id}/approve-department/`, {})
  const firsts = await Promise.all([approve(people.head), approve(people.other)])
  expect(statuses(firsts)).toEqual([200, 409])
  const second = await clinic.signedInAs(['purchasing.view', 'purchasing.approve'])
  const both = await Promise.all([people.officer, second].map((person) => person.call('POST', `/inventory/requisition/${id}/approve/`, {})))
  expect(statuses(both)).toEqual([200, 409])
  expect((await read(id)).version).toBe(4)
})

test('of an approval and a cancellation at once, one holds', async () => {
  const { store, first } = await aShelf(clinic)
  const { id } = await aRequisition(people.asker, store, [{ item: first, quantity_requested: 5 }])
  await move(people.asker, 'requisition', id, 'submit')
  const replies = await Promise.all([
    people.head.call('POST', `/inventory/requisition/${id}/reject/`, { reason: 'No' }),
    people.asker.call('POST', `/inventory/requisition/${id}/reopen/`, { version: 2 }),
  ])
  expect(statuses(replies)[0]).toBe(200)
  expect([409, 412]).toContain(statuses(replies)[1])
})

test('eight people who order the same line order it once', async () => {
  const { store, first } = await aShelf(clinic)
  const { id, items } = await anApprovedRequisition(people, store, [{ item: first, quantity_requested: 10 }])
  const replies = await Promise.all(Array.from({ length: 8 }, () => orderLine(items[0]!.id)))
  expect(statuses(replies)).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  expect((await read(id)).items[0]).toMatchObject({ ordered_units: 10, open_units: 0 })
  const sources = await clinic.db
    .selectFrom('purchase_order_sources')
    .select('units')
    .where('requisition_item_id', '=', items[0]!.id)
    .execute()
  expect(sources).toEqual([{ units: 10 }])
})

test('lines that are ordered, issued, called back and cancelled at once never go beyond what was approved, and nobody waits for ever', async () => {
  const { store, first, second } = await aShelf(clinic)
  const from = (await aStore(clinic.db)).id
  for (const item of [first, second]) await someStock(clinic.db, { item, store: from, quantity: 1000 })
  const rows = [first, second].map((item) => ({ item, quantity_requested: 20 }))
  const requisitions = await Promise.all([anApprovedRequisition(people, store, rows), anApprovedRequisition(people, store, rows)])
  const lines = requisitions.flatMap(({ items }) => items.map(({ id }) => id))
  const act = async (turn: number): Promise<number[]> => {
    const { id } = requisitions[turn % 2]!
    if (turn % 3 === 0) {
      const issued = await people.asker.call('POST', `/inventory/requisition/${id}/issue/`, {
        store: from,
        items: requisitions[turn % 2]!.items.map((line) => ({ id: line.id, units: 1 + (turn % 4) })).toReversed(),
      })
      if (issued.status !== 200) return [issued.status]
      const transfer = issued.json<Requisition>().transfers.at(-1)!.id
      return [200, (await people.asker.call('POST', `/inventory/transfers/${transfer}/cancel/`, { reason: 'Back' })).status]
    }
    const asked = (turn % 2 ? lines : lines.toReversed()).map((line) => ({ id: line, quantity: 1 + (turn % 5), unit_price: '1.00' }))
    const made = await people.officer.call('POST', '/inventory/purchase-order/from-requisitions/', { requisition_items: asked })
    if (made.status !== 201) return [made.status]
    const order = made.json<PurchaseOrder[]>()[0]!.id
    return [201, (await people.officer.call('POST', `/inventory/purchase-order/${order}/cancel/`, {})).status]
  }
  const reported = (await Promise.all(Array.from({ length: 24 }, (_, turn) => act(turn)))).flat()
  expect(reported.filter((status) => ![200, 201, 400, 409].includes(status))).toEqual([])
  expect(reported.filter((status) => status < 300).length).toBeGreaterThan(4)
  for (const { id } of requisitions) {
    const left = await read(id)
    expect(
      left.items.every(({ ordered_units, issued_units }) => ordered_units >= 0 && issued_units >= 0 && ordered_units + issued_units <= 20),
    ).toBe(true)
    const total = left.items.reduce((sum, { ordered_units, issued_units }) => sum + ordered_units + issued_units, 0)
    expect(left.status).toBe(total === 0 ? 'approved' : total === 40 ? 'closed' : 'part-ordered')
  }
})

test('two rows of the same item at once are one row', async () => {
  const { supplier, first } = await aShelf(clinic)
  const { id } = await anOrder(people.officer, supplier, [])
  const save = (quantity_purchased: number) =>
    people.officer.call('POST', '/inventory/purchase-order-item/', { purchase_order: id, item: first, quantity_purchased, unit_price: '1' })
  expect(statuses(await Promise.all([save(1), save(2), save(3)]))).toEqual([201, 201, 201])
  const order = await well<PurchaseOrder>(people.officer.call('GET', `/inventory/purchase-order/${id}/`))
  expect([order.items.length, order.version]).toEqual([1, 4])
})

test('the same button twice makes one order', async () => {
  const { supplier, first } = await aShelf(clinic)
  const body = { supplier, items: [{ item: first, quantity_purchased: 1, unit_price: '1.00' }] }
  const send = () => people.officer.call('POST', '/inventory/purchase-order/', body, { 'idempotency-key': 'one-order' })
  const replies = await Promise.all([send(), send()])
  expect(new Set(replies.map((reply) => reply.json<PurchaseOrder>().id)).size).toBe(1)
})
