import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { anApprovedRequisition, aRequisition, aShelf, type Buyers, buyersOf, move, well } from '../../testing/scenarios/ordering.ts'
import { aPack, aStore, someStock } from '../../testing/scenarios/stock.ts'
import type { Requisition } from './contract-requisitions.ts'
import { requisitionMoves, requisitionStatuses, type RequisitionMove } from './rules.ts'

let clinic: TestClinic
let people: Buyers
beforeAll(async () => {
  clinic = await openTestClinic()
  people = await buyersOf(clinic)
})
afterAll(() => clinic.close())

const ask = async (quantity = 10) => {
  const shelf = await aShelf(clinic)
  const made = await aRequisition(people.asker, shelf.store, [
    { item: shelf.first, quantity_requested: quantity },
    { item: shelf.second, quantity_requested: 4 },
  ])
  return { ...shelf, ...made, itemIds: made.items.map(({ id }) => id) }
}
const tell = (person: Person, id: number, what: string, body: object = {}) =>
  person.call('POST', `/inventory/requisition/${id}/${what}/`, body)

describe('the way of a requisition', () => {
  test('submit, approve-department, approve: two different people, each at their time', async () => {
    const { id } = await ask()
    expect(await move(people.asker, 'requisition', id, 'submit')).toMatchObject({
      status: 'submitted',
      submitted_at: '2026-03-02T07:30:00.000Z',
    })
    const first = await move(people.head, 'requisition', id, 'approve-department')
    expect(first).toMatchObject({ status: 'department approved', department_approved_by: people.head.id })
    const done = await move(people.officer, 'requisition', id, 'approve')
    expect(done).toMatchObject({ status: 'approved', procurement_approved_by: people.officer.id, version: 4 })
    expect(done.items.map(({ quantity_approved, open_units }) => [quantity_approved, open_units])).toEqual([
      [10, 10],
      [4, 4],
    ])
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('entity', '=', 'requisition')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['create', 'submit', 'approve-department', 'approve'])
  })

  test('approve takes less of a line, or none, never more', async () => {
    const { id, itemIds } = await ask()
    await move(people.asker, 'requisition', id, 'submit')
    await move(people.head, 'requisition', id, 'approve-department')
    const approve = (items: object[]) => tell(people.officer, id, 'approve', { items })
    expect((await approve([{ id: itemIds[0], quantity_approved: 11 }])).json()).toEqual({
      'items.0.quantity_approved': ['This is more than was requested.'],
    })
    expect(Object.keys((await approve([{ id: 999_999, quantity_approved: 1 }])).json())).toEqual(['items.0.id'])
    expect(Object.keys((await approve(itemIds.map((line) => ({ id: line, quantity_approved: 0 })))).json())).toEqual(['items'])
    const done = await well<Requisition>(approve([{ id: itemIds[0], quantity_approved: '0' }]))
    expect(done.items.map(({ quantity_approved }) => quantity_approved)).toEqual([0, 4])
  })

  test('reject needs a reason; who asked reopens it and hands it in anew', async () => {
    const { id } = await ask()
    await move(people.asker, 'requisition', id, 'submit')
    await move(people.head, 'requisition', id, 'approve-department')
    expect((await tell(people.officer, id, 'reject')).json()).toHaveProperty('reason')
    const rejected = await move(people.officer, 'requisition', id, 'reject', { reason: 'Too much' })
    expect(rejected).toMatchObject({ status: 'rejected', end_reason: 'Too much', ended_by_name: 'Test receptionist' })
    expect((await tell(people.other, id, 'reopen')).status).toBe(403)
    const draft = await move(people.asker, 'requisition', id, 'reopen')
    expect(draft).toMatchObject({ status: 'draft', ended_at: null, end_reason: '', department_approved_at: null, submitted_at: null })
    expect((await move(people.asker, 'requisition', id, 'submit')).status).toBe('submitted')
  })

  test('cancel, by who asked or an approver; close with a reason', async () => {
    const { id } = await ask()
    const stranger = await clinic.signedInAs(['purchasing.view', 'purchasing.request'])
    expect((await tell(stranger, id, 'cancel')).status).toBe(403)
    expect(await move(people.head, 'requisition', id, 'cancel', { reason: 'Not this year' })).toMatchObject({
      status: 'cancelled',
    })
    const { id: other } = await ask()
    expect(await move(people.asker, 'requisition', other, 'cancel')).toMatchObject({ status: 'cancelled', end_reason: '' })
    const { store, first } = await aShelf(clinic)
    const approved = await anApprovedRequisition(people, store, [{ item: first, quantity_requested: 5 }])
    expect((await tell(people.asker, approved.id, 'close')).json()).toHaveProperty('reason')
    const closed = await move(people.asker, 'requisition', approved.id, 'close', { reason: 'Got it elsewhere' })
    expect([closed.status, closed.items[0]!.open_units]).toEqual(['closed', 0])
  })

  test('submit needs rows', async () => {
    const { store } = await aShelf(clinic)
    const { id } = await aRequisition(people.asker, store, [])
    const reply = await tell(people.asker, id, 'submit')
    expect([reply.status, reply.json()]).toMatchObject([409, { code: 'empty' }])
  })
})

describe('wrong people', () => {
  const same = [409, { code: 'same_person', detail: 'A requisition is approved by two different users, neither of them the requester.' }]

  test('nobody approves what they asked for, and nobody approves twice', async () => {
    const { store, first } = await aShelf(clinic)
    const own = await aRequisition(people.other, store, [{ item: first, quantity_requested: 1 }])
    await move(people.other, 'requisition', own.id, 'submit')
    const mine = await tell(people.other, own.id, 'approve-department')
    expect([mine.status, mine.json()]).toMatchObject(same)
    await move(people.head, 'requisition', own.id, 'approve-department')
    const again = await tell(people.other, own.id, 'approve')
    expect([again.status, again.json()]).toMatchObject(same)
    const { id } = await ask()
    await move(people.asker, 'requisition', id, 'submit')
    await move(people.other, 'requisition', id, 'approve-department')
    const twice = await tell(people.other, id, 'approve')
    expect([twice.status, twice.json()]).toMatchObject(same)
  })

  test('the database has the last word about who approves', async () => {
    const { id } = await ask()
    const set = { department_approved_at: clinic.clock.now, department_approved_by: people.asker.id }
    const done = clinic.db.updateTable('requisitions').set(set).where('id', '=', id).execute()
    await expect(done).rejects.toThrow('requisitions_two_approvers')
  })

  test('each approval needs its right, and so does a rejection', async () => {
    const { id } = await ask()
    expect((await tell(people.other, id, 'submit')).status).toBe(403)
    await move(people.asker, 'requisition', id, 'submit')
    expect((await tell(people.officer, id, 'approve-department')).status).toBe(403)
    expect((await tell(people.head, id, 'approve')).status).toBe(403)
    expect((await tell(people.asker, id, 'reject', { reason: 'No' })).status).toBe(403)
    await move(people.head, 'requisition', id, 'approve-department')
    expect((await tell(people.head, id, 'reject', { reason: 'No' })).status).toBe(403)
  })

  test('a version that was seen before is 412 for every move', async () => {
    const { id } = await ask()
    for (const what of ['submit', 'cancel', 'reopen']) expect((await tell(people.asker, id, what, { version: 9 })).status).toBe(412)
    expect((await tell(people.head, id, 'approve-department', { version: 9 })).status).toBe(412)
    expect((await tell(people.officer, id, 'approve', { version: 9 })).status).toBe(412)
    expect((await tell(people.asker, id, 'issue', { version: 9, store: 1 })).status).toBe(412)
    expect((await people.asker.call('POST', `/inventory/requisition/${id}/submit/`, {}, { 'if-match': '"9"' })).status).toBe(412)
    expect((await tell(people.asker, 999_999, 'submit')).status).toBe(404)
  })

  test('a move that does not follow is 409, wherever it stands', async () => {
    const { id } = await ask()
    const bodies: Partial<Record<RequisitionMove, object>> = { reject: { reason: 'No' }, close: { reason: 'No' } }
    const who: Partial<Record<RequisitionMove, Person>> = {
      'approve-department': people.head,
      approve: people.officer,
      reject: people.officer,
    }
    const marks = {
      ended_at: null as Date | null,
      department_approved_at: null as Date | null,
      department_approved_by: null as number | null,
    }
    for (const status of requisitionStatuses) {
      const isApproved = status === 'approved' || status === 'part-ordered'
      const by = {
        procurement_approved_at: isApproved ? clinic.clock.now : null,
        procurement_approved_by: isApproved ? people.officer.id : null,
      }
      const first = isApproved ? { department_approved_at: clinic.clock.now, department_approved_by: people.head.id } : {}
      const ended_at = ['closed', 'rejected', 'cancelled'].includes(status) ? clinic.clock.now : null
      await clinic.db
        .updateTable('requisitions')
        .set({ status, ...marks, ended_at, ...first, ...by })
        .where('id', '=', id)
        .execute()
      for (const what of Object.keys(requisitionMoves) as RequisitionMove[]) {
        if ((requisitionMoves[what].from as readonly string[]).includes(status)) continue
        const reply = await tell(who[what] ?? people.asker, id, what, bodies[what])
        expect([reply.status, reply.json()], `${what} of ${status}`).toMatchObject([409, { code: 'not_a_move', status }])
      }
    }
  })
})

describe('POST /inventory/requisition/{id}/issue/', () => {
  test('sends a transfer to the store that asks, counts it, and closes what is covered', async () => {
    const { store, first, second } = await aShelf(clinic)
    const from = (await aStore(clinic.db)).id
    const box = await aPack(clinic.db, first, 10)
    await someStock(clinic.db, { item: first, store: from, quantity: 25 })
    await someStock(clinic.db, { item: second, store: from, quantity: 4 })
    const { id, items } = await anApprovedRequisition(people, store, [
      { item: first, quantity_requested: 3, pack: box.id },
      { item: second, quantity_requested: 4 },
    ])
    const issue = (body: object) => tell(people.asker, id, 'issue', { store: from, ...body })
    const short = await issue({})
    expect([short.status, short.json()]).toMatchObject([409, { code: 'not_enough_stock', short: [{ item: first, wanted: 30, left: 25 }] }])
    expect(Object.keys((await issue({ items: [{ id: items[0]!.id, units: 31 }] })).json())).toEqual(['items.0.units'])
    const part = await well<Requisition>(issue({ items: [{ id: items[0]!.id, units: 25 }] }))
    expect([part.status, part.items[0]!.issued_units, part.items[0]!.open_units]).toEqual(['part-ordered', 25, 5])
    expect(part.transfers).toMatchObject([{ status: 'sent' }])
    const transfer = await clinic.db.selectFrom('transfers').selectAll().where('id', '=', part.transfers[0]!.id).executeTakeFirstOrThrow()
    expect(transfer).toMatchObject({ from_store_id: from, to_store_id: store, requisition_id: id, sent_by: people.asker.id })
    await someStock(clinic.db, { item: first, store: from, quantity: 100 })
    const done = await well<Requisition>(issue({}))
    expect([done.status, done.end_reason, done.ended_by_name]).toEqual(['closed', '', 'Test receptionist'])
    expect(done.items.map(({ issued_units }) => issued_units)).toEqual([30, 4])
    const over = await issue({})
    expect([over.status, over.json()]).toMatchObject([409, { code: 'not_a_move' }])
  })

  test('what is called back or comes back is open again', async () => {
    const { store, first } = await aShelf(clinic)
    const from = (await aStore(clinic.db)).id
    await someStock(clinic.db, { item: first, store: from, quantity: 50 })
    const { id } = await anApprovedRequisition(people, store, [{ item: first, quantity_requested: 20 }])
    const keeper = await clinic.signedInAs(['stock.move', 'stock.view', 'purchasing.view'])
    const issued = await well<Requisition>(tell(keeper, id, 'issue', { store: from }))
    expect(issued.status).toBe('closed')
    await well(keeper.call('POST', `/inventory/transfers/${issued.transfers[0]!.id}/cancel/`, { reason: 'Wrong ward' }))
    const open = await well<Requisition>(people.asker.call('GET', `/inventory/requisition/${id}/`))
    expect([open.status, open.ended_at, open.items[0]!.issued_units, open.items[0]!.open_units]).toEqual(['approved', null, 0, 20])
    const again = await well<Requisition>(tell(keeper, id, 'issue', { store: from }))
    const transfer = again.transfers[1]!.id
    const { items } = await well<{ items: { id: number }[] }>(keeper.call('GET', `/inventory/transfers/${transfer}/`))
    await well(
      keeper.call('POST', `/inventory/transfers/${transfer}/receive/`, {
        items: [{ id: items[0]!.id, returned: 5, lost: 1 }],
        reason: 'Torn',
      }),
    )
    const left = await well<Requisition>(people.asker.call('GET', `/inventory/requisition/${id}/`))
    expect([left.status, left.items[0]!.issued_units, left.items[0]!.open_units]).toEqual(['part-ordered', 15, 5])
  })

  test('needs an approved requisition, another store, and stock.move', async () => {
    const { id, store } = await ask()
    expect((await tell(people.asker, id, 'issue', { store: 1 })).json()).toMatchObject({ code: 'not_a_move', status: 'draft' })
    expect((await tell(people.head, id, 'issue', { store: 1 })).status).toBe(403)
    const { first } = await aShelf(clinic)
    const approved = await anApprovedRequisition(people, store, [{ item: first, quantity_requested: 1 }])
    expect(Object.keys((await tell(people.asker, approved.id, 'issue', { store })).json())).toEqual(['store'])
    expect(Object.keys((await tell(people.asker, approved.id, 'issue', { store: 999_999 })).json())).toEqual(['store'])
  })
})
