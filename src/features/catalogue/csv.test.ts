import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import writeXlsx from 'write-excel-file/node'
import { asOwner } from '#platform/db/owner.ts'
import type { ImportReport } from '#shared/csv.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { fetchCsv, sendCsv } from '../../testing/scenarios/csv-file.ts'
import type { Item } from './contract.ts'
import { insertItems } from './public.ts'

const TODAY = '2026-03-02'
const ITEMS = '/catalogue/items'
let clinic: TestClinic
let keeper: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  await clinic.db.insertInto('departments').values({ name: 'Pharmacy' }).execute()
  await clinic.db.insertInto('tax_classes').values({ name: 'VAT', rate: '16' }).execute()
  keeper = await clinic.signedInAs(['services.view', 'catalogue.change', 'prices.view', 'prices.change'])
})
afterAll(() => clinic.close())

const send = (path: string, file: string | Buffer, { dry = false, person = keeper } = {}) =>
  sendCsv<ImportReport>(clinic, person, path, file, { dry })
const download = (path: string) => fetchCsv(clinic, keeper, path)
const counts = ({ report: { rows, added, changed, unchanged, error_count } }: { report: ImportReport }) => ({
  rows,
  added,
  changed,
  unchanged,
  error_count,
})
const read = async (q: string) => (await keeper.call('GET', `${ITEMS}/?${new URLSearchParams({ q }).toString()}`)).json<Item[]>()
const everything = async () => [
  await clinic.db.selectFrom('items').selectAll().orderBy('id').execute(),
  await clinic.db.selectFrom('prices').selectAll().orderBy('id').execute(),
]

// What a spreadsheet runs, what breaks a file apart, and what looks like our own escape.
const hostile = [
  '=HYPERLINK("http://x.example";"A, b")',
  "'=1+1",
  "''@SUM(A1)",
  '+254 tablets',
  '-5 °C pack',
  '@home visit',
  '＝１＋１',
  'Comma, "quote"; semicolon',
  "'quoted' name",
  "Qur'an ሀ ع 💊",
]

describe('the catalogue as a file', () => {
  beforeAll(async () => {
    await insertItems(
      clinic.db,
      hostile.map((name, n) => ({ name, unit: `=unit${n}`, price: n % 2 ? `${n}.50` : null })),
      TODAY,
    )
    await clinic.db.updateTable('items').set({ code: '-7', is_active: false }).where('name', '=', '@home visit').execute()
  })

  test('goes out as text that a spreadsheet can do no harm with', async () => {
    const { bytes, text, headers } = await download(ITEMS)
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'text/csv',
      expect.stringContaining('Catalogue 2026-03-02.csv'),
    ])
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const rows = parse(text, { bom: true })
    expect(rows).toHaveLength(hostile.length + 1)
    expect(rows.flat().filter((cell) => /^[=+\-@＝＋－＠\t\r]/u.test(cell))).toEqual([])
    const trail = await clinic.db.selectFrom('audit_log').select(['entity', 'change']).where('action', '=', 'export').execute()
    expect(trail).toEqual([{ entity: 'catalogue', change: { rows: hostile.length } }])
  })
  test('comes back unchanged, with commas or semicolons', async () => {
    const before = await everything()
    const { bytes, text } = await download(ITEMS)
    const all = { rows: hostile.length, added: 0, changed: 0, unchanged: hostile.length, error_count: 0 }
    expect(counts(await send(ITEMS, bytes))).toEqual(all)
    const rows = parse(text, { bom: true })
    const semicolons = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\n')
    expect(counts(await send(ITEMS, semicolons))).toEqual(all)
    expect(await everything()).toEqual(before)
  })
})

const bulk = (count: number, price: string) => `name,price\n${Array.from({ length: count }, (_, n) => `Bulk ${n},${price}`).join('\n')}`

describe('an import of items', () => {
  test('adds and changes, by code or else by name, headings in any case and order, and tells the trail', async () => {
    const first = await send(
      ITEMS,
      'Name,CODE,Category,Unit,Department,Tax class,Price,Active\r\nGauze,GZ,Consumable,roll,pharmacy,vat,"12,5",yes\r\n\r\nIodine,,,,,,,\r\n',
    )
    expect([first.status, first.report]).toEqual([
      200,
      { dry_run: false, rows: 2, added: 2, changed: 0, unchanged: 0, errors: [], error_count: 0 },
    ])
    expect(await read('gauze')).toMatchObject([
      { code: 'GZ', category: 'consumable', unit: 'roll', department_name: 'Pharmacy', tax_class_name: 'VAT', price: '12.50' },
    ])
    expect(await read('iodine')).toMatchObject([{ code: null, category: 'other', unit: 'each', tax_class_name: 'Exempt', price: null }])

    const second = await send(ITEMS, '\uFEFFcode;name;price;active\ngz;Gauze, sterile;13;\nIO;IODINE;;false\n')
    expect(counts(second)).toEqual({ rows: 2, added: 0, changed: 2, unchanged: 0, error_count: 0 })
    const [gauze] = await read('gauze')
    expect(gauze).toMatchObject({ code: 'gz', name: 'Gauze, sterile', category: 'consumable', price: '13.00', version: 2 })
    expect(await read('io')).toMatchObject([{ code: 'IO', name: 'IODINE', is_active: false }])
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select(['action', 'change'])
      .where('entity_id', '=', gauze!.id)
      .orderBy('id')
      .execute()
    expect(trail).toMatchObject([
      { action: 'create' },
      { action: 'change', change: { code: ['GZ', 'gz'], name: ['Gauze', 'Gauze, sterile'], price: ['12.50', '13.00'] } },
    ])
  })
  test('in a dry run tells what it would do and does nothing', async () => {
    const before = await everything()
    const reply = await send(ITEMS, 'name,price\nNew thing,5\nIodine,6\nIodine,7\n', { dry: true })
    expect(reply.report).toEqual({
      dry_run: true,
      rows: 3,
      added: 1,
      changed: 1,
      unchanged: 0,
      errors: [{ row: 4, field: 'name', message: 'An earlier row has the same name.' }],
      error_count: 1,
    })
    expect(await everything()).toEqual(before)
  })
  test('with broken cells tells each of them and imports nothing', async () => {
    await clinic.db.insertInto('departments').values({ name: 'Closed', is_active: false }).execute()
    const before = await everything()
    const rows = [
      'code,name,category,unit,department,tax_class,price,active,colour,code',
      ',Fine,drug,tablet,,,1,true,,',
      ',,drug,tablet,,,1,true,,',
      ',Bad,toys,tablet,Nowhere,Nothing,1.234,maybe,,',
      'gz,IODINE,,,,,,,,',
      ',Short,drug',
      `,${'x'.repeat(121)},drug,,,,-1,,,`,
      ',Old,drug,,closed,,,,,',
    ]
    const { report } = await send(ITEMS, rows.join('\n'))
    expect(report.errors.map(({ row, field }) => [row, field])).toEqual([
      [1, 'colour'],
      [1, 'code'],
      [3, 'name'],
      [4, 'category'],
      [4, 'price'],
      [4, 'active'],
      [4, 'department'],
      [4, 'tax_class'],
      [5, 'name'],
      [6, ''],
      [7, 'name'],
      [7, 'price'],
      [8, 'department'],
    ])
    expect(report).toMatchObject({ rows: 7, added: 0, changed: 0, unchanged: 0, error_count: 13 })
    expect(await everything()).toEqual(before)
  })
  test('of 5,000 rows is taken; of more it is not; and at most 200 errors are told', async () => {
    expect(Object.keys((await send(ITEMS, bulk(5001, '1'))).json())).toEqual(['file'])
    const { report } = await send(ITEMS, bulk(5000, '?'))
    expect([report.error_count, report.errors.length]).toEqual([5000, 200])
    expect(counts(await send(ITEMS, bulk(5000, '1')))).toMatchObject({ added: 5000 })
    expect(counts(await send(ITEMS, bulk(5000, '1')))).toMatchObject({ unchanged: 5000 })
    expect(counts(await send(ITEMS, bulk(5000, '2')))).toMatchObject({ changed: 5000 })
    await asOwner(clinic.ownerUrl, async (client) => {
      await client.query(`delete from prices where item_id in (select id from items where name like 'Bulk %')`)
      await client.query(`delete from items where name like 'Bulk %'`)
    })
  })
  test('that names prices needs the right to set them', async () => {
    const person = await clinic.signedInAs(['catalogue.change', 'prices.view'])
    expect((await send(ITEMS, 'name,price\nA drip,1\n', { person })).status).toBe(403)
    expect(counts(await send(ITEMS, 'name,price\nA drip,\n', { person }))).toMatchObject({ added: 1 })
  })
  test('sent twice at once adds each item once', async () => {
    const file = `name\n${Array.from({ length: 50 }, (_, n) => `Twin ${n}`).join('\n')}`
    const reports = await Promise.all([send(ITEMS, file), send(ITEMS, file), send(ITEMS, file)])
    expect(reports.map(({ report }) => report.added).toSorted((a, b) => a - b)).toEqual([0, 0, 50])
    expect(reports.map(({ report }) => report.unchanged).toSorted((a, b) => a - b)).toEqual([0, 50, 50])
  })
  test.each<[string, () => Promise<string | Buffer>]>([
    [
      'a picture',
      () =>
        sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
    ],
    ['a workbook that is cut off', async () => (await writeXlsx([[{ value: 'name' }]]).toBuffer()).subarray(0, 900)],
    ['text of another encoding', async () => Buffer.from('name\ncaf\xe9\n', 'latin1')],
    ['an open quotation mark', async () => 'name\n"Open\n'],
    ['a quotation mark in the middle', async () => 'name\nOpen"ed\n'],
    ['no headings', async () => '\n\n'],
    ['one endless cell', async () => `name\n${'x'.repeat(300_000)}`],
  ])('refuses %s', async (_what, make) => {
    const reply = await send(ITEMS, await make())
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, ['file']])
  })
  test('needs a file', async () => {
    const reply = await keeper.call('POST', `${ITEMS}/import/`, { dry_run: 'true' })
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, ['file']])
  })
})
