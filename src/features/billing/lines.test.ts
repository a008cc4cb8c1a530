import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, fromCents, sumOf } from '#shared/money.ts'
import { rounds } from '../../testing/whole.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { asOwner } from '#platform/db/owner.ts'
import { anInsurer, anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { createInvoiceItem, getInvoice } from './contract.ts'

type Invoice = ResponseOf<typeof getInvoice>
type Item = ResponseOf<typeof createInvoiceItem>

let clinic: TestClinic
let accountant: Person
let cashier: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  accountant = await clinic.signedInFrom('Accountant', 'accountant')
  cashier = await clinic.signedInFrom('Cashier', 'cashier')
})
afterAll(() => clinic.close())

const draft = async (more: object = {}) => {
  const patient = (await aPatient(clinic.db)).id
  return (await accountant.call('POST', '/billing/invoices/', { patient, ...more })).json<Invoice>()
}
const add = (invoice: number, item: number, more: object = {}) =>
  accountant.call('POST', '/billing/invoice-items/', { invoice, item, ...more })
const added = async (invoice: number, item: number) => (await add(invoice, item)).json<Item>()
const change = (line: number, body: object, by = accountant) => by.call('PATCH', `/billing/invoice-items/${line}/`, body)
const read = async (id: number) => (await cashier.call('GET', `/billing/invoices/${id}/`)).json<Invoice>()

test('what has no price yet may be priced at nothing', async () => {
  const item = (await anItem(clinic.db, null)).id
  const { id } = await draft()
  const line = (await add(id, item)).json<Item>()
  expect((await change(line.id, { item_amount: '0.00' })).json()).toEqual({ reason: ['Enter a reason.'] })
  const priced = await change(line.id, { item_amount: '0.00', reason: 'A gift of the ministry' })
  expect(priced.json<Item>()).toMatchObject({ price_source: 'set', item_amount: '0.00' })
  expect((await add(id, item, { item_amount: '0.00', reason: 'The same' })).json<Item>()).toMatchObject({ price_source: 'set' })
  const other = await cashier.call('POST', '/billing/invoice-items/', { invoice: id, item, item_amount: '0.00', reason: 'Mine' })
  expect(other.status).toBe(403)
  expect((await accountant.call('POST', `/billing/invoices/${id}/issue/`, {})).json<Invoice>()).toMatchObject({ status: 'paid' })
})

test('a bill that somebody else holds is busy, not missing', async () => {
  const { id } = await draft()
  const item = (await anItem(clinic.db)).id
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query('begin')
    await client.query('select from invoices where id = $1 for update', [id])
    const reply = await add(id, item)
    await client.query('rollback')
    expect([reply.status, reply.json<{ code: string }>().code]).toEqual([409, 'in_progress'])
  })
  expect((await add(2_000_000_000, item)).json()).toEqual({ invoice: ['Bill not found.'] })
})

test('a discount and a waiver need a right and a reason, and each has its limit', async () => {
  const invoice = await draft()
  const line = await added(invoice.id, (await anItem(clinic.db, '200.00')).id)
  expect((await change(line.id, { discount: '10.00', reason: 'Staff' }, cashier)).status).toBe(403)
  expect((await change(line.id, { discount: '10.00' })).json()).toEqual({ reason: ['Enter a reason.'] })
  expect((await change(line.id, { discount: '200.01', reason: 'Too much' })).json()).toEqual({
    discount: ['This is more than the line costs: 200.00.'],
  })
  expect((await change(line.id, { discount: '50.00', reason: 'Staff' })).json<Item>()).toMatchObject({ item_amount: '150.00' })
  expect(Object.keys((await change(line.id, { waiver: '150.01', reason: 'Too much' })).json())).toEqual(['waiver'])
  expect((await change(line.id, { waiver: '100.00', reason: 'Cannot pay' })).json<Item>()).toMatchObject({
    patient_amount: '50.00',
    waiver: '100.00',
  })
  expect(await read(invoice.id)).toMatchObject({ invoice_amount: '150.00', waiver: '100.00', patient_total: '50.00' })
})

test('who may not set a price neither sets nor changes one', async () => {
  const item = await anItem(clinic.db, '200.00')
  const invoice = await draft()
  const reply = await cashier.call('POST', '/billing/invoice-items/', {
    invoice: invoice.id,
    item: item.id,
    item_amount: '1.00',
    reason: 'Mine',
  })
  expect(reply.status).toBe(403)
  expect(
    (await cashier.call('POST', '/billing/invoice-items/', { invoice: invoice.id, item: item.id, item_amount: '200.00' })).status,
  ).toBe(201)
  const line = await added(invoice.id, item.id)
  expect((await change(line.id, { item_amount: '1.00', reason: 'Mine' }, cashier)).status).toBe(403)
  expect((await change(line.id, { waiver: '1.00', reason: 'Mine' }, cashier)).status).toBe(403)
  const nurse = await clinic.signedInFrom('Nurse', 'nurse')
  for (const url of ['/billing/invoices/', '/billing/invoice-items/', '/catalogue/price-lists/', `/billing/invoices/${invoice.id}/`])
    expect([url, (await nurse.call('GET', url)).status]).toEqual([url, 403])
})

test('a cancelled line stays readable and costs nothing', async () => {
  const invoice = await draft()
  const line = await added(invoice.id, (await anItem(clinic.db)).id)
  expect((await cashier.call('PATCH', `/billing/invoice-items/${line.id}/`, { status: 'cancelled' })).json()).toEqual({
    reason: ['Enter a reason.'],
  })
  const reply = await cashier.call('PATCH', `/billing/invoice-items/${line.id}/`, { status: 'cancelled', reason: 'Not done' })
  expect(reply.json<Item>()).toMatchObject({ status: 'cancelled', cancel_reason: 'Not done' })
  expect(await read(invoice.id)).toMatchObject({ invoice_amount: '0.00', item_count: 0 })
  expect((await cashier.call('PATCH', `/billing/invoice-items/${line.id}/`, { quantity: '2' })).status).toBe(409)
})

test('tax: included or on top, by the rate of the moment', async () => {
  const { id: vat } = await clinic.db
    .insertInto('tax_classes')
    .values({ name: 'VAT', rate: '16' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = await anItem(clinic.db, '116.00', { tax_class_id: vat })
  const included = await draft()
  expect(await added(included.id, item.id)).toMatchObject({ tax: '16.00', item_amount: '116.00' })
  await clinic.db.updateTable('billing_settings').set({ prices_include_tax: false }).execute()
  const onTop = await draft()
  expect(await added(onTop.id, item.id)).toMatchObject({ tax: '18.56', item_amount: '134.56' })
  await clinic.db.updateTable('billing_settings').set({ prices_include_tax: true }).execute()
})

test('an insurer is made to pay for what is not on its list only by who may set prices, with a reason', async () => {
  const listed = (await anItem(clinic.db, '500.00')).id
  const bare = (await anItem(clinic.db, '80.00')).id
  const insurer = await anInsurer(clinic.db, { [listed]: '400.00' })
  const { id } = await draft({ insurance_company: insurer.id })
  const covered = await added(id, listed)
  const own = await added(id, bare)
  expect((await change(covered.id, { is_covered: false }, cashier)).json<Item>()).toMatchObject({
    sale_price: '500.00',
    insurer_amount: '0.00',
  })
  expect((await change(covered.id, { is_covered: true }, cashier)).json<Item>()).toMatchObject({
    sale_price: '400.00',
    insurer_amount: '400.00',
  })
  expect((await change(own.id, { is_covered: true }, cashier)).status).toBe(403)
  expect((await change(own.id, { is_covered: true })).json()).toEqual({ reason: ['Enter a reason.'] })
  expect((await change(own.id, { is_covered: true, reason: 'Agreed by telephone' })).json<Item>()).toMatchObject({
    insurer_amount: '80.00',
    adjustment_reason: 'Agreed by telephone',
  })
})

test('an insurer out of use still pays what it owes', async () => {
  const item = (await anItem(clinic.db, '500.00')).id
  const insurer = await anInsurer(clinic.db, { [item]: '400.00' })
  const { id } = await draft({ insurance_company: insurer.id })
  await add(id, item)
  await accountant.call('POST', `/billing/invoices/${id}/issue/`, {})
  await clinic.db.updateTable('insurance_companies').set({ is_active: false }).where('id', '=', insurer.id).execute()
  const mode = await clinic.db
    .selectFrom('payment_modes')
    .select(['id', 'is_active'])
    .where('insurance_company_id', '=', insurer.id)
    .executeTakeFirstOrThrow()
  expect(mode.is_active).toBe(false)
  const payments = [{ payment_mode: mode.id, amount: '400.00', reference: 'LAST' }]
  expect((await cashier.call('POST', `/billing/invoices/${id}/payments/`, { payments })).status).toBe(201)
})

test('a discount by percentage, of a line and of a whole bill, to the cent and with its reason', async () => {
  const { id } = await draft()
  const priced = async (price: string) => added(id, (await anItem(clinic.db, price)).id)
  const first = await priced('99.99')
  await priced('0.01')
  const third = await priced('33.35')
  expect((await change(first.id, { discount_percent: '10', reason: 'Staff' }, cashier)).status).toBe(403)
  expect((await change(first.id, { discount_percent: '10' })).json()).toEqual({ reason: ['Enter a reason.'] })
  expect((await change(first.id, { discount_percent: '101', reason: 'Staff' })).json()).toHaveProperty('discount_percent')
  expect((await change(first.id, { discount_percent: '10', discount: '1.00', reason: 'Staff' })).json()).toHaveProperty('discount_percent')
  expect((await change(first.id, { discount_percent: '10', reason: 'Staff' })).json<Item>()).toMatchObject({
    discount: '10.00',
    item_amount: '89.99',
  })
  // Of twice as much: the percentage is of what is sent with it.
  expect((await change(third.id, { quantity: '2', discount_percent: '50', reason: 'Staff' })).json<Item>()).toMatchObject({
    discount: '33.35',
  })
  const whole = (body: object, by = accountant) => by.call('POST', `/billing/invoices/${id}/discount/`, body)
  expect((await whole({ discount_percent: '10', reason: 'Staff' }, cashier)).status).toBe(403)
  expect((await whole({ discount_percent: '10' })).json()).toHaveProperty('reason')
  expect((await whole({ reason: 'Staff' })).json()).toEqual({ discount: ['Enter an amount or a percentage, not both.'] })
  expect((await whole({ discount_percent: '12.5', reason: 'Staff' })).json<Invoice>()).toMatchObject({
    discount: '20.84',
    invoice_amount: '145.86',
  })
  const readLines = async () => (await cashier.call('GET', `/billing/invoices/items/${id}/`)).json<Item[]>()
  expect((await readLines()).map(({ discount, adjustment_reason }) => [discount, adjustment_reason])).toEqual([
    ['12.50', 'Staff'],
    ['0.00', 'Staff'],
    ['8.34', 'Staff'],
  ])
  // An amount is shared in proportion and adds up; the discounts before it are replaced.
  expect((await whole({ discount: '100.00', reason: 'Hardship' })).json<Invoice>()).toMatchObject({
    discount: '100.00',
    invoice_amount: '66.70',
  })
  expect((await whole({ discount: '166.71', reason: 'Too much' })).json()).toEqual({
    discount: ['This is more than the lines cost: 166.70.'],
  })
  expect((await change(third.id, { waiver: '26.00', reason: 'Hardship' })).status).toBe(200)
  const refused = await whole({ discount_percent: '100', reason: 'All of it' })
  expect([refused.status, refused.json()]).toMatchObject([409, { code: 'waiver', line: third.id }])
  expect(await read(id)).toMatchObject({ discount: '100.00', waiver: '26.00' })
  const { version } = await read(id)
  const both = await Promise.all(['5', '7'].map((discount_percent) => whole({ discount_percent, reason: 'At once', version })))
  expect(statuses(both)).toEqual([200, 412])
  const won = both.findIndex(({ status }) => status === 200)
  expect((await read(id)).discount).toBe(won === 0 ? '8.34' : '11.67')
  const [trail] = await clinic.db.selectFrom('audit_log').select('change').where('action', '=', 'discount').orderBy('id').execute()
  expect(trail?.change).toMatchObject({ percent: '12.5', reason: 'Staff', discount: ['43.35', '20.84'] })
  await accountant.call('POST', `/billing/invoices/${id}/issue/`, {})
  expect((await whole({ discount_percent: '5', reason: 'Late' })).json()).toMatchObject({ code: 'issued' })
  const empty = await draft()
  expect(
    (await accountant.call('POST', `/billing/invoices/${empty.id}/discount/`, { discount_percent: '5', reason: 'None' })).json(),
  ).toMatchObject({ code: 'empty' })
})

test('a whole line is discounted to the cent, as the database reckons its cost', async () => {
  const { id } = await draft()
  const line = (await add(id, (await anItem(clinic.db, '1.00')).id, { quantity: '1.005' })).json<Item>()
  expect(line.gross).toBe('1.01')
  expect((await change(line.id, { discount: '1.02', reason: 'Staff' })).json()).toEqual({
    discount: ['This is more than the line costs: 1.01.'],
  })
  const changes = [{ discount: '1.01' }, { discount_percent: '0' }, { discount_percent: '100' }]
  for (const body of changes) {
    const reply = await change(line.id, { ...body, reason: 'Staff' })
    expect(reply.status, reply.text).toBe(200)
  }
  expect(await read(id)).toMatchObject({ discount: '1.01', invoice_amount: '0.00' })
})

test('no discount is more than its line costs, and the lines come to the bill', async () => {
  let seed = 17
  const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
  const wrong: string[] = []
  for (let round = 0; round < rounds(30); round++) {
    const { id } = await draft()
    for (let at = 0; at <= random(4); at++)
      await add(id, (await anItem(clinic.db, fromCents(random(20_000)))).id, { quantity: ['1', '3', '0.333', '1.005', '2.5'][random(5)]! })
    const readLines = async () => (await cashier.call('GET', `/billing/invoices/items/${id}/`)).json<Item[]>()
    const all = sumOf((await readLines()).map(({ gross }) => gross))
    const asked = fromCents(random(cents(all) + 1))
    for (const body of [
      { discount_percent: fromCents(random(10_001)) },
      { discount_percent: '100' },
      { discount: asked },
      { discount: all },
    ]) {
      const reply = await accountant.call('POST', `/billing/invoices/${id}/discount/`, { ...body, reason: 'Staff' })
      const bill = reply.json<Invoice>()
      const lines = await readLines()
      const where = `${JSON.stringify(body)} of ${all}: ${reply.status}`
      if (lines.some(({ discount, gross }) => cents(discount) > cents(gross))) wrong.push(`${where}, above its line`)
      if (sumOf(lines.map(({ discount }) => discount)) !== bill.discount) wrong.push(`${where}, discounts`)
      if (sumOf(lines.map(({ item_amount }) => item_amount)) !== bill.invoice_amount) wrong.push(`${where}, amounts`)
      if ('discount' in body && bill.discount !== body.discount) wrong.push(`${where}, not what was asked`)
    }
  }
  expect(wrong).toEqual([])
})
