import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Invoice } from '#features/billing/contract.ts'
import { sumOf } from '#shared/money.ts'
import { anInsurer, aPatient } from '../../testing/builders.ts'
import { aBill, aCreditNote, aReceipt } from '../../testing/scenarios/bills.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import type { OwnBalance, OwnBill, OwnBillDetails } from './contract.ts'

const MARK = 'Zebrawort extract'
let clinic: TestClinic
let desk: Person
let a: Person
let b: Person
let patient: number
let other: number
let stranger: Person
const bills: Record<'paid' | 'open' | 'credited' | 'insured' | 'draft' | 'foreign' | 'foreignDraft' | 'customer', number> = {} as never
const receipts: Record<'own' | 'foreign' | 'shared' | 'insurer', number> = {} as never

beforeAll(async () => {
  clinic = await openTestClinic()
  const { db } = clinic
  desk = await clinic.signedInFrom('Cashier')
  a = await clinic.signedInFrom('Patient', 'patient')
  b = await clinic.signedInFrom('Patient', 'patient')
  stranger = await clinic.signedInFrom('Patient', 'patient')
  patient = (await aPatient(db, { user_id: a.id, first_name: 'Amina', second_name: 'Yusuf' })).id
  other = (await aPatient(db, { user_id: b.id, first_name: 'Brasilia', second_name: 'Quagga' })).id
  const own = async (bill: Parameters<typeof aBill>[1]) => (await aBill(db, { patientId: patient, ...bill })).id
  bills.paid = await own({ lines: [{ name: 'Consultation', price: '800' }] })
  receipts.own = (await aReceipt(db, bills.paid, [{ amount: '800', tendered: '1000' }])).id
  bills.open = await own({ lines: [{ name: 'Dressing', price: '250', quantity: '2' }, { price: '300' }] })
  const insurer = await anInsurer(db, {})
  await db.updateTable('insurance_companies').set({ name: 'Mutual Health' }).where('id', '=', insurer.id).execute()
  bills.insured = await own({ insurerId: insurer.id, lines: [{ name: 'X-ray', price: '1000', coPay: '20' }] })
  // Overpaid by what was credited: the clinic owes it back.
  bills.credited = await own({ lines: [{ name: 'Scan', price: '150' }] })
  await aReceipt(db, bills.credited, [{ amount: '150' }])
  await aCreditNote(db, bills.credited, { reason: 'Machine broken' })
  bills.draft = await own({ isDraft: true, lines: [{ name: 'Plaster', price: '40' }] })
  bills.foreign = (await aBill(db, { patientId: other, lines: [{ name: MARK, price: '77777' }] })).id
  receipts.foreign = (await aReceipt(db, bills.foreign, [{ amount: '70000' }])).id
  bills.foreignDraft = (await aBill(db, { patientId: other, isDraft: true, lines: [{ name: MARK, price: '66666' }] })).id
  bills.customer = (await aBill(db, { customer: 'Walk-in', lines: [{ name: MARK, price: '55555' }] })).id
  receipts.insurer = (await aReceipt(db, bills.insured, [{ amount: '100', party: 'insurer' }], { insurerId: insurer.id })).id
  // One payment for two people is nobody's own receipt.
  const cash = await db.selectFrom('payment_modes').select('id').where('name', '=', 'Cash').executeTakeFirstOrThrow()
  const allocations = [
    { invoice: bills.open, amount: '50' },
    { invoice: bills.foreign, amount: '7' },
  ]
  const shared = await desk.call('POST', '/billing/receipts/', { payment_mode: cash.id, amount: '57', allocations })
  receipts.shared = shared.json<{ id: number }>().id
})
afterAll(() => clinic.close())

const list = async (query = '', person = a) => (await person.call('GET', `/portal/bills/${query}`)).json<OwnBill[]>()
const read = async (id: number) => (await a.call('GET', `/portal/bills/${id}/`)).json<OwnBillDetails>()
const balance = async (person = a) => (await person.call('GET', '/portal/balance/')).json<OwnBalance>()
const trail = (action: string) =>
  clinic.db
    .selectFrom('audit_log')
    .select(['entity', 'entity_id', 'patient_id'])
    .where('actor_id', '=', a.id)
    .where('action', '=', action)
    .execute()
/** As bytes: `inject` keeps them. */
const readPdf = async (path: string, person = a) => {
  const { statusCode, rawPayload, headers } = await clinic.app.inject({
    method: 'GET',
    url: path,
    headers: { authorization: `Bearer ${person.token}` },
  })
  return { status: statusCode, type: headers['content-type'], text: () => pdfPages(rawPayload).flat().join('\n') }
}

describe('a patient', () => {
  test('lists their own issued bills, newest first, page by page', async () => {
    const all = await list()
    expect(all.map(({ id }) => id)).toEqual([bills.credited, bills.insured, bills.open, bills.paid])
    expect(all.find(({ id }) => id === bills.insured)).toMatchObject({
      total: '1000.00',
      insurer_total: '800.00',
      insurer_name: 'Mutual Health',
      own_total: '200.00',
      due: '200.00',
      status: 'part-paid',
    })
    expect(all.find(({ id }) => id === bills.paid)).toMatchObject({ paid: '800.00', due: '0.00', status: 'paid', insurer_name: null })
    const first = await a.call('GET', '/portal/bills/?limit=3&count=true')
    expect(first.headers['x-total-count']).toBe('4')
    const { next } = first
    expect((await a.call('GET', next!)).json<OwnBill[]>().map(({ id }) => id)).toEqual([bills.paid])
  })

  test('reads what is on a bill, what they paid and what was credited', async () => {
    const paid = await read(bills.paid)
    expect(paid.lines).toMatchObject([{ name: 'Consultation', quantity: '1.000', amount: '800.00', own_amount: '800.00' }])
    expect(paid.receipts).toMatchObject([{ id: receipts.own, kind: 'payment', amount: '800.00', ways: ['Cash'], is_taken_back: false }])
    expect((await read(bills.credited)).credit_notes).toMatchObject([{ reason: 'Machine broken', total: '150.00' }])
    // Neither the insurer's receipt nor one for several people.
    expect((await read(bills.insured)).receipts).toEqual([])
    expect((await read(bills.open)).receipts).toEqual([])
    expect((await read(bills.open)).paid).toBe('50.00')
  })

  test('has the balance that the desk has', async () => {
    const asked = await desk.call('GET', `/billing/invoices/?patient_id=${patient}&open=true&limit=100`)
    const allowsRestricted = sumOf(asked.json<Invoice[]>().map(({ patient_balance }) => patient_balance))
    expect(await balance()).toEqual({
      owed: allowsRestricted,
      deposit: '0.00',
      currency: 'KES',
      unbilled: { amount: '40.00', is_complete: true },
      ways: expect.arrayContaining(['Cash']) as string[],
    })
    // 750 of the open bill, 200 of the insured one, less 150 to be given back.
    expect(allowsRestricted).toBe('800.00')
    await aReceipt(clinic.db, bills.open, [{ amount: '750' }])
    await aReceipt(clinic.db, bills.insured, [{ amount: '200' }])
    expect(await balance()).toMatchObject({ owed: '0.00', deposit: '150.00' })
    expect(await balance(b)).toMatchObject({ owed: '7770.00', deposit: '0.00', unbilled: { amount: '66666.00' } })
  })

  test('prints the clinic’s own papers, as copies that are counted, and leaves a row', async () => {
    const original = await readPdf(`/portal/bills/${bills.paid}/pdf/`)
    expect([original.status, original.type]).toEqual([200, 'application/pdf'])
    expect(original.text()).toMatch(/Amina[\s\S]*Consultation/)
    expect(original.text()).not.toContain('DUPLICATE')
    expect((await readPdf(`/billing/invoices/${bills.paid}/pdf/`, desk)).text()).toContain('DUPLICATE - copy 2')
    const receipt = await readPdf(`/portal/receipts/${receipts.own}/pdf/`)
    expect(receipt.text()).toMatch(/800/)
    expect(await trail('print')).toEqual([
      { entity: 'invoice', entity_id: bills.paid, patient_id: patient },
      { entity: 'receipt', entity_id: receipts.own, patient_id: patient },
    ])
  })
})

test('what is another’s, a draft or nobody’s is not there, and nothing of it shows', async () => {
  const unknown = await a.call('GET', '/portal/bills/2000000000/')
  const { foreign, foreignDraft, customer, draft } = bills
  for (const path of [foreign, foreignDraft, customer, draft].flatMap((id) => [`/portal/bills/${id}/`, `/portal/bills/${id}/pdf/`])) {
    const reply = await a.call('GET', path)
    expect([path, reply.status, reply.text]).toEqual([path, 404, unknown.text])
  }
  for (const id of [receipts.foreign, receipts.shared, receipts.insurer, 2_000_000_000])
    expect([id, (await a.call('GET', `/portal/receipts/${id}/pdf/`)).status]).toEqual([id, 404])
  const theirs = await clinic.db.selectFrom('invoices').select('number').where('id', '=', foreign).executeTakeFirstOrThrow()
  const seen = await Promise.all(
    ['/portal/bills/', `/portal/bills/?patient_id=${other}`, '/portal/balance/', `/portal/bills/${bills.open}/`].map((path) =>
      a.call('GET', path),
    ),
  )
  for (const mark of [MARK, theirs.number!, 'Quagga', '77777'])
    expect(seen.map(({ text }) => text.includes(mark))).toEqual(seen.map(() => false))
  // A patient is named by their account alone.
  expect(seen[1]?.status).toBe(400)
  expect((await trail('print')).length).toBe(2)
})

test('an account without a record is told so, and staff have calls of their own', async () => {
  for (const path of [
    '/portal/bills/',
    '/portal/balance/',
    `/portal/bills/${bills.paid}/`,
    `/portal/bills/${bills.paid}/pdf/`,
    `/portal/receipts/${receipts.own}/pdf/`,
  ]) {
    const reply = await stranger.call('GET', path)
    expect([path, reply.status, reply.json<{ code: string }>().code]).toEqual([path, 409, 'not_linked'])
    expect([path, (await desk.call('GET', path)).status]).toEqual([path, 403])
  }
})
