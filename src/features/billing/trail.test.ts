import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { anInsurer, anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { getInvoice } from './contract.ts'

type Invoice = ResponseOf<typeof getInvoice>

let clinic: TestClinic
let accountant: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  accountant = await clinic.signedInFrom('Accountant', 'accountant')
})
afterAll(() => clinic.close())

const draft = async () => (await accountant.call('POST', '/billing/invoices/', { patient: (await aPatient(clinic.db)).id })).json<Invoice>()
const add = (invoice: number, item: number) => accountant.call('POST', '/billing/invoice-items/', { invoice, item })

test('the trail of a patient says what was charged, changed and described', async () => {
  const insurer = await anInsurer(clinic.db, {})
  const { id, patient } = await draft()
  await add(id, (await anItem(clinic.db)).id)
  await accountant.call('PUT', `/billing/invoices/${id}/`, {
    insurance_company: insurer.id,
    invoice_description: 'After the accident',
    version: 2,
  })
  const rows = await clinic.db
    .selectFrom('audit_log')
    .select(['action', 'change'])
    .where('patient_id', '=', patient)
    .where('entity', '=', 'invoice')
    .orderBy('id')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['open', 'charge', 'update'])
  expect(rows[2]?.change).toMatchObject({ insurance_company: [null, insurer.id], invoice_description: [null, 'After the accident'] })
})

test('who reads the lines or the receipts of a patient is on the trail', async () => {
  const { id, patient } = await draft()
  const line = (await add(id, (await anItem(clinic.db)).id)).json<{ id: number }>()
  const { id: cash } = await clinic.db.selectFrom('payment_modes').select('id').where('category', '=', 'cash').executeTakeFirstOrThrow()
  const paid = await accountant.call('POST', `/billing/invoices/${id}/payments/`, {
    issue: true,
    payments: [{ payment_mode: cash, amount: '100.00' }],
  })
  const receipt = paid.json<{ receipt: { id: number } }>().receipt.id
  const rows = () => clinic.db.selectFrom('audit_log').select('id').where('patient_id', '=', patient).where('action', '=', 'read').execute()
  const reads = async (url: string) => {
    const before = await rows()
    expect((await accountant.call('GET', url)).status).toBe(200)
    return (await rows()).length - before.length
  }
  for (const url of [
    `/billing/invoices/${id}/`,
    `/billing/invoices/items/${id}/`,
    `/billing/invoice-items/?invoice=${id}`,
    `/billing/invoice-items/?invoice_item=${line.id}`,
    `/billing/receipts/${receipt}/`,
    `/billing/receipts/?patient_id=${patient}`,
    `/billing/invoices/?patient_id=${patient}`,
    `/billing/invoices/patient/${patient}/`,
  ])
    expect([url, await reads(url)]).toEqual([url, 1])
})
