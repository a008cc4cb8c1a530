import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, fromCents } from '#shared/money.ts'
import { findInconsistencies } from '../../testing/books/books.ts'
import { anInsurer, anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type Reply, type TestClinic } from '../../testing/clinic.ts'
import { rounds } from '../../testing/whole.ts'

// Random steps at the till, one seed after the other: after every step the books must balance. A failure names seed and step.
const SEEDS = [11, 22, 33, 44].slice(0, rounds(4))
const STEPS = 250

let clinic: TestClinic
let person: Person
let modes: { cash: number; mobile: number }
beforeAll(async () => {
  clinic = await openTestClinic()
  person = await clinic.signedInFrom('System administrator', 'sysadmin')
  const rows = await clinic.db.selectFrom('payment_modes').select(['id', 'category']).execute()
  const of = (category: string) => rows.find((row) => row.category === category)!.id
  modes = { cash: of('cash'), mobile: of('mobile money') }
})
afterAll(() => clinic.close())

/** A sequence of numbers from 0 to 1 that is the same every time (mulberry32). */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

interface World {
  random: () => number
  items: number[]
  insurers: { id: number; mode: number }[]
  invoices: number[]
}
const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]!
const post = (url: string, body: object) => person.call('POST', url, body)

const steps: Record<string, (world: World) => Promise<Reply | null>> = {
  open: async ({ random, insurers, invoices }) => {
    const patient = (await aPatient(clinic.db)).id
    const payer = random() < 0.5 ? pick(random, insurers).id : null
    const reply = await post('/billing/invoices/', { patient, insurance_company: payer })
    invoices.push(reply.json<{ id: number }>().id)
    return reply
  },
  add: ({ random, items, invoices }) =>
    post('/billing/invoice-items/', {
      invoice: pick(random, invoices),
      item: pick(random, items),
      quantity: pick(random, ['1', '2', '7', '0.333', '60', '1.5']),
    }),
  change: async ({ random, invoices }) => {
    const lines = (await person.call('GET', `/billing/invoices/items/${pick(random, invoices)}/`)).json<{ id: number }[]>()
    if (lines.length === 0) return null
    const amount = fromCents(Math.floor(random() * 6000))
    const change = pick(random, [
      { discount: amount },
      { waiver: amount },
      { item_amount: amount },
      { quantity: '3' },
      { is_covered: random() < 0.5 },
      { status: 'cancelled' },
    ])
    return person.call('PATCH', `/billing/invoice-items/${pick(random, lines).id}/`, { ...change, reason: 'Because' })
  },
  payer: ({ random, insurers, invoices }) =>
    person.call('PUT', `/billing/invoices/${pick(random, invoices)}/`, {
      insurance_company: random() < 0.5 ? null : pick(random, insurers).id,
    }),
  issue: ({ random, invoices }) => post(`/billing/invoices/${pick(random, invoices)}/issue/`, {}),
  pay: async ({ random, insurers, invoices }) => {
    const id = pick(random, invoices)
    const bill = (await person.call('GET', `/billing/invoices/${id}/`)).json<{
      patient_balance: string
      insurer_balance: string
      insurance_company: number | null
    }>()
    const byInsurer = cents(bill.insurer_balance) > 0 && random() < 0.4
    const due = cents(byInsurer ? bill.insurer_balance : bill.patient_balance)
    // Sometimes all of it, sometimes a part, sometimes a cent too much.
    const amount = fromCents(Math.max(1, pick(random, [due, Math.floor(due * random()), due + 1])))
    const insurer = insurers.find((row) => row.id === bill.insurance_company)
    const mode = byInsurer && insurer ? insurer.mode : pick(random, [modes.cash, modes.mobile])
    const payments = [{ payment_mode: mode, amount, reference: `R${Math.floor(random() * 1e9)}` }]
    return post(`/billing/invoices/${id}/payments/`, { payments, issue: random() < 0.3 })
  },
  credit: async ({ random, invoices }) => {
    const id = pick(random, invoices)
    const lines = (await person.call('GET', `/billing/invoices/items/${id}/`)).json<{ id: number; item_amount: string }[]>()
    if (lines.length === 0) return null
    const line = pick(random, lines)
    const part = pick(random, [
      {},
      { quantity: '1' },
      { quantity: '0.1' },
      { amount: fromCents(1 + Math.floor(cents(line.item_amount) * random())) },
    ])
    return post(`/billing/invoices/${id}/credit-notes/`, {
      reason: 'Because',
      ...(random() < 0.8 && { items: [{ invoice_item: line.id, ...part }] }),
    })
  },
  refund: async ({ random }) => {
    const notes = (await person.call('GET', '/billing/credit-notes/?limit=100')).json<{ id: number; refundable: string }[]>()
    if (notes.length === 0) return null
    const note = pick(random, notes)
    const amount = fromCents(
      Math.max(1, pick(random, [cents(note.refundable), cents(note.refundable) + 1, Math.floor(cents(note.refundable) / 2)])),
    )
    return post(`/billing/credit-notes/${note.id}/refunds/`, { payments: [{ payment_mode: modes.cash, amount }] })
  },
  reverse: async ({ random }) => {
    const receipts = (await person.call('GET', '/billing/receipts/?limit=100')).json<{ id: number }[]>()
    return receipts.length === 0 ? null : post(`/billing/receipts/${pick(random, receipts).id}/reverse/`, { reason: 'Because' })
  },
}
const order = ['open', 'add', 'add', 'add', 'change', 'payer', 'issue', 'pay', 'pay', 'credit', 'refund', 'reverse']

test.each(SEEDS)('whatever happens at the till, the books balance after every step (seed %i)', async (seed) => {
  const random = randomOf(seed)
  const { db } = clinic
  await db
    .updateTable('billing_settings')
    .set({ rounding_step: pick(random, ['0.01', '1.00', '5.00']) })
    .execute()
  const { id: vat } = await db
    .insertInto('tax_classes')
    .values({ name: `VAT ${seed}`, rate: '16' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const items: number[] = []
  for (const price of ['100.00', '33.33', '0.01', '250.50', '0.00', '7.77'])
    items.push((await anItem(db, price, random() < 0.4 ? { tax_class_id: vat } : {})).id)
  const insurers: World['insurers'] = []
  for (const coPay of [{ percent: '12.5' }, { amount: '20.00' }, {}]) {
    const { id } = await anInsurer(
      db,
      Object.fromEntries(items.slice(0, 4).map((item) => [item, fromCents(1 + Math.floor(random() * 20_000))])),
      coPay,
    )
    const mode = await db.selectFrom('payment_modes').select('id').where('insurance_company_id', '=', id).executeTakeFirstOrThrow()
    insurers.push({ id, mode: mode.id })
  }
  const world: World = { random, items, insurers, invoices: [] }
  await steps['open']!(world)
  const done: Record<string, number> = {}
  for (let step = 0; step < STEPS; step++) {
    const name = pick(random, order)
    const reply = await steps[name]!(world)
    expect(reply?.status ?? 0, `${seed}/${step} ${name}: ${reply?.text}`).toBeLessThan(500)
    if (reply && reply.status < 300) done[name] = (done[name] ?? 0) + 1
    expect(await findInconsistencies(db), `seed ${seed}, step ${step}: ${name} ${reply?.status}`).toEqual([])
  }
  // Steps that are always refused would prove nothing.
  for (const name of ['open', 'add', 'issue', 'pay', 'credit']) expect(done[name] ?? 0, name).toBeGreaterThan(0)
})

test('a statement whose postings do not balance is refused by the database', async () => {
  const { db } = clinic
  const { rows } = await sql<{ id: number; day: string }>`select id, day::text as day from journal_entries limit 1`.execute(db)
  const bad = sql`insert into postings (entry_id, day, account, amount) values (${rows[0]!.id}, ${rows[0]!.day}, 'rounding', 1)`
  await expect(bad.execute(db)).rejects.toThrow('does not balance')
  const kept = {
    postings: 'amount',
    journal_entries: 'day',
    receipts: 'total',
    payments: 'amount',
    allocations: 'amount',
    credit_notes: 'total',
  }
  for (const [table, column] of Object.entries(kept))
    for (const change of [
      sql`delete from ${sql.table(table)}`,
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`,
    ])
      await expect(change.execute(db), table).rejects.toThrow('permission denied')
  await expect(sql`update invoices set paid_patient = 0`.execute(db)).rejects.toThrow('permission denied')
})
