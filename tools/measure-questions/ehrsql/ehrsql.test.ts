import { describe, expect, test } from 'vitest'
import type { Query } from '#features/assistant/query.ts'
import { isExpected } from './compare.ts'
import { ehrsqlQuestions } from './data.ts'
import { meantBy } from './expect.ts'
import type { House } from './house.ts'
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
const house: House = {
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
  const isRight = (changes: Partial<Query>) => 'expected' in meant && isExpected({ ...query, ...changes }, meant.expected, house, new Map())

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
  test.skipIf(!ehrsqlQuestions())('every template is written down, and nearly every time is understood', () => {
    const asked = ehrsqlQuestions()!
    expect(new Set(asked.flatMap(({ template }) => template ?? []))).toEqual(new Set(Object.keys(templates)))
    expect(asked.filter((one) => meantBy(one).is === 'unread').length).toBeLessThan(10)
  })
})
