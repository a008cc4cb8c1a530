import type { Sentence } from '#shared/sentence.ts'

export { inEnglish, type Sentence } from '#shared/sentence.ts'

/** What a nurse measures, with its unit and the limits of the plausible: the checks of the table `vital_signs` say the same. */
export interface Measure {
  /** The whole word, and what boards and the line of entry say. */
  label: string
  short: string
  unit: string
  least: number
  most: number
  decimals: 0 | 1 | 3
  /** Values of another unit that people type instead: where they lie, and what they would be here. */
  mistaken?: { from: number; to: number; unit: string; convert: (value: number) => number }
}

export const measures = {
  temperature: {
    label: 'Temperature',
    short: 'Temp',
    unit: '°C',
    least: 25,
    most: 45,
    decimals: 1,
    mistaken: { from: 80, to: 113, unit: '°F', convert: (value) => ((value - 32) * 5) / 9 },
  },
  pulse: { label: 'Pulse', short: 'Pulse', unit: '/min', least: 10, most: 350, decimals: 0 },
  systolic: { label: 'Systolic pressure', short: 'Systolic', unit: 'mmHg', least: 30, most: 300, decimals: 0 },
  diastolic: { label: 'Diastolic pressure', short: 'Diastolic', unit: 'mmHg', least: 10, most: 200, decimals: 0 },
  respiration: { label: 'Respiration', short: 'Resp', unit: '/min', least: 1, most: 150, decimals: 0 },
  spo2: { label: 'SpO2', short: 'SpO2', unit: '%', least: 20, most: 100, decimals: 0 },
  oxygen_flow: { label: 'Oxygen flow', short: 'O2', unit: 'L/min', least: 0.1, most: 100, decimals: 1 },
  pain: { label: 'Pain', short: 'Pain', unit: 'of 10', least: 0, most: 10, decimals: 0 },
  glucose: {
    label: 'Glucose',
    short: 'Glucose',
    unit: 'mmol/L',
    least: 0.5,
    most: 80,
    decimals: 1,
    mistaken: { from: 80.1, to: 1500, unit: 'mg/dL', convert: (value) => value / 18.016 },
  },
  weight: {
    label: 'Weight',
    short: 'Weight',
    unit: 'kg',
    least: 0.2,
    most: 700,
    decimals: 3,
    mistaken: { from: 701, to: 15_000, unit: 'g', convert: (value) => value / 1000 },
  },
  height: {
    label: 'Height',
    short: 'Height',
    unit: 'cm',
    least: 20,
    most: 260,
    decimals: 1,
    mistaken: { from: 0.3, to: 2.6, unit: 'm', convert: (value) => value * 100 },
  },
  muac: {
    label: 'MUAC',
    short: 'MUAC',
    unit: 'mm',
    least: 50,
    most: 600,
    decimals: 0,
    mistaken: { from: 5, to: 49.9, unit: 'cm', convert: (value) => value * 10 },
  },
  head_circumference: {
    label: 'Head circumference',
    short: 'Head',
    unit: 'cm',
    least: 15,
    most: 80,
    decimals: 1,
    mistaken: { from: 150, to: 800, unit: 'mm', convert: (value) => value / 10 },
  },
} as const satisfies Record<string, Measure>
export type MeasureKey = keyof typeof measures
export const measureKeys = Object.keys(measures) as MeasureKey[]
const details: Record<MeasureKey, Measure> = measures
export const measureOf = (key: MeasureKey): Measure => details[key]

export const consciousnessLevels = ['alert', 'confusion', 'voice', 'pain', 'unresponsive'] as const
export type Consciousness = (typeof consciousnessLevels)[number]

/** A set as rules see it: numbers in the units above, null for what was not measured. */
export type VitalSet = Record<MeasureKey, number | null> & { on_oxygen: boolean | null; consciousness: Consciousness | null }

/** A number without more decimals than its measure keeps. */
export const rounded = (key: MeasureKey, value: number): number => {
  const power = 10 ** measureOf(key).decimals
  return Math.round(value * power + (value < 0 ? -1e-6 : 1e-6)) / power
}

/** The number in what a person or a program sent: `38,5` too. NaN when there is none. */
export const numberIn = (sent: number | string): number => {
  if (typeof sent === 'number') return sent
  const text = sent.trim().replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
}

/** Why a value cannot be right, in plain words with the unit; null for a plausible one. Nothing measured is never a zero. */
export const problemOf = (key: MeasureKey, sent: number | string): Sentence | null => {
  const { label, unit, least, most, decimals, mistaken } = measureOf(key)
  const value = numberIn(sent)
  const about = { measure: label, unit, least, most }
  if (value === 0 && least > 0) return { text: '{measure} cannot be 0: leave it empty if it was not measured.', values: about }
  const isWithin = value >= least && value <= most
  if (isWithin && decimals === 0 && !Number.isInteger(value)) return { text: '{measure} must be a whole number ({unit}).', values: about }
  if (isWithin) return null
  if (mistaken && value >= mistaken.from && value <= mistaken.to)
    return {
      text: '{measure} must be {least} to {most} {unit}. {value} looks like {other}: did you mean {right} {unit}?',
      values: { ...about, value, other: mistaken.unit, right: rounded(key, mistaken.convert(value)) },
    }
  if (key === 'pain') return { text: 'Pain must be a number from {least} to {most}.', values: about }
  return { text: '{measure} must be {least} to {most} {unit}.', values: about }
}
