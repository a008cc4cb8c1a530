import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { cancelOrder, chargeOrder } from '#features/charges/public.ts'
import { anInsurer, anItem, aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { createInvoiceItem, getInvoice } from './contract.ts'
import type { createCreditNote, getReceipt, payInvoice } from './contract-payments.ts'

type Invoice = ResponseOf<typeof getInvoice>
type Item = ResponseOf<typeof createInvoiceItem>
type Note = ResponseOf<typeof createCreditNote>
type Receipt = ResponseOf<typeof getReceipt>

let clinic: TestClinic
let accountant: Person
let cash: number
beforeAll(async () => {
  clinic = await openTestClinic()
  accountant = await clinic.signedInFrom('Accountant', 'accountant')
  cash = (await clinic.db.selectFrom('payment_modes').select('id').where('category', '=', 'cash').executeTakeFirstOrThrow()).id
})
afterAll(() => clinic.close())

const read = async (id: number) => (await accountant.call('GET', `/billing/invoices/${id}/`)).json<Invoice>()
const bill = async (lines: readonly { price: string; quantity?: string }[], insurer?: number) => {
  const patient = (await aPatient(clinic.db)).id
  const invoice = (await accountant.call('POST', '/billing/invoices/', { patient, insurance_company: insurer ?? null })).json<Invoice>()
  const ids: number[] = []
  for (const { price, quantity = '1' } of lines) {
    const item = await anItem(clinic.db, price)
    ids.push((await accountant.call('POST', '/billing/invoice-items/', { invoice: invoice.id, item: item.id, quantity })).json<Item>().id)
  }
  await accountant.call('POST', `/billing/invoices/${invoice.id}/issue/`, {})
  return { id: invoice.id, lines: ids }
}
const pay = async (id: number, amount: string) =>
  (await accountant.call('POST', `/billing/invoices/${id}/payments/`, { payments: [{ payment_mode: cash, amount }] })).json<
    ResponseOf<typeof payInvoice>
  >()
const credit = (id: number, body: object) =>
  accountant.call('POST', `/billing/invoices/${id}/credit-notes/`, { reason: 'Not done', ...body })
const refund = (note: number, amount: string) =>
  accountant.call('POST', `/billing/credit-notes/${note}/refunds/`, { payments: [{ payment_mode: cash, amount }] })

test('a credit note over one line takes it off what is due', async () => {
  const { id, lines } = await bill([{ price: '100.00' }, { price: '40.00' }])
  const note = (await credit(id, { items: [{ invoice_item: lines[1] }] })).json<Note>()
  expect(note).toMatchObject({ total: '40.00', refundable: '0.00', refunded: '0.00', items: [{ invoice_item: lines[1], total: '40.00' }] })
  expect(note.number).toMatch(/^CN-2026-\d{5}$/)
  expect(await read(id)).toMatchObject({ status: 'issued', credited: '40.00', patient_balance: '100.00' })
})

test('never more than remains, by quantity, by amount and as a whole', async () => {
  const { id, lines } = await bill([{ price: '10.00', quantity: '3' }])
  const [line] = lines
  expect((await credit(id, { items: [{ invoice_item: line, quantity: '4' }] })).json()).toMatchObject({
    'items.0.quantity': [expect.stringContaining('Only 3')],
  })
  expect((await credit(id, { items: [{ invoice_item: line, amount: '30.01' }] })).json()).toMatchObject({
    'items.0.amount': [expect.stringContaining('Only 30.00')],
  })
  expect((await credit(id, { items: [{ invoice_item: line, quantity: '2' }] })).json<Note>().total).toBe('20.00')
  expect((await credit(id, { items: [{ invoice_item: line, quantity: '2' }] })).status).toBe(400)
  expect((await credit(id, {})).json<Note>().total).toBe('10.00')
  expect(await read(id)).toMatchObject({ status: 'credited', patient_balance: '0.00' })
  const again = await credit(id, {})
  expect([again.status, again.json<{ code: string }>().code]).toEqual([409, 'credited'])
})

test('thirds come out even: three credits of a third are the whole, to the cent', async () => {
  const { id, lines } = await bill([{ price: '33.34', quantity: '3' }])
  await sql`select 1`.execute(clinic.db)
  for (const _ of [1, 2, 3]) expect((await credit(id, { items: [{ invoice_item: lines[0], quantity: '1' }] })).status).toBe(201)
  expect(await read(id)).toMatchObject({ status: 'credited', credited: '100.02' })
})

test('a line of another bill is refused', async () => {
  const one = await bill([{ price: '10.00' }])
  const other = await bill([{ price: '10.00' }])
  expect((await credit(one.id, { items: [{ invoice_item: other.lines[0] }] })).json()).toEqual({
    'items.0.invoice_item': ['This line is not on the bill.'],
  })
})

test('a draft is changed, not credited', async () => {
  const patient = (await aPatient(clinic.db)).id
  const draft = (await accountant.call('POST', '/billing/invoices/', { patient })).json<Invoice>()
  const reply = await credit(draft.id, {})
  expect([reply.status, reply.json<{ code: string }>().code]).toEqual([409, 'draft'])
})

test('a refund is tied to a credit note: never more than it gave, and than was paid', async () => {
  const { id, lines } = await bill([{ price: '100.00' }, { price: '50.00' }])
  await pay(id, '120.00')
  const note = (await credit(id, { items: [{ invoice_item: lines[1] }] })).json<Note>()
  expect(note.refundable).toBe('20.00')
  expect((await refund(note.id, '20.01')).json()).toEqual({ 'payments.0.amount': ['This is more than the amount due: 20.00.'] })
  const given = await refund(note.id, '20.00')
  expect([given.status, given.json<Receipt>()]).toMatchObject([
    201,
    { kind: 'refund', total: '-20.00', credit_note: note.id, reason: 'Not done' },
  ])
  expect((await refund(note.id, '0.01')).status).toBe(400)
  expect(await read(id)).toMatchObject({ status: 'paid', patient_balance: '0.00', paid_patient: '100.00' })
})

test('a receipt is taken back by another, once, and the bill is due again', async () => {
  const { id } = await bill([{ price: '100.00' }])
  const { receipt } = await pay(id, '100.00')
  const reverse = () => accountant.call('POST', `/billing/receipts/${receipt.id}/reverse/`, { reason: 'Wrong bill' })
  const back = (await reverse()).json<Receipt>()
  expect(back).toMatchObject({ kind: 'reversal', total: '-100.00', reverses: receipt.id, reason: 'Wrong bill' })
  expect(await read(id)).toMatchObject({ status: 'issued', patient_balance: '100.00' })
  expect((await accountant.call('GET', `/billing/receipts/${receipt.id}/`)).json<Receipt>()).toMatchObject({
    reversed_by_number: back.number,
  })
  expect((await reverse()).json<{ code: string }>().code).toBe('reversed')
  expect((await accountant.call('POST', `/billing/receipts/${back.id}/reverse/`, { reason: 'No' })).json<{ code: string }>().code).toBe(
    'reversal',
  )
})

test('a payment whose money went back already is not taken back before the refund is', async () => {
  const { id } = await bill([{ price: '100.00' }])
  const { receipt } = await pay(id, '100.00')
  const note = (await credit(id, {})).json<Note>()
  const refunded = (await refund(note.id, '100.00')).json<Receipt>()
  const early = await accountant.call('POST', `/billing/receipts/${receipt.id}/reverse/`, { reason: 'Wrong' })
  expect([early.status, early.json<{ detail: string }>().detail]).toEqual([409, 'Not possible: a refund was made since.'])
  expect((await accountant.call('POST', `/billing/receipts/${refunded.id}/reverse/`, { reason: 'Not given' })).status).toBe(201)
  expect((await accountant.call('POST', `/billing/receipts/${receipt.id}/reverse/`, { reason: 'Wrong' })).status).toBe(201)
  expect(await read(id)).toMatchObject({ status: 'credited', paid_patient: '0.00', patient_balance: '0.00' })
})

test('insurer and patient each get back their own part', async () => {
  const item = await anItem(clinic.db, '300.00')
  const insurer = await anInsurer(clinic.db, { [item.id]: '200.00' }, { percent: '30' })
  const patient = (await aPatient(clinic.db)).id
  const invoice = (await accountant.call('POST', '/billing/invoices/', { patient, insurance_company: insurer.id })).json<Invoice>()
  await accountant.call('POST', '/billing/invoice-items/', { invoice: invoice.id, item: item.id, quantity: '3' })
  await accountant.call('POST', `/billing/invoices/${invoice.id}/issue/`, {})
  const note = (await credit(invoice.id, { items: [{ invoice_item: (await itemsOf(invoice.id))[0]!.id, quantity: '1' }] })).json<Note>()
  expect(note).toMatchObject({ total: '200.00', insurer_amount: '140.00', patient_amount: '60.00' })
  expect(await read(invoice.id)).toMatchObject({ patient_balance: '120.00', insurer_balance: '280.00' })
})
const itemsOf = async (id: number) => (await accountant.call('GET', `/billing/invoices/items/${id}/`)).json<Item[]>()

test('the rounding goes back with the last line, and nobody gets back more than was asked', async () => {
  await clinic.db.updateTable('billing_settings').set({ rounding_step: '1.00' }).execute()
  const { id, lines } = await bill([{ price: '10.30' }, { price: '0.10' }])
  await clinic.db.updateTable('billing_settings').set({ rounding_step: '0.01' }).execute()
  expect(await read(id)).toMatchObject({ invoice_amount: '10.00', rounding: '-0.40' })
  expect((await credit(id, { items: [{ invoice_item: lines[0] }] })).json<Note>()).toMatchObject({ total: '10.00', rounding: '-0.30' })
  expect(await read(id)).toMatchObject({ credited: '10.00', patient_balance: '0.00', status: 'credited' })
})

test('an order is charged once; cancelled it leaves the draft, or is credited when it was billed', async () => {
  const { db } = clinic
  const now = new Date('2026-03-02T08:00:00Z')
  const visit = await aVisit(db)
  const item = await anItem(db, '70.00')
  const order = { kind: 'laboratory', id: 7001, item: item.id } as const
  const inOne = <T>(work: (tx: typeof db) => Promise<T>) => db.transaction().execute(work)
  await inOne((tx) => chargeOrder(tx, visit.id, [order, { ...order, id: 7002, quantity: '2' }], accountant.id, now))
  await expect(inOne((tx) => chargeOrder(tx, visit.id, [order], accountant.id, now))).rejects.toThrow('charges_one_per_order')
  expect(await inOne((tx) => cancelOrder(tx, order, 'Not needed', accountant.id, now))).toBe('cancelled')
  expect(await inOne((tx) => cancelOrder(tx, order, 'Not needed', accountant.id, now))).toBe('nothing')
  const { id } = await db.selectFrom('invoices').select('id').where('visit_id', '=', visit.id).executeTakeFirstOrThrow()
  await accountant.call('POST', `/billing/invoices/${id}/issue/`, {})
  expect(await inOne((tx) => cancelOrder(tx, { kind: 'laboratory', id: 7002 }, 'Not done', accountant.id, now))).toBe('credited')
  expect(await inOne((tx) => cancelOrder(tx, { kind: 'laboratory', id: 7002 }, 'Not done', accountant.id, now))).toBe('nothing')
  expect(await read(id)).toMatchObject({ status: 'credited', credited: '140.00' })
  await inOne((tx) => chargeOrder(tx, visit.id, [{ ...order, id: 7003 }], accountant.id, now))
  const drafts = await db.selectFrom('invoices').select('id').where('visit_id', '=', visit.id).where('issued_at', 'is', null).execute()
  expect(drafts).toHaveLength(1)
})

test('an order on a bill that was rounded to nothing can be cancelled: nothing is owed, so nothing goes back', async () => {
  const { db } = clinic
  const now = new Date('2026-03-02T08:00:00Z')
  await db.updateTable('billing_settings').set({ rounding_step: '1.00' }).execute()
  const visit = await aVisit(db)
  const order = { kind: 'laboratory', id: 7100, item: (await anItem(db, '0.40')).id } as const
  await db.transaction().execute((tx) => chargeOrder(tx, visit.id, [order], accountant.id, now))
  const { id } = await db.selectFrom('invoices').select('id').where('visit_id', '=', visit.id).executeTakeFirstOrThrow()
  const issued = await accountant.call('POST', `/billing/invoices/${id}/issue/`, {})
  await db.updateTable('billing_settings').set({ rounding_step: '0.01' }).execute()
  expect(issued.json<Invoice>()).toMatchObject({ status: 'paid', invoice_amount: '0.00', rounding: '-0.40' })
  expect(await db.transaction().execute((tx) => cancelOrder(tx, order, 'Not done', accountant.id, now))).toBe('nothing')
})
