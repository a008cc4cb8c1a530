import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { startVisit } from '#features/attendance/contract.ts'
import { payInvoice } from '#features/billing/contract-payments.ts'
import { createInvoiceItem, getInvoice, listCashierQueue, listInvoices, listItemsOfInvoice } from '#features/billing/contract.ts'
import { listItems } from '#features/catalogue/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { endless, once, type Sample } from './sample.ts'
import { both, halves, type NextAct, type Scenario } from './scenarios.ts'

const LINES = 12
/** More than one lane can pay in a second on any machine that this runs on. */
const A_SECOND = 700

const READ = { p95: 20 }
const SEARCH = { p95: 30 }

const bills = async (db: Db) => {
  const { rows } = await sql<{ id: number; number: string }>`
    select id, number from invoices where issued_at is not null order by md5(id::text) limit 20000`.execute(db)
  return rows
}
const words = async (db: Db) => {
  const { rows } = await sql<{ name: string }>`select name from items where is_active order by md5(name)`.execute(db)
  return rows.map(({ name }, i) => name.slice(0, 2 + (i % 5)))
}

const asking = (endpoint: Endpoint, queries: readonly string[], more: Record<string, string | number> = {}): [NextAct, NextAct] => {
  const [a, b] = halves(queries)
  return [a, b].map((part) => {
    const next = endless(part)
    return (): ReturnType<NextAct> => ({ endpoint, query: { q: next(), ...more } })
  }) as [NextAct, NextAct]
}
const nameOf = (p: Sample['patients'][number]) => `${p.first_name} ${p.second_name}`

interface Draft {
  id: number
  amount: string
}
/** So many drafts of twelve lines each, for patients who are not in the house, all that a patient pays alone. */
const prepareDrafts = async (db: Db, count: number): Promise<Draft[]> => {
  const { rows: opened } = await sql<{ id: number }>`
    insert into invoices (patient_id, created_at) select id, now() from patients order by id desc limit ${count} returning id`.execute(db)
  const ids = opened.map(({ id }) => id)
  const { rows } = await sql<Draft>`
    with priced as (
      select t.*, p.price, row_number() over (order by t.id) as place, count(*) over () as many
      from items t join price_lists l on l.insurance_company_id is null join prices p on p.item_id = t.id and p.price_list_id = l.id
      where p.price > 0
    ), line as (
      insert into charges (invoice_id, item_id, item_name, category, quantity, unit_price, price_source, tax_rate, tax_included, created_at)
      select i.id, t.id, t.name, t.category, 1 + n % 3, t.price, 'cash', x.rate, true, now()
      from unnest(${ids}::integer[]) i(id) cross join generate_series(0, ${LINES - 1}) n
      join priced t on t.place = 1 + (i.id * 7 + n * 31) % t.many join tax_classes x on x.id = t.tax_class_id
      returning invoice_id, patient_amount
    )
    select invoice_id as id, (round(sum(patient_amount) / max(s.rounding_step)) * max(s.rounding_step))::numeric(14, 2)::text as amount
    from line, billing_settings s group by 1`.execute(db)
  return rows
}

/** Drafts for `count` requests, written a thousand at a time: a statement has seconds, not minutes. */
const draftsFor = async (db: Db, count: number) => {
  const all: Draft[] = []
  while (all.length < count) all.push(...(await prepareDrafts(db, 1000)))
  return all
}

const paying = (drafts: readonly Draft[], cash: number): NextAct => {
  const next = once(drafts)
  return () => {
    const draft = next()
    if (!draft) return null
    const payments = [{ payment_mode: cash, amount: draft.amount, tendered: draft.amount }]
    return { endpoint: payInvoice, params: { id: draft.id }, key: randomUUID(), body: { payments, issue: true } }
  }
}

const adding = (drafts: readonly Draft[], items: readonly number[]): NextAct => {
  const draft = endless(drafts)
  const item = endless(items)
  return () => ({ endpoint: createInvoiceItem, key: randomUUID(), body: { invoice: draft().id, item: item(), quantity: '2' } })
}

const starting = (ids: readonly number[]): NextAct => {
  const next = once(ids)
  return () => {
    const patient = next()
    if (patient === null) return null
    return { endpoint: startVisit, key: randomUUID(), body: { patient, reason: 'Fever since yesterday', track: 'doctor' } }
  }
}

/** What only reads; run before anything is written, while the house is as it was loaded. */
export const moneyReads: readonly Scenario[] = [
  {
    name: 'till: queue of a full house',
    aim: READ,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listCashierQueue })),
  },
  {
    name: 'bills: first page',
    aim: READ,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listInvoices })),
  },
  {
    name: 'bills: those that are open',
    aim: READ,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listInvoices, query: { open: 'true' } })),
  },
  {
    name: 'bill by id, read audited',
    aim: READ,
    warmUp: 1,
    acts: async (_, db) => {
      const all = await bills(db)
      return both(() => {
        const next = endless(all)
        return () => ({ endpoint: getInvoice, params: { id: next().id } })
      })
    },
  },
  {
    name: 'lines of a bill',
    aim: READ,
    warmUp: 1,
    acts: async (_, db) => {
      const all = await bills(db)
      return both(() => {
        const next = endless(all)
        return () => ({ endpoint: listItemsOfInvoice, params: { invoice_id: next().id } })
      })
    },
  },
  {
    name: 'bills: search by number',
    aim: SEARCH,
    mustFind: true,
    warmUp: 1,
    acts: async (_, db) =>
      asking(
        listInvoices,
        (await bills(db)).map(({ number }) => number),
      ),
  },
  {
    name: 'bills: search by name',
    aim: SEARCH,
    warmUp: 1,
    acts: async ({ patients }) => asking(listInvoices, patients.map(nameOf)),
  },
  {
    name: 'prices: search as it is typed',
    aim: SEARCH,
    warmUp: 1,
    acts: async (_, db) => asking(listItems, await words(db), { limit: 10 }),
  },
]

export const moneyWrites: readonly Scenario[] = [
  {
    name: 'add a line to a bill',
    warmUp: 0.5,
    acts: async (_, db) => {
      const [a, b] = halves(await draftsFor(db, 2000))
      const { rows } = await sql<{ id: number }>`
        select i.id from items i where i.is_active and i.category not in ('drug', 'consumable')
          and exists (select from prices p where p.item_id = i.id) order by md5(i.name)`.execute(db)
      const items = rows.map(({ id }) => id)
      return [adding(a, items), adding(b, items)]
    },
  },
  {
    name: `issue and pay a bill of ${LINES} lines`,
    aim: { p95: 40 },
    warmUp: 0.5,
    acts: async (_, db, seconds) => {
      const [a, b] = halves(await draftsFor(db, Math.ceil((seconds + 0.5) * A_SECOND) * 2))
      const { rows } = await sql<{ id: number }>`select id from payment_modes where category = 'cash'`.execute(db)
      const cash = rows[0]?.id ?? 0
      return [paying(a, cash), paying(b, cash)]
    },
  },
  {
    name: 'start a visit with a consultation',
    warmUp: 0.5,
    acts: async (_, db) => {
      const { rows } = await sql<{ id: number }>`
        select id from patients p where deactivated_at is null
          and not exists (select from visits v where v.patient_id = p.id and v.closed_at is null) order by id`.execute(db)
      const [a, b] = halves(rows.map(({ id }) => id))
      return [starting(a), starting(b)]
    },
  },
]
