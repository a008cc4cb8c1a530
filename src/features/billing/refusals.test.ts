import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeOrder } from '#features/charges/public.ts'
import { anInsurer, anItem, aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type Reply, type TestClinic } from '../../testing/clinic.ts'

const UNKNOWN = 2_000_000_000
let clinic: TestClinic
let accountant: Person
let cash: number
beforeAll(async () => {
  clinic = await openTestClinic()
  accountant = await clinic.signedInFrom('Accountant', 'accountant')
  cash = (await clinic.db.selectFrom('payment_modes').select('id').where('category', '=', 'cash').executeTakeFirstOrThrow()).id
})
afterAll(() => clinic.close())

const post = (url: string, body: object) => accountant.call('POST', url, body)
const draft = async (more: object = {}) => {
  const patient = (await aPatient(clinic.db)).id
  return (await post('/billing/invoices/', { patient, ...more })).json<{ id: number }>().id
}
const add = (invoice: number, item: number, more: object = {}) => post('/billing/invoice-items/', { invoice, item, ...more })
const issued = async (insurer: number | null = null, price = '100.00') => {
  const item = await anItem(clinic.db, price)
  const id = await draft({ insurance_company: insurer })
  const line = (await add(id, item.id)).json<{ id: number }>().id
  expect((await post(`/billing/invoices/${id}/issue/`, {})).status).toBe(200)
  return { id, line }
}
/** The status, with the fields that are named or the code. */
const refusal = (reply: Reply) => [reply.status, reply.json<{ code?: string }>().code ?? Object.keys(reply.json()).join()]
const modeOf = async (insurer: number) =>
  (await clinic.db.selectFrom('payment_modes').select('id').where('insurance_company_id', '=', insurer).executeTakeFirstOrThrow()).id

test('a draft is for somebody who is there, at the cost of an insurer in use', async () => {
  const { id: gone } = await aPatient(clinic.db, { deactivated_at: new Date() })
  const { id: patient } = await aPatient(clinic.db)
  const insurer = await anInsurer(clinic.db, {})
  await clinic.db.updateTable('insurance_companies').set({ is_active: false }).where('id', '=', insurer.id).execute()
  for (const [body, field] of [
    [{ patient: UNKNOWN }, 'patient'],
    [{ patient: gone }, 'patient'],
    [{ patient, customer_name: 'Somebody' }, 'patient'],
    [{}, 'patient'],
    [{ patient, insurance_company: insurer.id }, 'insurance_company'],
    [{ patient, insurance_company: UNKNOWN }, 'insurance_company'],
    [{ customer_name: 'Somebody', insurance_company: insurer.id }, 'insurance_company'],
  ] as const)
    expect([body, refusal(await post('/billing/invoices/', body))]).toEqual([body, [400, field]])
})

test('a line is of an item in use, of no more than one line may cost, and as the order says', async () => {
  const id = await draft()
  const unused = await anItem(clinic.db, '1.00', { is_active: false })
  const dear = await anItem(clinic.db, '9999999999.99')
  expect(refusal(await add(id, UNKNOWN))).toEqual([400, 'item'])
  expect(refusal(await add(id, unused.id))).toEqual([400, 'item'])
  expect(refusal(await add(id, dear.id, { quantity: '2' }))).toEqual([400, 'quantity'])
  for (const quantity of ['0', '-1', '1e400', '0.0001', '100000', 'NaN'])
    expect([quantity, refusal(await add(id, dear.id, { quantity }))]).toEqual([quantity, [400, 'quantity']])
  const line = (await add(id, (await anItem(clinic.db)).id)).json<{ id: number }>().id
  const change = async (body: object, at = line) => refusal(await accountant.call('PATCH', `/billing/invoice-items/${at}/`, body))
  expect(await change({ is_covered: true })).toEqual([400, 'is_covered'])
  expect(await change({ status: 'billed' })).toEqual([409, 'status'])
  expect(await change({ quantity: '1' }, UNKNOWN)).toEqual([404, 'not_found'])
  const visit = await aVisit(clinic.db)
  const order = { kind: 'laboratory', id: 1, item: (await anItem(clinic.db)).id } as const
  const [charge] = await clinic.db
    .transaction()
    .execute((tx) => chargeOrder(tx, visit.id, [order], accountant.id, new Date('2026-03-02T08:00:00Z')))
  expect(await change({ quantity: '2' }, charge)).toEqual([409, 'ordered'])
})

test('money is taken for issued bills of the payer, each named once, by who may issue', async () => {
  const part = { payment_mode: cash, amount: '10.00' }
  const bill = await issued()
  const open = await draft()
  await add(open, (await anItem(clinic.db)).id)
  expect(refusal(await post(`/billing/invoices/${open}/payments/`, { payments: [part] }))).toEqual([409, 'draft'])
  const payer = await clinic.signedInAs(['billing.pay'])
  expect(refusal(await payer.call('POST', `/billing/invoices/${open}/payments/`, { issue: true, payments: [part] }))).toEqual([
    403,
    'forbidden',
  ])
  const receive = async (...invoices: number[]) =>
    refusal(
      await post('/billing/receipts/', {
        ...part,
        amount: `${invoices.length * 10}.00`,
        allocations: invoices.map((invoice) => ({ invoice, amount: '10.00' })),
      }),
    )
  expect(await receive(bill.id, bill.id)).toEqual([400, 'allocations'])
  expect(await receive(bill.id, open)).toEqual([400, 'allocations.1.invoice'])
  expect(await receive(bill.id, UNKNOWN)).toEqual([400, 'allocations.1.invoice'])
})

test('a credit names lines of the bill once, and a refund goes to who paid', async () => {
  const own = await anInsurer(clinic.db, {})
  const { id, line } = await issued(own.id)
  const credit = async (items: object[]) => refusal(await post(`/billing/invoices/${id}/credit-notes/`, { reason: 'Not done', items }))
  expect(await credit([{ invoice_item: UNKNOWN }])).toEqual([400, 'items.0.invoice_item'])
  expect(await credit([{ invoice_item: line }, { invoice_item: line }])).toEqual([400, 'items.1.invoice_item'])
  expect(await credit([{ invoice_item: line, quantity: '1', amount: '1.00' }])).toEqual([400, 'items.0.amount'])
  expect(refusal(await post(`/billing/invoices/${await draft()}/credit-notes/`, { reason: 'Not done' }))).toEqual([409, 'draft'])
  await post(`/billing/invoices/${id}/payments/`, { payments: [{ payment_mode: cash, amount: '100.00' }] })
  const note = (await post(`/billing/invoices/${id}/credit-notes/`, { reason: 'Not done' })).json<{ id: number }>().id
  const refund = async (mode: number) =>
    refusal(await post(`/billing/credit-notes/${note}/refunds/`, { payments: [{ payment_mode: mode, amount: '100.00', reference: 'R' }] }))
  const stranger = await anInsurer(clinic.db, {})
  expect(await refund(await modeOf(stranger.id))).toEqual([400, 'payments.0.payment_mode'])
  expect(await refund(await modeOf(own.id))).toEqual([400, 'payments.0.amount'])
  expect((await refund(cash))[0]).toBe(201)
})

test('a bill whose words are changed is the one that was seen', async () => {
  const id = await draft()
  const put = async (body: object) => refusal(await accountant.call('PUT', `/billing/invoices/${id}/`, body))
  expect(await put({ invoice_description: 'After the accident' })).toEqual([400, 'version'])
  expect(await put({ invoice_description: 'After the accident', version: 7 })).toEqual([412, 'version_conflict'])
})
