import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { anApprovedRequisition, aRequisition, aShelf, type Buyers, buyersOf, move, well } from '../../testing/scenarios/ordering.ts'
import { anItem } from '../../testing/builders.ts'
import { aPack, aStore, someStock } from '../../testing/scenarios/stock.ts'
import type { Requisition, RequisitionItem, RequisitionLine } from './contract-requisitions.ts'

let clinic: TestClinic
let people: Buyers
beforeAll(async () => {
  clinic = await openTestClinic()
  people = await buyersOf(clinic)
})
afterAll(() => clinic.close())

const post = (path: string, body: object) => people.asker.call('POST', `/inventory/${path}/`, body)
const read = (id: number) => well<Requisition>(people.asker.call('GET', `/inventory/requisition/${id}/`))

describe('POST /inventory/requisition/', () => {
  test('asks for goods with all rows at once', async () => {
    const { store, supplier, first, second } = await aShelf(clinic)
    const pack = await aPack(clinic.db, first, 100)
    await someStock(clinic.db, { item: first, store, quantity: 30, unit_cost: '2.5' })
    await someStock(clinic.db, { item: first, store: 1, quantity: 500, unit_cost: '3' })
    const made = await well<Requisition>(
      post('requisition', {
        store,
        needed_by: '2026-03-10',
        note: 'For the ward',
        items: [
          { item: first, quantity_requested: '4', pack: pack.id, supplier },
          { item: second, quantity_requested: 20, note: 'Any brand' },
        ],
      }),
      201,
    )
    expect(made).toMatchObject({
      status: 'draft',
      store,
      requested_by: people.asker.id,
      requested_by_name: 'Test receptionist',
      date_created: '2026-03-02T07:30:00.000Z',
      needed_by: '2026-03-10',
      item_count: 2,
      total_amount: '1200.00',
      version: 1,
      orders: [],
      transfers: [],
    })
    expect(made.number).toMatch(/^RQ-2026-\d{5}$/)
    expect(made.items[0]).toMatchObject({
      item: first,
      unit: 'tablet',
      pack: pack.id,
      pack_name: 'Box of 100',
      pack_units: 100,
      supplier,
      quantity_requested: 4,
      quantity_approved: null,
      open_units: 0,
      unit_cost: '3.000000',
      on_hand: 30,
      elsewhere: 500,
    })
    expect(made.items[1]).toMatchObject({ pack: null, pack_units: 1, supplier: null, note: 'Any brand' })
  })

  test('takes what earlier clients send, and decides who asks and where it stands', async () => {
    const { supplier, first } = await aShelf(clinic)
    const made = await well<Requisition>(post('requisition', { requested_by: 999, status: 'COMPLETED', file: null }), 201)
    expect(made).toMatchObject({ status: 'draft', requested_by: people.asker.id, store: 1, items: [] })
    const row = { item: first, quantity_requested: '12', requisition: made.id, supplier, date_created: '2020-01-01' }
    const saved = await well<RequisitionItem>(post('requisition-item', row), 201)
    expect(saved).toMatchObject({
      requisition: made.id,
      item: first,
      quantity_requested: 12,
      supplier,
      date_created: '2026-03-02T07:30:00.000Z',
    })
  })

  test('keeps nothing when one row is wrong, and names its place', async () => {
    const { store, first, second } = await aShelf(clinic)
    const stray = await aPack(clinic.db, second)
    const bare = await anItem(clinic.db, '5.00')
    const before = await clinic.db
      .selectFrom('requisitions')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    const reported = async (items: object[]) => {
      const reply = await post('requisition', { store, items })
      expect(reply.status).toBe(400)
      return Object.keys(reply.json())
    }
    const fine = { item: first, quantity_requested: 1 }
    for (const quantity_requested of [0, -1, 1.5, '2.5', 'many', 1_000_000])
      expect(await reported([fine, { item: second, quantity_requested }])).toEqual(['items.1.quantity_requested'])
    expect(await reported([fine, { item: bare.id, quantity_requested: 1 }])).toEqual(['items.1.item'])
    expect(await reported([{ ...fine, pack: stray.id }])).toEqual(['items.0.pack'])
    expect(await reported([{ item: second, pack: stray.id, quantity_requested: 999_999 }])).toEqual(['items.0.quantity_requested'])
    expect(await reported([fine, fine])).toEqual(['items.1.item'])
    expect(await reported([{ ...fine, supplier: 999_999 }])).toEqual(['items.0.supplier'])
    const after = await clinic.db
      .selectFrom('requisitions')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(after).toEqual(before)
  })

  test('needs a store in use, and the right to ask', async () => {
    const closed = await aStore(clinic.db, { is_active: false })
    expect((await post('requisition', { store: closed.id })).json()).toEqual({ store: ['This store is inactive.'] })
    expect((await people.head.call('POST', '/inventory/requisition/', {})).status).toBe(403)
  })
})

describe('the rows of a draft', () => {
  test('POST /inventory/requisition-item/ replaces the row of the same item', async () => {
    const { store, first, second } = await aShelf(clinic)
    const { id } = await aRequisition(people.asker, store, [
      { item: first, quantity_requested: 5 },
      { item: second, quantity_requested: 1 },
    ])
    await well(post('requisition-item', { requisition: id, item: first, quantity_requested: 9 }), 201)
    const { items, version } = await read(id)
    expect([items.map(({ item, quantity_requested }) => [item, quantity_requested]), version]).toEqual([
      [
        [first, 9],
        [second, 1],
      ],
      2,
    ])
    const wrong = await post('requisition-item', { requisition: id, item: first, quantity_requested: 0 })
    expect(Object.keys(wrong.json())).toEqual(['quantity_requested'])
    const stray = await aPack(clinic.db, second)
    const pack = await post('requisition-item', { requisition: id, item: first, quantity_requested: 1, pack: stray.id })
    expect(Object.keys(pack.json())).toEqual(['pack'])
  })

  test('DELETE removes one, and all of them', async () => {
    const { store, first, second } = await aShelf(clinic)
    const rows = [first, second].map((item) => ({ item, quantity_requested: 5 }))
    const { id, items } = await aRequisition(people.asker, store, rows)
    await well(people.asker.call('DELETE', `/inventory/requisition-item/${items[0]!.id}/`), 204)
    const left = await well<RequisitionItem[]>(people.asker.call('GET', `/inventory/requisition-item/by-requisition-id/${id}/`))
    expect(left.map(({ item }) => item)).toEqual([second])
    await well(people.asker.call('DELETE', `/inventory/requisition/${id}/items/`), 204)
    expect((await read(id)).items).toEqual([])
    expect((await people.asker.call('DELETE', `/inventory/requisition-item/${items[0]!.id}/`)).status).toBe(404)
    expect((await people.asker.call('GET', '/inventory/requisition-item/by-requisition-id/999999/')).status).toBe(404)
  })

  test('PATCH /inventory/requisition/{id}/ replaces them all, at the version that was seen', async () => {
    const { store, first, second } = await aShelf(clinic)
    const { id } = await aRequisition(people.asker, store, [{ item: first, quantity_requested: 5 }])
    const url = `/inventory/requisition/${id}/`
    const change = { note: 'Soon', items: [{ item: second, quantity_requested: 2 }] }
    expect((await people.asker.call('PATCH', url, change)).json()).toHaveProperty('version')
    const stale = await people.asker.call('PATCH', url, { ...change, version: 3 })
    expect([stale.status, stale.json<{ current: Requisition }>().current.id]).toEqual([412, id])
    const saved = await well<Requisition>(people.asker.call('PATCH', url, { ...change, version: 1 }))
    expect([saved.note, saved.version, saved.items.map(({ item }) => item)]).toEqual(['Soon', 2, [second]])
  })

  test('change only while it is a draft, by who asked', async () => {
    const { store, first, second } = await aShelf(clinic)
    const { id, items } = await aRequisition(people.asker, store, [{ item: first, quantity_requested: 5 }])
    const row = { requisition: id, item: second, quantity_requested: 1 }
    const refused = await people.other.call('POST', '/inventory/requisition-item/', row)
    expect([refused.status, refused.json()]).toMatchObject([403, { detail: 'Only the requester can do this with a requisition.' }])
    await move(people.asker, 'requisition', id, 'submit')
    for (const [method, path, body] of [
      ['POST', 'requisition-item', row],
      ['DELETE', `requisition-item/${items[0]!.id}`, undefined],
      ['DELETE', `requisition/${id}/items`, undefined],
      ['PATCH', `requisition/${id}`, { note: 'x', version: 2 }],
    ] as const) {
      const reply = await people.asker.call(method, `/inventory/${path}/`, body)
      expect([reply.status, reply.json()], path).toMatchObject([409, { code: 'not_a_draft', status: 'submitted' }])
    }
    expect((await post('requisition-item', { ...row, requisition: 999_999 })).status).toBe(404)
  })
})

describe('GET /inventory/requisition/', () => {
  test('lists newest first, in pages, by whatever is asked', async () => {
    const { store, supplier, first, second } = await aShelf(clinic)
    const rows = [{ item: first, quantity_requested: 5 }]
    const one = await aRequisition(people.asker, store, rows)
    const two = await aRequisition(people.asker, store, [{ item: second, quantity_requested: 1, supplier }])
    const three = await aRequisition(people.other, store, rows)
    await move(people.asker, 'requisition', one.id, 'submit')
    await move(people.other, 'requisition', three.id, 'submit')
    const ids = async (query: string, person = people.asker) =>
      (await well<Requisition[]>(person.call('GET', `/inventory/requisition/?store=${store}&${query}`))).map(({ id }) => id)
    expect(await ids('')).toEqual([three.id, two.id, one.id])
    expect(await ids('status=draft')).toEqual([two.id])
    expect(await ids(`supplier=${supplier}`)).toEqual([two.id])
    expect(await ids(`item=${first}`)).toEqual([three.id, one.id])
    expect(await ids('mine=true')).toEqual([two.id, one.id])
    expect(await ids(`q=${one.number.toLowerCase()}`)).toEqual([one.id])
    expect(await ids('from=2026-03-02&to=2026-03-02')).toHaveLength(3)
    expect(await ids('from=2026-03-03')).toEqual([])
    // The first approval of others' requisitions; nobody approves their own.
    expect(await ids('waiting=true', people.head)).toEqual([three.id, one.id])
    expect(await ids('waiting=true', people.other)).toEqual([one.id])
    expect(await ids('waiting=true', people.officer)).toEqual([])
    await move(people.head, 'requisition', one.id, 'approve-department')
    expect(await ids('waiting=true', people.officer)).toEqual([one.id])
    const page = await people.asker.call('GET', `/inventory/requisition/?store=${store}&limit=2&count=true`)
    expect([page.json<unknown[]>().length, page.headers['x-total-count']]).toEqual([2, '3'])
    const next = page.next!
    expect((await well<Requisition[]>(people.asker.call('GET', next))).map(({ id }) => id)).toEqual([one.id])
  })

  test('the rows and the lines that are still to be ordered are lists as well', async () => {
    const { store, supplier, first, second } = await aShelf(clinic)
    const draft = await aRequisition(people.asker, store, [{ item: first, quantity_requested: 5 }])
    const { id, items } = await anApprovedRequisition(people, store, [
      { item: first, quantity_requested: 7 },
      { item: second, quantity_requested: 3 },
    ])
    const rows = await well<RequisitionItem[]>(people.asker.call('GET', `/inventory/requisition-item/?item=${first}`))
    expect(rows.map(({ requisition }) => requisition)).toEqual([id, draft.id])
    const lines = await well<RequisitionLine[]>(people.asker.call('GET', `/inventory/requisition-lines/?store=${store}`))
    expect(lines.map((line) => line.id)).toEqual([items[1]!.id, items[0]!.id])
    expect(lines[1]).toMatchObject({ requisition: id, open_units: 7, usual_supplier: supplier, last_price: null, store })
    const of = async (query: string) => (await well<unknown[]>(people.asker.call('GET', `/inventory/requisition-lines/?${query}`))).length
    expect(await of(`supplier=${supplier}`)).toBe(2)
    expect(await of(`requisition=${id}&item=${first}`)).toBe(1)
    expect(await of(`q=${lines[0]!.requisition_number}`)).toBe(2)
    expect(await of(`requisition=${draft.id}`)).toBe(0)
  })

  test('is for people with purchasing.view', async () => {
    const unprivileged = await clinic.signedInAs(['stock.view'])
    for (const path of ['requisition', 'requisition-item', 'requisition-lines', 'purchase-order', 'suppliers'])
      expect((await unprivileged.call('GET', `/inventory/${path}/`)).status).toBe(403)
  })
})
