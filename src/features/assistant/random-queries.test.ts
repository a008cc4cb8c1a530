import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '#platform/db/connect.ts'
import type { Dimension, Subject } from '#platform/questions/subject.ts'
import { permissions } from '#shared/permissions.ts'
import { insertCare } from '../../testing/clinics/care-clinic.ts'
import { cloneDatabase } from '../../testing/databases/clone.ts'
import { insertMoney, moneyNow } from '../../testing/clinics/money-clinic.ts'
import { subjects } from './catalogue.ts'
import { ChatReply } from './contract.ts'
import { type Filter, grains, type Period, type Query, queryText } from './query.ts'
import { answer } from './answer/answer.ts'
import { findClinic } from './server/engine.ts'
import { wholeOf } from './shares.ts'
import { sayValue } from './answer/say.ts'
import { runQuery, type Found } from './server/run-query.ts'

// Queries that nobody thought of: whatever the catalogue allows is answered, and what belongs together fits together.

let database: Awaited<ReturnType<typeof cloneDatabase>>
let reader: Connection
let clinic: Awaited<ReturnType<typeof findClinic>>
beforeAll(async () => {
  database = await cloneDatabase()
  await insertMoney(database.url)
  const app = connect(database.logins.kliniki_app, 'kliniki_app', { max: 1 })
  // Both have one of this name.
  await app.db.updateTable('insurance_companies').set({ name: 'Umoja Assurance' }).where('name', '=', 'Umoja').execute()
  await insertCare(app.db)
  await app.close()
  reader = connect(database.logins.kliniki_read, 'kliniki_read', { max: 4 })
  clinic = { ...(await findClinic(reader.db, moneyNow)), zone: 'Africa/Nairobi' }
})
afterAll(async () => {
  await reader.close()
  await database.drop()
})

const person = {
  id: 1,
  role: 'sysadmin',
  permissions: new Set<string>(permissions),
  first_name: 'Ruth',
  last_name: 'Wambui',
  patient_id: null,
  patient_is_active: false,
} as const

/** The same numbers in each run: a failure can be looked for. */
const chance = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return { next, below, one: <T>(list: readonly T[]) => list[below(list.length)]!, happens: (share: number) => next() < share }
}
type Chance = ReturnType<typeof chance>

const dayOf = ({ below }: Chance) => new Date(Date.UTC(2025, 10, 1) + below(200) * 86_400_000).toISOString().slice(0, 10)
const aPeriod = (random: Chance): Period => {
  const [from, to] = [dayOf(random), dayOf(random)].sort() as [string, string]
  return { from: random.happens(0.8) ? from : null, to: random.happens(0.8) ? to : null, label: 'some time' }
}
const aFilter = (name: string, dimension: Dimension, random: Chance): Filter[] => {
  const not = random.happens(0.3) ? ({ not: true } as const) : {}
  if (dimension.is === 'choice') {
    const values = Object.keys(dimension.values).filter(() => random.happens(0.4))
    return values.length > 0 ? [{ is: 'choice', dimension: name, values, ...not }] : []
  }
  if (dimension.is === 'named')
    return [{ is: 'named', dimension: name, ids: [1, 2, 3, 4, 5].map(() => 1 + random.below(20)), label: 'some', ...not }]
  const from = random.below(80)
  return [{ is: 'number', dimension: name, ...(random.happens(0.5) ? { at_least: from } : { above: from - 10, below: from + 30 }) }]
}

const aQuery = (subject: Subject, random: Chance): Query => {
  const measure = random.one(Object.keys(subject.measures))
  const { value, at, total } = subject.measures[measure]!
  const timed = at ?? subject.at
  const groups = [...Object.keys(subject.dimensions), ...(timed ? grains : [])]
  const filters = Object.entries(subject.dimensions)
    .filter(() => random.happens(1 / 8))
    .flatMap(([name, one]) => aFilter(name, one, random))
  const chosen = random.happens(0.6) ? [...new Set([random.one(groups), ...(random.happens(0.3) ? [random.one(groups)] : [])])] : []
  const patient = subject.patient && random.happens(0.15) ? { id: 1 + random.below(20), label: 'Person Test (M-1)' } : null
  const period = timed && random.happens(0.5) ? aPeriod(random) : null
  const isList = subject.list !== undefined && random.happens(0.3)
  const isCourse = !isList && value !== undefined && subject.at !== undefined && patient !== null && random.happens(0.5)
  const asks = subject.at ? (['rows', 'first', 'last', 'exists', 'when first', 'when last'] as const) : (['rows', 'exists'] as const)
  const ask = isList ? random.one(asks) : isCourse ? 'change' : 'measure'
  const isFigure = ask === 'measure'
  const against = isFigure && period && random.happens(0.3) ? aPeriod(random) : null
  const of = (list: readonly ('most' | 'least' | 'newest' | 'oldest')[]) => ({ count: 1 + random.below(12), order: random.one(list) })
  return {
    subject: subject.name,
    ask,
    measure: isList && random.happens(0.5) ? null : measure,
    aggregate: isFigure && value && random.happens(0.5) ? random.one(['average', 'sum', 'least', 'most', 'median'] as const) : null,
    groups: isFigure ? chosen : [],
    filters,
    period,
    against,
    patient,
    visit: patient && subject.visit && random.happens(0.5) ? random.one(['first', 'last', 'current'] as const) : null,
    is_share: isFigure && !against && total !== undefined && random.happens(0.2),
    top:
      isFigure && chosen.length > 0 && random.happens(0.3)
        ? of(['most', 'least'])
        : ask === 'rows' && random.happens(0.3)
          ? of(['most', 'least', 'newest', 'oldest'])
          : null,
    nth: ask === 'first' || ask === 'last' ? 1 + random.below(3) : 1,
    column: null,
  }
}

const replyTo = async (query: Query) => {
  const asked = { question: 'x', person, clinic, reader: reader.db, now: moneyNow, examples: () => Promise.resolve([]) }
  const { reply } = await answer({ is: 'query', query, respelled: [] }, asked)
  return reply
}
const find = (query: Query): Promise<Found> =>
  runQuery(reader.db, { query, subject: subjects.find(({ name }) => name === query.subject)!, asker: person, ...clinic }, moneyNow)
const keysOf = (visualization: NonNullable<ChatReply['visualization']>): string[] => {
  const { type: _type, title: _title, ...keys } = visualization
  return Object.values(keys)
}

const random = chance(20_261_122)
const queries = Array.from({ length: 7 }, () => subjects.map((subject) => aQuery(subject, random))).flat()

test('whatever the catalogue allows is answered in the shape that is promised', async () => {
  for (const query of queries) {
    const stated = queryText(query)
    const reply = await replyTo(query)
    expect(reply.status, stated).toBe('answered')
    const parsed = ChatReply.omit({ id: true, asked_at: true, question: true }).strict().safeParse(reply)
    expect(parsed.error, stated).toBeUndefined()
    const keys = reply.columns.map(({ key }) => key)
    expect(new Set(keys).size, stated).toBe(keys.length)
    for (const row of reply.structured_data) expect(Object.keys(row), stated).toEqual(keys)
    if (reply.visualization) expect(keys, stated).toEqual(expect.arrayContaining(keysOf(reply.visualization)))
    expect(reply.row_links.length, stated).toBe(reply.structured_data.length)
    expect(reply.response, stated).not.toMatch(/undefined|NaN|null|\[object/)
    expect(reply.filter.join(), stated).not.toMatch(/undefined|NaN|null|\[object/)
  }
})

const nothing = {
  ask: 'measure',
  aggregate: null,
  groups: [],
  filters: [],
  period: null,
  against: null,
  patient: null,
  visit: null,
  top: null,
  nth: 1,
  column: null,
} as const
const numbers = (rows: Found['figures']) => rows.map(({ figure }) => Number(figure ?? 0))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const groupOf = ({ figure: _figure, n0: _n0, n1: _n1, ...keys }: Found['figures'][number]) => JSON.stringify(keys)

test('figures of groups add up to the figure of all', async () => {
  let checked = 0
  for (const query of queries) {
    const measure = subjects.find(({ name }) => name === query.subject)!.measures[query.measure ?? '']
    if (query.ask !== 'measure' || query.groups.length === 0 || !measure?.total || measure.adds === false) continue
    const plain = { ...query, top: null, is_share: false, against: null, aggregate: null }
    const { figures } = await find(plain)
    const { figures: all } = await find({ ...plain, groups: [] })
    if (figures.length > 500) continue
    checked += 1
    expect(Math.abs(sum(numbers(figures)) - sum(numbers(all))), queryText(plain)).toBeLessThan(0.02 * (figures.length + 1))
  }
  expect(checked).toBeGreaterThan(40)
})

test('the first so many are those of all, in their order', async () => {
  let checked = 0
  for (const query of queries.filter(({ ask, top, groups }) => ask === 'measure' && top && groups.length > 0)) {
    const top = query.top!
    const { figures: all } = await find({ ...query, top: null, is_share: false, against: null, aggregate: null })
    const figures = all.filter(({ g0, g1 }) => g0 !== null && g1 !== null)
    const expected = numbers(figures).sort((a, b) => (top.order === 'least' ? a - b : b - a))
    const reply = await replyTo({ ...query, is_share: false, against: null, aggregate: null })
    const shown = reply.structured_data.map((row) => Number(row[query.groups.includes(query.measure!) ? 'figure' : query.measure!] ?? 0))
    checked += 1
    expect(shown.length, queryText(query)).toBe(Math.min(top.count, figures.length))
    if (figures.every(({ figure }) => figure !== null)) expect(shown, queryText(query)).toEqual(expected.slice(0, top.count))
  }
  expect(checked).toBeGreaterThan(15)
})

test('what stands beside a figure for comparison is the figure of that time', async () => {
  let checked = 0
  for (const query of queries.filter(({ against, aggregate }) => against && !aggregate)) {
    const { figures, others } = await find(query)
    const { figures: then } = await find({ ...query, period: query.against, against: null, top: null })
    const { figures: now } = await find({ ...query, against: null })
    checked += 1
    expect(figures, queryText(query)).toEqual(now)
    expect(new Map(others.map((row) => [groupOf(row), row.figure])), queryText(query)).toEqual(
      new Map(then.map((row) => [groupOf(row), row.figure])),
    )
  }
  expect(checked).toBeGreaterThan(15)
})

test('what has not happened is neither first nor last, and days without rows count in an average', async () => {
  const rows = queries.filter(
    ({ ask, subject }) => ask !== 'measure' && ask !== 'change' && subjects.find(({ name }) => name === subject)!.at,
  )
  for (const query of rows.filter(({ ask }) => ask !== 'rows' && ask !== 'exists'))
    for (const row of (await find(query)).rows) expect(row['_at'], queryText(query)).not.toBeNull()
  const invoices = { ...queries[0]!, ...nothing, subject: 'invoices', measure: null, is_share: false } as const
  const [last] = (await find({ ...invoices, ask: 'last' })).rows
  const [newest] = (await find({ ...invoices, ask: 'rows', top: { count: 1, order: 'newest' } })).rows
  expect([typeof last?.['_at'], last?.['_at']]).toEqual(['string', newest?.['_at']])
  const years = { from: '2024-01-01', to: '2025-12-31', label: 'two years' }
  const a = { ...invoices, measure: 'invoices', groups: ['day'], aggregate: 'average', period: { ...years, to: '2026-03-01' } } as const
  const [all] = (await find({ ...a, groups: [], aggregate: null })).figures
  const [average] = (await replyTo(a)).structured_data
  expect(Number(all?.figure)).toBeGreaterThan(0)
  expect(average?.['invoices']).toBeCloseTo(Number(all?.figure) / 791, 2)
})

test('a share of nothing is unknown, and what there was only before is shown beside what there is', async () => {
  const base = { ...queries[0]!, ...nothing, is_share: false } as const
  const february = { from: '2026-02-01', to: '2026-02-28', label: 'February' } as const
  const positive = { ...base, subject: 'lab_results', measure: 'positivity', groups: ['day'], period: february } as const
  const { figures } = await find(positive)
  expect((await replyTo(positive)).structured_data.length).toBe(figures.length)
  const by = {
    ...base,
    subject: 'payments',
    measure: 'receipts',
    groups: ['cashier'],
    period: { ...february, from: '2030-01-01', to: null },
  }
  const reply = await replyTo({ ...by, against: { from: null, to: null, label: 'all time' } })
  expect(reply.structured_data.length).toBeGreaterThan(0)
  for (const row of reply.structured_data) expect(row).toMatchObject({ receipts: 0, before: expect.any(Number) })
})

test('words of the database are not said, and lengths of time have one sign', async () => {
  const filters = [{ is: 'choice', dimension: 'insured', values: ['no'] }] as const
  const { response } = await replyTo({ ...queries[0]!, ...nothing, subject: 'patients', measure: 'patients', is_share: false, filters })
  expect(response).toMatch(/^Patients \(Not insured\): \d+\.$/)
  expect([-150, -0.2, -61, 61].map((value) => sayValue(value, 'minutes', clinic))).toEqual(['−2 h 30 min', '0 min', '−61 min', '61 min'])
})

test('a share is its part of the whole, which is of its own kind', async () => {
  for (const subject of subjects)
    for (const [name, { kind, of }] of Object.entries(subject.measures)) {
      const whole = wholeOf(subject, name)
      if (whole !== null) expect([name, subject.measures[whole]?.kind, whole === name]).toEqual([name, kind, false])
      if (of !== undefined) expect([name, whole]).toEqual([name, of])
    }
  const unpaid = { ...queries[0]!, ...nothing, subject: 'invoices', measure: 'unpaid', is_share: true } as const
  const [row] = (await replyTo(unpaid)).structured_data
  const [billed] = (await find({ ...unpaid, measure: 'billed', is_share: false })).figures
  expect(row).toEqual({ share: expect.any(Number), part: expect.any(String), whole: billed?.figure })
  expect(Number(row!['share'])).toBeLessThan(100)
  let checked = 0
  for (const query of queries.filter(({ is_share }) => is_share)) {
    const reply = await replyTo(query)
    for (const row of reply.structured_data) {
      const share = row['share']
      if (share === null || share === undefined) continue
      checked += 1
      if (query.groups.length === 0)
        expect(Number(share), queryText(query)).toBeCloseTo((Number(row['part'] ?? 0) / Number(row['whole'])) * 100, 0)
      const measure = subjects.find(({ name }) => name === query.subject)!.measures[query.measure!]!
      if (measure.kind === 'count') expect(Number(share), queryText(query)).toBeLessThanOrEqual(100)
      expect(Number(share), queryText(query)).not.toBeNaN()
    }
  }
  expect(checked).toBeGreaterThan(30)
})
