import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Query } from '#features/assistant/query.ts'
import { rowsSql } from '#features/assistant/server/compile.ts'
import { questions as billingQuestions } from '#features/billing/questions.ts'
import { questions as catalogueQuestions } from '#features/catalogue/questions.ts'
import { questions as chargeQuestions } from '#features/charges/questions.ts'
import { questions as companyQuestions } from '#features/company/questions.ts'
import { questions as insuranceQuestions } from '#features/insurance/questions.ts'
import { questions as pharmacyQuestions } from '#features/pharmacy/questions.ts'
import { findCurrentMedicines } from '#features/prescriptions/public.ts'
import { questions as prescriptionQuestions } from '#features/prescriptions/questions.ts'
import { questions as purchasingQuestions } from '#features/purchasing/questions.ts'
import { dayClose } from '#features/reports/server/day-close.ts'
import { debtors } from '#features/reports/server/debtors.ts'
import { dispensedByItem } from '#features/reports/server/dispensed-by-item.ts'
import { dispensedByPerson } from '#features/reports/server/dispensed-by-person.ts'
import { paymentModes } from '#features/reports/server/payment-modes.ts'
import { purchases } from '#features/reports/server/purchases.ts'
import type { Report } from '#features/reports/server/report.ts'
import { salesByPayer } from '#features/reports/server/sales-by-payer.ts'
import { salesByService } from '#features/reports/server/sales-by-service.ts'
import { stockLost } from '#features/reports/server/stock-lost.ts'
import { stockUsed } from '#features/reports/server/stock-used.ts'
import { stockValue } from '#features/reports/server/stock-value.ts'
import { questions as stockQuestions } from '#features/stock/questions.ts'
import { questions as userQuestions } from '#features/users/questions.ts'
import { connect, type Connection, type Db } from '#platform/db/connect.ts'
import { cloneDatabase } from '../testing/databases/clone.ts'
import { askedOf, askedWhen, everything, expectGroupsToAddUp, figuresOf } from '../testing/questions/questions.ts'
import { insertMoney, moneyNow } from '../testing/clinics/money-clinic.ts'
import { moneyFigures, overTime } from '../testing/clinics/money-figures.ts'

const topics = [
  catalogueQuestions,
  stockQuestions,
  chargeQuestions,
  billingQuestions,
  purchasingQuestions,
  prescriptionQuestions,
  pharmacyQuestions,
]
const subjects = topics.flatMap((topic) => topic.subjects)
const vocabularies = [...topics, companyQuestions, insuranceQuestions, userQuestions].flatMap((topic) => topic.vocabularies ?? [])
const subjectOf = (name: string) => subjects.find((subject) => subject.name === name)!

let database: Awaited<ReturnType<typeof cloneDatabase>>
let reader: Connection
beforeAll(async () => {
  database = await cloneDatabase()
  await insertMoney(database.url)
  reader = connect(database.logins.kliniki_read, 'kliniki_read', { max: 1 })
})
afterAll(async () => {
  await reader.close()
  await database.drop()
})

/** At noon of the day of this clinic, by the role that can only read. */
const atNoon = <T>(work: (db: Db) => Promise<T>) => askedWhen(reader.db, moneyNow, work)
const february = { from: '2026-02-01', to: '2026-03-01', label: 'February' }

test('every measure can be asked by everything, and groups add up where they say so', async () => {
  await atNoon(async (db) => {
    for (const subject of subjects) {
      await expectGroupsToAddUp(db, subject)
      for (const measure of Object.keys(subject.measures))
        await figuresOf(db, subject, { measure, patient: { id: 3, label: '' }, visit: subject.visit ? 'last' : null })
      for (const [name, dimension] of Object.entries(subject.dimensions)) {
        if (dimension.is !== 'choice' || Object.keys(dimension.values).length === 0) continue
        const groups = await figuresOf(db, subject, { measure: Object.keys(subject.measures)[0]!, groups: [name] })
        for (const { g0 } of groups) expect([...Object.keys(dimension.values), null], `${subject.name} by ${name}`).toContain(g0)
      }
    }
  })
})

test('every list has rows, and an address for each', async () => {
  await atNoon(async (db) => {
    for (const subject of subjects.filter(({ list }) => list)) {
      const { rows } = await rowsSql(askedOf(subject, { ask: 'rows' })).execute(db)
      expect(rows.length, subject.name).toBeGreaterThan(0)
      const links = rows.flatMap(({ _link }) => (_link === null ? [] : [_link]))
      expect(links.length > 0, subject.name).toBe(subject.list?.link !== undefined)
      for (const link of links) expect(link).toMatch(/^\/dashboard\/[a-z]+\/[\w/?=&-]+$/)
    }
  })
})

const plain = async (statement: string) => Number(Object.values((await reader.pool.query(statement)).rows[0])[0])

test('every measure is what a plain statement says, over all time and over a month', async () => {
  const names = subjects.flatMap(({ name, measures }) => Object.keys(measures).map((measure) => `${name}.${measure}`))
  // Those of `medicines` are compared with the screen.
  expect(names.filter((name) => !name.startsWith('medicines.')).toSorted()).toEqual(Object.keys(moneyFigures).toSorted())
  for (const [name, statement] of Object.entries(moneyFigures)) {
    const [subject = '', measure = ''] = name.split('.')
    const [all, month] = overTime(statement)
    const figureOf = (query: Partial<Query>) =>
      atNoon(async (db) => Number((await figuresOf(db, subjectOf(subject), { measure, ...query }))[0]?.figure))
    const expected = await plain(all)
    expect(expected, name).toBeGreaterThan(0)
    expect(await figureOf({}), name).toBe(expected)
    if (subjectOf(subject).at) expect(await figureOf({ period: february }), `${name} in February`).toBe(await plain(month))
  }
})

const since = { from: '2026-01-01', to: '2026-03-02', label: '' }
const total = async <Q>(
  report: Report<Q>,
  column: string,
  query = {} as Q,
  only: (row: Record<string, unknown>) => boolean = () => true,
) => {
  const rows = await report.find(reader.db, { start_date: since.from, end_date: since.to }, query)
  return Math.round(rows.filter(only).reduce((sum, row) => sum + Number(row[column]), 0) * 100) / 100
}
test('the reports say the same', async () => {
  const message: Record<string, number> = {
    'sales.sales': await total(salesByService, 'net'),
    'sales.sales_before_tax': await total(salesByService, 'sales'),
    'sales.tax': await total(salesByService, 'tax'),
    'sales.lines': await total(salesByService, 'lines'),
    'sales.quantity_sold': await total(salesByService, 'quantity'),
    'sales.credited': await total(salesByService, 'credited'),
    'invoices.billed': await total(dayClose, 'amount', {}, ({ entry }) => entry === 'Bills issued'),
    'claims.claimed': await total(salesByPayer, 'billed', {}, (row) => row['insurance_company'] !== null),
    'payments.received': await total(paymentModes, 'total'),
    'payments.refunded': await total(paymentModes, 'refunded'),
    'payments.reversed': await total(paymentModes, 'reversed'),
    'debts.owed': await total(debtors, 'balance', {}, ({ balance }) => Number(balance) > 0),
    'aged_debts.owed_by_age': await total(debtors, 'balance'),
    'stock.on_hand': await total(stockValue, 'usable'),
    'stock.stock_value': await total(stockValue, 'value', { group: 'store' }),
    'movements.units_used': await total(stockUsed, 'units'),
    'movements.units_lost': await total(stockLost, 'units'),
    'deliveries.received_value': await total(purchases, 'delivered'),
    'dispensed.units_dispensed': await total(dispensedByItem, 'units'),
    'dispensed.items_dispensed': await total(dispensedByItem, 'times'),
    'dispensed.dispenses': (await total(dispensedByPerson, 'dispenses')) + (await total(dispensedByPerson, 'sales')),
  }
  const found = await atNoon(async (db) => {
    const answers: Record<string, number> = {}
    for (const name of Object.keys(message)) {
      const [subject = '', measure = ''] = name.split('.')
      const [row] = await figuresOf(db, subjectOf(subject), { measure, period: subjectOf(subject).at ? since : null })
      answers[name] = Number(row?.figure)
    }
    return answers
  })
  for (const [name, figure] of Object.entries(message)) {
    expect(figure, name).toBeGreaterThan(0)
    // A report rounds each of its rows.
    expect(found[name], name).toBeCloseTo(figure, 1)
  }
})

test('debts stand under the age of their bills, as in the report of debtors', async () => {
  const bands = `select greatest(least((date '2026-03-02' - i.issued_on - 1) / 30, 3), 0) as band, sum(p.amount)::text as amount
    from postings p join invoices i on i.id = p.invoice_id where p.account in ('patients', 'insurers') group by 1 order by 1`
  const { rows } = await reader.pool.query<{ band: number; amount: string }>(bands)
  const groups = await atNoon((db) => figuresOf(db, subjectOf('aged_debts'), { measure: 'owed_by_age', groups: ['bill_age'] }))
  expect(new Map(groups.map(({ g0, figure }) => [g0, figure]))).toEqual(new Map(rows.map(({ band, amount }) => [band, amount])))
  expect(rows.length).toBe(4)
})

test('medicines are those beside the prescriptions of each patient', async () => {
  const patients = Array.from({ length: 20 }, (_, index) => index + 1)
  const taken = await Promise.all(patients.map((patient) => findCurrentMedicines(reader.db, patient, moneyNow)))
  expect(new Set(taken.flat().map(({ origin }) => origin)).size).toBe(2)
  const found = await atNoon(async (db) => [
    (await figuresOf(db, subjectOf('medicines'), { measure: 'medicines' }))[0]?.figure,
    (await figuresOf(db, subjectOf('medicines'), { measure: 'patients_taking' }))[0]?.figure,
  ])
  expect(found).toEqual([taken.flat().length, taken.filter((of) => of.length > 0).length])
})

const pricedIn = async (rights: readonly string[]) => {
  const asker = { ...everything, permissions: new Set(rights) }
  const { rows } = await atNoon((db) => rowsSql(askedOf(subjectOf('prices'), { ask: 'rows' }, asker)).execute(db))
  return new Set(rows.map((row) => row['price_list']))
}
test('prices of insurers are for those who see price lists', async () => {
  expect(await pricedIn(['services.view'])).toEqual(new Set(['Cash']))
  expect(await pricedIn(['services.view', 'prices.view'])).toEqual(new Set(['Cash', 'Umoja']))
})

test('a name that people use is the row that is counted', async () => {
  const known = new Map<string, Map<number, string>>()
  for (const { name: vocabulary, rows: sought } of vocabularies) {
    const { rows } = await atNoon((db) => sql<{ id: number; name: string; also: string[] }>`${sought}`.execute(db))
    expect(rows.length, vocabulary).toBeGreaterThan(0)
    expect(new Set(rows.map(({ id }) => id)).size, vocabulary).toBe(rows.length)
    for (const { also } of rows) expect(also).toBeInstanceOf(Array)
    known.set(vocabulary, new Map(rows.map(({ id, name }) => [id, name.toLowerCase()])))
  }
  for (const subject of subjects)
    for (const [name, dimension] of Object.entries(subject.dimensions)) {
      if (dimension.is !== 'named') continue
      const groups = await atNoon((db) => figuresOf(db, subject, { measure: Object.keys(subject.measures)[0]!, groups: [name] }))
      const listed = groups.filter(({ g0 }) => g0 !== null)
      const names = known.get(dimension.vocabulary)!
      // What is prescribed or sold beside drugs is called by its name as an item alone.
      const rest = dimension.vocabulary === 'drug' ? listed.filter(({ g0 }) => names.has(Number(g0))) : listed
      expect(rest.length, `${subject.name} by ${name}`).toBeGreaterThan(0)
      expect(rest.map(({ g0 }) => names.get(Number(g0)))).toEqual(rest.map(({ n0 }) => String(n0).toLowerCase()))
    }
})
