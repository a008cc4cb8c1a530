import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anInsurer, anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { createInvoiceItem, getInvoice } from './contract.ts'
import type { payInvoice } from './contract-payments.ts'

type Invoice = ResponseOf<typeof getInvoice>
type Item = ResponseOf<typeof createInvoiceItem>
type Paid = ResponseOf<typeof payInvoice>

let clinic: TestClinic
let cashier: Person
let accountant: Person
let cash: number
let mobile: number
beforeAll(async () => {
  clinic = await openTestClinic()
  cashier = await clinic.signedInFrom('Cashier', 'cashier')
  accountant = await clinic.signedInFrom('Accountant', 'accountant')
  const modes = await clinic.db.selectFrom('payment_modes').select(['id', 'category']).execute()
  cash = modes.find(({ category }) => category === 'cash')!.id
  mobile = modes.find(({ category }) => category === 'mobile money')!.id
})
afterAll(() => clinic.close())

let patient: number
beforeEach(async () => {
  patient = (await aPatient(clinic.db)).id
})

const draft = async (more: object = {}) => (await cashier.call('POST', '/billing/invoices/', { patient, ...more })).json<Invoice>()
const add = async (invoice: number, item: number, more: object = {}) => {
  const reply = await cashier.call('POST', '/billing/invoice-items/', { invoice, item, ...more })
  expect(reply.text, 'adding').toContain('"id"')
  return reply.json<Item>()
}
const read = async (id: number) => (await cashier.call('GET', `/billing/invoices/${id}/`)).json<Invoice>()
const pay = (id: number, amount: string, more: object = {}) =>
  cashier.call('POST', `/billing/invoices/${id}/payments/`, { payments: [{ payment_mode: cash, amount }], ...more })
const aBill = async (price = '100.00') => {
  const invoice = await draft()
  const line = await add(invoice.id, (await anItem(clinic.db, price)).id)
  const issued = (await cashier.call('POST', `/billing/invoices/${invoice.id}/issue/`, {})).json<Invoice>()
  return { id: invoice.id, line: line.id, issued }
}

test('quantity times unit price: sixty tablets cost sixty times one', async () => {
  const invoice = await draft()
  const line = await add(invoice.id, (await anItem(clinic.db, '2.50')).id, { quantity: '60' })
  expect(line).toMatchObject({ sale_price: '2.50', quantity: '60.000', item_amount: '150.00', patient_amount: '150.00', status: 'pending' })
  expect(await read(invoice.id)).toMatchObject({
    status: 'draft',
    invoice_number: null,
    invoice_amount: '150.00',
    patient_balance: '150.00',
  })
})

test('the price is that of the moment: a new one changes no charge that was made', async () => {
  const item = await anItem(clinic.db, '100.00')
  const invoice = await draft()
  const line = await add(invoice.id, item.id)
  await clinic.db.updateTable('prices').set({ price: '999.00' }).where('item_id', '=', item.id).execute()
  const [kept] = (await cashier.call('GET', `/billing/invoices/items/${invoice.id}/`)).json<Item[]>()
  expect([line.sale_price, kept?.sale_price]).toEqual(['100.00', '100.00'])
})

test('an insurer pays its price less the co-pay, and what is not on its list falls to the patient', async () => {
  const covered = await anItem(clinic.db, '500.00')
  const bare = await anItem(clinic.db, '80.00')
  const insurer = await anInsurer(clinic.db, { [covered.id]: '400.00' }, { percent: '10' })
  const invoice = await draft({ insurance_company: insurer.id })
  expect(await add(invoice.id, covered.id)).toMatchObject({
    sale_price: '400.00',
    price_source: 'insurer',
    insurer_amount: '360.00',
    patient_amount: '40.00',
  })
  expect(await add(invoice.id, bare.id)).toMatchObject({
    sale_price: '80.00',
    price_source: 'cash',
    insurer_amount: '0.00',
    patient_amount: '80.00',
  })
  expect(await read(invoice.id)).toMatchObject({ invoice_amount: '480.00', insurer_total: '360.00', patient_total: '120.00' })
})

test('another payer prices the lines anew', async () => {
  const item = await anItem(clinic.db, '500.00')
  const insurer = await anInsurer(clinic.db, { [item.id]: '400.00' }, { amount: '50' })
  const invoice = await draft()
  await add(invoice.id, item.id, { quantity: '2' })
  const { version } = await read(invoice.id)
  const reply = await cashier.call('PUT', `/billing/invoices/${invoice.id}/`, { insurance_company: insurer.id, version })
  expect(reply.json<Invoice>()).toMatchObject({ invoice_amount: '800.00', insurer_total: '700.00', patient_total: '100.00' })
  const back = await cashier.call('PUT', `/billing/invoices/${invoice.id}/`, { insurance_company: null })
  expect(back.json<Invoice>()).toMatchObject({ invoice_amount: '1000.00', insurer_total: '0.00' })
})

test('an issued bill has a number and never changes', async () => {
  const { id, line, issued } = await aBill()
  expect(issued).toMatchObject({ status: 'issued', invoice_amount: '100.00', invoice_date: '2026-03-02' })
  expect(issued.invoice_number).toMatch(/^INV-2026-\d{5}$/)
  const item = await anItem(clinic.db)
  for (const reply of [
    await cashier.call('PUT', `/billing/invoices/${id}/`, { insurance_company: null }),
    await cashier.call('PUT', `/billing/invoices/${id}/`, { status: 'paid' }),
    await cashier.call('POST', '/billing/invoice-items/', { invoice: id, item: item.id }),
    await cashier.call('PATCH', `/billing/invoice-items/${line}/`, { quantity: '2' }),
    await cashier.call('POST', `/billing/invoices/${id}/issue/`, {}),
  ])
    expect([reply.status, reply.json<{ code: string }>().code]).toEqual([409, 'issued'])
  await expect(sql`update charges set quantity = 9 where id = ${line}`.execute(clinic.db)).rejects.toThrow('never change')
  await expect(sql`update invoices set total = 9 where id = ${id}`.execute(clinic.db)).rejects.toThrow('never changes')
})

test('`paid` is never set by PUT, draft or not', async () => {
  const invoice = await draft()
  const reply = await cashier.call('PUT', `/billing/invoices/${invoice.id}/`, { status: 'paid' })
  expect([reply.status, reply.json<{ code: string }>().code]).toEqual([409, 'status'])
})

test('a bill with a line without a price, or with none at all, cannot be issued', async () => {
  const invoice = await draft()
  const empty = await cashier.call('POST', `/billing/invoices/${invoice.id}/issue/`, {})
  expect([empty.status, empty.json<{ code: string }>().code]).toEqual([409, 'empty'])
  const line = await add(invoice.id, (await anItem(clinic.db, null, { name: 'Nebuliser' })).id)
  expect(line).toMatchObject({ price_source: 'none', item_amount: '0.00' })
  const refused = await cashier.call('POST', `/billing/invoices/${invoice.id}/issue/`, {})
  expect([refused.status, refused.json<{ code: string; detail: string }>()]).toMatchObject([
    409,
    { code: 'unpriced', detail: 'Without a price yet: Nebuliser.' },
  ])
  const priced = await accountant.call('PATCH', `/billing/invoice-items/${line.id}/`, { item_amount: '70.00', reason: 'New item' })
  expect(priced.json<Item>()).toMatchObject({ price_source: 'set', item_amount: '70.00' })
  expect((await cashier.call('POST', `/billing/invoices/${invoice.id}/issue/`, {})).status).toBe(200)
})

test('issue and pay in one, in two modes, with change', async () => {
  const invoice = await draft()
  await add(invoice.id, (await anItem(clinic.db, '1250.00')).id)
  const reply = await cashier.call('POST', `/billing/invoices/${invoice.id}/payments/`, {
    issue: true,
    version: (await read(invoice.id)).version,
    payments: [
      { payment_mode: cash, amount: '1000.00', tendered: '1500.00' },
      { payment_mode: mobile, amount: '250.00', reference: 'QGH7X1' },
    ],
  })
  expect(reply.status).toBe(201)
  const { receipt, invoice: paid } = reply.json<Paid>()
  expect(paid).toMatchObject({ status: 'paid', paid_patient: '1250.00', patient_balance: '0.00' })
  expect(receipt).toMatchObject({
    kind: 'payment',
    total: '1250.00',
    change: '500.00',
    invoices: [{ id: invoice.id, amount: '1250.00', party: 'patient' }],
  })
  expect(receipt.number).toMatch(/^RCT-2026-\d{5}$/)
})

test('an overpayment is never silent: 400 on the amount, with what is due', async () => {
  const { id } = await aBill('100.00')
  const reply = await pay(id, '100.01')
  expect([reply.status, reply.json()]).toEqual([400, { 'payments.0.amount': ['This is more than the amount due: 100.00.'] }])
  expect((await pay(id, '60.00')).status).toBe(201)
  expect(await read(id)).toMatchObject({ status: 'part-paid', patient_balance: '40.00' })
  expect((await pay(id, '40.01')).status).toBe(400)
  expect((await pay(id, '40.00')).json<Paid>().invoice.status).toBe('paid')
})

test('amounts that are none are 400 with the field named, and change nothing', async () => {
  const { id } = await aBill()
  for (const amount of [
    '-5',
    '0',
    '0.00',
    '10.005',
    '1,000',
    '1e3',
    '１０',
    'NaN',
    'USD 10',
    '',
    '99999999999',
    true,
    null,
    '-0',
    '0x10',
    ' ',
  ])
    expect([amount, Object.keys((await pay(id, amount as never)).json())]).toEqual([amount, ['payments.0.amount']])
  const foreign = await cashier.call('POST', `/billing/invoices/${id}/payments/`, {
    payments: [{ payment_mode: cash, amount: '10.00', currency: 'USD' }],
  })
  expect([foreign.status, foreign.json()]).toEqual([400, { 'payments.0.currency': ['The clinic is paid in KES.'] }])
  expect(await read(id)).toMatchObject({ patient_balance: '100.00' })
})

test('the currency stays once something was charged', async () => {
  const administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  const reply = await administrator.call('PUT', '/company/company/', { name: 'Clinic', currency: 'UGX', version: 1 })
  expect([reply.status, reply.json<{ detail: string }>().detail]).toEqual([
    409,
    'The currency cannot be changed: bills have already been issued in it.',
  ])
})

test('a mode that needs a reference gets one, and the same reference is not taken twice unawares', async () => {
  const { id } = await aBill('100.00')
  const bare = await cashier.call('POST', `/billing/invoices/${id}/payments/`, { payments: [{ payment_mode: mobile, amount: '50.00' }] })
  expect([bare.status, bare.json()]).toEqual([400, { 'payments.0.reference': ['Mobile money needs a reference.'] }])
  const part = { payment_mode: mobile, amount: '50.00', reference: 'ABC123' }
  expect((await cashier.call('POST', `/billing/invoices/${id}/payments/`, { payments: [part] })).status).toBe(201)
  const again = await cashier.call('POST', `/billing/invoices/${id}/payments/`, { payments: [{ ...part, reference: 'abc123' }] })
  expect([again.status, again.json<{ code: string }>().code]).toEqual([409, 'same_reference'])
  const meant = await cashier.call('POST', `/billing/invoices/${id}/payments/`, { payments: [{ ...part, same_reference: true }] })
  expect(meant.status).toBe(201)
})

test('an insurer pays its part by its own mode, several bills at once, and only its own', async () => {
  const item = await anItem(clinic.db, '500.00')
  const insurer = await anInsurer(clinic.db, { [item.id]: '400.00' }, { percent: '25' })
  const mode = await clinic.db
    .selectFrom('payment_modes')
    .select(['id', 'name'])
    .where('insurance_company_id', '=', insurer.id)
    .executeTakeFirstOrThrow()
  expect(mode.name).toBe(insurer.name)
  const bills: number[] = []
  for (const _ of [1, 2]) {
    const invoice = await draft({ insurance_company: insurer.id })
    await add(invoice.id, item.id)
    await cashier.call('POST', `/billing/invoices/${invoice.id}/issue/`, {})
    bills.push(invoice.id)
  }
  const send = (amount: string, amounts: string[]) =>
    cashier.call('POST', '/billing/receipts/', {
      payment_mode: mode.id,
      amount,
      reference: `REM ${amount}`,
      allocations: amounts.map((part, index) => ({ invoice: bills[index], amount: part })),
    })
  expect((await send('600.00', ['300.00', '299.00'])).json()).toEqual({ amount: ['The bills add up to 599.00.'] })
  expect((await send('601.00', ['300.00', '301.00'])).json()).toEqual({
    'allocations.1.amount': ['This is more than the amount due: 300.00.'],
  })
  const taken = await send('600.00', ['300.00', '300.00'])
  expect([taken.status, taken.json()]).toMatchObject([
    201,
    { total: '600.00', payer_name: insurer.name, invoices: [{ party: 'insurer' }, { party: 'insurer' }] },
  ])
  expect(await read(bills[0]!)).toMatchObject({ status: 'part-paid', insurer_balance: '0.00', patient_balance: '100.00' })
  const { id: other } = await aBill()
  const stranger = await cashier.call('POST', `/billing/invoices/${other}/payments/`, {
    payments: [{ payment_mode: mode.id, amount: '10.00', reference: 'X' }],
  })
  expect(stranger.json()).toEqual({ 'payments.0.payment_mode': ['That insurer is not the payer of this bill.'] })
})

test('the patient pays a rounded sum, and the rule stays with the bill', async () => {
  await clinic.db.updateTable('billing_settings').set({ rounding_step: '5.00' }).execute()
  const { id, issued } = await aBill('122.50')
  expect(issued).toMatchObject({ rounding: '2.50', invoice_amount: '125.00', patient_balance: '125.00' })
  await clinic.db.updateTable('billing_settings').set({ rounding_step: '0.01' }).execute()
  const row = await clinic.db.selectFrom('invoices').select('rounding_step').where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.rounding_step).toBe('5.00')
  expect((await pay(id, '125.00')).status).toBe(201)
})

const take = async (by: Person, payments: object[]) => {
  const { id } = await aBill('100.00')
  const reply = await by.call('POST', `/billing/invoices/${id}/payments/`, { payments })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Paid>().receipt
}

test('receipts by person, payment mode, counter and day, with their sums; who may not see sales sums only their own', async () => {
  const first = await clinic.signedInFrom('Cashier', 'cashier')
  const second = await clinic.signedInFrom('Cashier', 'cashier')
  const own = await clinic.signedInAs(['billing.view', 'billing.pay', 'billing.charge', 'billing.issue'])
  await take(first, [
    { payment_mode: cash, amount: '60.00' },
    { payment_mode: mobile, amount: '40.00', reference: 'SPLIT' },
  ])
  const wrong = await take(first, [{ payment_mode: cash, amount: '100.00' }])
  await take(second, [{ payment_mode: cash, amount: '30.00' }])
  await take(own, [{ payment_mode: mobile, amount: '20.00', reference: 'OWN' }])
  // Who reverses gives the money back: it is that person's figure, not the first one's.
  expect((await accountant.call('POST', `/billing/receipts/${wrong.id}/reverse/`, { reason: 'Wrong bill' })).json()).toMatchObject({
    counter: 'cashier',
    received_by: accountant.id,
  })
  const sums = async (query: object, by = first) =>
    by.call('GET', `/billing/receipts/sums/?${new URLSearchParams(query as Record<string, string>)}`)
  const today = wrong.received_on
  expect((await sums({ received_by: String(first.id), date: today })).json()).toEqual({
    receipts: 2,
    received: '200.00',
    refunded: '0.00',
    reversed: '0.00',
    total: '200.00',
    modes: [
      { payment_mode: cash, payment_mode_name: 'Cash', total: '160.00' },
      { payment_mode: mobile, payment_mode_name: 'Mobile money', total: '40.00' },
    ],
    people: [{ id: first.id, name: expect.any(String), total: '200.00' }],
  })
  expect((await sums({ received_by: String(accountant.id), kind: 'reversal' })).json()).toMatchObject({
    reversed: '100.00',
    total: '-100.00',
  })
  // Of a receipt in two modes the one that is named counts, and the other does not.
  expect((await sums({ received_by: String(first.id), payment_mode: String(mobile) })).json()).toEqual({
    receipts: 1,
    received: '40.00',
    refunded: '0.00',
    reversed: '0.00',
    total: '40.00',
    modes: [{ payment_mode: mobile, payment_mode_name: 'Mobile money', total: '40.00' }],
    people: [{ id: first.id, name: expect.any(String), total: '40.00' }],
  })
  expect((await sums({ received_by: String(first.id), counter: 'pharmacy' })).json()).toMatchObject({
    receipts: 0,
    total: '0.00',
    modes: [],
  })
  expect((await sums({ start_date: today, end_date: today, received_by: String(second.id) })).json()).toMatchObject({ total: '30.00' })
  expect((await sums({ start_date: '2026-02-02', end_date: '2026-02-01' })).json()).toHaveProperty('end_date')
  expect((await sums({ counter: 'kiosk' })).json()).toHaveProperty('counter')
  const list = (await first.call('GET', `/billing/receipts/?received_by=${first.id}&payment_mode=${mobile}&counter=cashier`)).json<
    object[]
  >()
  expect(list).toMatchObject([{ received_by: first.id, counter: 'cashier', total: '100.00' }])

  expect((await sums({ received_by: String(own.id) }, own)).json()).toMatchObject({ total: '20.00' })
  expect((await sums({}, own)).json()).toMatchObject({ total: '20.00' })
  expect((await sums({ received_by: String(first.id) }, own)).status).toBe(403)
  const days = { start_date: today, end_date: today }
  const file = (query: object, by: Person) =>
    by.call('GET', `/reports/receipts/?${new URLSearchParams({ ...days, ...query })}`, undefined, {
      accept: 'text/csv',
    })
  expect((await file({ received_by: String(first.id) }, own)).status).toBe(403)
  const csv = await file({}, own)
  expect([csv.status, csv.text.trim().split('\r\n').length]).toEqual([200, 2])
  const { text } = await file({ payment_mode: String(mobile), received_by: String(first.id) }, second)
  expect([text.includes('Cash + Mobile money'), text.includes(',40.00'), text.includes('100.00')]).toEqual([true, true, false])

  // Of a restricted patient nothing is summed alone, and what the clinic took stays whole.
  const officer = await clinic.signedInFrom('System administrator', 'sysadmin')
  const whole = (await sums({ date: today })).json()
  expect((await officer.call('POST', `/patients/patients/${patient}/restriction/`, { reason: 'Kept' })).status).toBe(201)
  for (const narrow of [{ patient_id: String(patient) }, { invoice: String(wrong.invoices[0]!.id) }, { q: 'SPLIT' }, { q: wrong.number }]) {
    const of = async (by: Person) => (await sums(narrow, by)).json<{ receipts: number }>()
    expect(await of(first)).toEqual({
      receipts: 0,
      received: '0.00',
      refunded: '0.00',
      reversed: '0.00',
      total: '0.00',
      modes: [],
      people: [],
    })
    expect((await of(officer)).receipts).toBeGreaterThan(0)
  }
  expect((await sums({ date: today })).json()).toEqual(whole)
  // The list of receipts stays whole as well, and does not say who paid.
  const { first_name } = await clinic.db.selectFrom('patients').select('first_name').where('id', '=', patient).executeTakeFirstOrThrow()
  const listed = { received_by: String(first.id) }
  expect((await file(listed, officer)).text).toContain(first_name)
  const shut = (await file(listed, first)).text
  expect([shut.includes('Restricted record'), shut.includes(first_name)]).toEqual([true, false])
  expect(shut.trim().split('\r\n')).toHaveLength((await file(listed, officer)).text.trim().split('\r\n').length)
  const kept = await clinic.db
    .selectFrom('audit_log')
    .select('change')
    .where('entity', '=', 'report')
    .where('actor_id', '=', first.id)
    .execute()
  expect(JSON.stringify(kept)).not.toContain('hidden')
})
