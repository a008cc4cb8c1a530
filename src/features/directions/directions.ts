/** How a drug is taken, in structure: what free text is read into, what a quantity is computed from and what plain words are made of. */
export interface Directions {
  /** One part for most; two for "1 in the morning and 2 at night"; parts with days of their own follow one another (a taper). */
  doses: Dose[]
  route: RouteCode | null
  /** The days of the whole course, the sum of its steps; null when it is not said or not bounded. */
  days: number | null
  is_prn: boolean
  /** What it is taken for when needed, as typed. */
  prn_reason: string | null
  /** The most in 24 hours, in the unit of the first dose. */
  max_per_day: number | null
  food: FoodCode | null
  /** What was typed beyond all this, for the label and the pharmacist. */
  note: string | null
}

export interface Dose {
  /** How much at a time, in `unit`; null when it is not said ("apply thinly"). */
  amount: number | null
  /** The upper end of "1-2 tablets". */
  amount_max: number | null
  unit: UnitCode | null
  frequency: FrequencyCode | null
  /** The rarer one of "every 4-6 hours" or "once or twice a day"; `frequency` is the more frequent. */
  frequency_min: FrequencyCode | null
  /** Days of this step alone, when the dose changes on the way. */
  days: number | null
}

export type FrequencyCode = (typeof frequencyCodes)[number]
export const frequencyCodes = [
  'STAT', 'OD', 'OM', 'NOON', 'EVE', 'ON', 'BD', 'TDS', 'QDS', '5X', '6X', '8X',
  'Q1H', 'Q2H', 'Q3H', 'Q4H', 'Q6H', 'Q8H', 'Q12H', 'Q48H', 'Q72H',
  'ALT', '2/WK', '3/WK', '4/WK', '5/WK', 'WKLY', '2WKLY', 'MONTHLY', 'PRN', 'MDU',
] as const // prettier-ignore

export type RouteCode = (typeof routeCodes)[number]
export const routeCodes = ['PO', 'IV', 'IM', 'SC', 'SL', 'PR', 'VG', 'TP', 'IH', 'NS', 'OP', 'OT', 'ID', 'TD', 'NG', 'BUC'] as const

export type FoodCode = (typeof foodCodes)[number]
export const foodCodes = ['AC', 'CC', 'PC'] as const

export type UnitCode = (typeof unitCodes)[number]
export const unitCodes = [
  'tablet', 'capsule', 'pill', 'ml', 'mg', 'mcg', 'g', 'unit', 'drop', 'puff', 'spray', 'patch', 'suppository', 'pessary', 'sachet',
  'vial', 'ampoule', 'application', 'lozenge', 'click', 'dose',
] as const // prettier-ignore

export const emptyDirections: Directions = {
  doses: [], route: null, days: null, is_prn: false, prn_reason: null, max_per_day: null, food: null, note: null,
} // prettier-ignore
