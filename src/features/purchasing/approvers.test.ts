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

const waitsForOthers = async (by: Buyers['other'], order: number) => {
  const list = await well<PurchaseOrderSummary[]>(by.call('GET', `${ORDER}?waiting_for_others=true`))
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

const RULE = '/inventory/purchasing-settings/'
const setRule = async (approval_people: number) => {
  const owner = await clinic.signedInAs(['company.change', 'purchasing.view'])
  const { version } = await well<{ version: number }>(owner.call('GET', RULE))
  return well(owner.call('PATCH', RULE, { approval_people, version }))
}
const orderOf = async (by: Buyers['other']) => {
  const { supplier, first } = await aShelf(clinic)
  return anOrder(by, supplier, [row(first)])
}
const refused = (reply: { status: number; json: () => unknown }, detail: string) =>
  expect([reply.status, reply.json()]).toMatchObject([409, { code: 'same_person', detail: expect.stringContaining(detail) as string }])

test('the author does not approve an order of what others requested and approved either', async () => {
  const { store, first } = await aShelf(clinic)
  const { items } = await anApprovedRequisition(people, store, [{ item: first, quantity_requested: 5 }])
  const lines = { requisition_items: [{ id: items[0]!.id, unit_price: '10.00' }] }
  const [made] = await well<PurchaseOrder[]>(people.officer.call('POST', `${ORDER}from-requisitions/`, lines), 201)
  expect(made).toMatchObject({ is_requested: true, is_dearer: true, approval_people: 2 })
  expect(await waitsFor(people.officer, made!.id)).toBe(false)
  refused(await approve(people.officer, made!.id), 'Allowed: ')
  expect(await waitsFor(people.other, made!.id)).toBe(true)
  await well(approve(people.other, made!.id))
})

test('the rule is one of three, changed by the owner alone, and the change is audited', async () => {
  expect((await people.officer.call('PATCH', RULE, { approval_people: 1 })).status).toBe(403)
  const owner = await clinic.signedInAs(['company.change', 'purchasing.view'])
  for (const value of [0, 4, 1.5, '2'])
    expect(Object.keys((await owner.call('PATCH', RULE, { approval_people: value })).json())).toEqual(['approval_people'])
  const { version } = await well<{ version: number }>(owner.call('GET', RULE))
  const both = await Promise.all([1, 3].map((approval_people) => owner.call('PATCH', RULE, { approval_people, version })))
  expect(statuses(both)).toEqual([200, 412])
  await setRule(2)
  const trail = await clinic.db.selectFrom('audit_log').select(['actor_id', 'change']).where('entity', '=', 'purchasing settings').execute()
  expect(trail).toMatchObject([{ actor_id: owner.id }, { change: { approval_people: [expect.any(Number), 2] } }])
})

test('where one person suffices the author approves, and the order and the trail say so', async () => {
  await setRule(1)
  const { id } = await orderOf(people.officer)
  expect(await waitsFor(people.officer, id)).toBe(true)
  expect(await well(approve(people.officer, id))).toMatchObject({ status: 'approved', approval_people: 1, approved_by: people.officer.id })
  const [last] = await clinic.db
    .selectFrom('audit_log')
    .select('change')
    .where('entity', '=', 'purchase order')
    .where('action', '=', 'approve')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(last).toMatchObject({ change: { people: 1, approval: 'final' } })
  await setRule(2)
})

test('three people: two others approve one after the other, and a change of the draft begins anew', async () => {
  await setRule(3)
  const third = await clinic.signedInAs(['purchasing.view', 'purchasing.approve', 'purchasing.order'])
  const { id, items } = await orderOf(people.officer)
  refused(await approve(people.officer, id), 'by the user who created or last changed it')
  expect(await well(approve(people.other, id))).toMatchObject({ status: 'draft', first_approved_by: people.other.id, approved_by: null })
  expect([await waitsFor(people.other, id), await waitsFor(third, id)]).toEqual([false, true])
  expect([await waitsForOthers(people.officer, id), await waitsForOthers(people.other, id), await waitsForOthers(third, id)]).toEqual([
    true,
    true,
    false,
  ])
  refused(await approve(people.other, id), 'second approval')
  await well(
    people.officer.call('POST', '/inventory/purchase-order-item/', { purchase_order: id, ...row(items[0]!.item), quantity_purchased: 9 }),
    201,
  )
  expect(await well(people.officer.call('GET', `${ORDER}${id}/`))).toMatchObject({ first_approved_by: null })
  // Both at once: one is the first, the other the second, whichever comes first.
  const both = await Promise.all([approve(people.other, id), approve(third, id)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const done = await well<PurchaseOrder>(people.officer.call('GET', `${ORDER}${id}/`))
  expect(done).toMatchObject({ status: 'approved', approval_people: 3 })
  expect(new Set([done.first_approved_by, done.approved_by])).toEqual(new Set([people.other.id, third.id]))
  const twice = await orderOf(people.officer)
  const same = await Promise.all([approve(third, twice.id), approve(third, twice.id)])
  expect(statuses(same)).toEqual([200, 409])
  await setRule(2)
})

test('the owner approves an own order only where no other person may, with a reason that stays', async () => {
  const alone = await openTestClinic()
  try {
    const owner = await alone.signedInAs(['purchasing.view', 'purchasing.approve', 'purchasing.order', 'company.change'])
    const buyer = await alone.signedInAs(['purchasing.view', 'purchasing.order'])
    const { supplier, first } = await aShelf(alone)
    const { id } = await anOrder(owner, supplier, [row(first)])
    expect((await approve(owner, id)).json()).toEqual({ reason: ['Enter why you approve your own order.'] })
    // No other person may: it waits for the owner.
    expect([await waitsFor(owner, id), await waitsForOthers(owner, id)]).toEqual([true, false])
    const reasoned = (by: Buyers['other'], order: number) => by.call('POST', `${ORDER}${order}/approve/`, { reason: 'Nobody else buys' })
    const approver = await alone.signedInAs(['purchasing.view', 'purchasing.approve', 'purchasing.order'])
    refused(await reasoned(owner, id), 'Allowed: ')
    expect([await waitsFor(owner, id), await waitsForOthers(owner, id)]).toEqual([false, true])
    expect([await waitsFor(approver, id), await waitsForOthers(approver, id)]).toEqual([true, false])
    const empty = await well<PurchaseOrder>(owner.call('POST', ORDER, { supplier }), 201)
    expect(await waitsForOthers(owner, empty.id)).toBe(false)
    await alone.db.updateTable('users').set({ is_active: false }).where('id', '=', approver.id).execute()
    expect(await well(reasoned(owner, id))).toMatchObject({
      status: 'approved',
      own_approval_reason: 'Nobody else buys',
      approval_people: 2,
    })
    const bought = await anOrder(buyer, supplier, [row(first)])
    expect((await reasoned(buyer, bought.id)).status).toBe(403)
    const [trail] = await alone.db.selectFrom('audit_log').select('change').where('action', '=', 'approve').execute()
    expect(trail).toMatchObject({ change: { own: true, reason: 'Nobody else buys', people: 2 } })
  } finally {
    await alone.close()
  }
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
