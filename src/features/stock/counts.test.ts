import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { COUNTS, openCounts, type Counts } from '../../testing/scenarios/counts.ts'
import { aDrug } from '../../testing/scenarios/stock.ts'
import type { StockCount, StockCountLine, StockCountSheet } from './contract-counts.ts'

let clinic: TestClinic
let counts: Counts
beforeAll(async () => {
  clinic = await openTestClinic()
  counts = await openCounts(clinic)
})
afterAll(() => clinic.close())

test('a store is counted, handed in and approved by somebody else: the books become what was found', async () => {
  const { counter, helper, approver, usableOf, aShelf, start, enter, act } = counts
  const { first, store, batch } = await aShelf()
  const { id, sheet, number } = await start({ store, note: 'Year end' })
  expect(number).toMatch(/^SC-2026-\d{5}$/)
  expect(sheet.map(({ item, lot, state, expected, counted }) => [item, lot, state, expected, counted])).toMatchObject([
    [first, 'A1', 'usable', 10, null],
    [first, 'A2', 'quarantined', 4, null],
    [expect.any(Number), 'B1', 'usable', 20, null],
  ])
  const [a1, a2, b1] = sheet.map((line) => line.id)
  const entered = await enter(id, [
    { id: a1, counted: '7' },
    { id: a2, counted: 4 },
  ])
  expect(entered.json<StockCountLine[]>()[0]).toMatchObject({
    expected: 10,
    counted: 7,
    variance: -3,
    variance_value: '-7.50',
    counted_by: counter.id,
  })
  await enter(id, [{ id: b1, counted: 21, reason: 'Not booked in' }], helper)
  expect((await act(id, 'submit', counter)).json()).toMatchObject({ code: 'reasons_missing', lines: [a1] })
  await enter(id, [{ id: a1, reason: 'Broken glass' }])
  const submitted = await act(id, 'submit', counter)
  expect(submitted.json<StockCountSheet>()).toMatchObject({
    status: 'submitted',
    variances: 2,
    variance_value: '-6.17',
    may: { approve: false },
  })
  expect((await act(id, 'approve', counter)).status).toBe(403)
  const posted = await act(id, 'approve', approver)
  expect(posted.json<StockCountSheet>()).toMatchObject({ status: 'posted', ended_by: approver.id })
  expect(await usableOf(first, store)).toBe(7)
  const moved = await clinic.db
    .selectFrom('stock_movements as m')
    .innerJoin('stock_entries as e', 'e.id', 'm.entry_id')
    .select(['m.batch_id', 'm.kind', 'm.quantity', 'e.number', 'e.created_by'])
    .where('e.stock_count_id', '=', id)
    .orderBy('m.id')
    .execute()
  expect(moved).toMatchObject([
    { batch_id: batch, kind: 'adjust_count', quantity: -3, number, created_by: approver.id },
    { kind: 'adjust_count', quantity: 1 },
  ])
  expect((await act(id, 'approve', approver)).json()).toMatchObject({ code: 'wrong_status' })
})

test('while a blind count is on its way its sheet does not say what the books have, except to those who approve', async () => {
  const { counter, approver, aShelf, start, read, enter, act } = counts
  const { store } = await aShelf()
  const { id, sheet } = await start({ store, is_blind: true })
  expect(sheet.map(({ expected, variance_value }) => [expected, variance_value])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ])
  const reported = (await enter(id, [{ id: sheet[0]!.id, counted: 1 }])).json<StockCountLine[]>()[0]
  expect(reported).toMatchObject({ expected: null, counted: 1, variance: null, variance_value: null })
  expect((await read(id, approver)).sheet[0]).toMatchObject({ expected: 10, variance: -9 })
  const list = (await counter.call('GET', `${COUNTS}?store=${store}`)).json<StockCount[]>()
  expect(list).toMatchObject([{ id, lines: 3, counted: 1, variances: null, variance_value: null }])
  const printedSheet = async (person: Person) => {
    const reply = await clinic.app.inject({ url: `${COUNTS}${id}/sheet/`, headers: { authorization: `Bearer ${person.token}` } })
    return pdfPages(reply.rawPayload).flat().join(' ')
  }
  for (const person of [counter, approver]) expect(await printedSheet(person)).not.toMatch(/Books/)
  expect((await act(id, 'submit', counter, { leave_out_uncounted: true })).json()).toMatchObject({ lines: [sheet[0]!.id] })
  await enter(id, [{ id: sheet[0]!.id, reason: 'Counted twice' }])
  expect((await act(id, 'submit', counter, { leave_out_uncounted: true })).json<StockCountSheet>().sheet[0]).toMatchObject({ expected: 10 })
})

test('the paper has a line for each batch and what the books have', async () => {
  const { counter, aShelf, start } = counts
  const { store } = await aShelf()
  const { id, number } = await start({ store })
  const reply = await clinic.app.inject({ url: `${COUNTS}${id}/sheet/`, headers: { authorization: `Bearer ${counter.token}` } })
  expect(reply.headers['content-type']).toContain('application/pdf')
  const text = pdfPages(reply.rawPayload).flat().join(' ')
  for (const part of [number, 'Expected', 'A1', 'A2', 'Quarantined', 'B1', '20', 'Counted by']) expect(text).toContain(part)
})

test('a store has one open count; a part of it can be counted, and a count can be given up', async () => {
  const { counter, aShelf, start, enter, act } = counts
  const { first, second, store } = await aShelf()
  const { id, sheet, version } = await start({ store, items: [second] })
  expect(sheet.map(({ item }) => item)).toEqual([second])
  expect((await counter.call('POST', COUNTS, { store })).status).toBe(409)
  expect((await act(id, 'cancel', counter, { reason: 'Wrong store', version: version + 1 })).status).toBe(412)
  expect((await act(id, 'cancel', counter, { reason: 'Wrong store', version })).json()).toMatchObject({ status: 'cancelled' })
  expect((await enter(id, [{ id: sheet[0]!.id, counted: 1 }])).json()).toMatchObject({ code: 'wrong_status' })
  expect((await start({ store, category: 'drug' })).sheet.map(({ item }) => item)).toEqual([first, first, second])
})

test('what cannot be counted is refused by its place', async () => {
  const { counter, aShelf, start, read, enter, act } = counts
  const { store } = await aShelf()
  const other = await start({ store: (await aShelf()).store })
  const { id, sheet } = await start({ store })
  const [a1] = sheet.map((line) => line.id)
  const refused: [object[], string][] = [
    [[{ id: a1, counted: -1 }], 'lines.0.counted'],
    [[{ id: a1, counted: 1.5 }], 'lines.0.counted'],
    [[{ id: a1, counted: 1_000_000 }], 'lines.0.counted'],
    [
      [
        { id: a1, counted: 1 },
        { id: other.sheet[0]!.id, counted: 1 },
      ],
      'lines.1.id',
    ],
    [
      [
        { id: a1, counted: 1 },
        { id: a1, counted: 2 },
      ],
      'lines.1.id',
    ],
  ]
  for (const [lines, field] of refused) {
    const reply = await enter(id, lines)
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, [field]])
  }
  const consultation = await clinic.db
    .selectFrom('items')
    .select('id')
    .where('category', 'not in', ['drug', 'consumable'])
    .executeTakeFirst()
  for (const [body, field] of [
    [{ store: 99_999 }, 'store'],
    [{ store, items: [consultation?.id ?? 99_999] }, 'items.0'],
    [{ store, items: [1], category: 'drug' }, 'category'],
  ] as const)
    expect(Object.keys((await counter.call('POST', COUNTS, body)).json())).toEqual([field])
  expect((await read(id)).counted).toBe(0)
  expect((await act(id, 'submit', counter)).json()).toMatchObject({ code: 'nothing_counted' })
  await enter(id, [{ id: a1, counted: 10 }])
  expect((await act(id, 'submit', counter)).json()).toMatchObject({ code: 'not_all_counted', left: 2 })
  await enter(id, [{ id: a1, counted: null }])
  expect((await read(id)).sheet[0]).toMatchObject({ counted: null, counted_by: null, expected: 10 })
})

test('a batch that the books did not expect is put on the sheet, at the cost of the last one', async () => {
  const { counter, approver, usableOf, aShelf, start, act } = counts
  const { first, second, store } = await aShelf()
  const { id } = await start({ store })
  const add = (body: object) => counter.call('POST', `${COUNTS}${id}/lines/`, body)
  expect((await add({ item: first, expires_on: '2027-01-31' })).json()).toEqual({ lot: [expect.any(String)] })
  const found = await add({ item: second, lot: 'b9', expires_on: '2027-01-31', counted: 5, reason: 'Behind the shelf' })
  expect([found.status, found.json()]).toMatchObject([
    201,
    { lot: 'B9', unit_cost: '1.333333', expected: 0, counted: 5, variance_value: '6.67' },
  ])
  const again = await add({ item: second, lot: 'B9', expires_on: '2027-01-31' })
  expect([again.status, again.json()]).toMatchObject([409, { code: 'on_sheet', line: found.json<StockCountLine>().id }])
  expect((await add({ item: first, lot: 'A1', expires_on: '2027-12-31', state: 'quarantined' })).json()).toMatchObject({
    unit_cost: '2.500000',
  })
  const { id: unknown } = await aDrug(clinic.db)
  expect((await add({ item: unknown, lot: 'X', expires_on: '2027-01-31' })).json()).toEqual({ unit_cost: [expect.any(String)] })
  expect((await add({ item: unknown, lot: 'X', expires_on: '2027-01-31', unit_cost: '3' })).status).toBe(201)
  await act(id, 'submit', counter, { leave_out_uncounted: true })
  expect((await act(id, 'approve', approver)).status).toBe(200)
  expect(await usableOf(second, store)).toBe(25)
})

test('the list is paged, filtered and counted', async () => {
  const { counter, aShelf, start, act } = counts
  const { store } = await aShelf()
  for (let n = 0; n < 3; n++) await act((await start({ store })).id, 'cancel', counter, { reason: 'Done' })
  const open = await start({ store })
  const page = await counter.call('GET', `${COUNTS}?store=${store}&limit=2&count=true`)
  expect(page.json<StockCount[]>().map(({ id }) => id)[0]).toBe(open.id)
  expect([page.headers['x-total-count'] ?? page.headers['total-count'], page.headers['link']]).toMatchObject([
    '4',
    expect.stringContaining('next'),
  ])
  const done = (await counter.call('GET', `${COUNTS}?store=${store}&status=cancelled`)).json<StockCount[]>()
  expect(done.length).toBe(3)
})

test('each call asks for its right', async () => {
  const { aShelf, start } = counts
  const { store } = await aShelf()
  const { id, sheet } = await start({ store })
  const viewer = await clinic.signedInAs(['stock.view'])
  const stranger = await clinic.signedInAs(['patients.view'])
  for (const [method, path, body] of [
    ['POST', '', { store }],
    ['PUT', `${id}/lines/`, { lines: [{ id: sheet[0]!.id, counted: 1 }] }],
    ['POST', `${id}/lines/`, { item: sheet[0]!.item }],
    ['POST', `${id}/submit/`, {}],
    ['POST', `${id}/approve/`, {}],
    ['POST', `${id}/reject/`, { reason: 'No' }],
    ['POST', `${id}/cancel/`, { reason: 'No' }],
  ] as const)
    expect((await viewer.call(method, `${COUNTS}${path}`, body)).status, path).toBe(403)
  for (const path of ['', `${id}/`, `${id}/sheet/`]) expect((await stranger.call('GET', `${COUNTS}${path}`)).status, path).toBe(403)
  expect((await viewer.call('GET', `${COUNTS}99999/`)).status).toBe(404)
})
