import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepBatches, lockLevels, type Movement, writeEntry, writeNote } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { tableTypes, type Table } from '#shared/table.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aDrug, aStore, aSupplier, someStock } from '../../testing/scenarios/stock.ts'

let clinic: TestClinic
let db: Db
let person: Person
const ids = { item: 0, other: 0, ward: 0, pharmacy: 0, batch: 0, old: 0 }
const at = (day: string) => new Date(`${day}T07:30:00Z`)

const move = (day: string, movements: readonly Movement[]) =>
  db.transaction().execute(async (trx) => {
    await lockLevels(trx, movements)
    const note = await writeNote(trx, { kind: 'consumption', store: null, reason: 'Test', by: null, now: at(day) })
    await writeEntry(trx, { number: note.number, document: { stock_note: note.id }, by: null, now: at(day) }, movements)
  })

beforeAll(async () => {
  clinic = await openTestClinic({ now: at('2026-03-20') })
  db = clinic.db
  person = await clinic.signedInAs(['reports.stock', 'stock.view'])
  ids.ward = (await aStore(db, { name: 'Ward' })).id
  ids.pharmacy = (await aStore(db, { name: 'Shelf' })).id
  ids.item = (await aDrug(db, { name: 'Amoxicillin' })).id
  ids.other = (await aDrug(db, { name: 'Zinc' })).id
  // On the first of March: 100 of 2.50 and 10 of 1.111111 on the shelf, 40 of 2.50 on the ward.
  ids.batch = await someStock(db, { item: ids.item, store: ids.pharmacy, quantity: 100, lot: 'A' })
  await someStock(db, { item: ids.item, store: ids.ward, quantity: 40, lot: 'A' })
  ids.old = await someStock(db, { item: ids.other, store: ids.pharmacy, quantity: 10, unit_cost: '1.111111' })
  const ofShelf = { store: ids.pharmacy, item: ids.item, batch: ids.batch, state: 'usable' } as const
  await move('2026-03-10', [{ ...ofShelf, kind: 'consume', quantity: -30 }])
  await move('2026-03-12', [{ ...ofShelf, kind: 'damage', quantity: -4 }])
  await move('2026-03-15', [
    { ...ofShelf, kind: 'quarantine', quantity: -6 },
    { ...ofShelf, state: 'quarantined', kind: 'quarantine', quantity: 6 },
  ])
  await move('2026-03-16', [{ ...ofShelf, kind: 'consume', quantity: -10 }])
})
afterAll(() => clinic.close())

const report = async (url: string) => {
  const reply = await person.call('GET', url)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Table>()
}

describe('what the stock is worth', () => {
  test('today, by item, at what each batch cost', async () => {
    const { rows, totals } = await report('/reports/stock_value/')
    expect(rows).toMatchObject([
      { item_name: 'Amoxicillin', usable: 90, quarantined: 6, in_transit: 0, value: '240.00', unusable: '15.00' },
      { item_name: 'Zinc', usable: 10, value: '11.11' },
    ])
    expect(totals).toMatchObject({ value: '251.11', unusable: '15.00' })
  })
  test('at the end of an earlier day it is what it was then', async () => {
    const { rows } = await report('/reports/stock_value/?date=2026-03-11')
    expect(rows).toMatchObject([{ usable: 110, quarantined: 0, value: '275.00' }, { usable: 10 }])
    expect((await report('/reports/stock_value/?date=2026-02-28')).rows).toEqual([])
  })
  test('by store and by category, and of one store', async () => {
    expect((await report('/reports/stock_value/?group=store')).rows).toMatchObject([
      { store_name: 'Shelf', value: '151.11' },
      { store_name: 'Ward', value: '100.00' },
    ])
    expect((await report(`/reports/stock_value/?group=category&store=${ids.ward}`)).rows).toMatchObject([
      { category: 'drug', value: '100.00' },
    ])
  })
})

test('what was used counts what was handed out, not what was thrown away', async () => {
  const { rows } = await report('/reports/stock_used/?start_date=2026-03-01&end_date=2026-03-31')
  expect(rows).toMatchObject([{ item_name: 'Amoxicillin', units: 40, cost: '100.00' }])
  expect((await report('/reports/stock_used/?start_date=2026-03-11&end_date=2026-03-31&group=store')).rows).toMatchObject([
    { store_name: 'Shelf', cost: '25.00' },
  ])
})
test('what was lost says why', async () => {
  const { rows } = await report('/reports/stock_lost/?start_date=2026-03-01&end_date=2026-03-31')
  expect(rows).toMatchObject([{ kind: 'Damaged', item_name: 'Amoxicillin', units: 4, cost: '10.00' }])
})
test('slow is what nobody used for as long as the item says', async () => {
  expect((await report('/reports/slow_stock/')).rows).toEqual([])
  expect((await report('/reports/slow_stock/?date=2026-06-12')).rows).toMatchObject([
    { item_name: 'Zinc', last_used: null, days: 103, value: '11.11' },
  ])
  expect((await report('/reports/slow_stock/?date=2026-06-30')).rows).toMatchObject([
    { item_name: 'Amoxicillin', last_used: '2026-03-16', days: 106 },
    { item_name: 'Zinc' },
  ])
})
test('a supplier is told with what was billed, paid and is owed', async () => {
  const supplier = await aSupplier(db, { name: 'Lakeview' })
  const by = person.id
  const { id } = await db
    .insertInto('supplier_bills')
    .values({
      supplier_id: supplier.id,
      invoice_no: 'A-1',
      bill_date: '2026-03-05',
      due_on: '2026-04-05',
      total_cost: '900.00',
      created_at: at('2026-03-05'),
      created_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mode = await db.selectFrom('payment_modes').select('id').where('category', '=', 'bank').executeTakeFirstOrThrow()
  const payment = await db
    .insertInto('supplier_payments')
    .values({
      number: 'SP-T',
      kind: 'payment',
      supplier_id: supplier.id,
      payment_mode_id: mode.id,
      amount: '400.00',
      paid_on: '2026-03-18',
      created_at: at('2026-03-18'),
      created_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('supplier_allocations').values({ supplier_payment_id: payment.id, supplier_bill_id: id, amount: '400.00' }).execute()
  expect((await report('/reports/purchases/?start_date=2026-03-01&end_date=2026-03-31')).rows).toMatchObject([
    { supplier_name: 'Lakeview', deliveries: 0, billed: '900.00', paid: '400.00', owed: '500.00' },
  ])
  expect((await report('/reports/purchases/?start_date=2026-03-10&end_date=2026-03-15')).rows).toMatchObject([
    { billed: '0.00', paid: '0.00', owed: '500.00' },
  ])
})
test('a count that found one batch for another has lost what they differ by', async () => {
  const { id: item } = await aDrug(db, { name: 'Swapped' })
  const cheap = await someStock(db, { item, store: ids.ward, quantity: 10, unit_cost: '1' })
  const dear = await someStock(db, { item, store: ids.ward, quantity: 10, unit_cost: '9' })
  const found = { store: ids.ward, item, state: 'usable', kind: 'adjust_count' } as const
  await move('2026-04-10', [
    { ...found, batch: cheap, quantity: 5 },
    { ...found, batch: dear, quantity: -5 },
  ])
  const { rows } = await report('/reports/stock_lost/?start_date=2026-04-10&end_date=2026-04-10')
  expect(rows).toMatchObject([{ kind: 'Stock count', item_name: 'Swapped', units: 0, cost: '40.00' }])
})
test('what nobody ever used is slow from the clinic’s day on which it came', async () => {
  const { id: item } = await aDrug(db, { name: 'Never used' })
  // Half past one in the morning of the second of March.
  const now = new Date('2026-03-01T22:30:00Z')
  await db.transaction().execute(async (trx) => {
    await lockLevels(trx, [{ store: ids.ward, item }])
    const [batch = 0] = await keepBatches(trx, [{ item, lot: 'N', expires_on: null, unit_cost: '1', supplier: null }], now)
    const note = await writeNote(trx, { kind: 'opening', store: ids.ward, reason: 'Received', by: null, now })
    await writeEntry(trx, { number: note.number, document: { stock_note: note.id }, by: null, now }, [
      { store: ids.ward, item, batch, state: 'usable', kind: 'opening', quantity: 5 },
    ])
  })
  const { rows } = await report('/reports/slow_stock/?date=2026-06-30')
  expect(rows.find(({ item_name }) => item_name === 'Never used')).toMatchObject({ days: 120 })
})
test('every report of stock can be had as a file', async () => {
  for (const [name, type] of Object.entries(tableTypes)) {
    const reply = await person.call('GET', '/reports/stock_value/', undefined, { accept: type })
    expect([name, reply.status, reply.headers['content-type']]).toEqual([name, 200, expect.stringContaining(type)])
  }
})
