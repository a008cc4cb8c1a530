import { pewsThresholds } from './knowledge/shared-pews.ts'
import type { VitalSet } from './measures.ts'

export { PEWS_SOURCE } from './knowledge/shared-pews.ts'

export const pewsParts = ['respiration', 'pulse', 'systolic', 'spo2', 'oxygen', 'distress', 'refill'] as const
export type PewsPart = (typeof pewsParts)[number]

/** Each step is the highest value of its points, the last one has no end. */
type Steps = readonly (readonly [limit: number, points: 0 | 1 | 2 | 4])[]
const ANY = Number.POSITIVE_INFINITY

/** From six limits: below the first 4 points, then 2, 1, 0, 1, 2, and 4 from the last one on. */
const POINTS = [4, 2, 1, 0, 1, 2] as const
const stepsOf = (limits: readonly number[]): Steps => [...limits.map((limit, at) => [limit - 1, POINTS[at]!] as const), [ANY, 4]]

/** By whole months of age. NEWS2 takes over at 16. */
const bandOf = (months: number) => {
  const until = pewsThresholds.find(([end]) => months < end)?.[0]
  if (until === undefined) return undefined
  const stepsFor = (measure: (typeof pewsThresholds)[number][1]) =>
    stepsOf(pewsThresholds.find(([end, name]) => end === until && name === measure)?.[2] ?? [])
  return { respiration: stepsFor('respiration'), pulse: stepsFor('pulse'), systolic: stepsFor('systolic') }
}
const spo2Steps: Steps = [
  [91, 4],
  [94, 1],
  [ANY, 0],
]
/** Litres of oxygen per minute: below 2, below 6, and from 6. */
const oxygenPoints = (onOxygen: boolean | null, litres: number | null): number | null => {
  if (onOxygen === false) return 0
  if (onOxygen === null || litres === null) return null
  return litres < 2 ? 1 : litres < 6 ? 2 : 4
}

const pointsOf = (value: number | null, steps: Steps): number | null =>
  value === null ? null : (steps.find(([limit]) => value <= limit)?.[1] ?? 0)

export interface Pews {
  /** What is known comes to this at least. */
  atLeast: number
  parts: Partial<Record<PewsPart, number>>
  /** What the score asks for and was not recorded: never counted as nothing. */
  missing: PewsPart[]
}

type Measured = Pick<VitalSet, 'respiration' | 'pulse' | 'systolic' | 'spo2' | 'on_oxygen' | 'oxygen_flow'>

/**
 * The paediatric score of a set of vital signs, for everybody under 16; null from then on, and where the age is not known. Work of breathing
 * is known to be 4 when severe distress was seen; otherwise it and the refill are missing, and the score is the least that it comes to.
 */
export const pews = (set: Measured, months: number | null, isDistressed: boolean): Pews | null => {
  const band = months === null ? undefined : bandOf(months)
  if (!band) return null
  const all: Record<PewsPart, number | null> = {
    respiration: pointsOf(set.respiration, band.respiration),
    pulse: pointsOf(set.pulse, band.pulse),
    systolic: pointsOf(set.systolic, band.systolic),
    spo2: pointsOf(set.spo2, spo2Steps),
    oxygen: oxygenPoints(set.on_oxygen, set.oxygen_flow),
    distress: isDistressed ? 4 : null,
    refill: null,
  }
  const known = pewsParts.filter((part) => all[part] !== null)
  return {
    atLeast: known.reduce((sum, part) => sum + all[part]!, 0),
    parts: Object.fromEntries(known.map((part) => [part, all[part]!])),
    missing: pewsParts.filter((part) => all[part] === null),
  }
}

/** Within how many minutes a doctor sees a child with this score; null where the score asks for none. */
export const pewsReviewMinutes = (score: number): number | null => (score >= 13 ? 0 : score >= 9 ? 15 : score >= 5 ? 30 : null)
