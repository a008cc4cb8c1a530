import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Table } from '#shared/table.ts'
import { cents, fromCents } from '#shared/money.ts'
import { anInsurer, anItem, aPatient } from '../../testing/builders.ts'
import { findInconsistencies } from '../../testing/books/books.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

// A few hundred random bills, payments, credit notes, refunds and reversals over four months; then every report against the postings.
const DAYS = 120
const DAY_MS = 86_400_000
const FIRST = Date.parse('2026-01-01T06:00:00Z')
const dayAt = (n: number) => new Date(FIRST + n * DAY_MS).toISOString().slice(0, 10)
const all = { start_date: dayAt(0), end_date: dayAt(DAYS) }

/** A sequence of numbers from 0 to 1 that is the same every time (mulberry32). */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}
const random = randomOf(7)
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!

let clinic: TestClinic
let person: Person
const done: Record<string, number> = {}
const items: number[] = []

const tell = async <T>(name: string, url: string, body: object): Promise<T> => {
  const reply = await person.call('POST', url, body)
  if (reply.status >= 500) throw new Error(`${url}: ${reply.text}`)
  if (reply.status < 300) done[name] = (done[name] ?? 0) + 1
  return reply.json<T>()
}

interface Payers {
  id: number
  mode: number
}
const oneBill = async (insurers: readonly Payers[], modes: readonly number[]) => {
  const insurer = random() < 0.5 ? pick(insurers) : undefined
  const patient = random() < 0.9 ? (await aPatient(clinic.db)).id : undefined
  const owner = patient ? { patient, insurance_company: insurer?.id ?? null } : { customer_name: 'Somebody passing by' }
  const { id } = await tell<{ id: number }>('open', '/billing/invoices/', owner)
  for (let n = 0; n <= random() * 4; n++) {
    const line = { invoice: id, item: pick(items), quantity: pick(['1', '2', '0.333', '60']) }
    const { id: added } = await tell<{ id: number }>('add', '/billing/invoice-items/', line)
    if (random() < 0.3) {
      const change = pick([{ discount: '5.00' }, { waiver: '3.33' }, { item_amount: '0.00' }])
      await person.call('PATCH', `/billing/invoice-items/${added}/`, { ...change, reason: 'Because' })
    }
  }
  const bill = await tell<{ patient_balance: string; insurer_balance: string }>('issue', `/billing/invoices/${id}/issue/`, {})
  const pay = (due: string, mode: number) => {
    const amount = fromCents(Math.max(1, Math.floor(cents(due) * pick([1, 1, 0.5]))))
    return tell<{ receipt?: { id: number } }>('pay', `/billing/invoices/${id}/payments/`, {
      payments: [{ payment_mode: mode, amount, reference: `R${random()}` }],
    })
  }
  const receipts: number[] = []
  if (random() < 0.7 && cents(bill.patient_balance) > 0) receipts.push((await pay(bill.patient_balance, pick(modes))).receipt?.id ?? 0)
  if (random() < 0.4 && insurer && cents(bill.insurer_balance) > 0) await pay(bill.insurer_balance, insurer.mode)
  if (random() < 0.1 && receipts[0]) await tell('reverse', `/billing/receipts/${receipts[0]}/reverse/`, { reason: 'Because' })
  return id
}
const oneCredit = async (invoice: number, cash: number) => {
  const lines = (await person.call('GET', `/billing/invoices/items/${invoice}/`)).json<{ id: number; item_amount: string }[]>()
  const part = pick([{}, { quantity: '1' }, { amount: '0.01' }])
  const note = await tell<{ id?: number; refundable?: string }>('credit', `/billing/invoices/${invoice}/credit-notes/`, {
    reason: 'Because',
    ...(random() < 0.8 && { items: [{ invoice_item: pick(lines).id, ...part }] }),
  })
  if (!note.id || cents(note.refundable ?? '0.00') <= 0) return
  const paid = await tell<{ id?: number }>('refund', `/billing/credit-notes/${note.id}/refunds/`, {
    payments: [{ payment_mode: cash, amount: note.refundable }],
  })
  if (paid.id && random() < 0.3) await tell('reverse refund', `/billing/receipts/${paid.id}/reverse/`, { reason: 'Because' })
}

beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date(FIRST) })
  const { db } = clinic
  await db.updateTable('billing_settings').set({ rounding_step: '1.00' }).execute()
  const vat = await db.insertInto('tax_classes').values({ name: 'VAT', rate: '16' }).returning('id').executeTakeFirstOrThrow()
  for (const price of ['100.00', '33.33', '0.01', '250.50', '7.77'])
    items.push((await anItem(db, price, random() < 0.5 ? { tax_class_id: vat.id, category: 'nursing' } : {})).id)
  const insurers: Payers[] = []
  for (const coPay of [{ percent: '12.5' }, { amount: '20.00' }]) {
    const { id } = await anInsurer(db, Object.fromEntries(items.slice(0, 4).map((item) => [item, '123.45'])), coPay)
    const mode = await db.selectFrom('payment_modes').select('id').where('insurance_company_id', '=', id).executeTakeFirstOrThrow()
    insurers.push({ id, mode: mode.id })
  }
  const modes = await db.selectFrom('payment_modes').select(['id', 'category']).where('category', '<>', 'insurer').execute()
  const cash = modes.find(({ category }) => category === 'cash')!.id
  const bills: number[] = []
  for (let day = 0; day <= DAYS; day += 3) {
    clinic.clock.now = new Date(FIRST + day * DAY_MS)
    person = await clinic.signedInFrom('System administrator', 'sysadmin')
    for (let n = 0; n < 7; n++)
      bills.push(
        await oneBill(
          insurers,
          modes.map(({ id }) => id),
        ),
      )
    for (let n = 0; n < 2; n++) await oneCredit(pick(bills), cash)
  }
}, 300_000)
afterAll(() => clinic.close())

const report = async (path: string, query: Record<string, string> = {}): Promise<Table> => {
  const reply = await person.call('GET', `/reports/${path}/?${new URLSearchParams(query)}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Table>()
}
const post = async (path: string, body: object): Promise<Table> => {
  const reply = await person.call('POST', `/reports/${path}/`, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Table>()
}
/** What the books say, asked in the plainest way. */
const booked = async (what: string, { start_date, end_date } = all) => {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount), 0.00) as sum from postings
    where ${sql.raw(what)} and day between ${start_date} and ${end_date}`.execute(clinic.db)
  return rows[0]!.sum
}
const minus = (amount: string) => fromCents(-cents(amount))
const sumOf = (rows: Table['rows'], key: string) => fromCents(rows.reduce((sum, row) => sum + cents(String(row[key])), 0))

const ranges = [
  all,
  { start_date: dayAt(30), end_date: dayAt(60) },
  { start_date: dayAt(45), end_date: dayAt(45) },
  { start_date: dayAt(46), end_date: dayAt(47) },
]

test('there is something to report', () => {
  for (const [name, least] of Object.entries({ issue: 250, pay: 150, credit: 30, refund: 10, reverse: 5, 'reverse refund': 1 }))
    expect(done[name] ?? 0, name).toBeGreaterThanOrEqual(least)
})

describe.each(ranges)('from $start_date to $end_date every report is what the postings say, to the cent', (range) => {
  const asked = { start_date: range.start_date, end_date: range.end_date }
  test('sales by date', async () => {
    const { rows, totals } = await post('sale_by_date', range)
    expect(totals['net']).toBe(minus(await booked(`account in ('sales', 'tax')`, range)))
    expect(totals['sales']).toBe(minus(await booked(`account = 'sales' and amount < 0`, range)))
    expect(totals['tax']).toBe(minus(await booked(`account = 'tax' and amount < 0`, range)))
    expect(totals['tax_credited']).toBe(await booked(`account = 'tax' and amount > 0`, range))
    expect(totals['tax_net']).toBe(minus(await booked(`account = 'tax'`, range)))
    for (const row of rows) {
      const day = String(row['day'])
      expect(row['net']).toBe(minus(await booked(`account in ('sales', 'tax')`, { start_date: day, end_date: day })))
      expect(cents(String(row['sales'])) + cents(String(row['tax']))).toBe(cents(String(row['billed'])))
    }
    const { rows: days } = await sql<{ day: string }>`select distinct day from postings where account = 'sales'
      and day between ${range.start_date} and ${range.end_date} order by day`.execute(clinic.db)
    expect(rows.map((row) => row['day'])).toEqual(days.map(({ day }) => day))
    const { rows: bills } = await sql<{ n: number }>`select count(*) as n from invoices
      where issued_on between ${range.start_date} and ${range.end_date}`.execute(clinic.db)
    expect(totals['bills']).toBe(bills[0]!.n)
  })

  test('sales by service, however grouped, and by each item', async () => {
    const net = minus(await booked(`account in ('sales', 'tax')`, range))
    const tables = [
      await report('sales_by_service', asked),
      await report('sales_by_service', { ...asked, group: 'category' }),
      await report('sales_by_service', { ...asked, group: 'department' }),
    ]
    for (const { totals, rows } of tables) expect([totals['net'], sumOf(rows, 'net')]).toEqual([net, net])
    const tax = minus(await booked(`account = 'tax'`, range))
    for (const { totals, rows } of tables) expect([totals['tax_net'], sumOf(rows, 'tax_net')]).toEqual([tax, tax])
    let sum = 0
    for (const item of items) {
      const { totals } = await post('sale_by_item_and_date', { ...range, item_id: item })
      expect(totals['net']).toBe(minus(await booked(`account in ('sales', 'tax') and item_id = ${item}`, range)))
      const row = tables[0]!.rows.find((one) => one['item'] === item)
      if (row) expect([row['net'], row['quantity'], row['lines']]).toEqual([totals['net'], totals['quantity'], totals['lines']])
      sum += cents(String(totals['net']))
    }
    expect(fromCents(sum)).toBe(net)
  })

  test('sales by payer add up to the sales, and what was received to the money', async () => {
    const { totals, rows } = await report('sales_by_payer', asked)
    expect(totals['net']).toBe(minus(await booked(`account in ('sales', 'tax')`, range)))
    expect(totals['received']).toBe(await booked(`account = 'money'`, range))
    for (const row of rows.filter((one) => one['insurance_company'] !== null))
      expect(row['net']).toBe(
        await booked(
          `account = 'insurers' and insurance_company_id = ${row['insurance_company']}
          and entry_id in (select id from journal_entries where kind in ('invoice', 'credit note'))`,
          range,
        ),
      )
  })

  test('takings by payment mode', async () => {
    const reply = await person.call('GET', `/reports/total_payment_mode_amount/?${new URLSearchParams(asked)}`)
    const { total_amount, data } = reply.json<{ total_amount: string; data: Table['rows'] }>()
    expect([total_amount, sumOf(data, 'total')]).toEqual(Array(2).fill(await booked(`account = 'money'`, range)))
    for (const row of data) {
      expect(row['total']).toBe(await booked(`payment_mode_id = ${row['payment_mode']}`, range))
      const parts = ['received', 'refunded', 'reversed'].map((key) => cents(String(row[key])))
      expect(parts[0]! - parts[1]! - parts[2]!).toBe(cents(String(row['total'])))
    }
  })

  test('takings by cashier, and the receipts and their sums', async () => {
    const money = await booked(`account = 'money'`, range)
    const { totals, rows } = await report('takings_by_cashier', asked)
    expect([totals['total'], sumOf(rows, 'total')]).toEqual([money, money])
    const parts = ['received', 'refunded', 'reversed'].map((key) => cents(String(totals[key])))
    expect(parts[0]! - parts[1]! - parts[2]!).toBe(cents(money))
    expect((await report('receipts', asked)).totals['amount']).toBe(money)
    const sums = (await person.call('GET', `/billing/receipts/sums/?${new URLSearchParams(asked)}`)).json<{
      total: string
      modes: Table['rows']
    }>()
    expect([sums.total, sumOf(sums.modes, 'total')]).toEqual([money, money])
  })

  test('debtors, as of the last day', async () => {
    const { rows, totals } = await report('debtors', { date: range.end_date })
    const then = { start_date: dayAt(0), end_date: range.end_date }
    expect(totals['balance']).toBe(await booked(`account in ('patients', 'insurers')`, then))
    for (const row of rows.filter((one) => one['insurance_company'] !== null))
      expect(row['balance']).toBe(await booked(`account = 'insurers' and insurance_company_id = ${row['insurance_company']}`, then))
    for (const row of rows) {
      const parts = ['days_30', 'days_60', 'days_90', 'older'].reduce((sum, key) => sum + cents(String(row[key])), 0)
      expect(parts - cents(String(row['to_pay_back']))).toBe(cents(String(row['balance'])))
    }
  })
})

const kind = (name: string) => `entry_id in (select id from journal_entries where kind = '${name}')`

test('the consistency check finds nothing', async () => {
  expect(await findInconsistencies(clinic.db)).toEqual([])
})

test('the close of each day is what was posted on it', async () => {
  for (let day = 0; day <= DAYS; day += 12) {
    const on = { start_date: dayAt(day), end_date: dayAt(day) }
    const { rows } = await report('day_close', { date: on.start_date })
    const amount = (part: string, entry: string) => rows.find((row) => row['part'] === part && row['entry'] === entry)?.['amount']
    expect(amount('Takings', 'Total taken')).toBe(await booked(`account = 'money'`, on))
    expect(amount('Billed', 'Bills issued')).toBe(minus(await booked(`account in ('sales', 'tax', 'rounding') and ${kind('invoice')}`, on)))
    expect(amount('Credited', 'Credit notes')).toBe(await booked(`account in ('sales', 'tax', 'rounding') and ${kind('credit note')}`, on))
    expect(amount('Credited', 'Of which tax')).toBe(await booked(`account = 'tax' and ${kind('credit note')}`, on))
    expect(amount('Tax', 'Net tax')).toBe(minus(await booked(`account = 'tax'`, on)))
    expect(amount('Reductions', 'Waived')).toBe(await booked(`account = 'waivers' and ${kind('invoice')}`, on))
    expect(amount('Of which', 'Refunded')).toBe(minus(await booked(`account = 'money' and ${kind('refund')}`, on)))
    const { rows: issued } = await sql<{ total: string; discount: string }>`
      select coalesce(sum(total), 0.00) as total, coalesce(sum(discount), 0.00) as discount from invoices
      where issued_on = ${on.start_date}`.execute(clinic.db)
    expect([amount('Billed', 'Bills issued'), amount('Reductions', 'Discounts')]).toEqual([issued[0]!.total, issued[0]!.discount])
  }
})
