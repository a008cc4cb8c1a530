import { afterAll, beforeAll, expect, test } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openCounts, type Counts } from '../../testing/scenarios/counts.ts'

let clinic: TestClinic
let counts: Counts
beforeAll(async () => {
  clinic = await openTestClinic()
  counts = await openCounts(clinic)
})
afterAll(() => clinic.close())

/** A count whose lines were all found as the books say, but the first, of which so many were found; handed in. */
const counted = async (store: number, found: number) => {
  const { counter, start, enter, act } = counts
  const { id, sheet } = await start({ store })
  const reply = await enter(
    id,
    sheet.map((line, place) => (place === 0 ? { id: line.id, counted: found, reason: 'Broken' } : { id: line.id, counted: line.expected })),
  )
  expect(reply.status, reply.text).toBe(200)
  expect((await act(id, 'submit', counter)).status).toBe(200)
  return { id, sheet }
}

test('nobody approves what they counted or handed in, not even after somebody counted it again', async () => {
  const { counter, helper, approver, aShelf, start, read, enter, act } = counts
  const { store } = await aShelf()
  const { id, sheet } = await start({ store })
  await enter(id, [{ id: sheet[0]!.id, counted: 10 }], approver)
  await enter(id, [{ id: sheet[0]!.id, counted: 10 }], helper)
  const countedBy = await act(id, 'submit', counter, { leave_out_uncounted: true })
  expect(countedBy.status).toBe(200)
  expect((await act(id, 'approve', approver)).json()).toMatchObject({ code: 'own_work' })
  expect((await read(id, approver)).may).toMatchObject({ approve: false, reject: true })
})

test('a count is sent back with a reason and handed in again', async () => {
  const { counter, approver, aShelf, enter, act } = counts
  const { store } = await aShelf()
  const { id, sheet } = await counted(store, 2)
  expect((await act(id, 'reject', counter, { reason: 'No' })).status).toBe(403)
  expect((await act(id, 'reject', approver, {})).status).toBe(400)
  expect((await act(id, 'reject', approver, { reason: 'Eight are missing? Count again' })).json()).toMatchObject({
    status: 'counting',
    submitted_by: null,
    end_reason: 'Eight are missing? Count again',
  })
  await enter(id, [{ id: sheet[0]!.id, counted: 9, reason: 'One broke' }])
  expect((await act(id, 'submit', counter)).json()).toMatchObject({ status: 'submitted', variance_value: '-2.50', end_reason: '' })
})

test('what the books have is kept as it was when each line was counted, and what goes out meanwhile stays out', async () => {
  const { counter, helper, approver, usableOf, aShelf, start, read, enter, act } = counts
  const { first, store } = await aShelf()
  const { id, sheet } = await start({ store, items: [first] })
  const use = (quantity: number) =>
    helper.call('POST', '/inventory/consumptions/', { store, reason: 'Ward', items: [{ item: first, quantity }] })
  const line = sheet[0]!.id
  await enter(id, [{ id: line, counted: 9, reason: 'One broke' }])
  expect((await use(4)).status).toBe(201)
  expect((await read(id)).sheet[0]).toMatchObject({ expected: 10, counted: 9 })
  await act(id, 'submit', counter, { leave_out_uncounted: true })
  await act(id, 'approve', approver)
  expect(await usableOf(first, store)).toBe(5)
})

test('a count that would leave less than nothing says of which line, and posts none', async () => {
  const { helper, approver, usableOf, aShelf, read, act } = counts
  const { first, store } = await aShelf()
  const { id, sheet } = await counted(store, 2)
  const used = await helper.call('POST', '/inventory/consumptions/', { store, reason: 'Ward', items: [{ item: first, quantity: 5 }] })
  expect(used.status, used.text).toBe(201)
  const reply = await act(id, 'approve', approver)
  expect([reply.status, reply.json()]).toMatchObject([
    409,
    { code: 'not_enough_stock', lines: [{ id: sheet[0]!.id, item: first, lot: 'A1', variance: -8, left: 5 }] },
  ])
  expect([await usableOf(first, store), (await read(id)).status]).toEqual([5, 'submitted'])
})

test('of two who approve at once one posts', async () => {
  const { approver, usableOf, aShelf, act } = counts
  const { first, store } = await aShelf()
  const { id } = await counted(store, 6)
  const second = await clinic.signedInAs(['stock.view', 'stock.approve'])
  const replies = await Promise.all([approver, second, approver, second].map((person) => act(id, 'approve', person)))
  expect(statuses(replies)).toEqual([200, 409, 409, 409])
  expect(await usableOf(first, store)).toBe(6)
})

test('counting while goods go out: whatever the order, the books end as what was found less what went out after', async () => {
  const { counter, helper, approver, usableOf, aShelf, start, read, enter, act } = counts
  const { first, store } = await aShelf()
  const { id, sheet } = await start({ store, items: [first] })
  const line = sheet[0]!.id
  const uses = Array.from({ length: 6 }, () =>
    helper.call('POST', '/inventory/consumptions/', { store, reason: 'Ward', items: [{ item: first, quantity: 1 }] }),
  )
  const entries = Array.from({ length: 6 }, () => enter(id, [{ id: line, counted: 8, reason: 'Seen' }]))
  const replies = await Promise.all([...uses, ...entries])
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 201]))
  const { expected } = (await read(id)).sheet[0]!
  await act(id, 'submit', counter, { leave_out_uncounted: true })
  await act(id, 'approve', approver)
  expect(await usableOf(first, store)).toBe(4 + 8 - expected!)
})
