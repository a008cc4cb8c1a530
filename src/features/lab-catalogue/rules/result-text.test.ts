import { describe, expect, test } from 'vitest'
import { inEnglish } from '#shared/sentence.ts'
import { isDecimal } from './decimal.ts'
import { resultFlagOf, type ResultFlag } from './flag.ts'
import type { ResultKind } from './result-kinds.ts'
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
const excess: ResultPanel = { low_valid: '-30', ...none, kind: 'quantitative', unit: 'mmol/L', decimals: 1 }
const gravity: ResultPanel = { ...none, kind: 'quantitative', decimals: 3 }
const nitrite: ResultPanel = { ...none, kind: 'qualitative', choices: [{ value: 'Negative', flag: 'normal' }, { value: 'Positive', flag: 'abnormal' }] } // prettier-ignore
const protein: ResultPanel = { ...none, kind: 'qualitative', choices: ['Negative', 'Trace', '1+', '2+', '3+', 'Not seen'].map((value) => ({ value, flag: 'normal' as const })) } // prettier-ignore
const words: ResultPanel = { ...none, kind: 'text' }

const plain = { choice: null, kind: null, rank: null, from: null }
const read = (panel: ResultPanel, typed: string, unit?: string) => {
  const reading = readResult(panel, typed, unit)
  return 'ok' in reading ? reading.ok : inEnglish(reading.problem)
}

describe('numbers', () => {
  test.each([
    [excess, '5.4', '5.4', '5.4', null],
    [excess, '5,4', '5.4', '5.4', null],
    [excess, '  5.40 ', '5.4', '5.40', null],
    [excess, '005.4', '5.4', '5.4', null],
    [excess, '.5', '0.5', '0.5', null],
    [excess, '+2', '2.0', '2', null],
    [excess, '12.4000', '12.4', '12.4000', null],
    [excess, '1.2E1', '12.0', '12', null],
    [excess, '1e3', '1000.0', '1000', null],
    [excess, '1,2E+3', '1200.0', '1200', null],
    [excess, '<1.2 x 10^3 mmol/L', '<1200', '1200', '<'],
    [excess, '12e-1', '1.2', '1.2', null],
    [{ ...excess, decimals: null }, '12.4000', '12.4000', '12.4000', null],
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
    [platelets, '0,125', '0.1', '0.125', null],
    [{ ...platelets, unit: '{copies}/mL' }, '1.2×10⁵ {copies}/mL', '120000', '120000', null],
    [gravity, '1,015', '1.015', '1.015', null],
    [gravity, '1.015', '1.015', '1.015', null],
    [{ ...none, kind: 'calculated' }, '2.5', '2.5', '2.5', null],
  ] as const)('%# %o %j', (panel, typed, result, value, comparator) =>
    expect(read(panel, typed)).toEqual({ ...plain, result, value, comparator, unit: panel.unit }),
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
    '1e99',
    '1e3e3',
    'trace',
    '++',
    'plenty',
    '1:160',
    '2-4',
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
    expect(read(platelets, '1,234')).toBe('Enter 1234 or 1.234: a comma before three digits could mean either.')
    expect(read(platelets, '>150,000')).toBe('Enter 150000 or 150.000: a comma before three digits could mean either.')
  })
})

describe('units', () => {
  test.each([
    [glucose, '100 mg/dL', undefined, '5.6'],
    [glucose, '100', 'mg/dl', '5.6'],
    [glucose, '<20 mg%', undefined, '<1.11012'],
    [creatinine, '1.00', 'mg/dL', '88'],
    [creatinine, '88.4 µmol/L', undefined, '88'],
    [creatinine, '88.4 μmol/L', 'umol/L', '88'],
    [hba1c, '7.0 %', undefined, '53'],
    [hba1c, '6.5%', undefined, '48'],
    [platelets, '250', 'K/uL', '250'],
    [gravity, '1.010', '', '1.010'],
    [{ ...glucose, decimals: null }, '100 mg/dL', undefined, '5.5506'],
  ] as const)('%# %o %j %j', (panel, typed, unit, result) => expect(read(panel, typed, unit)).toMatchObject({ result, unit: panel.unit }))

  test.each([
    [potassium, '5.4 mg/dL', undefined, 'This test is reported in mmol/L; mg/dL is not accepted.'],
    [potassium, '5.4', 'mEq/L', 'This test is reported in mmol/L; mEq/L is not accepted.'],
    [potassium, '5.4 H', undefined, 'This test is reported in mmol/L; H is not accepted.'],
    [gravity, '1.010 g/L', undefined, 'This test has no unit; g/L is not accepted.'],
    [glucose, '5.4 mmol/L', 'mg/dL', 'The result is in mmol/L, but the unit given is mg/dL.'],
    [{ ...excess, unit: 'U/L' }, '5', 'IU/L', 'This test is reported in U/L; IU/L is not accepted.'],
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
  test('without them, less than nothing is asked about; where they allow it, it is not', () => {
    const panel: ResultPanel = { ...none, kind: 'quantitative', unit: '{copies}/mL' }
    expect(read(panel, '-5')).toContain('-5 is below 0')
    expect(read(panel, '0')).toMatchObject({ value: '0' })
    expect(read({ ...panel, low_valid: '-30' }, '-5')).toMatchObject({ value: '-5' })
  })
  test('what was converted is held against them', () => {
    const panel: ResultPanel = { ...glucose, high_valid: '60' }
    expect(read(panel, '100')).toContain('above 60')
    expect(read(panel, '100 mg/dL')).toMatchObject({ result: '5.6', value: '5.5506' })
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
    expect(read(panel, typed, 'mg/dL')).toEqual({ ...plain, result: choice, value: null, comparator: null, choice, unit: null }),
  )
  test('an answer that is the beginning of another is that answer', () => {
    const panel: ResultPanel = { ...protein, choices: ['Reactive', 'Reactive, weakly'].map((value) => ({ value, flag: 'abnormal' })) }
    expect(read(panel, 'reactive')).toMatchObject({ choice: 'Reactive' })
  })
  test.each([
    [nitrite, 'yes', 'Choose one of: Negative, Positive.'],
    [protein, 'n', 'n could mean Negative, Not seen. Type more of it.'],
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
    const again = readResult(glucose, result)
    if (!isDecimal(value ?? '') || !('ok' in again) || again.ok.result !== result) expect(typed).toBe(result)
  }
  expect(understood).toBeGreaterThan(1000)
})

const NONE = null
const field: ResultPanel = { ...none, kind: 'quantitative', unit: '/[HPF]', decimals: 0 }
const load: ResultPanel = { ...none, kind: 'quantitative', unit: '{copies}/mL', decimals: 0 }
const titre: ResultPanel = { ...none, kind: 'quantitative', unit: '{titer}', decimals: 0 }
const counted: ResultPanel = { ...none, kind: 'quantitative' }
const to = (high: string | null, high_critical: string | null = null, low: string | null = '0', low_critical: string | null = null) => ({ low, high, low_critical, high_critical }) // prettier-ignore

/** Test, what is typed, what it is held against; kind, rank, text, flag. */
const kinds: readonly (readonly [
  ResultPanel,
  string,
  ReturnType<typeof to> | null,
  ResultKind | null,
  string | null,
  string,
  ResultFlag | null,
])[] = [
  ...['TND', 'tnd', 'T.N.D.', 'Not detected', 'TARGET NOT DETECTED', 'target  not detected', 'LDL', '< LDL', 'undetectable', 'below detection limit', 'BDL'].map((typed) => [load, typed, to('1000', '100000'), 'not detected', '0', 'Not detected', 'normal'] as const), // prettier-ignore
  [{ ...load, unit: '[IU]/mL' }, 'TND', to('1000'), 'not detected', '0', 'Not detected', 'normal'],
  [load, 'TND', null, 'not detected', '0', 'Not detected', null],
  [load, 'TND', to(null, null, '10', '5'), 'not detected', '0', 'Not detected', 'critical low'],
  [glucose, 'not detected', to('7', '25', '4', '2'), 'not detected', '0', 'Not detected', 'critical low'],
  [load, '<40', to('1000'), null, null, '<40', 'normal'],
  [load, '<40', null, null, null, '<40', null],
  [load, '1.2E5', to('1000', '100000'), null, null, '120000', 'critical high'],
  [load, '1.2e5 copies/mL', to('1000'), null, null, '120000', 'high'],
  [field, '2-4 /HPF', to('5'), 'range', '4', '2-4', 'normal'],
  [field, '2 – 4/hpf', to('5'), 'range', '4', '2-4', 'normal'],
  [field, '2 to 4 HPF', to('5'), 'range', '4', '2-4', 'normal'],
  [field, '4-6', to('5'), 'range', '6', '4-6', 'high'],
  [field, '4-6', to('5', '5'), 'range', '6', '4-6', 'critical high'],
  [field, '40-60', to('5', '50'), 'range', '60', '40-60', 'critical high'],
  [field, '0-2', to('5', null, '1', '1'), 'range', '2', '0-2', 'critical low'],
  [field, '2-4', null, 'range', '4', '2-4', null],
  ...['nil', 'NIL', 'none', 'None seen', 'not seen', 'absent'].map(
    (typed) => [field, typed, to('5'), 'grade', '0', 'Nil', 'normal'] as const,
  ),
  [field, 'nil', to('5', null, '2', '1'), 'grade', '0', 'Nil', 'critical low'],
  ...['trace', 'Traces', 'tr', '+/-', '±'].map((typed) => [field, typed, to('5', '50'), 'grade', '0.5', 'Trace', null] as const),
  [field, '+', to('5'), 'grade', '1', '+', 'high'],
  [field, '1+', to('5'), 'grade', '1', '+', 'high'],
  [field, '++', to('5', '50'), 'grade', '2', '++', 'critical high'],
  [field, '++', null, 'grade', '2', '++', null],
  [counted, '3+', to('5'), 'grade', '3', '+++', 'high'],
  [counted, '++++', to('100'), 'grade', '4', '++++', 'high'],
  [field, 'plenty/HPF', to('5'), 'grade', '5', 'Plenty', 'high'],
  [field, 'TNTC', to('5'), 'grade', '5', 'Too numerous to count', 'high'],
  [titre, '1:160', to('80', '320', null), 'titre', '160', '1:160', 'high'],
  [titre, '1 : 80', to('80', '320', null), 'titre', '80', '1:80', 'normal'],
  [titre, '1/640', to('80', '320', null), 'titre', '640', '1:640', 'critical high'],
  [titre, '<1:20', to('80', null, null), 'titre', '20', '<1:20', 'normal'],
  [titre, '>=1:1280', to('80', null, null), 'titre', '1280', '>=1:1280', 'high'],
  [titre, '1:160', null, 'titre', '160', '1:160', null],
  [counted, '1 in 40', to('80'), 'titre', '40', '1:40', 'normal'],
  ...['insufficient', 'Insufficient sample', 'QNS', 'quantity not sufficient'].map((typed) => [glucose, typed, to('7', '25', '4', '2'), 'insufficient', NONE, 'Insufficient', null] as const), // prettier-ignore
  [field, 'insufficient', to('5'), 'insufficient', NONE, 'Insufficient', null],
]

describe('results that are no numbers', () => {
  test.each(kinds)('%# %j', (panel, typed, limits, kind, rank, result, flag) => {
    const reading = readResult({ ...panel, limits }, typed)
    const found = 'ok' in reading ? reading.ok : inEnglish(reading.problem)
    expect(found).toMatchObject({ kind, rank, result })
    expect('ok' in reading && resultFlagOf(reading.ok, limits, [])).toBe(flag)
    // What is printed reads as the same again, and says its unit only where there is one.
    expect(readResult({ ...panel, limits }, result)).toMatchObject({ ok: { kind, rank, result } })
    if (kind !== null) expect(found).toMatchObject({ value: null, unit: kind === 'range' ? panel.unit : null })
  })

  test.each([
    [field, '4-2', 'Enter the lower number of a range first: 2-4.'],
    [field, '+2', 'Enter 2 or ++: a plus before a number could mean either.'],
    [field, '2-4 /uL', 'This test is reported in /[HPF]; /uL is not accepted.'],
    [field, '1:160', 'Enter a number, such as 5.4.'],
    [titre, '++', 'Enter a number, such as 5.4.'],
    [{ ...counted, decimals: 1 }, '2-3', 'Enter a number, such as 5.4.'],
    [{ ...counted, decimals: 3 }, '1:020', 'Enter a number, such as 5.4.'],
    [{ ...none, kind: 'calculated' as const }, 'nd', 'Enter a number, such as 5.4.'],
    [nitrite, 'insufficient', 'Choose one of: Negative, Positive.'],
  ])('%# %j is refused', (panel, typed, problem) => expect(read(panel, typed)).toBe(problem))

  test('what may mean not done is refused; the abbreviations count for a load alone', () => {
    for (const panel of [load, glucose, potassium])
      for (const typed of ['nd', 'ND', 'N.D.', 'N/D'])
        expect(read(panel, typed)).toBe(`Enter “Not detected”, or leave it empty if it was not done: ${typed} could mean either.`)
    for (const typed of ['TND', 'LDL', '< LDL', 'BDL']) expect(read(glucose, typed)).toBe('Enter a number, such as 5.4.')
  })

  test('what was not detected is asked about where the test is never near zero', () => {
    expect(readResult(potassium, 'not detected')).toMatchObject({
      problem: { values: { result: 'Not detected' } },
      beyond: { kind: 'not detected' },
    })
    expect(readResult({ ...field, high_valid: '100' }, '90-120')).toMatchObject({ beyond: { kind: 'range', result: '90-120' } })
  })
})

describe('decimals of the test', () => {
  test.each([
    ['5.34', to('5.3', null, '3.5'), '5.34', 'high'],
    ['5.34', to('5.4', null, '3.5'), '5.3', 'normal'],
    ['3.4999', to('5.3', null, '3.5'), '3.4999', 'low'],
    ['3.45', to('5.3', null, '3.5'), '3.45', 'low'],
    ['5.300000', to('5.3', null, '3.5'), '5.3', 'normal'],
    ['6.04', to('5.3', '6', '3.5'), '6.04', 'critical high'],
    ['0.04', to('5.3'), '0.04', 'normal'],
    ['5', to('5.3'), '5.0', 'normal'],
  ] as const)('%s in %o is printed as %s, %s', (typed, limits, result, flag) => {
    const reading = readResult({ ...excess, limits }, typed)
    expect(reading).toMatchObject({ ok: { result, value: typed } })
    expect('ok' in reading && resultFlagOf(reading.ok, limits, [])).toBe(flag)
  })

  test('the flag of a result never contradicts what is printed', () => {
    let seed = 31
    const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
    const decimal = (most: number) => (random(4000) / 10 ** random(most)).toFixed(random(5))
    let rounded = 0
    for (let round = 0; round < 5000; round++) {
      const [low_critical, low, high, high_critical] = Array.from({ length: 4 }, () => decimal(4)).toSorted((a, b) => Number(a) - Number(b))
      const limits = { low: low!, high: high!, low_critical: low_critical!, high_critical: high_critical! }
      const panel = { ...glucose, decimals: random(3), limits }
      // Near a limit more often than not.
      const typed =
        random(3) === 0
          ? decimal(4)
          : (Number([low, high, low_critical, high_critical][random(4)]) + (random(200) - 100) / 10_000).toFixed(4)
      const reading = readResult(panel, typed.startsWith('-') ? '0' : `${typed}${random(4) === 0 ? ' mg/dL' : ''}`)
      if (!('ok' in reading)) continue
      const { result, value } = reading.ok
      if (result !== value) rounded += 1
      const printed = { ...reading.ok, value: result }
      if (resultFlagOf(printed, limits, []) !== resultFlagOf(reading.ok, limits, [])) expect({ typed, limits }).toBe(result)
      if (Number(result) === 0 && Number(value) !== 0) expect(typed).toBe(result)
    }
    expect(rounded).toBeGreaterThan(1000)
  })
})
