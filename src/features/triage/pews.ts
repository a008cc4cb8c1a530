import type { VitalSet } from './measures.ts'

/** Where the thresholds come from. They are those of a published score; no conformity with a national programme is claimed. */
export const PEWS_SOURCE = 'Paediatric early warning thresholds: rcpch/digital-pews, commit a62a8af, 2026-07-02'

export const pewsParts = ['respiration', 'pulse', 'systolic', 'spo2', 'oxygen', 'distress', 'refill'] as const
export type PewsPart = (typeof pewsParts)[number]

/** Each step is the highest value of its points, the last one has no end. */
type Steps = readonly (readonly [upTo: number, points: 0 | 1 | 2 | 4])[]
const ANY = Number.POSITIVE_INFINITY

/** The thresholds of one age: the band ends before `until_months`. */
interface PewsBand {
  until_months: number
  respiration: Steps
  pulse: Steps
  systolic: Steps
}

/** From seven limits: below the first 4 points, then 2, 1, 0, 1, 2, and 4 from the last one on. */
const both = (a: number, b: number, c: number, d: number, e: number, f: number): Steps => [
  [a - 1, 4],
  [b - 1, 2],
  [c - 1, 1],
  [d - 1, 0],
  [e - 1, 1],
  [f - 1, 2],
  [ANY, 4],
]

/** By whole months of age: it changes on the 1st, 5th and 13th birthday. NEWS2 takes over at 16. */
export const pewsBands: readonly PewsBand[] = [
  {
    until_months: 12,
    respiration: both(10, 20, 30, 50, 60, 70),
    pulse: both(80, 90, 110, 150, 170, 180),
    systolic: both(50, 60, 70, 90, 100, 110),
  },
  {
    until_months: 60,
    // Here 10 to 19 is 2 points and 20 is ordinary.
    respiration: both(10, 20, 20, 40, 50, 60),
    pulse: both(60, 70, 90, 140, 150, 170),
    systolic: both(50, 60, 80, 100, 120, 130),
  },
  {
    until_months: 156,
    respiration: both(10, 15, 20, 25, 40, 50),
    pulse: both(60, 70, 80, 120, 140, 160),
    systolic: both(70, 80, 90, 110, 120, 130),
  },
  {
    until_months: 192,
    // Here 10 to 14 is 1 point: nothing has 2 below.
    respiration: both(10, 10, 15, 25, 30, 40),
    pulse: both(50, 60, 70, 100, 120, 130),
    systolic: both(80, 90, 100, 120, 130, 140),
  },
]
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
  value === null ? null : (steps.find(([upTo]) => value <= upTo)?.[1] ?? 0)

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
  const band = months === null ? undefined : pewsBands.find(({ until_months }) => months < until_months)
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
