import { describe, expect, test } from 'vitest'
import { inEnglish } from '#shared/sentence.ts'
import { isDecimal } from './decimal.ts'
import { readResult, type ResultPanel } from './result-text.ts'

const none = { unit: null, decimals: null, units: [], choices: [] }
const potassium: ResultPanel = {
  ...none,
  kind: 'quantitative',
  unit: 'mmol/L',
  decimals: 1,
  low_valid: '1.000000',
  high_valid: '12.000000',
}
const glucose: ResultPanel = { ...none, kind: 'quantitative', unit: 'mmol/L', decimals: 1, units: [{ unit: 'mg/dL', factor: '0.055506', offset: '0' }] } // prettier-ignore
const creatinine: ResultPanel = { ...none, kind: 'quantitative', unit: 'umol/L', decimals: 0, units: [{ unit: 'mg/dL', factor: '88.4', offset: '0' }] } // prettier-ignore
const hba1c: ResultPanel = { ...none, kind: 'quantitative', unit: 'mmol/mol', decimals: 0, units: [{ unit: '%', factor: '10.929', offset: '-23.49735' }] } // prettier-ignore
const platelets: ResultPanel = { ...none, kind: 'quantitative', unit: '10*9/L', decimals: 0 }
const excess: ResultPanel = { ...none, kind: 'quantitative', unit: 'mmol/L', decimals: 1 }
const gravity: ResultPanel = { ...none, kind: 'quantitative', decimals: 3 }
const nitrite: ResultPanel = { ...none, kind: 'qualitative', choices: [{ value: 'Negative', flag: 'normal' }, { value: 'Positive', flag: 'abnormal' }] } // prettier-ignore
const protein: ResultPanel = { ...none, kind: 'qualitative', choices: ['Negative', 'Trace', '1+', '2+', '3+', 'Not seen'].map((value) => ({ value, flag: 'normal' as const })) } // prettier-ignore
const words: ResultPanel = { ...none, kind: 'text' }

const read = (panel: ResultPanel, typed: string, unit?: string) => {
  const reading = readResult(panel, typed, unit)
  return 'ok' in reading ? reading.ok : inEnglish(reading.problem)
}

describe('numbers', () => {
  test.each([
    [excess, '5.4', '5.4', '5.4', null],
    [excess, '5,4', '5.4', '5.4', null],
    [excess, '  5.40 ', '5.40', '5.40', null],
    [excess, '005.4', '5.4', '5.4', null],
    [excess, '.5', '0.5', '0.5', null],
    [excess, '+2', '2', '2', null],
    [excess, '-2,5', '-2.5', '-2.5', null],
    [excess, '−2.5', '-2.5', '-2.5', null],
    [excess, '-0.0', '0.0', '0.0', null],
    [excess, '< 0.5', '<0.5', '0.5', '<'],
    [excess, '<-3', '<-3', '-3', '<'],
    [excess, '>1000', '>1000', '1000', '>'],
    [excess, '≥ 12', '>=12', '12', '>='],
    [excess, '≤12', '<=12', '12', '<='],
    [excess, '=<12', '<=12', '12', '<='],
    [excess, '5.4 mmol/L', '5.4', '5.4', null],
    [excess, '5.4mmol/l', '5.4', '5.4', null],
    [excess, '>5,4 MMOL/L', '>5.4', '5.4', '>'],
    [platelets, '150 x10^9/L', '150', '150', null],
    [platelets, '150 10⁹/L', '150', '150', null],
    [platelets, '150K/µL', '150', '150', null],
    [platelets, '1 200', '1200', '1200', null],
    [platelets, '1\u202F200 K/uL', '1200', '1200', null],
    [platelets, '0,125', '0.125', '0.125', null],
    [gravity, '1,015', '1.015', '1.015', null],
    [gravity, '1.015', '1.015', '1.015', null],
    [{ ...none, kind: 'calculated' }, '2.5', '2.5', '2.5', null],
  ] as const)('%# %o %j', (panel, typed, result, value, comparator) =>
    expect(read(panel, typed)).toEqual({ result, value, comparator, choice: null, unit: panel.unit }),
  )

  test.each([
    'abc',
    'high',
    '+++',
    '5+',
    '5.4.3',
    '5..4',
    '5.',
    '5 4',
    '5-6',
    '120/80',
    '12:30',
    '1e3',
    '1.2E+3',
    '1.234,5',
    '1,234,567',
    '<',
    '<>5',
    '- ',
    '٥',
    '5²',
    '1234567890123',
    '0.123456789',
    '5 =',
    '½',
    'NaN',
    'Infinity',
    '1 20',
    '5/',
  ])(
    // prettier-ignore
    '%j is no number',
    (typed) => expect(read(excess, typed)).toBe('Enter a number, such as 5.4.'),
  )
  test.each(['', ' ', '\u200B', '\u00A0', '\t'])('%j is nothing', (typed) => {
    for (const panel of [excess, nitrite, words]) expect(read(panel, typed)).toBe('Enter a result.')
  })
  test('a comma that could be a thousand is asked about, in a plain test', () => {
    expect(read(platelets, '1,234')).toBe('Write 1234 or 1.234: a comma before three digits may mean either.')
    expect(read(platelets, '>150,000')).toBe('Write 150000 or 150.000: a comma before three digits may mean either.')
  })
})

describe('units', () => {
  test.each([
    [glucose, '100 mg/dL', undefined, '5.6'],
    [glucose, '100', 'mg/dl', '5.6'],
    [glucose, '<20 mg%', undefined, '<1.1'],
    [creatinine, '1.00', 'mg/dL', '88'],
    [creatinine, '88.4 µmol/L', undefined, '88.4'],
    [creatinine, '88.4 μmol/L', 'umol/L', '88.4'],
    [hba1c, '7.0 %', undefined, '53'],
    [hba1c, '6.5%', undefined, '48'],
    [platelets, '250', 'K/uL', '250'],
    [gravity, '1.010', '', '1.010'],
    [{ ...glucose, decimals: null }, '100 mg/dL', undefined, '5.5506'],
  ] as const)('%# %o %j %j', (panel, typed, unit, result) => expect(read(panel, typed, unit)).toMatchObject({ result, unit: panel.unit }))

  test.each([
    [potassium, '5.4 mg/dL', undefined, 'This test is reported in mmol/L; mg/dL is not known for it.'],
    [potassium, '5.4', 'mEq/L', 'This test is reported in mmol/L; mEq/L is not known for it.'],
    [potassium, '5.4 H', undefined, 'This test is reported in mmol/L; H is not known for it.'],
    [gravity, '1.010 g/L', undefined, 'This test has no unit; g/L is not known for it.'],
    [glucose, '5.4 mmol/L', 'mg/dL', 'The result says mmol/L, but mg/dL is written beside it.'],
    [{ ...excess, unit: 'U/L' }, '5', 'IU/L', 'This test is reported in U/L; IU/L is not known for it.'],
  ] as const)('%# %o %j %j', (panel, typed, unit, problem) => expect(read(panel, typed, unit)).toBe(problem))

  test('halves are rounded away from zero, exactly', () => {
    const panel: ResultPanel = { ...glucose, decimals: 2, units: [{ unit: 'g/L', factor: '0.67', offset: '0' }] }
    expect(read(panel, '3.5 g/L')).toMatchObject({ result: '2.35' })
  })
})

describe('plausible limits', () => {
  test('a value that equals one is plausible, with decimals that floating numbers do not have', () =>
    expect(['1', '1.0', '12', '12.000', '<1', '>12'].map((typed) => typeof read(potassium, typed))).toEqual(Array(6).fill('object')))
  test.each([
    ['0.9', '0.9 is below 1 mmol/L, the lowest plausible result. Check the value and its unit.'],
    ['12.00001', '12.00001 is above 12 mmol/L, the highest plausible result. Check the value and its unit.'],
    ['>50', '>50 is above 12 mmol/L, the highest plausible result. Check the value and its unit.'],
    ['<0.5', '<0.5 is below 1 mmol/L, the lowest plausible result. Check the value and its unit.'],
  ])('%s', (typed, problem) => expect(read(potassium, typed)).toBe(problem))
  test('what was converted is held against them', () => {
    const panel: ResultPanel = { ...glucose, high_valid: '60' }
    expect(read(panel, '100')).toContain('above 60')
    expect(read(panel, '100 mg/dL')).toMatchObject({ value: '5.6' })
  })
})

describe('coded answers', () => {
  test.each([
    [nitrite, 'Negative', 'Negative'],
    [nitrite, ' neg ', 'Negative'],
    [nitrite, 'P', 'Positive'],
    [protein, '1', '1+'],
    [protein, 'not  SEEN', 'Not seen'],
    [protein, 'tr', 'Trace'],
  ])('%# %o %j', (panel, typed, choice) =>
    expect(read(panel, typed, 'mg/dL')).toEqual({ result: choice, value: null, comparator: null, choice, unit: null }),
  )
  test('an answer that is the beginning of another is that answer', () => {
    const panel: ResultPanel = { ...protein, choices: ['Reactive', 'Reactive, weakly'].map((value) => ({ value, flag: 'abnormal' })) }
    expect(read(panel, 'reactive')).toMatchObject({ choice: 'Reactive' })
  })
  test.each([
    [nitrite, 'yes', 'Choose one of: Negative, Positive.'],
    [protein, 'n', 'n may mean Negative, Not seen: write more of it.'],
    [nitrite, '5.4', 'Choose one of: Negative, Positive.'],
    [nitrite, 'egative', 'Choose one of: Negative, Positive.'],
  ])('%# %o %j', (panel, typed, problem) => expect(read(panel, typed)).toBe(problem))
})

test('words', () => {
  expect(read(words, '  No growth after 48 h.\n ')).toMatchObject({ result: 'No growth after 48 h.', value: null })
  expect(read(words, 'e\u0301')).toMatchObject({ result: 'é' })
  expect(read(words, 'a'.repeat(2000))).toMatchObject({ result: 'a'.repeat(2000) })
  expect(read(words, 'a'.repeat(2001))).toBe('Enter at most 2000 characters.')
})

test('whatever is typed is understood or refused, and what is reported reads as the same again', () => {
  let seed = 23
  const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
  const pieces = ['5', '4', '0', '.', ',', ' ', '<', '>', '=', '-', '≥', 'mmol/L', 'mg/dL', '%', '+', 'e', '000', '\u0000', '/', '10^9']
  let understood = 0
  for (let round = 0; round < 20_000; round++) {
    const typed = Array.from({ length: 1 + random(6) }, () => pieces[random(pieces.length)]).join('')
    const reading = readResult(glucose, typed)
    if ('problem' in reading) continue
    understood += 1
    const { result, value } = reading.ok
    if (!isDecimal(value ?? '') || JSON.stringify(readResult(glucose, result)) !== JSON.stringify(reading)) expect(typed).toBe(result)
  }
  expect(understood).toBeGreaterThan(1000)
})
