import { levelsOf } from './levels.ts'
import type { TriageScale } from '#features/attendance/rules.ts'
import { findDangerSign, urgencyOfSign, type DangerSignKey, type Urgency } from './danger-signs.ts'
import { isCritical, type Flags } from './limits.ts'
import { measureKeys, measureOf, rounded, type MeasureKey, type VitalSet } from './measures.ts'
import type { News2 } from './news2.ts'
import { PEWS_SOURCE, pewsReviewMinutes, type Pews } from './pews.ts'

/** Why a category is suggested: the level it asks for, in words with values to be filled in, and its source. */
export interface Reason {
  rule: string
  level: number
  text: string
  values: Record<string, string | number>
  source: string
  /** False: a clinical lead has still to confirm it. */
  is_confirmed: boolean
}

export interface Suggestion {
  /** Null: nothing that was recorded asks for a category. That is no category by itself. */
  level: number | null
  reasons: Reason[]
}

interface VitalRule {
  rule: string
  measure: MeasureKey
  /** Days of age, the second one excluded; null: no end. */
  from_days: number
  to_days: number | null
  below?: number
  from?: number
  above?: number
  urgency: Urgency
  text: string
  source: string
  is_confirmed: boolean
}

const YOUNG = 'WHO IMCI, young infant 0-59 days'
const IMCI = 'WHO IMCI: fast breathing'
const ETAT = 'WHO ETAT 2005, updated 2016'
const IITT = 'WHO, ICRC, MSF Interagency Integrated Triage Tool (secondary copy)'

const FAST = 'Fast breathing for the age: {value}/min'
const COLD = 'Low temperature: {value} °C'
const HOT = 'Fever: {value} °C'

/** What a single value asks for at an age, beside the limits of the clinic and the scores. */
export const vitalRules: readonly VitalRule[] = [
  { rule: 'fast-breathing', measure: 'respiration', from_days: 0, to_days: 7, from: 60, urgency: 2, text: FAST, source: YOUNG, is_confirmed: true },
  { rule: 'fast-breathing', measure: 'respiration', from_days: 7, to_days: 61, from: 60, urgency: 3, text: FAST, source: IMCI, is_confirmed: true },
  { rule: 'fast-breathing', measure: 'respiration', from_days: 61, to_days: 365, from: 50, urgency: 3, text: FAST, source: IMCI, is_confirmed: true },
  { rule: 'fast-breathing', measure: 'respiration', from_days: 365, to_days: 1826, from: 40, urgency: 3, text: FAST, source: IMCI, is_confirmed: true },
  { rule: 'infant-fever', measure: 'temperature', from_days: 0, to_days: 60, from: 38, urgency: 2, text: HOT, source: YOUNG, is_confirmed: true },
  { rule: 'infant-cold', measure: 'temperature', from_days: 0, to_days: 60, below: 35.5, urgency: 2, text: COLD, source: YOUNG, is_confirmed: true },
  { rule: 'fever', measure: 'temperature', from_days: 60, to_days: 4383, above: 39, urgency: 3, text: HOT, source: IITT, is_confirmed: false },
  { rule: 'cold', measure: 'temperature', from_days: 60, to_days: 4383, below: 36, urgency: 3, text: COLD, source: IITT, is_confirmed: false },
  { rule: 'hypoxia', measure: 'spo2', from_days: 0, to_days: 5844, below: 90, urgency: 1, text: 'SpO2 below 90 %: {value} %', source: ETAT, is_confirmed: true },
  { rule: 'muac', measure: 'muac', from_days: 183, to_days: 1826, below: 115, urgency: 3, text: 'Severe wasting: MUAC {value} mm', source: `${ETAT}; WHO and UNICEF 2009`, is_confirmed: true },
  { rule: 'pain', measure: 'pain', from_days: 0, to_days: null, from: 7, urgency: 3, text: 'Severe pain: {value} of 10', source: IITT, is_confirmed: false },
] // prettier-ignore

const TINY_DAYS = 61
const CHILD_MONTHS = 16 * 12

interface Facts {
  set: VitalSet
  /** Whole days and months of age; null where the birthday is not known. */
  days: number | null
  months: number | null
  signs: readonly DangerSignKey[] | null
  flags: Flags
  news: News2
  pews: Pews | null
}

/** The level of a scale at which a patient is seen within so many minutes: the least urgent that is soon enough. */
const levelWithin = (scale: TriageScale, within: number): number => {
  const soon = levelsOf[scale].filter(({ minutes }) => minutes !== null && minutes <= within)
  return Math.max(1, ...soon.map(({ level }) => level))
}

const isMet = ({ below, from, above }: VitalRule, value: number) =>
  (below !== undefined && value < below) || (from !== undefined && value >= from) || (above !== undefined && value > above)

const fromSigns = ({ signs, months }: Facts): Reason[] =>
  (signs ?? []).flatMap((key) => {
    const found = findDangerSign(key)
    if (!found) return []
    const { urgency, source } = urgencyOfSign(found, months)
    return [{ rule: `sign:${key}`, level: urgency, text: found.label, values: {}, source, is_confirmed: false }]
  })

const fromRules = ({ set, days }: Facts): Reason[] => {
  // An age that is not known meets the rules of no age but those that hold for every one.
  const fits = ({ from_days, to_days }: VitalRule) =>
    days === null ? from_days === 0 && to_days === null : days >= from_days && (to_days === null || days < to_days)
  return vitalRules.flatMap((one) => {
    const value = set[one.measure]
    if (value === null || !fits(one) || !isMet(one, value)) return []
    const { rule, urgency, text, source, is_confirmed } = one
    return [{ rule, level: urgency, text, values: { value: rounded(one.measure, value) }, source, is_confirmed }]
  })
}

const ofMind = (level: Urgency, text: string, source: string, is_confirmed: boolean): Reason[] => [
  { rule: 'consciousness', level, text, values: {}, source, is_confirmed },
]

const fromMind = ({ set: { consciousness }, months }: Facts): Reason[] => {
  const isChild = months !== null && months < CHILD_MONTHS
  if (consciousness === 'unresponsive') return ofMind(1, 'Unresponsive', ETAT, true)
  if (consciousness === 'pain') return ofMind(1, 'Responds only to pain', ETAT, true)
  if (consciousness === 'confusion') return isChild ? ofMind(1, 'Confused', ETAT, true) : ofMind(2, 'Confused', IITT, false)
  return consciousness === 'voice' ? ofMind(2, 'Responds only to voice', PEWS_SOURCE, false) : []
}

const fromScores = ({ pews, news }: Facts, scale: TriageScale): Reason[] => {
  const found: Reason[] = []
  const within = pews ? pewsReviewMinutes(pews.atLeast) : null
  if (pews && within !== null)
    found.push({
      rule: 'pews',
      level: levelWithin(scale, within),
      text: 'Paediatric score at least {score}: a doctor within {within} min',
      values: { score: pews.atLeast, within },
      source: PEWS_SOURCE,
      is_confirmed: false,
    })
  const parts = Object.values(news.parts)
  const score = news.score ?? parts.reduce((sum, one) => sum + one, 0)
  if (score >= 5 || parts.includes(3))
    found.push({
      rule: 'news2',
      level: score >= 7 ? 2 : 3,
      text: score >= 5 ? 'NEWS2 at least {score}' : 'NEWS2: one value alone scores 3',
      values: { score },
      source: 'NEWS2, Royal College of Physicians 2017',
      is_confirmed: false,
    })
  return found
}

const fromLimits = ({ set, flags }: Facts): Reason[] =>
  measureKeys
    // Wasting is a priority sign, not one that needs a doctor at once.
    .filter((key) => key !== 'muac' && isCritical(flags[key]))
    .map((key) => ({
      rule: `critical:${key}`,
      level: 2,
      text: 'Critical at this age: {measure} {value} {unit}',
      values: { measure: measureOf(key).label, value: rounded(key, set[key]!), unit: measureOf(key).unit },
      source: 'Limits of vital signs of this clinic',
      is_confirmed: false,
    }))

const fromAge = ({ days }: Facts): Reason[] =>
  days !== null && days < TINY_DAYS
    ? [{ rule: 'tiny', level: 3, text: 'Younger than two months', values: {}, source: ETAT, is_confirmed: true }]
    : []

/**
 * The category that vital signs, danger signs and age suggest on a scale, with every reason, the most urgent first. The nurse decides: this
 * chooses nothing. A confirmed reason is one whose number was seen in its source; how it maps to five levels is a setting.
 */
export const suggestLevel = (facts: Facts, scale: TriageScale): Suggestion => {
  const reasons = [
    ...fromSigns(facts),
    ...fromMind(facts),
    ...fromRules(facts),
    ...fromScores(facts, scale),
    ...fromLimits(facts),
    ...fromAge(facts),
  ].toSorted((a, b) => a.level - b.level)
  return { level: reasons[0]?.level ?? null, reasons }
}
