import { afterAll, beforeAll, expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import type { Db } from '#platform/db/connect.ts'
import type { ImportReport } from '#shared/csv.ts'
import { type Table, tableTypes } from '#shared/table.ts'
import { openingCells } from './server/opening/columns.ts'
import { orderShown } from '#platform/csv/day.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { sendCsv } from '../../testing/scenarios/csv-file.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { aDrug, aPack, aStore, someStock } from '../../testing/scenarios/stock.ts'

const PATH = '/inventory/opening-stock'
let serial = 0
let clinic: TestClinic
let db: Db
let keeper: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  db = clinic.db
  keeper = await clinic.signedInAs(['stock.view', 'stock.settings'])
})
afterAll(() => clinic.close())

const send = (file: string | Buffer, { dry = false, again = false, person = keeper } = {}) =>
  sendCsv<ImportReport>(clinic, person, PATH, file, { dry, more: again ? { again: 'true' } : {} })
const aShop = async () => {
  const code = `OP${++serial}`
  const { id: item, name } = await aDrug(db, { code })
  const { id: store, name: store_name } = await aStore(db)
  await aPack(db, item, 100, 'Box')
  return { item, code, name, store, store_name }
}
const levelOf = (item: number, store: number) =>
  db.selectFrom('stock_levels').selectAll().where('item_id', '=', item).where('store_id', '=', store).executeTakeFirst()
const movements = async () => Number((await db.selectFrom('stock_movements').select(db.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)

test('a file opens stock: batches, packs, costs and levels, on one note for each store', async () => {
  const { item, code, name, store, store_name } = await aShop()
  const file = [
    'Code;Name;Store;Lot;Expiry;Quantity;Pack;Unit cost;Pack cost;Minimum;Reorder level',
    `${code.toLowerCase()};;${store_name.toUpperCase()};ab-1;2027-06;3;box;;250,00;50;120`,
    `;${name};${store_name};ab-1;2027-06-30;12;;2.5;;;`,
    `${code};;${store_name};C2;2028-02;1;Box;;99.99;;`,
  ].join('\n')
  const dry = await send(file, { dry: true })
  expect(dry.report).toEqual({ dry_run: true, rows: 3, added: 3, changed: 0, unchanged: 0, errors: [], error_count: 0 })
  expect(await levelOf(item, store)).toBeUndefined()
  expect((await send(file)).report).toMatchObject({ dry_run: false, added: 3, error_count: 0 })
  expect(await levelOf(item, store)).toMatchObject({ usable: 412, minimum: 50, reorder_level: 120 })
  const batches = await db
    .selectFrom('batches')
    .select(['lot', 'expires_on', 'unit_cost'])
    .where('item_id', '=', item)
    .orderBy('id')
    .execute()
  expect(batches).toEqual([
    { lot: 'AB-1', expires_on: '2027-06-30', unit_cost: '2.500000' },
    { lot: 'C2', expires_on: '2028-02-29', unit_cost: '0.999900' },
  ])
  const notes = await db.selectFrom('stock_notes').select(['kind', 'created_by']).where('store_id', '=', store).execute()
  expect(notes).toEqual([{ kind: 'opening', created_by: keeper.id }])
})

test('every broken cell is told with its row, and nothing is opened', async () => {
  const { code, store_name, item, name } = await aShop()
  const { code: other } = await aShop()
  const asleep = await aStore(db, { is_active: false })
  await db
    .insertInto('items')
    .values({ name: `Advice ${serial}`, code: `ADV${serial}`, category: 'consultation', unit: 'each' })
    .execute()
  const note = await db
    .insertInto('stock_notes')
    .values({ number: `SN-R${serial}`, kind: 'recall', reason: 'Bad', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('recalls')
    .values({
      number: `R${serial}`,
      item_id: item,
      lot: 'BAD',
      reason: 'Bad',
      recalled_at: new Date(),
      recalled_by: keeper.id,
      stock_note_id: note.id,
    })
    .execute()
  const good = `${code},,${store_name},L,2027-01-31`
  const file = [
    'code,name,store,lot,expiry,quantity,pack,unit_cost,pack_cost,minimum,reorder_level',
    `${good},5,,1,,,`,
    `nothing,,,L,2027-01-31,5,,1,,,`,
    `${other},${name},,L,2027-01-31,5,,1,,,`,
    `ADV${serial},,,,,5,,1,,,`,
    `${code},,Attic,L,2027-01-31,5,,1,,,`,
    `${code},,${asleep.name},L,2027-01-31,5,,1,,,`,
    `${code},,${store_name},,,5,,1,,,`,
    `${code},,${store_name},L,2026-03-01,5,,1,,,`,
    `${code},,${store_name},bad,2027-01-31,5,,1,,,`,
    `${good},0,,1,,,`,
    `${good},-1,,1,,,`,
    `${good},1.5,,1,,,`,
    `${good},,,1,,,`,
    `${good},5,Sack,1,,,`,
    `${good},99999,Box,1,,,`,
    `${good},5,,,,,`,
    `${good},5,,1,2,,`,
    `${good},5,,-1,,,`,
    `${code},,${store_name},M,2027-01-31,5,,1,,10,5`,
    `${good},5,,1,,,`,
    `,,${store_name},L,2027-01-31,5,,1,,,`,
  ].join('\n')
  const before = await movements()
  const { status, report } = await send(file)
  expect(status).toBe(200)
  expect(report.errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
    '3 code',
    '4 name',
    '5 code',
    '6 store',
    '7 store',
    '8 lot',
    '8 expiry',
    '9 expiry',
    '10 lot',
    '11 quantity',
    '12 quantity',
    '13 quantity',
    '14 quantity',
    '15 pack',
    '16 quantity',
    '17 unit_cost',
    '18 pack_cost',
    '19 unit_cost',
    '20 reorder_level',
    '21 quantity',
    '22 name',
  ])
  expect([report.added, await movements()]).toEqual([0, before])
})

test('the same file is refused the second time, and so is an item that a store has moved, unless asked for again', async () => {
  const { item, code, store, store_name } = await aShop()
  const rows = (lot: string) => `code,store,lot,expiry,quantity,unit_cost\n${code},${store_name},${lot},2027-01-31,5,1\n`
  expect((await send(rows('A'))).report.added).toBe(1)
  const second = await send(rows('A'))
  expect([second.status, second.json()]).toEqual([400, { file: ['This file has already been imported.'] }])
  expect((await send(rows('B'), { dry: true })).report.errors).toMatchObject([{ row: 2, field: 'store' }])
  expect((await send(rows('A'), { again: true })).report.added).toBe(1)
  expect(await levelOf(item, store)).toMatchObject({ usable: 10 })
})

test('of two who send the same file at once one opens it', async () => {
  const { item, code, store, store_name } = await aShop()
  const file = `code,store,lot,expiry,quantity,unit_cost\n${code},${store_name},A,2027-01-31,5,1\n`
  const replies = await Promise.all([send(file), send(file), send(file)])
  expect(replies.filter(({ status, report }) => status === 200 && report.added === 1).length).toBe(1)
  expect(await levelOf(item, store)).toMatchObject({ usable: 5 })
})

test('a spreadsheet is read like a text', async () => {
  const { item, code, store, store_name } = await aShop()
  const file = await writeXlsx([
    ['Code', 'Store', 'Lot', 'Expiry', 'Quantity', 'Pack', 'Pack cost'].map((value) => ({ value })),
    [
      { value: code },
      { value: store_name },
      { value: 4711, type: Number },
      { value: new Date('2027-06-30T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' },
      { value: 2, type: Number },
      { value: 'Box' },
      { value: 12.3, type: Number },
    ],
  ]).toBuffer()
  expect((await send(file)).report).toMatchObject({ added: 1, error_count: 0 })
  expect(await levelOf(item, store)).toMatchObject({ usable: 200 })
  expect(await db.selectFrom('batches').select(['lot', 'expires_on', 'unit_cost']).where('item_id', '=', item).execute()).toEqual([
    { lot: '4711', expires_on: '2027-06-30', unit_cost: '0.123000' },
  ])
})

test('a file without stores goes to the main store; who may not decide opening stock does not', async () => {
  const { item, code } = await aShop()
  const file = `code,lot,expiry,quantity,unit_cost\n${code},A,2027-01-31,5,0\n`
  const viewer = await clinic.signedInAs(['stock.view', 'stock.move'])
  expect((await send(file, { person: viewer })).status).toBe(403)
  expect((await send(file)).report.added).toBe(1)
  const main = await db.selectFrom('stores').select('id').where('name', '=', 'Main store').executeTakeFirstOrThrow()
  expect(await levelOf(item, main.id)).toMatchObject({ usable: 5 })
})

test('5,000 rows are opened at once', async () => {
  const { id: store, name } = await aStore(db)
  const made = await db
    .insertInto('items')
    .values(Array.from({ length: 5_000 }, (_, n) => ({ name: `Mass ${n}`, code: `MASS${n}`, category: 'drug' as const, unit: 'tablet' })))
    .returning('code')
    .execute()
  const file = [
    'code,store,lot,expiry,quantity,unit_cost,minimum',
    ...made.map(({ code }) => `${code},${name},A,2027-01-31,5,1.25,10`),
  ].join('\n')
  expect((await send(file)).report).toMatchObject({ added: 5_000, error_count: 0 })
  const { n } = await db
    .selectFrom('stock_levels')
    .select(db.fn.sum('usable').as('n'))
    .where('store_id', '=', store)
    .executeTakeFirstOrThrow()
  expect(Number(n)).toBe(25_000)
})

test('what lies in the stores goes out as a table and as files, with its value, and the trail says so', async () => {
  const { item, code, store, store_name } = await aShop()
  await someStock(db, { item, store, quantity: 3, lot: 'X1', unit_cost: '1.333333' })
  await someStock(db, { item, store, quantity: 2, lot: 'X2', unit_cost: '0', state: 'quarantined', expires_on: null })
  const get = (query: string, accept = 'application/json') =>
    clinic.app.inject({ url: `/inventory/stock/export/${query}`, headers: { authorization: `Bearer ${keeper.token}`, accept } })
  const table = (await get(`?store=${store}`)).json<Table>()
  expect(table.rows).toEqual([
    {
      store: store_name,
      code,
      name: expect.any(String),
      unit: 'tablet',
      lot: 'X1',
      expiry: '2027-12-31',
      usable: 3,
      quarantined: 0,
      in_transit: 0,
      unit_cost: '1.333333',
      value: '4.00',
    },
    {
      store: store_name,
      code,
      name: expect.any(String),
      unit: 'tablet',
      lot: 'X2',
      expiry: null,
      usable: 0,
      quarantined: 2,
      in_transit: 0,
      unit_cost: '0',
      value: '0.00',
    },
  ])
  expect([table.subject, table.totals]).toEqual([store_name, { value: '4.00' }])
  const csv = await get(`?store=${store}`, tableTypes.csv)
  expect(csv.body).toContain(`${store_name},${code},`)
  expect((await get(`?q=${code}`, tableTypes.xlsx)).rawPayload.subarray(0, 2).toString()).toBe('PK')
  expect(
    pdfPages((await get(`?store=${store}`, tableTypes.pdf)).rawPayload)
      .flat()
      .join(' '),
  ).toContain('X2')
  expect((await get('?store=99999')).statusCode).toBe(404)
  expect((await get('?category=laboratory')).json<Table>().rows).toEqual([])
  const trail = await db
    .selectFrom('audit_log')
    .select(['action', 'change'])
    .where('actor_id', '=', keeper.id)
    .where('action', '=', 'export')
    .execute()
  expect(trail.length).toBe(5)
  const stranger = await clinic.signedInAs(['patients.view'])
  expect((await stranger.call('GET', '/inventory/stock/export/')).status).toBe(403)
})

test.each([
  ['31.12.2027', '2027-12-31'],
  ['1.5.2027', '2027-05-01'],
  ['31/12/2027', '2027-12-31'],
  ['05/05/2027', '2027-05-05'],
  ['2027-02', '2027-02-28'],
  ['01/05/2027', null],
  ['12/31/2027', '2027-12-31'],
  ['06/2027', '2027-06-30'],
  ['31.02.2027', null],
])('%s in the column of expiry is read as %s', (written, day) => {
  const order = orderShown([written])
  const read = openingCells(order === 'conflict' ? null : order).expiry.safeParse(written)
  expect(read.success ? read.data : null).toBe(day)
})
