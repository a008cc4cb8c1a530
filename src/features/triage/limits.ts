import { measureKeys, measureOf, rounded, type MeasureKey, type VitalSet } from './measures.ts'
import { spo2Points, type News2, type Spo2Scale } from './news2.ts'

/** What is ordinary for a measure at some ages; critical at or beyond the critical values. */
export interface Limit {
  measure: string
  age_from_months: number
  age_to_months: number | null
  low: number | null
  high: number | null
  low_critical: number | null
  high_critical: number | null
}

export const flags = ['low', 'high', 'critical_low', 'critical_high'] as const
export type Flag = (typeof flags)[number]
export type Flags = Partial<Record<MeasureKey | 'consciousness', Flag>>
export const isCritical = (flag: Flag | undefined) => flag === 'critical_low' || flag === 'critical_high'

export const ageBands = ['newborn', 'infant', 'toddler', 'preschool', 'school', 'adolescent', 'adult'] as const
export type AgeBand = (typeof ageBands)[number]
const bandEnds: readonly (readonly [number, AgeBand])[] = [
  [1, 'newborn'],
  [12, 'infant'],
  [36, 'toddler'],
  [72, 'preschool'],
  [144, 'school'],
  [192, 'adolescent'],
]
export const ageBandOf = (months: number): AgeBand => bandEnds.find(([end]) => months < end)?.[1] ?? 'adult'

/** Whole months between two days (YYYY-MM-DD); never less than none. */
export const monthsBetween = (birth: string, day: string): number => {
  const [by = 0, bm = 0, bd = 0] = birth.split('-').map(Number)
  const [y = 0, m = 0, d = 0] = day.split('-').map(Number)
  return Math.max(0, (y - by) * 12 + (m - bm) - (d < bd ? 1 : 0))
}

/** Somebody whose age is not known is looked at as an adult: better a flag too many than none. */
const ADULT_MONTHS = 30 * 12

export const limitFor = (limits: readonly Limit[], measure: MeasureKey, months: number | null): Limit | undefined => {
  const age = months ?? ADULT_MONTHS
  return limits.find(
    (limit) => limit.measure === measure && age >= limit.age_from_months && (limit.age_to_months === null || age < limit.age_to_months),
  )
}

/** Where a value lies. */
export const flagOf = (value: number, limit: Limit): Flag | undefined => {
  if (limit.low_critical !== null && value <= limit.low_critical) return 'critical_low'
  if (limit.high_critical !== null && value >= limit.high_critical) return 'critical_high'
  if (limit.low !== null && value < limit.low) return 'low'
  if (limit.high !== null && value > limit.high) return 'high'
  return undefined
}

/** Saturation of somebody whose target is 88-92 %: as scale 2 of NEWS2 has it, too much oxygen included. */
const flagOnScale2 = (value: number, onOxygen: boolean | null): Flag | undefined => {
  const points = spo2Points(value, 2, onOxygen) ?? 0
  if (points === 0) return undefined
  const side = value < 88 ? 'low' : 'high'
  return points === 3 ? `critical_${side}` : side
}

/** In pregnancy, whatever the clinic's limits say: raised from 140/90 mmHg, severe from 160/110 (WHO 2011, pre-eclampsia and eclampsia). */
const PRESSURE_IN_PREGNANCY: Partial<Record<MeasureKey, { raised: number; severe: number }>> = {
  systolic: { raised: 140, severe: 160 },
  diastolic: { raised: 90, severe: 110 },
}
const flagInPregnancy = (key: MeasureKey, value: number): Flag | undefined => {
  const pressure = PRESSURE_IN_PREGNANCY[key]
  if (!pressure || value < pressure.raised) return undefined
  return value >= pressure.severe ? 'critical_high' : 'high'
}

/** The values of a set that are out of the ordinary at this age. */
export const flagsOf = (
  set: VitalSet,
  limits: readonly Limit[],
  { months, spo2Scale, isPregnant = false }: { months: number | null; spo2Scale: Spo2Scale; isPregnant?: boolean },
): Flags => {
  const found: Flags = {}
  for (const key of measureKeys) {
    const value = set[key]
    if (value === null) continue
    const limit = limitFor(limits, key, months)
    const usual = key === 'spo2' && spo2Scale === 2 ? flagOnScale2(value, set.on_oxygen) : limit && flagOf(value, limit)
    const flag = (isPregnant ? flagInPregnancy(key, value) : undefined) ?? usual
    if (flag) found[key] = flag
  }
  if (set.consciousness === 'pain' || set.consciousness === 'unresponsive') found.consciousness = 'critical_low'
  else if (set.consciousness === 'confusion' || set.consciousness === 'voice') found.consciousness = 'low'
  return found
}

const consciousnessWords = {
  alert: 'Alert',
  confusion: 'Confused',
  voice: 'Responds to voice',
  pain: 'Responds to pain',
  unresponsive: 'Unresponsive',
}

/** What is critical about a set, in the words of a board: `SpO2 82 %, NEWS2 9`. Null when nothing is. */
export const criticalText = (set: VitalSet, found: Flags, { score, band }: Pick<News2, 'score' | 'band'>): string | null => {
  const values = measureKeys
    .filter((key) => isCritical(found[key]))
    .map((key) => {
      const { short, unit } = measureOf(key)
      return `${short} ${rounded(key, set[key]!)} ${unit}`.replace(' /', '/')
    })
  if (isCritical(found.consciousness) && set.consciousness) values.push(consciousnessWords[set.consciousness])
  if (band === 'high') values.push(`NEWS2 ${score}`)
  return values.length === 0 ? null : values.join(', ')
}
