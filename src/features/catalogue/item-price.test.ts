import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { insertItems } from './public.ts'

// What the function item_price answers, which every charge asks.
const CASH = 1
let clinic: TestClinic
let serial = 0
const anItem = async () => {
  const [item] = await insertItems(clinic.db, [{ name: `Item ${++serial}` }], '2026-03-02')
  return item!.id
}
let item: number
let bare: number
let own: number
let insurer: number
let lenient: number
let retired: number
beforeAll(async () => {
  clinic = await openTestClinic()
  const { db } = clinic
  const rows = await db
    .insertInto('insurance_companies')
    .values(['Afya', 'Bima', 'Dawa'].map((name) => ({ name })))
    .returning('id')
    .execute()
  const [first, second, third] = rows.map(({ id }) => id)
  item = await anItem()
  bare = await anItem()
  own = await anItem()
  insurer = first as number
  lenient = second as number
  retired = third as number
  const { id: afya } = await db
    .insertInto('price_lists')
    .values({ name: 'Afya list', insurance_company_id: insurer, co_pay_percent: '10' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: bima } = await db
    .insertInto('price_lists')
    .values({ name: 'Bima list', insurance_company_id: lenient, covers_unlisted: true, co_pay_amount: '30' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: dawa } = await db
    .insertInto('price_lists')
    .values({ name: 'Dawa list', insurance_company_id: retired, is_active: false, covers_unlisted: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const price = (price_list_id: number, item_id: number, amount: string, valid_from: string, more: object = {}) =>
    db
      .insertInto('prices')
      .values({ price_list_id, item_id, price: amount, valid_from, ...more })
      .execute()
  await price(CASH, item, '100', '2026-01-01')
  await price(CASH, item, '120', '2026-02-01', { valid_until: '2026-02-28' })
  await price(CASH, item, '150', '2026-04-01')
  await price(afya, item, '80', '2026-03-01', { valid_until: '2026-03-31' })
  await price(afya, own, '60', '2026-03-01', { co_pay_amount: '5' })
  await price(bima, own, '70', '2026-03-01', { co_pay_percent: '50' })
  await price(dawa, item, '1', '2026-01-01')
})
afterAll(() => clinic.close())

type Who = 'nobody' | 'insurer' | 'lenient' | 'retired'
const payers: Record<Who, () => number | null> = {
  nobody: () => null,
  insurer: () => insurer,
  lenient: () => lenient,
  retired: () => retired,
}
const items = { item: () => item, bare: () => bare, own: () => own }
test.each<[keyof typeof items, Who, string, unknown[]]>([
  ['item', 'nobody', '2025-12-31', ['0', 'none', false, null, null]],
  ['item', 'nobody', '2026-01-01', ['100.00', 'cash', false, null, null]],
  ['item', 'nobody', '2026-01-31', ['100.00', 'cash', false, null, null]],
  ['item', 'nobody', '2026-02-01', ['120.00', 'cash', false, null, null]],
  ['item', 'nobody', '2026-02-28', ['120.00', 'cash', false, null, null]],
  ['item', 'nobody', '2026-03-01', ['100.00', 'cash', false, null, null]],
  ['item', 'nobody', '2026-04-01', ['150.00', 'cash', false, null, null]],
  ['item', 'insurer', '2026-02-28', ['120.00', 'cash', false, null, '10.00']],
  ['item', 'insurer', '2026-03-01', ['80.00', 'insurer', true, null, '10.00']],
  ['item', 'insurer', '2026-03-31', ['80.00', 'insurer', true, null, '10.00']],
  ['item', 'insurer', '2026-04-01', ['150.00', 'cash', false, null, '10.00']],
  ['own', 'insurer', '2026-03-02', ['60.00', 'insurer', true, '5.00', null]],
  ['own', 'lenient', '2026-03-02', ['70.00', 'insurer', true, null, '50.00']],
  ['own', 'nobody', '2026-03-02', ['0', 'none', false, null, null]],
  ['item', 'lenient', '2026-03-02', ['100.00', 'cash', true, '30.00', null]],
  ['item', 'retired', '2026-03-02', ['100.00', 'cash', false, null, null]],
  ['bare', 'insurer', '2026-03-02', ['0', 'none', false, null, '10.00']],
  ['bare', 'lenient', '2026-03-02', ['0', 'none', false, '30.00', null]],
  ['bare', 'nobody', '2026-03-02', ['0', 'none', false, null, null]],
])('%s by %s on %s is %o', async (what, who, day, asked) => {
  const { rows } = await sql<Record<string, unknown>>`
    select price, source, is_covered, co_pay_amount, co_pay_percent from item_price(${items[what]()}, ${payers[who]()}, ${day})`.execute(
    clinic.db,
  )
  expect(rows.map(Object.values)).toEqual([asked])
})
