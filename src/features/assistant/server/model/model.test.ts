import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Subject } from '#platform/questions/subject.ts'
import {
  brokenOff,
  modelReply,
  noChoice,
  openModelServer,
  pouring,
  slowly,
  stalling,
  writing,
  type ModelServer,
} from '../../../../testing/servers/model-server.ts'
import { lexiconOf } from '../../read/lexicon.ts'
import { wordsForModel } from '../known-words.ts'
import { modelCatalogue } from '../model-catalogue.ts'
import { chooseWithModel } from './choose.ts'
import { maskQuestion } from './mask.ts'
import { openModelHelp } from './model-help.ts'
import { ModelFailure } from './server-reply.ts'

// Against a server that really speaks the protocol on this machine.
const API_KEY = 'sk-secret'
let server: ModelServer
beforeAll(async () => {
  server = await openModelServer({ apiKey: API_KEY })
})
beforeEach(() => {
  server.calls.length = 0
  server.replies.length = 0
})
afterAll(() => server.close())

const nothing = sql`nothing`
const common = { type: 'patient_flow', from: nothing, screen: { label: 'x', to: '/x' }, examples: [], words: [], noun: ['a', 'b'] } as const
const subjects: Subject[] = [
  {
    ...common,
    name: 'visits',
    title: 'Visits',
    access: ['attendance.view'],
    at: { sql: nothing, kind: 'instant' },
    measures: { count: { title: 'Visits', words: [], kind: 'count', total: nothing } },
    dimensions: {
      gender: { is: 'choice', title: 'Gender', words: [], sql: nothing, values: { female: ['women'], male: ['men'] } },
      doctor: { is: 'named', title: 'Doctor', words: [], key: nothing, sql: nothing, vocabulary: 'doctors' },
      payer: { is: 'named', title: 'Payer', words: [], key: nothing, sql: nothing, vocabulary: 'payers', access: ['billing.view'] },
      age: { is: 'number', title: 'Age', words: [], sql: nothing },
      age_group: { is: 'number', title: 'Age group', words: [], sql: nothing, bands: [{ below: 5, label: 'under 5' }] },
    },
    list: { columns: [], order: nothing },
  },
  {
    ...common,
    name: 'stock',
    title: 'Stock',
    access: ['stock.view'],
    measures: { quantity: { title: 'Quantity', words: [], kind: 'quantity', total: nothing } },
    dimensions: {},
  },
]
const catalogue = modelCatalogue(subjects, new Set(['attendance.view', 'stock.view']))
const settings = () => ({ url: server.url, model: 'small-1', apiKey: API_KEY, timeoutMs: 2_000 })
const known = new Set('visits women doctor doctors stock each'.split(' '))
const mask = (question: string) => maskQuestion(question, (word) => known.has(word))
const choose = (question: string, more: Partial<ReturnType<typeof settings>> = {}, signal?: AbortSignal) =>
  chooseWithModel({ ...settings(), ...more }, { question: mask(question), catalogue }, signal)
const outcome = (promise: Promise<unknown>) =>
  promise.catch((error: unknown) => (error instanceof ModelFailure ? `${error.fault} ${error.detail}`.trim() : `crash ${String(error)}`))

const choice = { ...noChoice, answerable: true, measure: 'count' }
const by = (dimension: string, ...values: string[]) => ({ dimension, values })

test('the catalogue as a model sees it: names and titles, without what the person lacks a right for', () => {
  expect(catalogue).toEqual([
    {
      subject: 'visits',
      title: 'Visits',
      measures: [{ name: 'count', title: 'Visits' }],
      dimensions: [
        { name: 'gender', title: 'Gender', values: ['female', 'male'] },
        { name: 'doctor', title: 'Doctor', named: true },
        { name: 'age_group', title: 'Age group' },
      ],
      has_rows: true,
      times: ['hour', 'day', 'weekday', 'week', 'month', 'quarter', 'year'],
    },
    {
      subject: 'stock',
      title: 'Stock',
      measures: [{ name: 'quantity', title: 'Quantity' }],
      dimensions: [],
      has_rows: false,
      times: [],
    },
  ])
})

test('the words that a model may read are those of the catalogue in any form, and of every sentence', () => {
  const lexicon = lexiconOf([{ ...subjects[0]!, words: ['visit|attendance'], measures: {} }])
  const { text } = maskQuestion("how were women's visits and Kamau’s re-attendances, Ng'ang'a, ́ and Zoé?", wordsForModel(lexicon))
  expect(text).toBe("how were women's visits and [name 1], [name 2], [name 3] and [name 4]?")
})

test('a choice comes back whole, with the names that the model did not see', async () => {
  server.replies.push(
    writing({
      ...choice,
      groups: ['month'],
      filters: [by('doctor', '[name 1]', '[name 2]'), by('gender', 'female')],
      top: { count: 5, order: 'most' },
    }),
  )
  expect(await choose('top 5 visits of women with Dr Wanjiku Kamau or otieno')).toEqual({
    subject: 'visits',
    ask: 'measure',
    measure: 'count',
    groups: ['month'],
    filters: [
      { dimension: 'doctor', values: ['Wanjiku Kamau', 'otieno'], is_said: true },
      { dimension: 'gender', values: ['female'], is_said: false },
    ],
    top: { count: 5, order: 'most' },
  })
  const [call] = server.calls
  expect(call!.text).not.toMatch(/wanjiku|kamau|otieno/i)
  expect(call!.body).toMatchObject({ model: 'small-1', temperature: 0 })
  expect(JSON.parse(call!.body.messages[1].content)).toEqual({ question: 'top 5 visits of women with dr [name 1] or [name 2]' })
  expect(call!.headers.cookie).toBeUndefined()
})

test('only what was masked is sent, and nobody is asked about an empty catalogue', async () => {
  expect(await choose('visits')).toBeNull()
  expect(await chooseWithModel(settings(), { question: mask('visits'), catalogue: [] })).toBeNull()
  expect(server.calls).toHaveLength(1)
  // A schema without words to choose from is refused by such servers.
  expect(await chooseWithModel(settings(), { question: mask('stock'), catalogue: catalogue.slice(1) })).toBeNull()
  expect(server.calls).toHaveLength(2)
})

describe('no choice at all is', () => {
  const sqlText = "visits'; drop table patients; --"
  test.each<[string, unknown, string?]>([
    ['another subject', { ...choice, subject: 'users' }],
    ['SQL for a subject', { ...choice, subject: sqlText }],
    ['SQL for a value', { ...choice, filters: [by('gender', "female' or 1=1 --")] }],
    ['SQL for a name', { ...choice, filters: [by('doctor', sqlText)] }],
    ['SQL for a group', { ...choice, groups: ['(select password_hash from users)'] }],
    ['SQL beside it', { ...choice, sql: 'select * from users' }],
    ['a text', sqlText],
    ['a list', [choice]],
    ['null', 'null'],
    ['a measure of another subject', { ...choice, measure: 'quantity' }],
    ['no measure', { ...choice, measure: null }],
    ['a name of every object', { ...choice, measure: 'constructor' }],
    ['a dimension without the right', { ...choice, groups: ['payer'] }],
    ['a dimension of no bands', { ...choice, groups: ['age'] }],
    ['a group twice', { ...choice, groups: ['gender', 'gender'] }],
    ['three groups', { ...choice, groups: ['gender', 'doctor', 'month'] }],
    ['times of what has none', { ...choice, subject: 'stock', measure: 'quantity', groups: ['month'] }],
    ['rows of what has none', { ...choice, subject: 'stock', ask: 'rows', measure: null }],
    ['rows in groups', { ...choice, ask: 'rows', measure: null, groups: ['gender'] }],
    ['rows with a measure', { ...choice, ask: 'rows' }],
    ['a value in another writing', { ...choice, filters: [by('gender', 'Female')] }],
    ['a made-up name', { ...choice, filters: [by('doctor', 'Otieno')] }],
    ['a placeholder of no name', { ...choice, filters: [by('doctor', '[name 1]')] }],
    ['a value of bands', { ...choice, filters: [by('age_group', 'under 5')] }],
    ['a filter without values', { ...choice, filters: [by('gender')] }],
    ['a filter twice', { ...choice, filters: [by('gender', 'female'), by('gender', 'male')] }],
    ['a count of one figure', { ...choice, top: { count: 5, order: 'most' } }],
    ['a count beyond measure', { ...choice, groups: ['gender'], top: { count: 1e9, order: 'most' } }],
    ['another order', { ...choice, groups: ['gender'], top: { count: 5, order: 'random()' } }],
    ['a name left out', choice, 'visits of Otieno'],
    ['a number left out', choice, 'visits over 30'],
    ['another count than was asked', { ...choice, groups: ['doctor'], top: { count: 10, order: 'most' } }, 'top 5 doctors'],
    ['a count left out', { ...choice, groups: ['doctor'] }, 'top 5 doctors'],
    ['half an answer', { answerable: true, subject: 'visits' }],
  ])('%s', async (_, answer, question = 'visits') => {
    server.replies.push(writing(answer))
    expect(await outcome(choose(question))).toMatch(/^(outside the catalogue|unreadable)$/)
  })

  test('what it calls unanswerable', async () => {
    server.replies.push(writing({ ...choice, answerable: false }))
    expect(await choose('visits')).toBeNull()
  })
})

describe('a server that', () => {
  test.each<[string, () => ReturnType<typeof writing>, string]>([
    ['fails', () => modelReply(500, { error: { message: 'boom' } }), 'refused 500'],
    ['has enough', () => modelReply(429, {}), 'refused 429'],
    ['writes no JSON', () => modelReply(200, '{"choices": [{'), 'unreadable'],
    ['writes something else', () => modelReply(200, { choices: [] }), 'unreadable'],
    ['writes a page', () => modelReply(200, '<html>', { 'content-type': 'text/html' }), 'unreadable'],
    ['lets the model break off', () => writing('{"answerable": tr'), 'unreadable'],
    ['lets the model talk', () => writing('Sure! Here is the SQL: select * from users'), 'unreadable'],
    ['hangs up in between', () => brokenOff, 'unreachable closed'],
    ['pours without end', () => pouring, 'too long'],
    ['sends a long reply', () => writing(' '.repeat(70_000)), 'too long'],
  ])('%s', async (_, reply, expected) => {
    server.replies.push(reply())
    expect(await outcome(choose('visits'))).toBe(expected)
    expect(server.calls).toHaveLength(1)
  })

  test('sends elsewhere is not followed, so that its key stays here', async () => {
    const other = await openModelServer()
    server.replies.push(modelReply(307, {}, { location: `${other.url}/chat/completions` }), modelReply(303, {}, { location: other.url }))
    expect(await outcome(choose('visits'))).toBe('elsewhere 307')
    expect(await outcome(choose('visits'))).toBe('elsewhere 303')
    expect(other.calls).toEqual([])
    await other.close()
  })

  test('is slow to begin or to end is given up in time', async () => {
    server.replies.push(slowly(3_000, writing(choice)), stalling)
    for (let turn = 0; turn < 2; turn++) {
      expect(await outcome(choose('visits', { timeoutMs: 200 }))).toBe('slow')
    }
  })

  test('is not there, or wants another key', async () => {
    const gone = await openModelServer()
    await gone.close()
    expect(await outcome(choose('visits', { url: gone.url }))).toBe('unreachable refused')
    expect(await outcome(choose('visits', { apiKey: 'other' }))).toBe('refused 401')
    expect(await outcome(choose('visits', { url: `${server.url}/v2` }))).toBe('refused 404')
  })
})

const asked = () => ({ question: mask('visits'), catalogue })
const fail = (times: number) => server.replies.push(...Array.from({ length: times }, () => modelReply(500, {})))

describe('help', () => {
  const clock = { now: new Date('2026-03-02T07:30:00Z') }

  test('never fails a question; after three failures it rests for a minute', async () => {
    const help = openModelHelp(() => clock.now)
    fail(2)
    server.replies.push(writing(choice))
    expect([await help(settings(), asked()), await help(settings(), asked())]).toEqual([null, null])
    expect(await help(settings(), asked())).toMatchObject({ subject: 'visits' })
    fail(3)
    for (let turn = 0; turn < 5; turn++) expect(await help(settings(), asked())).toBeNull()
    expect(server.calls).toHaveLength(6)
    clock.now = new Date(clock.now.getTime() + 59_000)
    await help(settings(), asked())
    expect(server.calls).toHaveLength(6)
    clock.now = new Date(clock.now.getTime() + 1_000)
    fail(1)
    for (let turn = 0; turn < 3; turn++) await help(settings(), asked())
    expect(server.calls).toHaveLength(7)
    expect(await help({ ...settings(), model: 'small-2' }, asked())).toBeNull()
    expect(server.calls).toHaveLength(8)
  })

  test('a wrong choice, and a person who goes away, say nothing of the server', async () => {
    const help = openModelHelp(() => clock.now)
    server.replies.push(...Array.from({ length: 4 }, () => writing({ ...choice, subject: 'users' })))
    for (let turn = 0; turn < 4; turn++) expect(await help(settings(), asked())).toBeNull()
    for (let turn = 0; turn < 4; turn++) {
      const away = new AbortController()
      server.replies.push(() => away.abort())
      expect(await help(settings(), asked(), away.signal)).toBeNull()
    }
    expect(server.calls).toHaveLength(8)
    server.replies.push(writing(choice))
    expect(await help(settings(), asked())).toMatchObject({ measure: 'count' })
  })
})
