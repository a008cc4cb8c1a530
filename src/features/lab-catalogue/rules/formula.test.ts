import { describe, expect, test } from 'vitest'
import { inEnglish } from '#shared/sentence.ts'
import { calculate, type FormulaInput } from './calculate.ts'
import { functionNames, type FormulaFacts } from './formula-functions.ts'
import { inputsOf, MAX_FORMULA, orderFormulas, parseFormula } from './formula.ts'

const formulaOf = (text: string) => {
  const read = parseFormula(text)
  if ('problem' in read) throw new Error(`${read.position}: ${inEnglish(read.problem)}`)
  return read.formula
}
const adult: FormulaFacts = { age: 50, sex: 'male' }
const given = (values: Record<string, string>): Record<string, FormulaInput> =>
  Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value, comparator: null }]))
const result = (text: string, values: Record<string, string> = {}, facts = adult, decimals = 2) => {
  const done = calculate(formulaOf(text), given(values), facts, decimals)
  return 'value' in done ? done.value : inEnglish(done.refused)
}

describe('arithmetic', () => {
  test.each([
    ['1 + 2 * 3', '7.00'],
    ['(1 + 2) * 3', '9.00'],
    ['2 ^ 3 ^ 2', '512.00'],
    ['-2 ^ 2', '-4.00'],
    ['2 ^ -1', '0.50'],
    ['10 - 4 - 3', '3.00'],
    ['16 / 4 / 2', '2.00'],
    ['--3', '3.00'],
    ['2 * -3', '-6.00'],
    ['0.1 + 0.2 - 0.3', '0.00'],
    ['1 / 3 * 3 - 1', '0.00'],
    ['2.345', '2.35'],
    ['1.005 * 1', '1.01'],
    ['2 ^ 0.5', '1.41'],
    ['min(3, 1, 2) + max(3, 1, 2)', '4.00'],
    ['round(2.5)', '3.00'],
    ['round(-2.345, 2)', '-2.35'],
    ['round(1.24, 1) * 10', '12.00'],
    ['age / 2', '25.00'],
    ['CHOL - HDL', '3.80'],
    ['A1_B*2', '5.00'],
    ['\n1\t+ 1 ', '2.00'],
    ['0 ^ 0', '1.00'],
  ])('%j is %s', (text, wanted) => expect(result(text, { CHOL: '5.0', HDL: '1.2', A1_B: '2.5' })).toBe(wanted))

  test.each([
    ['', 0, 'The formula is incomplete.'],
    ['1 +', 3, 'The formula is incomplete.'],
    ['(1 + 2', 6, 'The formula is incomplete.'],
    ['1 2', 2, '2 is not expected here.'],
    ['1 + )', 4, ') is not expected here.'],
    ['CHOL HDL', 5, 'HDL is not expected here.'],
    ['1,5', 1, ', is not expected here.'],
    ['* 2', 0, '* is not expected here.'],
    ['+ 2', 0, '+ is not expected here.'],
    ['1.2.3', 1, '. is not expected here.'],
    ['1234567890123', 1, '234567890123 is not expected here.'],
    ['CHOL; DROP', 4, '; is not expected here.'],
    ['CHOL\u00A0- 1 $', 9, '$ is not expected here.'],
    ['min()', 4, ') is not expected here.'],
    ['min 3', 4, '3 is not expected here.'],
    ['round(1, 7)', 0, 'round accepts 0 to 6 decimals.'],
    ['round(1, A)', 0, 'round accepts 0 to 6 decimals.'],
    ['anion_gap(NA, K)', 0, 'Number of values for anion_gap: 4.'],
    ['2 * round(1, 2, 3)', 4, 'Number of values for round: 1-2.'],
    [`${'('.repeat(MAX_FORMULA)}1`, MAX_FORMULA, 'Enter at most 500 characters.'],
  ])('%j is refused at %i', (text, position, problem) => {
    const read = parseFormula(text)
    expect('problem' in read && { position: read.position, problem: inEnglish(read.problem) }).toEqual({ position, problem })
  })
  test.each([
    'constructor(1)',
    '__proto__',
    'alert(1)',
    'toString',
    'chol',
    'Chol',
    'AGE(1)',
    'process.exit()',
    '`1`',
    "'1'",
    '[1]',
    '{}',
    '1=1',
    'Ä',
  ])(
    // prettier-ignore
    '%s runs nothing',
    (text) => expect(parseFormula(text)).toHaveProperty('problem'),
  )
  test('a name that is not known is answered with those that are', () => {
    const read = parseFormula('1 + ldl(A)')
    expect('problem' in read && [read.position, inEnglish(read.problem)]).toEqual([
      4,
      `Unknown name ldl. Allowed: ${functionNames.join(', ')}.`,
    ])
  })
})

const egfr = (creatinine: string, facts: FormulaFacts) => result('egfr_ckd_epi_2021(CREA)', { CREA: creatinine }, facts, 1)

describe('clinical functions (domain facts 4.4)', () => {
  test.each([
    ['88.4', 50, 'male', '91.7'],
    ['70', 40, 'female', '96.6'],
  ] as const)('eGFR of %s umol/L at %i, %s, is %s', (creatinine, age, sex, wanted) => expect(egfr(creatinine, { age, sex })).toBe(wanted))
  test('eGFR of those it is not meant for', () => {
    expect(egfr('70', { age: 17, sex: 'male' })).toBe('eGFR is not calculated below 18 years.')
    expect(egfr('70', { age: 18, sex: 'male' })).toMatch(/^\d+\.\d$/)
    for (const facts of [{ age: null, sex: 'male' }, { age: 50, sex: null }] as const) expect(egfr('70', facts)).toBe('eGFR requires the patient’s age and sex.') // prettier-ignore
    expect(egfr('0', adult)).toBe('eGFR requires a creatinine above zero.')
  })
  test('eGFR falls with creatinine and with age', () => {
    for (let creatinine = 20; creatinine < 800; creatinine += 10)
      for (const sex of ['male', 'female'] as const) {
        const here = Number(result('egfr_ckd_epi_2021(C)', { C: String(creatinine) }, { age: 40, sex }, 6))
        expect(here).toBeGreaterThan(Number(result('egfr_ckd_epi_2021(C)', { C: String(creatinine + 10) }, { age: 40, sex }, 6)))
        expect(here).toBeGreaterThan(Number(result('egfr_ckd_epi_2021(C)', { C: String(creatinine) }, { age: 41, sex }, 6)))
      }
  })
  test.each([
    ['ldl_friedewald(CHOL, HDL, TRIG)', { CHOL: '5.2', HDL: '1.3', TRIG: '1.7' }, '3.13'],
    ['ldl_friedewald(CHOL, HDL, TRIG)', { CHOL: '6', HDL: '1', TRIG: '4.5' }, '2.95'],
    ['ldl_friedewald(CHOL, HDL, TRIG)', { CHOL: '6', HDL: '1', TRIG: '4.51' }, 'LDL is not calculated when triglycerides are above 4.5 mmol/L.'], // prettier-ignore
    ['ldl_friedewald(CHOL, HDL, TRIG)', { CHOL: '2', HDL: '2', TRIG: '1' }, 'LDL would be below zero: check cholesterol, HDL and triglycerides.'], // prettier-ignore
    ['adjusted_calcium(CA, ALB)', { CA: '2.30', ALB: '30' }, '2.50'],
    ['adjusted_calcium(CA, ALB)', { CA: '2.30', ALB: '45' }, '2.20'],
    ['anion_gap(NA, K, CL, HCO3)', { NA: '140', K: '4.2', CL: '104', HCO3: '25' }, '15.20'],
    ['malaria_density(PAR, COUNTED)', { PAR: '150', COUNTED: '200' }, '6000.00'],
    ['malaria_density(PAR, COUNTED, WBC * 1000)', { PAR: '150', COUNTED: '200', WBC: '5.5' }, '4125.00'],
    ['malaria_density(PAR, COUNTED)', { PAR: '1', COUNTED: '0' }, 'The density requires a number of counted white cells above zero.'],
  ] as const)('%# %s of %o', (text, values, wanted) => expect(result(text, values)).toBe(wanted))
})

describe('refusals', () => {
  test.each([
    ['A + B', 'B has no result yet.'],
    ['A / (A - 1)', 'Division by zero.'],
    ['0 ^ -1', 'Division by zero.'],
    ['0 ^ -0.5', 'Division by zero.'],
    ['(-2) ^ 0.5', 'A negative number cannot be raised to this power.'],
    ['10 ^ 12', 'The result is too large.'],
    ['9 ^ 64 ^ 64', 'The result is too large.'],
    ['((9 ^ 64) ^ 64) ^ 64', 'The result is too large.'],
    ['round(9 ^ 30) / 9 ^ 10', 'The result is too large.'],
    ['10 ^ 0.5 ^ -70', 'The result is too large.'],
  ])('%s', (text, refused) => expect(result(text, { A: '1' })).toBe(refused))
  test('a result with < or >, or in words', () => {
    const formula = formulaOf('A * 2')
    const refused = { refused: { text: '{code} is not a plain number.', values: { code: 'A' } } }
    for (const input of [
      { value: '5', comparator: '<' },
      { value: '5', comparator: '>=' },
      { value: null, comparator: null },
    ] as const)
      expect(calculate(formula, { A: input }, adult, 1)).toEqual(refused)
  })
  test('an age that is not known', () => expect(result('age + 1', {}, { age: null, sex: null })).toBe('The patient’s age is unknown.'))
})

test('inputs, each once', () => {
  expect(inputsOf(formulaOf('ldl_friedewald(CHOL, HDL, TRIG) + CHOL * 2 - -max(A, age)'))).toEqual(['CHOL', 'HDL', 'TRIG', 'A'])
  expect(inputsOf(formulaOf('1 + age'))).toEqual([])
})

const panel = (code: string, ...inputs: string[]) => ({ code, inputs })

describe('the order of calculation', () => {
  test('each after what it needs; what is measured is left alone', () => {
    const { order } = orderFormulas([panel('C', 'B', 'A'), panel('B', 'A', 'MEASURED'), panel('A'), panel('D', 'C', 'B')])
    expect(order).toEqual(['A', 'B', 'C', 'D'])
  })
  test.each([
    [[panel('A', 'A')], ['A', 'A']],
    [
      [panel('A', 'B'), panel('B', 'C'), panel('C', 'B')],
      ['B', 'C', 'B'],
    ],
    [
      [panel('X'), panel('A', 'X', 'B'), panel('B', 'A')],
      ['A', 'B', 'A'],
    ],
  ])('a circle %#', (panels, cycle) => expect(orderFormulas(panels)).toEqual({ order: null, cycle }))

  test('any panels: an order that holds, or a circle that is one', () => {
    let seed = 37
    const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
    let circles = 0
    for (let round = 0; round < 500; round++) {
      const panels = Array.from({ length: 7 }, (_none, n) => panel(`P${n}`, ...Array.from({ length: random(3) }, () => `P${random(8)}`)))
      const inputs = new Map(panels.map((one) => [one.code, one.inputs]))
      const { order, cycle } = orderFormulas(panels)
      if (cycle) {
        circles += 1
        expect(cycle.at(0)).toBe(cycle.at(-1))
        expect(cycle.slice(1).every((code, place) => inputs.get(cycle[place] ?? '')?.includes(code))).toBe(true)
      } else {
        expect(order.toSorted()).toEqual(panels.map(({ code }) => code).toSorted())
        const isEarly = (code: string, input: string) => !inputs.has(input) || order.indexOf(input) < order.indexOf(code)
        expect(panels.every(({ code, inputs }) => inputs.every((input) => isEarly(code, input)))).toBe(true)
      }
    }
    expect(circles).toBeGreaterThan(100)
    expect(circles).toBeLessThan(490)
  })
})

test('whatever is written is read or refused at one of its characters', () => {
  let seed = 41
  const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
  const pieces = [
    'A',
    'B2',
    '1',
    '2.5',
    '+',
    '-',
    '*',
    '/',
    '^',
    '(',
    ')',
    ',',
    'age',
    'min',
    'round',
    'egfr_ckd_epi_2021',
    ' ',
    '\u0000',
    '#',
  ]
  let worked = 0
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: 1 + random(8) }, () => pieces[random(pieces.length)]).join('')
    const read = parseFormula(text)
    if ('problem' in read) {
      if (!(read.position >= 0 && read.position <= text.length)) expect(text).toBe('refused at one of its characters')
    } else if ('value' in calculate(read.formula, given({ A: '3', B2: '0.5' }), adult, 3)) worked += 1
  }
  expect(worked).toBeGreaterThan(500)
})
