import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { findInconsistencies } from '../../testing/books/books.ts'
import { anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { getInvoice } from './contract.ts'

type Invoice = ResponseOf<typeof getInvoice>

let clinic: TestClinic
let administrator: Person
let item: number
beforeAll(async () => {
  clinic = await openTestClinic()
  administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  item = (await anItem(clinic.db, '100.00')).id
})
afterAll(() => clinic.close())

/** The bill that is issued when the clock says so; sessions last as long as the test. */
const issuedAt = async (instant: string) => {
  clinic.clock.now = new Date(instant)
  await clinic.db
    .updateTable('sessions')
    .set({ seen_at: clinic.clock.now, expires_at: new Date('2030-01-01') })
    .execute()
  administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  const patient = (await aPatient(clinic.db)).id
  const { id } = (await administrator.call('POST', '/billing/invoices/', { patient })).json<Invoice>()
  await administrator.call('POST', '/billing/invoice-items/', { invoice: id, item })
  const reply = await administrator.call('POST', `/billing/invoices/${id}/issue/`, {})
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Invoice>()
}

test('a fiscal year that begins in July turns at midnight in the clinic, and its numbers begin anew', async () => {
  await administrator.call('PUT', '/billing/settings/', { fiscal_year_start_month: 7 })
  // Nairobi is three hours ahead of UTC.
  expect(await issuedAt('2026-06-30T20:59:59Z')).toMatchObject({ invoice_date: '2026-06-30', invoice_number: 'INV-2025-00001' })
  expect(await issuedAt('2026-06-30T21:00:00Z')).toMatchObject({ invoice_date: '2026-07-01', invoice_number: 'INV-2026-00001' })
  expect(await issuedAt('2026-12-31T21:00:00Z')).toMatchObject({ invoice_date: '2027-01-01', invoice_number: 'INV-2026-00002' })
  expect(await issuedAt('2027-06-30T21:00:00Z')).toMatchObject({ invoice_date: '2027-07-01', invoice_number: 'INV-2027-00001' })
})

test('a bare number is looked for in the fiscal year of the clinic’s day', async () => {
  const found = (await administrator.call('GET', '/billing/invoices/?q=1')).json<Invoice[]>()
  expect(found.map(({ invoice_number }) => invoice_number)).toEqual(['INV-2027-00001'])
})

const inAugust = (n: number) => `2027-08-${String(n).padStart(2, '0')}T08:00:00Z`

test('another first month, prefix, year or width in the middle of a year goes on counting and gives no number twice', async () => {
  await administrator.call('PUT', '/billing/settings/', { fiscal_year_start_month: 1 })
  const numbers = [(await issuedAt(inAugust(1))).invoice_number]
  const formats = [
    { prefix: 'B-', with_year: true, width: 5 },
    { prefix: 'B-', with_year: false, width: 3 },
    { prefix: 'INV-', with_year: true, width: 1 },
    { prefix: 'INV-', with_year: true, width: 5 },
  ]
  for (const [index, format] of formats.entries()) {
    const reply = await administrator.call('PUT', '/company/number-formats/', { formats: [{ series: 'invoice', ...format }] })
    expect(reply.status, reply.text).toBe(200)
    numbers.push((await issuedAt(inAugust(index + 2))).invoice_number)
  }
  expect(numbers).toEqual(['INV-2027-00002', 'B-2027-00003', 'B-001', 'INV-2027-4', 'INV-2027-00005'])
  expect((await findInconsistencies(clinic.db)).filter((fault) => fault.includes('balance'))).toEqual([])
})
