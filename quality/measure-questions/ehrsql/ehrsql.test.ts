import { describe, expect, test } from 'vitest'
import type { Query } from '#features/assistant/query.ts'
import { isExpected } from './compare.ts'
import { ownData } from '../../../src/testing/inputs/folders.ts'
import { describeReference } from '../../../src/testing/inputs/reference.ts'
import { EHRSQL, readQuestions } from './data.ts'
import { meantBy } from './expect.ts'
import type { TestServer } from './clinic-data.ts'
import { templates } from './templates.ts'
import { spokenIn } from './times.ts'

const spoken = (question: string, values = {}) => spokenIn(question, values, { grain: /daily|monthly|yearly/.test(question) })

describe('the time that a question of EHRSQL says', () => {
  test.each([
    ['How many since 2103?', '2103-01-01', null],
    ['How many until 07/2104?', null, '2104-07-31'],
    ['How many on or before 05/12/2104?', null, '2104-05-12'],
    ['How many until 3 years ago?', null, '2102-12-31'],
    ['How many since 10 months ago?', '2105-02-28', null],
    ['How many this year?', '2105-01-01', '2105-12-31'],
    ['How many in a year before?', '2104-01-01', '2104-12-31'],
    ['How many last month?', '2105-11-01', '2105-11-30'],
    ['How many in March of last year?', '2104-03-01', '2104-03-31'],
    ['How many on November 21 from last year?', '2104-11-21', '2104-11-21'],
    ['How many on the 9th of this month?', '2105-12-09', '2105-12-09'],
    ['How many in 11/2105?', '2105-11-01', '2105-11-30'],
    ['How many yesterday?', '2105-12-30', '2105-12-30'],
  ])('%s', (question, from, to) => {
    const { span, unread } = spoken(question)
    expect(span).toMatchObject({ from, to })
    expect(unread).toBeNull()
  })

  test('visits, ordinals, ages and numbers', () => {
    expect(spoken('the second to last weight during their first hospital visit')).toMatchObject({
      visit: 'first',
      ordinals: ['second to last'],
      span: null,
    })
    expect(spoken('the last drug on the current hospital encounter')).toMatchObject({ visit: 'current', ordinals: ['last'] })
    expect(spoken('the top four drugs for patients in their 30s in 2101')).toMatchObject({
      count: 4,
      ages: { from: 30, below: 40 },
      unread: null,
    })
    expect(spoken('the five tests for patients aged 60 or above')).toMatchObject({ count: 5, ages: { from: 60, below: Infinity } })
    expect(spoken('What is the daily average weight since 2 years ago?')).toMatchObject({
      grain: 'day',
      aggregate: 'average',
      unread: null,
    })
    expect(spoken('the heart rate during the last ICU visit').isElsewhere).toBe(true)
  })

  test('what is not understood is said, and names are not read', () => {
    expect(spoken('How many some years or so?').unread).toBe('years')
    expect(spoken('How many in 2103 and in 2104?').unread).toBe('a second time')
    expect(spoken('How many got 5-day course 2104 since 2103?', { drug_name: '5-day course 2104' })).toMatchObject({
      unread: null,
      span: { from: '2103-01-01' },
    })
  })
})

const query: Query = {
  subject: 'lab_tests',
  ask: 'measure',
  measure: 'patients_tested',
  aggregate: null,
  groups: [],
  filters: [{ is: 'named', dimension: 'test', ids: [7], label: 'Sodium' }],
  period: { from: '2103-01-01', to: null, label: '' },
  against: null,
  patient: null,
  visit: null,
  is_share: false,
  top: null,
  nth: 1,
  column: null,
}
const clinicData: TestServer = {
  asker: 1,
  patients: new Map([['85169', 3]]),
  names: new Map([
    [
      'test',
      new Map([
        ['sodium', 7],
        ['sodium, urine', 8],
        ['potassium', 9],
      ]),
    ],
  ]),
}

const tests = (...ids: number[]): Partial<Query> => ({ filters: [{ is: 'named', dimension: 'test', ids, label: '' }] })

describe('what a question has to come to', () => {
  const meant = meantBy({
    index: 0,
    question: 'How many patients received a sodium test since 2103?',
    template: 'count the number of patients who received a {lab_name} lab test [time_filter_global1].',
    values: { lab_name: 'sodium' },
  })
  const isRight = (changes: Partial<Query>) =>
    'expected' in meant && isExpected({ ...query, ...changes }, meant.expected, clinicData, new Map())

  test('that, and another test in whose name it is', () => {
    expect(isRight({})).toBe(true)
    expect(isRight(tests(7, 8))).toBe(true)
  })
  test('nothing else', () => {
    expect(isRight(tests(8))).toBe(false)
    expect(isRight(tests(7, 9))).toBe(false)
    expect(isRight({ filters: [] })).toBe(false)
    expect(isRight({ measure: 'tests' })).toBe(false)
    expect(isRight({ period: null })).toBe(false)
    expect(isRight({ period: { from: '2103-01-01', to: '2103-12-31', label: '' } })).toBe(false)
    expect(isRight({ patient: { id: 3, label: '' } })).toBe(false)
    expect(isRight({ visit: 'first' })).toBe(false)
    expect(isRight({ top: { count: 3, order: 'most' } })).toBe(false)
  })
})

describe('questions that staff ask', () => {
  const asked = readQuestions(ownData('questions/asked.jsonl'))
  const meant = asked.map(meantBy)
  const of = (is: string) => asked.filter((_one, index) => meant[index]!.is === is).map(({ question }) => question)
  const whatOf = (index: number) => {
    const one = meant[index]!
    if (!('expected' in one)) throw new Error(asked[index]!.question)
    const { readings, patient, spans } = one.expected
    return [readings[0]!.subject, readings[0]!.ask, patient, spans[0]?.from ?? null, spans[0]?.to ?? null]
  }

  test('each with a template that is written down comes to what our records have, or to a reason', () => {
    expect(asked.flatMap(({ template }) => template ?? []).filter((template) => !(template in templates))).toEqual([])
    expect([of('here').length, of('not here').length]).toEqual([19, 4])
    expect(whatOf(0)).toEqual(['diagnoses', 'measure', null, '2104-01-01', '2104-12-31'])
    expect(whatOf(3)).toEqual(['lab_tests', 'when first', '41', '2104-01-01', '2104-12-31'])
    expect(whatOf(9)).toEqual(['lab_tests', 'exists', '46', '2105-04-17', '2105-04-17'])
    expect(whatOf(11)).toEqual(['visits', 'last', '47', null, null])
    expect(whatOf(13)).toEqual(['prescribed', 'exists', '49', '2105-11-01', '2105-11-30'])
  })
  test('an unknown time is said, and what nobody can answer is claimed by nobody', () => {
    expect(of('unread')).toEqual(['How many patients had a sodium test some weeks or so before?'])
    expect(of('nobody')).toHaveLength(4)
    expect(of('nevertheless')).toEqual([
      'What is the phone number of patient 56?',
      'What type of blood does patient 57 have?',
      'When is the next hospital visit of patient 58?',
    ])
  })
})

describeReference(EHRSQL, 'questions that hospital staff asked of a record', (path) => {
  test('every template is written down, and nearly every time is understood', () => {
    const asked = readQuestions(path)
    expect(new Set(asked.flatMap(({ template }) => template ?? []))).toEqual(new Set(Object.keys(templates)))
    expect(asked.filter((one) => meantBy(one).is === 'unread').length).toBeLessThan(10)
  })
})
