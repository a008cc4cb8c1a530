import { ownValue } from '#shared/dictionary.ts'
import type { Sentence } from '#shared/sentence.ts'
import { fractionOf, fractionOfNumber, minus, over, plus, times, toDecimal, toNumber, type Fraction } from './decimal.ts'
import { Refusal, valueOf, type FormulaFacts } from './formula-functions.ts'
import type { Formula, Operator } from './formula.ts'
import type { Comparator } from './result-text.ts'

/** The result of a panel that a formula names, in the unit of that panel. */
export interface FormulaInput {
  /** Null: words or a coded answer. */
  value: string | null
  comparator: Comparator | null
}

const ONE: Fraction = [1n, 1n]
const MOST_BITS = 2n ** 1000n
const MOST_EXPONENT = 64n

const kept = (value: Fraction): Fraction => {
  if (value[0] > MOST_BITS || value[0] < -MOST_BITS || value[1] > MOST_BITS) throw new Refusal('The result is too large.')
  return value
}
const divided = (a: Fraction, b: Fraction): Fraction => {
  if (b[0] === 0n) throw new Refusal('Division by zero.')
  return over(a, b)
}
/** Exact for whole exponents up to 64. */
const raised = (base: Fraction, exponent: Fraction): Fraction => {
  const size = exponent[0] < 0n ? -exponent[0] : exponent[0]
  if (exponent[1] === 1n && size <= MOST_EXPONENT) {
    const power = kept([base[0] ** size, base[1] ** size])
    return exponent[0] < 0n ? divided(ONE, power) : power
  }
  if (base[0] === 0n && exponent[0] < 0n) throw new Refusal('Division by zero.')
  const value = fractionOfNumber(toNumber(base) ** toNumber(exponent))
  if (!value) throw new Refusal(base[0] < 0n ? 'A negative number cannot be raised to this power.' : 'The result is too large.')
  return value
}
const operations: Record<Operator, (a: Fraction, b: Fraction) => Fraction> = {
  '+': plus,
  '-': minus,
  '*': times,
  '/': divided,
  '^': raised,
}

interface Given {
  inputs: Readonly<Record<string, FormulaInput | undefined>>
  facts: FormulaFacts
}

const inputOf = (code: string, { inputs }: Given): Fraction => {
  const input = ownValue(inputs, code)
  if (!input) throw new Refusal('{code} has no result yet.', { code })
  if (input.value === null || input.comparator !== null) throw new Refusal('{code} is not a plain number.', { code })
  return fractionOf(input.value)
}
const ageOf = ({ facts }: Given): Fraction => {
  const age = facts.age === null ? null : fractionOfNumber(facts.age)
  if (!age) throw new Refusal('The patient’s age is unknown.')
  return age
}

const worth = (formula: Formula, given: Given): Fraction => {
  switch (formula.kind) {
    case 'number':
      return fractionOf(formula.value)
    case 'panel':
      return inputOf(formula.code, given)
    case 'age':
      return ageOf(given)
    case 'negative':
      return minus([0n, 1n], worth(formula.of, given))
    case 'operation':
      return kept(operations[formula.operator](worth(formula.left, given), worth(formula.right, given)))
    default: {
      const values = formula.values.map((value) => worth(value, given))
      return kept(valueOf(formula.name, values, given.facts))
    }
  }
}

/**
 * The result of a calculated test, with `decimals` decimals, from the current results of the panels it names (in their canonical units) and
 * what is known of the patient. Arithmetic is exact; only eGFR and broken powers are floating. Refused, with the reason, when a result is
 * missing, carries < or >, or when the formula is not meant for this patient or these values.
 */
export const calculate = (
  formula: Formula,
  inputs: Given['inputs'],
  facts: FormulaFacts,
  decimals: number,
): { value: string } | { refused: Sentence } => {
  try {
    const value = toDecimal(worth(formula, { inputs, facts }), decimals)
    if (value.replace('-', '').split('.')[0]!.length > 12) throw new Refusal('The result is too large.')
    return { value }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.reason }
    throw error
  }
}
