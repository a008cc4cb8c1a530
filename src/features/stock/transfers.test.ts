import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { findStockInconsistencies } from '../../testing/books/stock-books.ts'
import { aDrug, aPack, aStore, someStock } from '../../testing/scenarios/stock.ts'
import type { Transfer, TransferDetail } from './contract-moves.ts'

const PATH = '/inventory/transfers/'
let clinic: TestClinic
let sender: Person
let receiver: Person
let main: number
let ward: number
beforeAll(async () => {
  clinic = await openTestClinic()
  sender = await clinic.signedInFrom('Storekeeper')
  receiver = await clinic.signedInFrom('Nurse')
  main = (await aStore(clinic.db, { kind: 'main' })).id
  ward = (await aStore(clinic.db)).id
})
afterAll(async () => {
  expect(await findStockInconsistencies(clinic.db)).toEqual([])
  await clinic.close()
})

/** Does something at another time, when whoever was signed in is not any more. */
const at = async <T>(time: string, work: (person: Person) => Promise<T>): Promise<T> => {
  const before = clinic.clock.now
  clinic.clock.now = new Date(time)
  try {
    return await work(await clinic.signedInFrom('Storekeeper'))
  } finally {
    clinic.clock.now = before
  }
}
const levelOf = async (store: number, item: number) => {
  const level = await clinic.db
    .selectFrom('stock_levels')
    .select(['usable', 'quarantined', 'in_transit'])
    .where('store_id', '=', store)
    .where('item_id', '=', item)
    .executeTakeFirst()
  return level ? [level.usable, level.quarantined, level.in_transit] : [0, 0, 0]
}
const movementsOf = async (item: number) => {
  const { many } = await clinic.db
    .selectFrom('stock_movements')
    .select(({ fn }) => fn.countAll<number>().as('many'))
    .where('item_id', '=', item)
    .executeTakeFirstOrThrow()
  return many
}
const send = async (items: object[], more: object = {}, by = sender) => {
  const reply = await by.call('POST', PATH, { from_store: main, to_store: ward, items, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<TransferDetail>()
}
const receive = (id: number, body: object = {}, by = receiver) => by.call('POST', `${PATH}${id}/receive/`, body)
const drugWith = async (quantity: number, batch: Partial<Parameters<typeof someStock>[1]> = {}) => {
  const { id: item } = await aDrug(clinic.db)
  return { item, batch: await someStock(clinic.db, { item, store: main, quantity, ...batch }) }
}

describe('what is sent', () => {
  test('leaves its store, is on its way, and arrives when the other store says so', async () => {
    const { item, batch } = await drugWith(100, { expires_on: '2026-09-30', unit_cost: '2.5', lot: 'T1' })
    const sent = await send([{ item, quantity: 40 }], { note: 'For the night' })
    expect(sent).toMatchObject({
      status: 'sent',
      from_store: main,
      to_store: ward,
      note: 'For the night',
      sent_by: sender.id,
      date_ended: null,
      item_count: 1,
      value: '100.00',
      missing: 0,
      version: 1,
      requisition: null,
      may: { receive: true, cancel: true },
      items: [{ item, batch, lot: 'T1', expires_on: '2026-09-30', unit_cost: '2.500000', quantity: 40, received: 0, returned: 0, lost: 0 }],
    })
    expect(sent.number).toMatch(/^T-2026-\d{5}$/)
    expect([await levelOf(main, item), await levelOf(ward, item)]).toEqual([
      [60, 0, 0],
      [0, 0, 40],
    ])
    const reply = await receive(sent.id)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.json()).toMatchObject({
      status: 'received',
      ended_by: receiver.id,
      version: 2,
      items: [{ received: 40, returned: 0, lost: 0 }],
      may: { receive: false, cancel: false },
    })
    expect([await levelOf(main, item), await levelOf(ward, item)]).toEqual([
      [60, 0, 0],
      [40, 0, 0],
    ])
  })

  test('comes from the batch that expires first, split where it is not enough, unless one is named; packs are counted in units', async () => {
    const { item, batch: late } = await drugWith(500, { expires_on: '2027-09-30' })
    const soon = await someStock(clinic.db, { item, store: main, quantity: 150, expires_on: '2026-09-30' })
    const box = await aPack(clinic.db, item, 100)
    const { items } = await send([{ item, pack: box.id, quantity: '2' }])
    expect(items.map(({ batch, quantity }) => ({ batch, quantity }))).toEqual([
      { batch: soon, quantity: 150 },
      { batch: late, quantity: 50 },
    ])
    const named = await send([
      { item, quantity: 7, batch: late },
      { item, quantity: 3, batch: late },
    ])
    expect(named.items).toMatchObject([{ batch: late, quantity: 10 }])
  })

  test.each([
    ['nothing', { items: [] }, 'items'],
    ['zero', { items: [{ quantity: 0 }] }, 'items.0.quantity'],
    ['less than nothing', { items: [{ quantity: -1 }] }, 'items.0.quantity'],
    ['half a tablet', { items: [{ quantity: 0.5 }] }, 'items.0.quantity'],
    ['half a tablet as text', { items: [{ quantity: '0.5' }] }, 'items.0.quantity'],
    ['too much for a line', { items: [{ quantity: 1_000_000 }] }, 'items.0.quantity'],
    ['a pack of something else', { items: [{ quantity: 1, pack: 999_999 }] }, 'items.0.pack'],
    ['an item that there is not', { items: [{ item: 999_999, quantity: 1 }] }, 'items.0.item'],
    ['to a store that there is not', { to_store: 999_999, items: [{ quantity: 1 }] }, 'to_store'],
    ['from a store that there is not', { from_store: 999_999, items: [{ quantity: 1 }] }, 'from_store'],
  ])('%s is refused, and nothing moves', async (_name, body, field) => {
    const { item } = await drugWith(10)
    const items = body.items.map((line) => ({ item, ...line }))
    const reply = await sender.call('POST', PATH, { from_store: main, to_store: ward, ...body, items })
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, [field]])
    expect(await movementsOf(item)).toBe(1)
  })

  test('stays in the clinic: not to the same store, and not to one that is out of use', async () => {
    const { item } = await drugWith(10)
    const closed = await aStore(clinic.db, { is_active: false })
    const items = [{ item, quantity: 1 }]
    for (const to_store of [main, closed.id]) {
      const reply = await sender.call('POST', PATH, { from_store: main, to_store, items })
      expect([reply.status, Object.keys(reply.json())]).toEqual([400, ['to_store']])
    }
  })

  test('is there, and may be used', async () => {
    const { item, batch } = await drugWith(10)
    const expired = await someStock(clinic.db, { item, store: main, quantity: 10, expires_on: '2026-03-01' })
    const aside = await someStock(clinic.db, { item, store: main, quantity: 10, state: 'quarantined' })
    const refusal = async (line: object) => {
      const reply = await sender.call('POST', PATH, { from_store: main, to_store: ward, items: [{ item, ...line }] })
      return [reply.status, reply.json<{ code: string }>().code]
    }
    expect(await refusal({ quantity: 11 })).toEqual([409, 'not_enough_stock'])
    expect(await refusal({ quantity: 11, batch })).toEqual([409, 'not_enough_stock'])
    expect(await refusal({ quantity: 1, batch: aside })).toEqual([409, 'not_enough_stock'])
    expect(await refusal({ quantity: 1, batch: expired })).toEqual([409, 'batch_expired'])
    const looker = await clinic.signedInAs(['stock.view'])
    expect((await looker.call('POST', PATH, {})).status).toBe(403)
    expect(await movementsOf(item)).toBe(3)
  })

  test('goes once, however often the button is pressed', async () => {
    const { item } = await drugWith(10)
    const body = { from_store: main, to_store: ward, items: [{ item, quantity: 4 }] }
    const press = () => sender.call('POST', PATH, body, { 'idempotency-key': 'transfer-pressed-twice' })
    const [one, two] = [await press(), await press()]
    expect([one.status, two.json<Transfer>().id]).toEqual([201, one.json<Transfer>().id])
    expect(await levelOf(main, item)).toEqual([6, 0, 0])
  })
})

describe('what arrives', () => {
  test('less arrives with a reason: some goes back, some is lost', async () => {
    const { item } = await drugWith(50)
    const { id, items } = await send([{ item, quantity: 30 }])
    const line = items[0]!.id
    const without = await receive(id, { items: [{ id: line, returned: 5, lost: 2 }] })
    expect([without.status, Object.keys(without.json())]).toEqual([400, ['reason']])
    const reply = await receive(id, { items: [{ id: line, received: 23, returned: 5, lost: 2 }], reason: 'Two broke' })
    expect(reply.json()).toMatchObject({
      status: 'received',
      end_reason: 'Two broke',
      missing: 7,
      items: [{ received: 23, returned: 5, lost: 2 }],
    })
    expect([await levelOf(main, item), await levelOf(ward, item)]).toEqual([
      [25, 0, 0],
      [23, 0, 0],
    ])
  })

  test.each([
    ['more than was sent', { received: 31 }, 'items.0.received'],
    ['less, and nobody says where it is', { received: 29 }, 'items.0.received'],
    ['more back than was sent', { returned: 20, lost: 11 }, 'items.0.received'],
    ['less than nothing', { received: -1 }, 'items.0.received'],
    ['a line of another transfer', { id: 999_999 }, 'items.0.id'],
  ])('%s is refused', async (_name, message, field) => {
    const { item } = await drugWith(50)
    const { id, items } = await send([{ item, quantity: 30 }])
    const reply = await receive(id, { items: [{ id: items[0]!.id, ...message }], reason: 'So it is' })
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, [field]])
    expect(await levelOf(ward, item)).toEqual([0, 0, 30])
  })

  test('what expired on the way comes into quarantine, and so does what goes back', async () => {
    const { item } = await drugWith(50, { expires_on: '2026-03-03' })
    const { id, items } = await send([{ item, quantity: 30 }])
    await at('2026-03-04T07:30:00Z', (person) => receive(id, { items: [{ id: items[0]!.id, returned: 10 }], reason: 'Too old' }, person))
    expect([await levelOf(main, item), await levelOf(ward, item)]).toEqual([
      [20, 10, 0],
      [0, 20, 0],
    ])
  })

  test('of two who take in the same transfer at once one does', async () => {
    const { item } = await drugWith(50)
    const { id } = await send([{ item, quantity: 30 }])
    const replies = await Promise.all([receive(id), receive(id, {}, sender), receive(id)])
    expect(statuses(replies)).toEqual([200, 409, 409])
    expect(replies.find(({ status }) => status === 409)!.json()).toMatchObject({ code: 'not_sent', status: 'received' })
    expect(await levelOf(ward, item)).toEqual([30, 0, 0])
  })

  test('who has seen another version is told', async () => {
    const { item } = await drugWith(50)
    const { id } = await send([{ item, quantity: 30 }])
    expect((await receive(id, { version: 2 })).status).toBe(412)
    expect((await receive(999_999)).status).toBe(404)
    expect((await receive(id, { version: 1 })).status).toBe(200)
  })
})

describe('what is called back', () => {
  test('returns whole, by the person who sent it, while it is on its way', async () => {
    const { item } = await drugWith(50)
    const { id } = await send([{ item, quantity: 30 }])
    const cancel = (by: Person, body: object = { reason: 'Wrong ward' }) => by.call('POST', `${PATH}${id}/cancel/`, body)
    expect([(await cancel(receiver)).status, (await cancel(sender, {})).status]).toEqual([403, 400])
    const reply = await cancel(sender)
    expect(reply.json()).toMatchObject({ status: 'cancelled', end_reason: 'Wrong ward', items: [{ returned: 30, received: 0 }] })
    expect([await levelOf(main, item), await levelOf(ward, item)]).toEqual([
      [50, 0, 0],
      [0, 0, 0],
    ])
    expect((await cancel(sender)).json()).toMatchObject({ code: 'not_sent', status: 'cancelled' })
    expect((await receive(id)).status).toBe(409)
  })

  test('or is taken in at the same moment, never both', async () => {
    const { item } = await drugWith(50)
    const { id } = await send([{ item, quantity: 30 }])
    const replies = await Promise.all([receive(id), sender.call('POST', `${PATH}${id}/cancel/`, { reason: 'Wrong ward' })])
    expect(statuses(replies)).toEqual([200, 409])
  })
})

test('the list is newest first, in pages, by store, side, status, item and day', async () => {
  const [from, to] = [await aStore(clinic.db), await aStore(clinic.db)]
  const { id: item } = await aDrug(clinic.db)
  const { id: other } = await aDrug(clinic.db)
  for (const one of [item, other]) await someStock(clinic.db, { item: one, store: from.id, quantity: 50 })
  const sent: number[] = []
  for (const [day, one] of [
    ['2026-03-02', item],
    ['2026-03-03', other],
    ['2026-03-05', item],
  ] as const) {
    const body = { from_store: from.id, to_store: to.id }
    sent.push((await at(`${day}T07:30:00Z`, (person) => send([{ item: one, quantity: 1 }], body, person))).id)
  }
  await receive(sent[1]!)
  const ids = async (query: string) => (await receiver.call('GET', `${PATH}?${query}`)).json<Transfer[]>().map(({ id }) => id)
  const [a, b, c] = sent
  expect(await ids(`store=${from.id}`)).toEqual([c, b, a])
  expect(await ids(`store=${to.id}&status=received`)).toEqual([b])
  expect(await ids(`from_store=${to.id}`)).toEqual([])
  expect(await ids(`to_store=${to.id}&item=${item}`)).toEqual([c, a])
  expect(await ids(`store=${to.id}&from=2026-03-03&to=2026-03-05`)).toEqual([c, b])
  const first = await receiver.call('GET', `${PATH}?store=${from.id}&limit=2&count=true`)
  expect([first.headers['x-total-count'], first.json<Transfer[]>()]).toMatchObject(['3', [{ id: c }, { id: b, missing: 0 }]])
  const next = first.next!
  expect((await receiver.call('GET', next)).json<Transfer[]>().map(({ id }) => id)).toEqual([a])
  expect((await receiver.call('GET', `${PATH}999999/`)).status).toBe(404)
})
