import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { chargeOrder } from '#features/charges/public.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { anItem, aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { getInvoice } from './contract.ts'

type Invoice = ResponseOf<typeof getInvoice>

let clinic: TestClinic
let cashier: Person
let accountant: Person
let cash: number
let item: number
beforeAll(async () => {
  clinic = await openTestClinic()
  cashier = await clinic.signedInFrom('Cashier', 'cashier')
  accountant = await clinic.signedInFrom('Accountant', 'accountant')
  cash = (await clinic.db.selectFrom('payment_modes').select('id').where('category', '=', 'cash').executeTakeFirstOrThrow()).id
  item = (await anItem(clinic.db, '100.00')).id
})
afterAll(() => clinic.close())

const many = <T>(count: number, run: (index: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, index) => run(index)))
const drafts = (count: number) =>
  many(count, async () => {
    const patient = (await aPatient(clinic.db)).id
    const { id } = (await cashier.call('POST', '/billing/invoices/', { patient })).json<Invoice>()
    await cashier.call('POST', '/billing/invoice-items/', { invoice: id, item })
    return id
  })
const issue = (id: number) => cashier.call('POST', `/billing/invoices/${id}/issue/`, {})
const read = async (id: number) => (await cashier.call('GET', `/billing/invoices/${id}/`)).json<Invoice>()
const pay = (id: number, amount: string, key?: string) =>
  cashier.call(
    'POST',
    `/billing/invoices/${id}/payments/`,
    { payments: [{ payment_mode: cash, amount }] },
    key ? { 'idempotency-key': key } : {},
  )
const lastNumber = async () => {
  const { rows } = await sql<{
    last: number
  }>`select coalesce(max(last), 0) as last from document_counters where series = 'invoice'`.execute(clinic.db)
  return rows[0]!.last
}

test('200 bills issued at once: every number once, none left out', async () => {
  const ids = await drafts(200)
  const first = await lastNumber()
  const replies = await Promise.all(ids.map(issue))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const numbers = replies.map((reply) => Number(reply.json<Invoice>().invoice_number!.slice('INV-2026-'.length))).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 200 }, (_, index) => first + index + 1))
})

test('one bill issued twenty times at once is issued once', async () => {
  const [id] = await drafts(1)
  const before = await lastNumber()
  const replies = await many(20, () => issue(id!))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(await lastNumber()).toBe(before + 1)
})

test('the same payment sent 50 times with one key is one payment with one reply', async () => {
  const [id] = await drafts(1)
  await issue(id!)
  const replies = await many(50, () => pay(id!, '40.00', 'one-and-the-same'))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(await read(id!)).toMatchObject({ paid_patient: '40.00', patient_balance: '60.00' })
  const receipts = await clinic.db.selectFrom('allocations').select('id').where('invoice_id', '=', id!).execute()
  expect(receipts).toHaveLength(1)
})

test('two cashiers on one bill cannot overpay it', async () => {
  for (let round = 0; round < 5; round++) {
    const [id] = await drafts(1)
    await issue(id!)
    const replies = await many(6, () => pay(id!, '60.00'))
    expect(statuses(replies)).toEqual([201, 400, 400, 400, 400, 400])
    expect(await read(id!)).toMatchObject({ paid_patient: '60.00', patient_balance: '40.00' })
  }
})

test('a charge that comes while the bill is issued is on that bill or on the next, never lost and never on both', async () => {
  const { db } = clinic
  for (let round = 0; round < 10; round++) {
    const visit = await aVisit(db)
    const now = new Date('2026-03-02T08:00:00Z')
    const charge = (id: number) =>
      db.transaction().execute((tx) => chargeOrder(tx, visit.id, [{ kind: 'laboratory', id, item }], cashier.id, now))
    await charge(round * 100 + 1)
    const { id } = await db.selectFrom('invoices').select('id').where('visit_id', '=', visit.id).executeTakeFirstOrThrow()
    await Promise.all([charge(round * 100 + 2), issue(id), charge(round * 100 + 3)])
    const lines = await db
      .selectFrom('charges')
      .innerJoin('invoices', 'invoices.id', 'charges.invoice_id')
      .select(['charges.id', 'invoices.number'])
      .where('invoices.visit_id', '=', visit.id)
      .execute()
    expect(lines).toHaveLength(3)
    const bill = await read(id)
    expect(bill.invoice_amount).toBe(`${lines.filter(({ number }) => number === bill.invoice_number).length}00.00`)
  }
})

test('a line credited by two people at once is credited once', async () => {
  const [id] = await drafts(1)
  await issue(id!)
  const replies = await many(8, () => accountant.call('POST', `/billing/invoices/${id}/credit-notes/`, { reason: 'Not done' }))
  expect(statuses(replies)).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
})

test('a refund asked for twice at once is given once', async () => {
  const [id] = await drafts(1)
  await issue(id!)
  await pay(id!, '100.00')
  const note = (await accountant.call('POST', `/billing/invoices/${id}/credit-notes/`, { reason: 'Not done' })).json<{ id: number }>()
  const replies = await many(6, () =>
    accountant.call('POST', `/billing/credit-notes/${note.id}/refunds/`, { payments: [{ payment_mode: cash, amount: '100.00' }] }),
  )
  expect(statuses(replies)).toEqual([201, 400, 400, 400, 400, 400])
})

test('a receipt taken back by several people at once is taken back once', async () => {
  const [id] = await drafts(1)
  await issue(id!)
  const { receipt } = (await pay(id!, '100.00')).json<{ receipt: { id: number } }>()
  const replies = await many(6, () => accountant.call('POST', `/billing/receipts/${receipt.id}/reverse/`, { reason: 'Wrong' }))
  expect(statuses(replies)).toEqual([201, 409, 409, 409, 409, 409])
  expect(await read(id!)).toMatchObject({ patient_balance: '100.00' })
})

test('a rollback leaves no number behind', async () => {
  const [id] = await drafts(1)
  const before = await lastNumber()
  // Issued and then paid too much, in one request: the whole request comes to nothing.
  const reply = await cashier.call('POST', `/billing/invoices/${id}/payments/`, {
    issue: true,
    payments: [{ payment_mode: cash, amount: '100.01' }],
  })
  expect(reply.status).toBe(400)
  expect(await lastNumber()).toBe(before)
  expect(await read(id!)).toMatchObject({ status: 'draft', invoice_number: null })
  expect((await issue(id!)).json<Invoice>().invoice_number).toBe(`INV-2026-${String(before + 1).padStart(5, '0')}`)
})

test('a bill that has changed since the cashier looked is not paid', async () => {
  const [id] = await drafts(1)
  const seen = await read(id!)
  await issue(id!)
  const reply = await cashier.call('POST', `/billing/invoices/${id}/payments/`, {
    version: seen.version,
    payments: [{ payment_mode: cash, amount: '100.00' }],
  })
  expect(reply.status).toBe(412)
})

test('a line that comes after the cashier looked makes the bill another one: it is neither issued nor paid unseen', async () => {
  const [id] = await drafts(1)
  const seen = await read(id!)
  const line = (await cashier.call('POST', '/billing/invoice-items/', { invoice: id, item })).json<{ id: number }>()
  const asSeen = (version: number) =>
    cashier.call('POST', `/billing/invoices/${id}/payments/`, {
      version,
      issue: true,
      payments: [{ payment_mode: cash, amount: '100.00' }],
    })
  expect((await asSeen(seen.version)).status).toBe(412)
  expect((await cashier.call('POST', `/billing/invoices/${id}/issue/`, { version: seen.version })).status).toBe(412)
  const second = await read(id!)
  await cashier.call('PATCH', `/billing/invoice-items/${line.id}/`, { status: 'cancelled', reason: 'Not done' })
  expect((await asSeen(second.version)).status).toBe(412)
  expect((await asSeen((await read(id!)).version)).status).toBe(201)
})

test('one transfer entered by two people at once is taken once', async () => {
  const { id: mobile } = await clinic.db
    .selectFrom('payment_modes')
    .select('id')
    .where('category', '=', 'mobile money')
    .executeTakeFirstOrThrow()
  for (let round = 0; round < 5; round++) {
    const ids = await drafts(6)
    await Promise.all(ids.map(issue))
    const part = { payment_mode: mobile, amount: '10.00', reference: `QX${round}` }
    const replies = await Promise.all(
      ids.map((id, index) =>
        index % 2 === 0
          ? cashier.call('POST', `/billing/invoices/${id}/payments/`, { payments: [part] })
          : cashier.call('POST', '/billing/receipts/', { ...part, allocations: [{ invoice: id, amount: '10.00' }] }),
      ),
    )
    expect(statuses(replies)).toEqual([201, 409, 409, 409, 409, 409])
  }
})
