import type { MeasureKey } from '../measures.ts'

/** From one age in days on: the least and the most that is not asked about. Between two ages a straight line runs. */
export type AgeBound = readonly [days: number, least: number, most: number]

export const WHO_SOURCE = 'WHO child growth standards and reference 2007, 5 standard deviations, both sexes'
export const VITAL_SOURCE = 'Limits to ask at, proposed with the paediatric facts of 2026-11; a clinical lead has still to confirm them'

/** Ages in days as the tables count them. */
const DAY = { m2: 61, m3: 91, m6: 183, m9: 274, y1: 365, m18: 548, y2: 730, y3: 1095, y4: 1461, y5: 1826, y6: 2191, y8: 2922, y10: 3652, y12: 4383, y14: 5113, y16: 5844 } // prettier-ignore
export const ADULT_DAYS = 6574
export const NEWBORN_DAYS = 28

/** Kilograms. There is no weight for age from 10 years on: until 18 only what neither a child of ten nor an adult is. */
const weight: readonly AgeBound[] = [
  [0, 1.3, 6.3],
  [7, 1.4, 6.6],
  [28, 1.8, 7.9],
  [DAY.m2, 2.5, 9.7],
  [DAY.m3, 2.9, 10.9],
  [DAY.m6, 3.8, 13.2],
  [DAY.m9, 4.3, 14.9],
  [DAY.y1, 4.7, 16.3],
  [DAY.m18, 5.5, 18.9],
  [DAY.y2, 6.1, 21.3],
  [DAY.y3, 7.2, 26.6],
  [DAY.y4, 8, 32.5],
  [DAY.y5, 8.7, 38.8],
  [DAY.y6, 9.9, 44.7],
  [DAY.y8, 11.7, 60.8],
  [DAY.y10, 14.3, 83.8],
  [DAY.y10 + 1, 14.3, 180],
  [ADULT_DAYS - 1, 14.3, 180],
  [ADULT_DAYS, 30, 180],
]
/** Centimetres. */
const height: readonly AgeBound[] = [
  [0, 39.8, 59.4],
  [7, 40.9, 60.6],
  [28, 43.7, 64.1],
  [DAY.m2, 46.9, 68.4],
  [DAY.m3, 49.3, 71.6],
  [DAY.m6, 54.4, 78.4],
  [DAY.m9, 58.1, 83.2],
  [DAY.y1, 61.1, 87.6],
  [DAY.m18, 66.2, 95.8],
  [DAY.y2, 70.3, 103.1],
  [DAY.y3, 76, 114.6],
  [DAY.y4, 81.2, 124.3],
  [DAY.y5, 85.6, 133.2],
  [DAY.y6, 89.5, 140.7],
  [DAY.y8, 97.6, 155.5],
  [DAY.y10, 105.9, 170.6],
  [DAY.y12, 113.7, 185.4],
  [DAY.y14, 124.7, 201.6],
  [DAY.y16, 128.6, 211.8],
  [ADULT_DAYS - 1, 130, 213.5],
  [ADULT_DAYS, 130, 205],
]
/** Centimetres. */
const head: readonly AgeBound[] = [
  [0, 28, 40.8],
  [7, 28.7, 41.3],
  [28, 30.5, 42.9],
  [DAY.m2, 32.2, 45],
  [DAY.m3, 33.3, 46.4],
  [DAY.m6, 35.7, 49.4],
  [DAY.m9, 37.1, 51.3],
  [DAY.y1, 38.1, 52.5],
  [DAY.m18, 39.3, 54],
  [DAY.y2, 40.2, 55.1],
  [DAY.y3, 41.4, 56.6],
  [DAY.y4, 42.2, 57.5],
  [DAY.y5, 42.8, 58.2],
]
/** Millimetres, from three months on. */
const muac: readonly AgeBound[] = [
  [DAY.m3, 85, 195],
  [DAY.m6, 90, 208],
  [DAY.m9, 92, 212],
  [DAY.y1, 93, 213],
  [DAY.m18, 95, 216],
  [DAY.y2, 98, 222],
  [DAY.y3, 102, 236],
  [DAY.y4, 103, 251],
  [DAY.y5, 104, 266],
]
/** The same for every age until the next; null: no limit on that side. */
type Steps = readonly (readonly [days: number, least: number | null, most: number | null])[]
const steps = (
  newborn: [number | null, number | null],
  child: [number | null, number | null],
  adult: [number | null, number | null],
): Steps => [
  [0, ...newborn],
  [NEWBORN_DAYS, ...child],
  [ADULT_DAYS, ...adult],
]

/** Body measures by age, along a line; they hold from their first age on and, but for weight and height, until their last. */
export const growthBounds: Partial<Record<MeasureKey, readonly AgeBound[]>> = { weight, height, head_circumference: head, muac }
/** Vital signs: newborn, child, adult. */
export const vitalBounds: Partial<Record<MeasureKey, Steps>> = {
  temperature: steps([34, 40], [34, 41], [34, 41.5]),
  pulse: steps([70, 220], [50, 220], [30, 220]),
  respiration: steps([15, 100], [8, 80], [6, 60]),
  systolic: steps([40, 110], [50, 180], [60, 240]),
  spo2: steps([85, null], [80, null], [75, null]),
  // The upper limit itself is asked about: 45 mg/dL is the low value that is typed as mmol/L.
  glucose: steps([1.5, 19.9], [2, 34.9], [2, 44.9]),
}

/** kg/m² at which weight and height together are asked about, by age in days. */
export const bmiBounds: readonly AgeBound[] = [
  [DAY.y12, 10.7, 45.8],
  [DAY.y14, 11.2, 49.3],
  [DAY.y16, 11.4, 50.5],
  [ADULT_DAYS - 1, 11.3, 49.8],
  [ADULT_DAYS, 12, 60],
]
/** Kilograms by height in centimetres, for children below 10 years. */
export const weightForHeight: readonly AgeBound[] = [
  [85, 7.3, 17.9],
  [100, 9.7, 24.2],
  [120, 14, 37.6],
]
export const WEIGHT_FOR_HEIGHT_UNTIL = DAY.y10

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
  [DAY.y2, 14],
  [ADULT_DAYS, 365],
  [Number.POSITIVE_INFINITY, 730],
]
export const SLIP_TOLERANCE = 0.07
/** A child does not become shorter by more than this, in centimetres. */
export const HEIGHT_FALL_CM = 1
