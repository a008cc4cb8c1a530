import { sentence, type Sentence } from '#shared/sentence.ts'
import { isSameUnit } from './ucum.ts'

/** Within these limits, in the unit of the test, a number is not asked about. */
interface SlipRule {
  loinc: readonly string[]
  unit: string
  /** Days of age, the second one excluded; null: no end. */
  from_days: number
  to_days: number | null
  low: number
  high: number
  /** What a number beyond them is usually typed in instead: here = number × factor. */
  other: { unit: string; factor: number }
  source: string
}

const KOST = 'Critical limits: Kost 1991, children’s hospitals, mean'
const ASKED = 'Limits to ask at, proposed with the paediatric facts of 2026-11; a clinical lead has still to confirm them'
const haemoglobin = { loinc: ['718-7'], unit: 'g/L', other: { unit: 'g/dL', factor: 10 } }
const glucose = { loinc: ['14749-6', '14771-0', '15074-8'], unit: 'mmol/L', other: { unit: 'mg/dL', factor: 1 / 18.016 } }

/**
 * Where a result in the wrong unit would pass for a critical one. Of haemoglobin: below the critical limit, while the same number in g/dL
 * lies between the critical ones. Of glucose: from where nothing but mg/dL is likely.
 */
export const slipRules: readonly SlipRule[] = [
  { ...haemoglobin, from_days: 0, to_days: null, low: 69, high: 208, source: KOST },
  { ...glucose, from_days: 0, to_days: 28, low: 1.5, high: 19.9, source: ASKED },
  { ...glucose, from_days: 28, to_days: 6574, low: 2, high: 34.9, source: ASKED },
  { ...glucose, from_days: 6574, to_days: null, low: 2, high: 44.9, source: ASKED },
]

/** A result that may have been typed in another unit. */
export interface UnitSlip {
  value: number
  unit: string
  least: number
  most: number
  text: Sentence
  meant: { value: number; as: string }
  source: string
}

interface Measured {
  loinc: string | null
  unit: string | null
  value: string | null
  /** Null where the birthday is not known. */
  ageDays: number | null
}

const ADULT_DAYS = 6574
const tenth = (value: number) => Math.round(value * 10) / 10

/**
 * Whether a result looks as if it had been typed in another unit than that of its test: it lies beyond what is expected, and the same number
 * in the other unit is possible. Null for everything else, and for a test that no rule names.
 */
export const unitSlipOf = ({ loinc, unit, value, ageDays }: Measured): UnitSlip | null => {
  if (loinc === null || unit === null || value === null) return null
  const age = ageDays ?? ADULT_DAYS
  const rule = slipRules.find(
    (one) => one.loinc.includes(loinc) && isSameUnit(one.unit, unit) && age >= one.from_days && (one.to_days === null || age < one.to_days),
  )
  const number = Number(value)
  if (!rule || (number >= rule.low && number <= rule.high)) return null
  const { low, high, other, source } = rule
  const right = number * other.factor
  // In the other unit a low sugar is possible; a haemoglobin is one that people live with.
  if (right > high || right < Math.min(low, 1)) return null
  if (number < low && right < low) return null
  const meant = { value: tenth(right), as: `${number} ${other.unit}` }
  const text = sentence(
    '{{value}} {{unit}} is very unusual: {{least}} to {{most}} is expected. Did you mean {{as}} = {{right}} {{unit}}?',
    {
      value: number,
      unit: rule.unit,
      least: low,
      most: high,
      as: meant.as,
      right: meant.value,
    },
  )
  return { value: number, unit: rule.unit, least: low, most: high, text, meant, source }
}
