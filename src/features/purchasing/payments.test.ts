import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { anInsurer } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aStore, aDrug, aSupplier, someStock } from '../../testing/scenarios/stock.ts'
import type { OrderBill, SupplierPayment } from './contract-bills.ts'
import type { SupplierReturn } from './contract-receipts.ts'

let clinic: TestClinic
let db: Db
let payer: Person
let chief: Person
let cash: number
let bank: number
beforeAll(async () => {
  clinic = await openTestClinic()
  db = clinic.db
  payer = await clinic.signedInAs(['purchasing.pay', 'purchasing.view', 'purchasing.bill', 'stock.receive'])
  chief = await clinic.signedInFrom('System administrator', 'sysadmin')
  const aMode = async (name: string, requires_reference: boolean) =>
    (await db.insertInto('payment_modes').values({ name, category: 'bank', requires_reference }).returning('id').executeTakeFirstOrThrow())
      .id
  cash = await aMode('Petty cash', false)
  bank = await aMode('Cheque', true)
})
afterAll(() => clinic.close())

const URL = '/inventory/supplier-payments/'
let serial = 0
/** A bill of so much on goods that came without an order, at that price; it agrees unless said. */
const aBill = async (supplier: number, total: string, agrees = true) => {
  const item = (await aDrug(db)).id
  const store = (await aStore(db)).id
  const row = { item, quantity: 1, purchase_price: total, lot: 'A1', expires_on: '2027-06-30' }
  if (agrees) await payer.call('POST', '/inventory/goods-receipts/', { store, supplier, items: [row] })
  const reply = await payer.call('POST', '/inventory/orderbill/', {
    supplier,
    invoice_no: `P-${++serial}`,
    bill_date: '2026-03-01',
    total_cost: total,
    items: [{ item, quantity: 1, unit_price: total }],
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<OrderBill>()
}
const theBill = async (id: number) => (await payer.call('GET', `/inventory/orderbill/${id}/`)).json<OrderBill>()
const pay = (body: object, by = payer, headers: Record<string, string> = {}) =>
  by.call('POST', URL, { payment_mode: cash, ...body }, headers)
const paid = async (body: object) => {
  const reply = await pay(body)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<SupplierPayment>()
}
const refusal = async (body: object) => {
  const reply = await pay(body)
  return [reply.status, Object.keys(reply.json())]
}

describe('POST /inventory/supplier-payments/', () => {
  test('pays several bills of a supplier in parts, and each bill follows', async () => {
    const supplier = (await aSupplier(db)).id
    const [one, two] = [await aBill(supplier, '100.00'), await aBill(supplier, '50.00')]
    const payment = await paid({
      supplier,
      amount: '120.00',
      paid_on: '2026-03-01',
      allocations: [
        { bill: two.id, amount: '50.00' },
        { bill: one.id, amount: '70.00' },
      ],
    })
    expect(payment).toMatchObject({
      number: 'SP-2026-00001',
      kind: 'payment',
      amount: '120.00',
      payment_mode_name: 'Petty cash',
      paid_on: '2026-03-01',
    })
    expect(payment.allocations).toEqual([
      { bill: one.id, invoice_no: one.invoice_no, amount: '70.00' },
      { bill: two.id, invoice_no: two.invoice_no, amount: '50.00' },
    ])
    expect(await theBill(one.id)).toMatchObject({
      payment_status: 'partial',
      paid: '70.00',
      balance: '30.00',
      may: { cancel: false, pay: true },
    })
    expect(await theBill(two.id)).toMatchObject({
      payment_status: 'paid',
      balance: '0.00',
      may: { pay: false },
      payments: [{ amount: '50.00' }],
    })
    const part = { supplier, allocations: [{ bill: one.id, amount: '30.01' }] }
    expect(await refusal(part)).toEqual([400, ['allocations.0.amount']])
    expect((await payer.call('POST', `/inventory/orderbill/${one.id}/cancel/`, { reason: 'Wrong' })).status).toBe(409)
  })

  test('of two payments of one bill that come at once, one wins', async () => {
    const supplier = (await aSupplier(db)).id
    const bill = await aBill(supplier, '100.00')
    const replies = await Promise.all([1, 2, 3].map(() => pay({ supplier, allocations: [{ bill: bill.id, amount: '60.00' }] })))
    expect(statuses(replies)).toEqual([201, 400, 400])
    expect(await theBill(bill.id)).toMatchObject({ paid: '60.00' })
  })

  test('pays once what is sent twice with one key', async () => {
    const supplier = (await aSupplier(db)).id
    const bill = await aBill(supplier, '100.00')
    const body = { supplier, allocations: [{ bill: bill.id, amount: '40.00' }] }
    const key = { 'idempotency-key': `pay-${bill.id}` }
    const [one, two] = await Promise.all([pay(body, payer, key), pay(body, payer, key)])
    expect([one.status, two.text]).toEqual([201, one.text])
    expect(await theBill(bill.id)).toMatchObject({ paid: '40.00' })
  })

  test('refuses a differing bill until somebody has approved it', async () => {
    const supplier = (await aSupplier(db)).id
    const bill = await aBill(supplier, '100.00', false)
    const body = { supplier, allocations: [{ bill: bill.id, amount: '40.00' }] }
    const refused = await pay(body)
    expect(refused.json()).toMatchObject({ code: 'unapproved', bill: bill.id })
    await chief.call('POST', `/inventory/orderbill/${bill.id}/approve/`, { reason: 'Agreed by telephone' })
    await paid(body)
  })

  test('refuses bills of others, cancelled ones, those named twice, and sums that do not add up', async () => {
    const supplier = (await aSupplier(db)).id
    const bill = await aBill(supplier, '100.00')
    const other = await aBill((await aSupplier(db)).id, '100.00')
    const part = { bill: bill.id, amount: '10.00' }
    expect(await refusal({ supplier, allocations: [part, { bill: other.id, amount: '1.00' }] })).toEqual([400, ['allocations.1.bill']])
    expect(await refusal({ supplier, allocations: [{ bill: 999_999, amount: '1.00' }] })).toEqual([400, ['allocations.0.bill']])
    expect(await refusal({ supplier, allocations: [part, part] })).toEqual([400, ['allocations']])
    expect(await refusal({ supplier, amount: '11.00', allocations: [part] })).toEqual([400, ['amount']])
    expect(await refusal({ supplier, allocations: [{ ...part, amount: '0.00' }] })).toEqual([400, ['allocations.0.amount']])
    expect(await refusal({ supplier, allocations: [{ ...part, amount: '-1.00' }] })).toEqual([400, ['allocations.0.amount']])
    expect(await refusal({ supplier, allocations: [] })).toEqual([400, ['allocations']])
    expect(await refusal({ supplier: 999_999, allocations: [part] })).toEqual([400, ['supplier']])
    expect(await refusal({ supplier, paid_on: '2026-03-03', allocations: [part] })).toEqual([400, ['paid_on']])
    await payer.call('POST', `/inventory/orderbill/${bill.id}/cancel/`, { reason: 'Wrong' })
    expect((await pay({ supplier, allocations: [part] })).status).toBe(409)
  })

  test('asks for a mode in use that is the clinic’s own, and for its reference', async () => {
    const supplier = (await aSupplier(db)).id
    const bill = await aBill(supplier, '100.00')
    const allocations = [{ bill: bill.id, amount: '10.00' }]
    const insurer = await anInsurer(db, {})
    const theirs = await db.selectFrom('payment_modes').select('id').where('insurance_company_id', '=', insurer.id).executeTakeFirst()
    const old = await db
      .insertInto('payment_modes')
      .values({ name: 'Old', category: 'bank', is_active: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const payment_mode of [null, 999_999, old.id, ...(theirs ? [theirs.id] : [])])
      expect(await refusal({ supplier, allocations, payment_mode })).toEqual([400, ['payment_mode']])
    expect(theirs).toBeDefined()
    expect(await refusal({ supplier, allocations, payment_mode: bank })).toEqual([400, ['reference']])
    expect(await paid({ supplier, allocations, payment_mode: bank, reference: 'CHQ 7' })).toMatchObject({ reference: 'CHQ 7' })
  })

  test('needs the right to pay', async () => {
    const unprivileged = await clinic.signedInAs(['purchasing.view', 'purchasing.bill'])
    expect((await pay({ supplier: 1, allocations: [{ bill: 1, amount: '1.00' }] }, unprivileged)).status).toBe(403)
  })
})

describe('a credit', () => {
  test('is for goods that went back, or for a reason; more than they cost needs one', async () => {
    const supplier = (await aSupplier(db)).id
    const bill = await aBill(supplier, '100.00')
    const [item, store] = [(await aDrug(db)).id, (await aStore(db)).id]
    const batch = await someStock(db, { item, store, quantity: 10, supplier })
    const back = (
      await payer.call('POST', '/inventory/supplier-returns/', { supplier, store, reason: 'Broken', items: [{ batch, quantity: 4 }] })
    ).json<SupplierReturn>()
    expect(back.value).toBe('10.00')
    const credit = { kind: 'credit', payment_mode: null, supplier, supplier_return: back.id }
    const made = await paid({ ...credit, allocations: [{ bill: bill.id, amount: '8.00' }] })
    expect(made).toMatchObject({ kind: 'credit', payment_mode: null, supplier_return_number: back.number, amount: '8.00' })
    expect(await refusal({ ...credit, allocations: [{ bill: bill.id, amount: '3.00' }] })).toEqual([400, ['reason']])
    await paid({ ...credit, reason: 'Incl. tax', allocations: [{ bill: bill.id, amount: '3.00' }] })
    expect((await payer.call('GET', `/inventory/supplier-returns/${back.id}/`)).json()).toMatchObject({ credited: '11.00' })
    expect(await refusal({ ...credit, supplier_return: null, allocations: [{ bill: bill.id, amount: '1.00' }] })).toEqual([400, ['reason']])
    expect(await refusal({ ...credit, payment_mode: cash, allocations: [{ bill: bill.id, amount: '1.00' }] })).toEqual([
      400,
      ['payment_mode'],
    ])
    const other = (await aSupplier(db)).id
    const theirs = await aBill(other, '10.00')
    expect(await refusal({ ...credit, supplier: other, allocations: [{ bill: theirs.id, amount: '1.00' }] })).toEqual([
      400,
      ['supplier_return'],
    ])
    expect(await refusal({ supplier, supplier_return: back.id, allocations: [{ bill: bill.id, amount: '1.00' }] })).toEqual([
      400,
      ['supplier_return'],
    ])
    expect(await theBill(bill.id)).toMatchObject({ paid: '11.00', payment_status: 'partial' })
  })
})

test('POST /inventory/supplier-payments/{id}/reverse/ takes a payment back whole, once, with a reason', async () => {
  const supplier = (await aSupplier(db)).id
  const [one, two] = [await aBill(supplier, '100.00'), await aBill(supplier, '50.00')]
  const payment = await paid({
    supplier,
    allocations: [
      { bill: one.id, amount: '100.00' },
      { bill: two.id, amount: '20.00' },
    ],
  })
  const reverse = (id: number, reason = 'Wrong account') => payer.call('POST', `${URL}${id}/reverse/`, { reason })
  expect((await reverse(payment.id, '')).status).toBe(400)
  const replies = await Promise.all([reverse(payment.id), reverse(payment.id)])
  expect(statuses(replies)).toEqual([201, 409])
  const back = replies.find(({ status }) => status === 201)!.json<SupplierPayment>()
  expect(back).toMatchObject({ kind: 'reversal', amount: '-120.00', reverses: payment.id, reason: 'Wrong account' })
  expect(await theBill(one.id)).toMatchObject({ payment_status: 'unpaid', paid: '0.00', may: { cancel: true } })
  expect((await payer.call('GET', `${URL}${payment.id}/`)).json()).toMatchObject({ reversed_by: back.id, reversed_by_number: back.number })
  expect((await reverse(back.id)).status).toBe(409)
  expect((await reverse(999_999)).status).toBe(404)
})

test('GET /inventory/supplier-payments/ lists payments newest first, by supplier, bill, kind and reference', async () => {
  const supplier = (await aSupplier(db)).id
  const [one, two] = [await aBill(supplier, '100.00'), await aBill(supplier, '50.00')]
  const first = await paid({ supplier, payment_mode: bank, reference: 'CHQ-9_9', allocations: [{ bill: one.id, amount: '10.00' }] })
  const second = await paid({ supplier, allocations: [{ bill: two.id, amount: '10.00' }] })
  const idsOf = async (query: string) =>
    (await payer.call('GET', `${URL}?supplier=${supplier}&${query}`)).json<SupplierPayment[]>().map(({ id }) => id)
  expect(await idsOf('')).toEqual([second.id, first.id])
  expect(await idsOf(`bill=${one.id}`)).toEqual([first.id])
  expect(await idsOf('search=9_9')).toEqual([first.id])
  expect(await idsOf(`search=${second.number}`)).toEqual([second.id])
  expect(await idsOf('kind=credit')).toEqual([])
  const page = await payer.call('GET', `${URL}?supplier=${supplier}&limit=1&count=true`)
  expect([page.headers['x-total-count'], page.headers['link'] !== undefined]).toEqual(['2', true])
})
