import { growthBounds as growth, vitalBounds as vitals } from '../knowledge/shared.ts'
import type { MeasureKey } from '../measures.ts'

export { VITAL_SOURCE, WHO_SOURCE } from '../knowledge/shared.ts'

/** From one age in days on: the least and the most that is not asked about. Between two ages a straight line runs. */
export type AgeBound = readonly [days: number, least: number, most: number]

// In days, as the tables count them.
const Y_2 = 730
const Y_10 = 3652
export const ADULT_DAYS = 6574

/** Body measures by age, along a line; they hold from their first age on and, but for weight and height, until their last. */
export const growthBounds: Partial<Record<MeasureKey, readonly AgeBound[]>> = {
  weight: growth.weight,
  height: growth.height,
  head_circumference: growth.head_circumference,
  muac: growth.muac,
}
/** Vital signs: from one age in days on; null: no limit on that side. */
export const vitalBounds: Partial<Record<MeasureKey, readonly (readonly [days: number, least: number | null, most: number | null])[]>> =
  vitals
/** kg/m² at which weight and height together are asked about, by age in days. */
export const bmiBounds: readonly AgeBound[] = growth.bmi ?? []
/** Kilograms by height in centimetres, for children below 10 years. */
export const weightForHeight: readonly AgeBound[] = [
  [85, 7.3, 17.9],
  [100, 9.7, 24.2],
  [120, 14, 37.6],
]
export const WEIGHT_FOR_HEIGHT_UNTIL = Y_10

/** How much a weight may change within some days before it is asked about. */
export interface WeightChange {
  until_days: number
  within_days: number
  percent: number
  kg: number | null
}
export const weightChanges: readonly WeightChange[] = [
  { until_days: ADULT_DAYS, within_days: 7, percent: 10, kg: null },
  { until_days: Number.POSITIVE_INFINITY, within_days: 7, percent: 7, kg: 5 },
]
/** For how long a factor of 2.2 or 10 between two weights is a slip and no growth, by age in days. */
export const slipDays: readonly (readonly [until_days: number, within_days: number])[] = [
  [Y_2, 14],
  [ADULT_DAYS, 365],
  [Number.POSITIVE_INFINITY, 730],
]
export const SLIP_TOLERANCE = 0.07
/** A child does not become shorter by more than this, in centimetres. */
export const HEIGHT_FALL_CM = 1
