import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { tableTypes, type Table } from '#shared/table.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aPrescription, aTablet } from '../../testing/scenarios/pharmacy.ts'

let clinic: TestClinic
let db: Db
let reader: Person
const handRights = ['prescriptions.dispense', 'prescriptions.view', 'pharmacy.sell', 'billing.view', 'patients.view'] as const

const done = async <T>(by: Person, url: string, body: object): Promise<T> => {
  const reply = await by.call('POST', url, body)
  expect(reply.status, `${url} ${reply.text}`).toBeLessThan(300)
  return reply.json<T>()
}
const sell = async (by: Person, item: number, quantity: number, total: string) => {
  const { id: mode } = await db.selectFrom('payment_modes').select('id').where('category', '=', 'cash').executeTakeFirstOrThrow()
  const { dispense } = await done<{ dispense: { id: number } }>(by, '/pharmacy/sales/', {
    lines: [{ item, quantity }],
    total,
    payments: [{ payment_mode: mode, amount: total }],
  })
  return dispense.id
}
const at = (instant: string) => (clinic.clock.now = new Date(instant))

// Nairobi is three hours ahead: 08:02 is past eleven there, and 21:05 is the next day.
beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date('2026-03-02T07:54:00Z') })
  db = clinic.db
  const [first, desk, doctor] = await Promise.all([
    clinic.signedInAs(handRights, 'pharmacist'),
    clinic.signedInFrom('Receptionist'),
    clinic.signedInFrom('Doctor', 'doctor'),
  ])
  const [ten, four, dear] = [await aTablet(db), await aTablet(db, 1000, { price: '4.00' }), await aTablet(db, 1000, { price: '25.00' })]
  const both = await aPrescription(db, { desk, doctor }, [{ item: ten.id }, { item: four.id }])
  const other = await aPrescription(db, { desk, doctor }, [{ item: ten.id }])
  at('2026-03-02T07:58:00Z')
  const [whole, part] = both.lines
  await done(first, '/pharmacy/dispenses/', {
    prescription: both.id,
    version: both.version,
    lines: [{ line: whole }, { line: part, units: 5 }],
  })
  at('2026-03-02T08:02:00Z')
  await done(first, '/pharmacy/dispenses/', {
    prescription: other.id,
    version: other.version,
    lines: [{ line: other.lines[0], item: dear.id, units: 15, substitution_reason: 'Out of stock', directions: '1 tab tds 5/7' }],
  })
  await done(first, `/pharmacy/lines/${part}/refuse/`, { reason: 'Does not want it' })

  at('2026-03-03T20:57:00Z')
  const second = await clinic.signedInAs(handRights, 'pharmacist')
  const sale = await sell(second, ten.id, 2, '20.00')
  at('2026-03-03T21:05:00Z')
  await sell(second, four.id, 3, '12.00')
  const { id: returned } = await db
    .insertInto('patient_returns')
    .values({ number: 'PR-T', dispense_id: sale, reason: 'Too many', returned_at: clinic.clock.now, returned_by: second.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = await db.selectFrom('dispense_items').select('id').where('dispense_id', '=', sale).executeTakeFirstOrThrow()
  await db
    .insertInto('patient_return_items')
    .values({ patient_return_id: returned, dispense_item_id: item.id, batch_id: ten.batch, units: 1 })
    .execute()
  reader = await clinic.signedInAs(['reports.pharmacy'])
})
afterAll(() => clinic.close())

const MARCH = 'start_date=2026-03-01&end_date=2026-03-31'
const report = async (name: string, asked = MARCH) => {
  const reply = await reader.call('GET', `/reports/${name}/?${asked}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Table>()
}

test('a day of handing out: in part, as something else, refused, at the price that was charged', async () => {
  const { rows, totals } = await report('dispensed_by_day')
  // 15 at 10.00, 5 of 15 at 4.00, and 15 at 25.00 in place of 15 at 10.00.
  const day = { prescriptions: 2, lines: 3, units: 35, part: 1, other: 1, refused: 1, value: '545.00' }
  expect(rows).toEqual([{ day: '2026-03-02', ...day }])
  expect(totals).toEqual(day)
})
test('by item: what was sold counts too, and what came back stands beside it', async () => {
  const { rows, totals } = await report('dispensed_by_item')
  expect(rows).toMatchObject([
    { times: 1, units: 15, returned: 0, value: '375.00' },
    { times: 2, units: 17, returned: 1, value: '170.00' },
    { times: 2, units: 8, returned: 0, value: '32.00' },
  ])
  expect(totals).toEqual({ times: 5, value: '577.00' })
})
test('by person: who handed out and who sold', async () => {
  const { rows } = await report('dispensed_by_person')
  expect(rows).toMatchObject([
    { person: 'Test pharmacist', dispenses: 2, lines: 3, sales: 0, sold: 0, value: '545.00' },
    { person: 'Test pharmacist', dispenses: 0, lines: 0, sales: 2, sold: 2, value: '32.00' },
  ])
})
describe('waiting', () => {
  test('by day: of 4 and 8 minutes the middle is 6, and nine tenths of the way lie at 7.6', async () => {
    const { rows } = await report('dispensing_waits')
    expect(rows).toEqual([{ day: '2026-03-02', prescriptions: 2, median: 6, ninety: 8 }])
  })
  test('by hour of the clinic’s clock', async () => {
    const { rows } = await report('dispensing_waits', `${MARCH}&group=hour`)
    expect(rows).toEqual([
      { hour: '10:00', prescriptions: 1, median: 4, ninety: 4 },
      { hour: '11:00', prescriptions: 1, median: 8, ninety: 8 },
    ])
  })
})
test('sales and returns lie on the clinic’s days, both ends of a range included', async () => {
  const [third, fourth] = [
    { day: '2026-03-03', sales: 1, lines: 1, value: '20.00', returns: 0, returned: '0.00' },
    { day: '2026-03-04', sales: 1, lines: 1, value: '12.00', returns: 1, returned: '10.00' },
  ]
  expect((await report('counter_sales')).rows).toEqual([third, fourth])
  expect((await report('counter_sales', 'start_date=2026-03-03&end_date=2026-03-03')).rows).toEqual([third])
  expect((await report('counter_sales', 'start_date=2026-03-04&end_date=2026-03-04')).totals).toEqual({
    sales: 1,
    lines: 1,
    value: '12.00',
    returns: 1,
    returned: '10.00',
  })
  expect((await report('dispensed_by_day', 'start_date=2026-03-03&end_date=2026-03-04')).rows).toEqual([])
})
test('every one of them can be had as a file, by those who may read it, of days in order', async () => {
  for (const type of Object.values(tableTypes)) {
    const reply = await reader.call('GET', `/reports/dispensed_by_day/?${MARCH}`, undefined, { accept: type })
    expect([reply.status, reply.headers['content-type']]).toEqual([200, expect.stringContaining(type)])
  }
  const seller = await clinic.signedInAs(['reports.sales', 'reports.stock'])
  for (const name of ['dispensed_by_day', 'dispensed_by_item', 'dispensed_by_person', 'dispensing_waits', 'counter_sales']) {
    expect((await seller.call('GET', `/reports/${name}/?${MARCH}`)).status).toBe(403)
    expect((await reader.call('GET', `/reports/${name}/?start_date=2026-03-02&end_date=2026-03-01`)).status).toBe(400)
  }
})
test('what the cashier changes on a bill afterwards does not change what was handed out', async () => {
  const before = (await report('dispensed_by_day')).totals?.['value']
  const charges = await db.selectFrom('charges').select(['id', 'unit_price']).where('order_id', 'is not', null).execute()
  const priced = (price: string) => charges.find(({ unit_price }) => unit_price === price)!.id
  await db.updateTable('charges').set({ unit_price: '5.00' }).where('id', '=', priced('4.00')).execute()
  expect((await report('dispensed_by_day')).totals?.['value']).toBe(before)
})
