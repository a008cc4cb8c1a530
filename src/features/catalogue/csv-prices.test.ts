import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ImportReport } from '#shared/csv.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { fetchCsv, sendCsv } from '../../testing/scenarios/csv-file.ts'
import type { Item, PriceList } from './contract.ts'
import { insertItems } from './public.ts'

const TODAY = '2026-03-02'
let clinic: TestClinic
let keeper: Person
let list: PriceList
beforeAll(async () => {
  clinic = await openTestClinic()
  keeper = await clinic.signedInAs(['services.view', 'prices.view', 'prices.change'])
  const { id } = await clinic.db.insertInto('insurance_companies').values({ name: 'Afya' }).returning('id').executeTakeFirstOrThrow()
  list = (await keeper.call('POST', '/catalogue/price-lists/', { name: 'Afya: "list"', insurance_company: id })).json<PriceList>()
  await insertItems(clinic.db, [{ name: 'Crutch' }, { name: 'Cane' }, { name: 'Iodine' }, { name: '=Gauze' }], TODAY)
  await clinic.db.updateTable('items').set({ code: 'GZ' }).where('name', '=', '=Gauze').execute()
})
afterAll(() => clinic.close())

const send = (path: string, file: string | Buffer, { dry = false } = {}) => sendCsv<ImportReport>(clinic, keeper, path, file, { dry })
const download = (path: string) => fetchCsv(clinic, keeper, path)
const counts = ({ report: { rows, added, changed, unchanged, error_count } }: { report: ImportReport }) => ({
  rows,
  added,
  changed,
  unchanged,
  error_count,
})
const read = async (q: string) => (await keeper.call('GET', `/catalogue/items/?${new URLSearchParams({ q }).toString()}`)).json<Item[]>()
const everything = async () => [
  await clinic.db.selectFrom('items').selectAll().orderBy('id').execute(),
  await clinic.db.selectFrom('prices').selectAll().orderBy('id').execute(),
]

const path = () => `/catalogue/price-lists/${list.id}`
const price = async (name: string) => {
  const rows = (await keeper.call('GET', `${path()}/prices/?${new URLSearchParams({ q: name }).toString()}`)).json<
    Record<string, unknown>[]
  >()
  return rows.map((row) => [
    row['price'],
    row['co_pay_amount'],
    row['co_pay_percent'],
    row['valid_from'],
    row['valid_until'],
    row['next_from'],
  ])
}
beforeEach(async () => {
  await clinic.db.deleteFrom('prices').where('price_list_id', '=', list.id).execute()
})

test('comes back unchanged, whenever its prices began', async () => {
  const items = await clinic.db.selectFrom('items').select('id').where('is_active', '=', true).orderBy('id').limit(4).execute()
  await clinic.db
    .insertInto('prices')
    .values(
      items.flatMap(({ id: item_id }, n) => [
        { price_list_id: list.id, item_id, price: `${n}.05`, valid_from: '2025-01-01', valid_until: n === 0 ? '2025-12-31' : null },
        {
          price_list_id: list.id,
          item_id,
          price: `${n + 1}`,
          valid_from: '2026-09-01',
          valid_until: '2026-09-30',
          co_pay_percent: '12.5',
        },
      ]),
    )
    .execute()
  const before = await everything()
  const { bytes, text, headers } = await download(path())
  expect(headers['content-disposition']).toContain('attachment')
  const rows = parse(text, { bom: true })
  const report = await send(path(), bytes)
  expect(counts(report)).toEqual({ rows: rows.length - 1, added: 0, changed: 0, unchanged: rows.length - 1, error_count: 0 })
  expect(await everything()).toEqual(before)
})
test('sets prices from today, from a later day, and in place of an exported one', async () => {
  const [crutch] = await read('crutch')
  await clinic.db
    .insertInto('prices')
    .values({ price_list_id: list.id, item_id: crutch!.id, price: '40', valid_from: '2025-01-01' })
    .execute()
  const file =
    'name,price,co_pay_amount,co_pay_percent,valid_from,valid_until\nCRUTCH,45,5,,2025-01-01,\nCane,20,,"7,5",,2026-12-31\nCane,22,,,2027-01-01,\nIodine,,,,,\n'
  expect(counts(await send(path(), file, { dry: true }))).toEqual({ rows: 4, added: 2, changed: 1, unchanged: 1, error_count: 0 })
  expect(await price('cane')).toEqual([[null, null, null, null, null, null]])
  expect(counts(await send(path(), file))).toEqual({ rows: 4, added: 2, changed: 1, unchanged: 1, error_count: 0 })
  expect(await price('crutch')).toEqual([['45.00', '5.00', null, TODAY, null, null]])
  expect(await price('cane')).toEqual([['20.00', null, '7.50', TODAY, '2026-12-31', '2027-01-01']])
  expect(counts(await send(path(), file))).toEqual({ rows: 4, added: 0, changed: 0, unchanged: 4, error_count: 0 })
  const history = (await keeper.call('GET', `${path()}/prices/${crutch!.id}/`)).json<{ price: string; valid_from: string }[]>()
  expect(history.map(({ price: one, valid_from }) => [one, valid_from])).toEqual([
    ['45.00', TODAY],
    ['40.00', '2025-01-01'],
  ])
})
test('with broken cells tells each of them and imports nothing', async () => {
  const rows = [
    'code,name,price,co_pay_amount,co_pay_percent,valid_from,valid_until',
    ',Crutch,10,,,,',
    ',Nothing like it,10,,,,',
    ',Cane,10,11,,,',
    ',Iodine,10,1,1,,',
    ',Iodine,,1,,2026-05-01,',
    ',Iodine,ten,,,01/02/2026,',
    ',Cane,10,,,2026-03-01,',
    ',crutch,11,,,2026-03-02,',
    'gz,IODINE,1,,,,',
    ',Cane,10,,,2026-05-02,2026-05-01',
  ]
  const { report } = await send(path(), rows.join('\n'))
  expect(report.errors.map(({ row, field }) => [row, field])).toEqual([
    [3, 'name'],
    [4, 'co_pay_amount'],
    [5, 'co_pay_percent'],
    [6, 'price'],
    [7, 'price'],
    [7, 'valid_from'],
    [8, 'valid_from'],
    [9, 'valid_from'],
    [10, 'name'],
    [11, 'valid_until'],
  ])
  expect(await price('crutch')).toEqual([[null, null, null, null, null, null]])
})
test('of cash has no co-pays', async () => {
  const { report } = await send('/catalogue/price-lists/1', 'name,price,co_pay_percent\nCrutch,1,10\n')
  expect(report.errors).toEqual([{ row: 2, field: 'co_pay_percent', message: 'Self-pay patients pay the full price: there is no co-pay.' }])
})
test('that is not there is not found', async () => {
  expect((await send('/catalogue/price-lists/999', 'name,price\nCrutch,1\n')).status).toBe(404)
  expect((await keeper.call('GET', '/catalogue/price-lists/999/export/')).status).toBe(404)
})
