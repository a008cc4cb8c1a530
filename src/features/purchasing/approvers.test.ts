import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { anApprovedRequisition, anOrder, aRequisition, aShelf, type Buyers, buyersOf, move, well } from '../../testing/rooms/ordering.ts'
import type { PurchaseOrder, PurchaseOrderSummary } from './contract-orders.ts'
import type { Requisition } from './contract-requisitions.ts'

let clinic: TestClinic
let people: Buyers
beforeAll(async () => {
  clinic = await openTestClinic()
  people = await buyersOf(clinic)
})
afterAll(() => clinic.close())

const ORDER = '/inventory/purchase-order/'
const approve = (by: Buyers['other'], order: number) => by.call('POST', `${ORDER}${order}/approve/`, {})
const waitsFor = async (by: Buyers['other'], order: number) => {
  const list = await well<PurchaseOrderSummary[]>(by.call('GET', `${ORDER}?waiting=true`))
  return list.some(({ id }) => id === order)
}

const row = (item: number) => ({ item, quantity_purchased: 1, unit_price: '1.00' })

test('who rewrote the rows of somebody else’s draft does not approve it', async () => {
  const { supplier, first, second } = await aShelf(clinic)
  const rewrites: ((order: PurchaseOrder) => Promise<unknown>)[] = [
    ({ id, version }) =>
      well(
        people.other.call('PATCH', `${ORDER}${id}/`, { version, items: [{ item: second, quantity_purchased: 999, unit_price: '900.00' }] }),
      ),
    ({ id }) => well(people.other.call('POST', '/inventory/purchase-order-item/', { purchase_order: id, ...row(second) }), 201),
    ({ items }) => well(people.other.call('DELETE', `/inventory/purchase-order-item/${items[0]!.id}/`), 204),
  ]
  for (const rewrite of rewrites) {
    const order = await anOrder(people.officer, supplier, [row(first), row(second)])
    expect(await waitsFor(people.other, order.id)).toBe(true)
    await rewrite(order)
    expect(await waitsFor(people.other, order.id)).toBe(false)
    const own = await approve(people.other, order.id)
    expect([own.status, own.json()]).toMatchObject([409, { code: 'same_person' }])
    const maker = await approve(people.officer, order.id)
    expect([maker.status, maker.json()]).toMatchObject([409, { code: 'same_person' }])
  }
})

test('who only changed when it is wanted still may', async () => {
  const { supplier, first } = await aShelf(clinic)
  const { id, version } = await anOrder(people.officer, supplier, [{ item: first, quantity_purchased: 1, unit_price: '1.00' }])
  await well(people.other.call('PATCH', `${ORDER}${id}/`, { version, expected_on: '2026-04-01' }))
  expect(await move<PurchaseOrder>(people.other, 'purchase-order', id, 'approve')).toMatchObject({
    status: 'approved',
    approved_by: people.other.id,
  })
})

test('who ordered what was requested approves it only at the price that this supplier last asked', async () => {
  const { store, supplier, first } = await aShelf(clinic)
  const ordered = async (unit_price?: string) => {
    const { items } = await anApprovedRequisition(people, store, [{ item: first, quantity_requested: 5 }])
    const lines = { requisition_items: [{ id: items[0]!.id, unit_price }] }
    const [made] = await well<PurchaseOrder[]>(people.officer.call('POST', `${ORDER}from-requisitions/`, lines), 201)
    return made!
  }
  const refused = async ({ id, is_dearer }: PurchaseOrder) => {
    expect(is_dearer).toBe(true)
    expect(await waitsFor(people.officer, id)).toBe(false)
    const own = await approve(people.officer, id)
    expect([own.status, own.json()]).toMatchObject([409, { code: 'same_person', detail: expect.stringContaining('above') as string }])
  }
  // Nobody knows yet what this supplier asks.
  await refused(await ordered('10.00'))
  const known = await anOrder(people.officer, supplier, [{ item: first, quantity_purchased: 1, unit_price: '0.00' }])
  await well(approve(people.other, known.id))
  await refused(await ordered('0.00'))
  await refused(await ordered('0.01'))
  const paid = await anOrder(people.officer, supplier, [{ item: first, quantity_purchased: 1, unit_price: '10.00' }])
  await well(approve(people.other, paid.id))

  for (const price of [undefined, '9.99']) {
    const { id } = await ordered(price)
    expect(await waitsFor(people.officer, id)).toBe(true)
    expect(await well(approve(people.officer, id))).toMatchObject({ status: 'approved', is_dearer: false })
  }
  // What it was approved at is what they last asked.
  const raised = await ordered('10.00')
  await refused(raised)
  await well(approve(people.other, raised.id))
  const later = await ordered()
  await well(
    people.other.call('POST', '/inventory/purchase-order-item/', {
      purchase_order: later.id,
      item: first,
      quantity_purchased: 5,
      unit_price: '10.01',
    }),
    201,
  )
  expect(await waitsFor(people.officer, later.id)).toBe(false)
  for (const person of [people.officer, people.other]) expect((await approve(person, later.id)).status).toBe(409)
})

test('an administrator neither asks and approves, nor approves twice, nor changes what others approved', async () => {
  const { store, first } = await aShelf(clinic)
  const admin = await clinic.signedInFrom('System administrator', 'sysadmin')
  const own = await aRequisition(admin, store, [{ item: first, quantity_requested: 5 }])
  await move(admin, 'requisition', own.id, 'submit')
  for (const what of ['approve-department', 'approve'])
    expect((await admin.call('POST', `/inventory/requisition/${own.id}/${what}/`, {})).status).toBe(409)

  const { id, items } = await aRequisition(people.asker, store, [{ item: first, quantity_requested: 5 }])
  await move(people.asker, 'requisition', id, 'submit')
  await move(admin, 'requisition', id, 'approve-department')
  expect((await admin.call('POST', `/inventory/requisition/${id}/approve/`, {})).status).toBe(409)
  await move(people.officer, 'requisition', id, 'approve')
  for (const person of [admin, people.asker, people.other]) {
    const tries = [
      person.call('PATCH', `/inventory/requisition/${id}/`, { items: [{ item: first, quantity_requested: 500 }], version: 4 }),
      person.call('POST', '/inventory/requisition-item/', { requisition: id, item: first, quantity_requested: 500 }),
      person.call('DELETE', `/inventory/requisition-item/${items[0]!.id}/`),
      person.call('DELETE', `/inventory/requisition/${id}/items/`),
      person.call('POST', `/inventory/requisition/${id}/reopen/`, {}),
    ]
    for (const reply of await Promise.all(tries)) expect([403, 409]).toContain(reply.status)
  }
  const kept = await well<Requisition>(people.asker.call('GET', `/inventory/requisition/${id}/`))
  expect(kept).toMatchObject({ status: 'approved', items: [{ quantity_requested: 5, quantity_approved: 5 }] })
})

test('what was handed back by the first approver is approved by both anew', async () => {
  const { store, first } = await aShelf(clinic)
  const { id } = await aRequisition(people.asker, store, [{ item: first, quantity_requested: 5 }])
  await move(people.asker, 'requisition', id, 'submit')
  await move(people.head, 'requisition', id, 'approve-department')
  expect((await people.asker.call('POST', `/inventory/requisition/${id}/reopen/`, {})).status).toBe(409)
  await move(people.officer, 'requisition', id, 'reject', { reason: 'Too much' })
  await move(people.asker, 'requisition', id, 'reopen')
  await move(people.asker, 'requisition', id, 'submit')
  expect((await people.officer.call('POST', `/inventory/requisition/${id}/approve/`, {})).status).toBe(409)
})
