import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currencyDecimals } from '#shared/money.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { anInsurer, anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import type { createInvoiceItem, getInvoice } from './contract.ts'
import type { createCreditNote } from './contract-payments.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
  await clinic.db.updateTable('company').set({ currency: 'UGX' }).execute()
})
afterAll(() => clinic.close())

test('a currency without cents takes none: not as a payment, a discount or a price', async () => {
  const accountant = await clinic.signedInFrom('Accountant', 'accountant')
  const { id: cash } = await clinic.db.selectFrom('payment_modes').select('id').where('category', '=', 'cash').executeTakeFirstOrThrow()
  const patient = (await aPatient(clinic.db)).id
  const { id } = (await accountant.call('POST', '/billing/invoices/', { patient })).json<ResponseOf<typeof getInvoice>>()
  const item = (await anItem(clinic.db, '100.00')).id
  const refused = await accountant.call('POST', '/billing/invoice-items/', { invoice: id, item, item_amount: '99.50', reason: 'Half' })
  expect([refused.status, refused.json()]).toEqual([400, { item_amount: ['UGX has no cents.'] }])
  const line = (await accountant.call('POST', '/billing/invoice-items/', { invoice: id, item })).json<
    ResponseOf<typeof createInvoiceItem>
  >()
  const discount = await accountant.call('PATCH', `/billing/invoice-items/${line.id}/`, { discount: '0.50', reason: 'Half' })
  expect([discount.status, discount.json()]).toEqual([400, { discount: ['UGX has no cents.'] }])
  const paid = await accountant.call('POST', `/billing/invoices/${id}/payments/`, {
    issue: true,
    payments: [{ payment_mode: cash, amount: '10.50' }],
  })
  expect([paid.status, paid.json()]).toEqual([400, { 'payments.0.amount': ['UGX has no cents.'] }])
})

test('what is computed in a currency without cents is whole: tax, co-pay, and every part of a credit', async () => {
  const { db } = clinic
  const accountant = await clinic.signedInFrom('Accountant', 'accountant')
  const { id: vat } = await db.insertInto('tax_classes').values({ name: 'VAT', rate: '18' }).returning('id').executeTakeFirstOrThrow()
  const item = (await anItem(db, '1000.00', { tax_class_id: vat })).id
  const insurer = await anInsurer(db, { [item]: '333.00' }, { percent: '12.5' })
  const patient = (await aPatient(db)).id
  const { id } = (await accountant.call('POST', '/billing/invoices/', { patient, insurance_company: insurer.id })).json<
    ResponseOf<typeof getInvoice>
  >()
  const added = await accountant.call('POST', '/billing/invoice-items/', { invoice: id, item })
  const line = added.json<ResponseOf<typeof createInvoiceItem>>()
  expect(line).toMatchObject({ item_amount: '333.00', tax: '51.00', patient_amount: '42.00', insurer_amount: '291.00' })
  await accountant.call('POST', `/billing/invoices/${id}/issue/`, {})
  const credit = (body: object) => accountant.call('POST', `/billing/invoices/${id}/credit-notes/`, { reason: 'Not done', ...body })
  expect((await credit({ items: [{ invoice_item: line.id, amount: '10.50' }] })).status).toBe(400)
  const note = (await credit({ items: [{ invoice_item: line.id, quantity: '0.333' }] })).json<ResponseOf<typeof createCreditNote>>()
  expect([note.total, note.tax, note.patient_amount, note.insurer_amount].filter((amount) => !amount.endsWith('.00'))).toEqual([])
})

test('the database and the program agree which currencies have cents', async () => {
  const codes = Intl.supportedValuesOf('currency').filter((code) => currencyDecimals(code) <= 2)
  const { rows } = await sql<{ code: string; decimals: number }>`
    select code, currency_decimals(code) as decimals from unnest(${codes}::text[]) code`.execute(clinic.db)
  expect(rows.filter(({ code, decimals }) => decimals !== currencyDecimals(code))).toEqual([])
})

test('another payer never leaves a part of a unit behind, and bills of a remittance take none', async () => {
  const { db } = clinic
  const accountant = await clinic.signedInFrom('Accountant', 'accountant')
  const item = (await anItem(db, '1000.00')).id
  const insurer = await anInsurer(db, { [item]: '100.00' })
  const { id: mode } = await db
    .selectFrom('payment_modes')
    .select('id')
    .where('insurance_company_id', '=', insurer.id)
    .executeTakeFirstOrThrow()
  const bills: number[] = []
  for (const _ of [1, 2]) {
    const patient = (await aPatient(db)).id
    const { id } = (await accountant.call('POST', '/billing/invoices/', { patient })).json<ResponseOf<typeof getInvoice>>()
    const added = await accountant.call('POST', '/billing/invoice-items/', { invoice: id, item, quantity: '0.333' })
    const line = added.json<ResponseOf<typeof createInvoiceItem>>().id
    expect((await accountant.call('PATCH', `/billing/invoice-items/${line}/`, { discount: '40.00', reason: 'Staff' })).status).toBe(200)
    const switched = await accountant.call('PUT', `/billing/invoices/${id}/`, { insurance_company: insurer.id })
    expect([switched.status, switched.json()]).toMatchObject([200, { discount: '33.00', invoice_amount: '0.00' }])
    await accountant.call('POST', '/billing/invoice-items/', { invoice: id, item })
    await accountant.call('POST', `/billing/invoices/${id}/issue/`, {})
    bills.push(id)
  }
  const reply = await accountant.call('POST', '/billing/receipts/', {
    payment_mode: mode,
    amount: '21.00',
    reference: 'REM 1',
    allocations: [
      { invoice: bills[0], amount: '10.50' },
      { invoice: bills[1], amount: '10.50' },
    ],
  })
  expect([reply.status, reply.json()]).toEqual([
    400,
    { 'allocations.0.amount': ['UGX has no cents.'], 'allocations.1.amount': ['UGX has no cents.'] },
  ])
})
