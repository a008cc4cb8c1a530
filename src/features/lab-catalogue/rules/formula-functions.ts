import { sentence, type Sentence } from '#shared/sentence.ts'
import { compare, fractionOf, fractionOfNumber, minus, over, plus, times, rounded, toNumber, type Fraction } from './decimal.ts'

/** What of the patient formulas may ask for. */
export interface FormulaFacts {
  /** Whole years on the day of the sample. */
  age: number | null
  sex: 'male' | 'female' | null
}

/** A calculation that must not be done, with the reason. */
export class Refusal extends Error {
  readonly reason: Sentence
  constructor(text: string, values: Sentence['values'] = {}) {
    super(text)
    this.reason = sentence(text, values)
  }
}

interface Known {
  least: number
  most: number
  /** @throws Refusal where the result would mean nothing. */
  of: (values: readonly Fraction[], facts: FormulaFacts) => Fraction
}

const number = (decimal: string) => fractionOf(decimal)
const ZERO = number('0')
const isPositive = (value: Fraction) => value[0] > 0n

/** Friedewald, mmol/L: TC - HDL - TG/2.2, for triglycerides up to 4.5 (400 mg/dL). */
const ldl = ([chol = ZERO, hdl = ZERO, trig = ZERO]: readonly Fraction[]): Fraction => {
  if (compare(trig, number('4.5')) > 0) throw new Refusal('LDL is not calculated when triglycerides are above 4.5 mmol/L.')
  const value = minus(minus(chol, hdl), over(trig, number('2.2')))
  if (value[0] < 0n) throw new Refusal('LDL would be below zero: check cholesterol, HDL and triglycerides.')
  return value
}

const KIDNEY = { male: { k: 0.9, a: -0.302, factor: 1 }, female: { k: 0.7, a: -0.241, factor: 1.012 } } as const

/** CKD-EPI 2021, mL/min/1.73 m2, from creatinine in umol/L (88.4 in a mg/dL). */
const egfr = ([creatinine = ZERO]: readonly Fraction[], { age, sex }: FormulaFacts): Fraction => {
  if (age === null || sex === null) throw new Refusal('eGFR requires the patient’s age and sex.')
  if (age < 18) throw new Refusal('eGFR is not calculated below 18 years.')
  if (!isPositive(creatinine)) throw new Refusal('eGFR requires a creatinine above zero.')
  const { k, a, factor } = KIDNEY[sex]
  const ratio = toNumber(creatinine) / 88.4 / k
  const value = 142 * Math.min(ratio, 1) ** a * Math.max(ratio, 1) ** -1.2 * 0.9938 ** age * factor
  return fractionOfNumber(value) ?? ZERO
}

/** Parasites in a microlitre: counted against white cells, of which there are 8000 when nobody counted them. */
const malariaDensity = ([parasites = ZERO, counted = ZERO, wbc = number('8000')]: readonly Fraction[]): Fraction => {
  if (!isPositive(counted)) throw new Refusal('The density requires a number of counted white cells above zero.')
  return over(times(parasites, wbc), counted)
}

const outermost = (side: 1 | -1) => (values: readonly Fraction[]) =>
  values.reduce((found, value) => (compare(value, found) === side ? value : found))

const functions = {
  min: { least: 1, most: 20, of: outermost(-1) },
  max: { least: 1, most: 20, of: outermost(1) },
  round: { least: 1, most: 2, of: ([value = ZERO, digits = ZERO]) => rounded(value, Number(digits[0])) },
  ldl_friedewald: { least: 3, most: 3, of: ldl },
  egfr_ckd_epi_2021: { least: 1, most: 1, of: egfr },
  /** mmol/L, albumin in g/L. */
  adjusted_calcium: {
    least: 2,
    most: 2,
    of: ([calcium = ZERO, albumin = ZERO]) => plus(calcium, times(number('0.02'), minus(number('40'), albumin))),
  },
  /** Na + K - Cl - HCO3, mmol/L. */
  anion_gap: {
    least: 4,
    most: 4,
    of: ([sodium = ZERO, potassium = ZERO, chloride = ZERO, bicarbonate = ZERO]) =>
      minus(minus(plus(sodium, potassium), chloride), bicarbonate),
  },
  malaria_density: { least: 2, most: 3, of: malariaDensity },
} as const satisfies Record<string, Known>

export type FunctionName = keyof typeof functions
/** The functions that formulas know. */
export const functionNames = Object.keys(functions) as FunctionName[]
export const isFunctionName = (text: string): text is FunctionName => Object.hasOwn(functions, text)
/** How many values a function takes. */
export const arityOf = (name: FunctionName): { least: number; most: number } => functions[name]
const known: Record<FunctionName, Known> = functions
/** What a function makes of its values. @throws Refusal where the result would mean nothing. */
export const valueOf = (name: FunctionName, values: readonly Fraction[], facts: FormulaFacts): Fraction => known[name].of(values, facts)
