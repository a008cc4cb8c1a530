import type { Consciousness, VitalSet } from './measures.ts'

/** The version of the rules that a score is kept with: NEWS2 as the Royal College of Physicians published it in December 2017. */
export const RULES_VERSION = 'news2-2017'

export const newsParts = ['respiration', 'spo2', 'oxygen', 'systolic', 'pulse', 'consciousness', 'temperature'] as const
export type NewsPart = (typeof newsParts)[number]
export const newsBands = ['low', 'low_medium', 'medium', 'high'] as const
export type NewsBand = (typeof newsBands)[number]
/** Why there is no score. */
export const newsReasons = ['age_unknown', 'under_16', 'pregnant', 'incomplete'] as const
export type NewsReason = (typeof newsReasons)[number]

/** 1, or 2 for a target of 88-92 % (hypercapnic failure), which a clinician decides. */
export type Spo2Scale = 1 | 2

export interface News2 {
  score: number | null
  band: NewsBand | null
  parts: Partial<Record<NewsPart, number>>
  reason: NewsReason | null
  missing: NewsPart[]
}

type Measured = Pick<VitalSet, 'respiration' | 'spo2' | 'on_oxygen' | 'systolic' | 'pulse' | 'consciousness' | 'temperature'>

/** Points of a value: each step is the highest value of its points, the last one has no end. */
const points = (value: number, steps: readonly (readonly [limit: number, points: number])[]) =>
  steps.find(([limit]) => value <= limit)?.[1] ?? 0

const ANY = Number.POSITIVE_INFINITY
const respiration = (value: number) =>
  points(value, [
    [8, 3],
    [11, 1],
    [20, 0],
    [24, 2],
    [ANY, 3],
  ])
const spo2OnScale1 = (value: number) =>
  points(value, [
    [91, 3],
    [93, 2],
    [95, 1],
    [ANY, 0],
  ])
const spo2OnScale2 = (value: number, onOxygen: boolean) => {
  const low = points(value, [
    [83, 3],
    [85, 2],
    [87, 1],
    [ANY, 0],
  ])
  if (value < 93 || !onOxygen) return low
  return points(value, [
    [94, 1],
    [96, 2],
    [ANY, 3],
  ])
}
const systolic = (value: number) =>
  points(value, [
    [90, 3],
    [100, 2],
    [110, 1],
    [219, 0],
    [ANY, 3],
  ])
const pulse = (value: number) =>
  points(value, [
    [40, 3],
    [50, 1],
    [90, 0],
    [110, 1],
    [130, 2],
    [ANY, 3],
  ])
const temperature = (value: number) =>
  points(value, [
    [35, 3],
    [36, 1],
    [38, 0],
    [39, 1],
    [ANY, 2],
  ])
const consciousness = (value: Consciousness) => (value === 'alert' ? 0 : 3)

/** Points of saturation; on scale 2 they depend on whether oxygen is given. Null while that is not known. */
export const spo2Points = (value: number, scale: Spo2Scale, onOxygen: boolean | null): number | null => {
  if (scale === 1) return spo2OnScale1(value)
  return onOxygen === null && value >= 93 ? null : spo2OnScale2(value, onOxygen ?? false)
}

const partsOf = (set: Measured, scale: Spo2Scale): Record<NewsPart, number | null> => ({
  respiration: set.respiration === null ? null : respiration(set.respiration),
  spo2: set.spo2 === null ? null : spo2Points(set.spo2, scale, set.on_oxygen),
  oxygen: set.on_oxygen === null ? null : set.on_oxygen ? 2 : 0,
  systolic: set.systolic === null ? null : systolic(set.systolic),
  pulse: set.pulse === null ? null : pulse(set.pulse),
  consciousness: set.consciousness === null ? null : consciousness(set.consciousness),
  temperature: set.temperature === null ? null : temperature(set.temperature),
})

/** The band of a score: 0-4 low, or low-medium where one part alone has 3; 5-6 medium; from 7 high. */
export const bandOf = (score: number, parts: readonly number[]): NewsBand => {
  if (score >= 7) return 'high'
  if (score >= 5) return 'medium'
  return parts.includes(3) ? 'low_medium' : 'low'
}

const none = (reason: NewsReason): News2 => ({ score: null, band: null, parts: {}, reason, missing: [] })

/**
 * NEWS2 of one set of vital signs: for people of 16 and over who are not pregnant. A part that was not measured means no score, and is
 * named; nothing is assumed to be normal. The parts that are known are there either way.
 */
export const news2 = (
  set: Measured,
  { months, isPregnant, scale }: { months: number | null; isPregnant: boolean; scale: Spo2Scale },
): News2 => {
  if (months !== null && months < 16 * 12) return none('under_16')
  if (isPregnant) return none('pregnant')
  const all = partsOf(set, scale)
  const known = newsParts.filter((part) => all[part] !== null)
  const parts = Object.fromEntries(known.map((part) => [part, all[part]!]))
  if (months === null) return { ...none('age_unknown'), parts }
  const missing = newsParts.filter((part) => all[part] === null)
  if (missing.length > 0) return { ...none('incomplete'), parts, missing }
  const score = Object.values(parts).reduce((sum, one) => sum + one, 0)
  return { score, band: bandOf(score, Object.values(parts)), parts, reason: null, missing: [] }
}
