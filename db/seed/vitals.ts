import { criticalText, flagsOf, levelOf, news2, type Limit, type VitalSet } from '#features/triage/rules.ts'
import type { Track } from '#features/attendance/rules.ts'
import { headAt, heightAt, monthsOf, pressureAt, weightAt } from './body.ts'
import { isoInstant } from './calendar.ts'
import { findingOf } from './findings.ts'
import { reasonOf } from './illness.ts'
import type { SomeVisit } from './load-rows.ts'
import type { Patient } from './people.ts'
import { type Random } from './random.ts'
import type { Signs } from './findings-row.ts'

/** One set of vital signs and what the rules say of it. `by` is an index into `staff`, instants are ISO texts. */
export interface PlannedSet {
  set: VitalSet
  at: string
  by: number
  news2: number | null
  flags: object
  isCritical: boolean
  critical: string | null
}
/** What is known of a visit after triage. */
export interface PlannedTriage {
  sets: readonly PlannedSet[]
  isPregnant: boolean | null
  level: { level: number; minutes: number | null; at: string; by: number } | null
  /** The last critical value, and who saw it when; nobody yet when `seen` is null. */
  critical: { at: string; text: string; seen: { at: string; by: number } | null } | null
}

const MINUTE = 60_000
/** Critical at every age. */
const LOW_SPO2 = 87
const ADULT = 192

/** What is usual at an age in months. */
const usualAt = (months: number) => {
  const at = (values: readonly number[]) => values[[1, 12, 36, 72, 144, 1e9].findIndex((end) => months < end)] as number
  return { pulse: at([142, 128, 112, 98, 88, 75]), respiration: at([45, 38, 28, 23, 20, 16]) }
}

interface About {
  patient: Patient
  at: number
  signs: Signs
  /** How ill, 1 being usual for the reason. */
  degree: number
  /** How many visits for the same reason came before: those under treatment get better. */
  nth: number
  isNursing: boolean
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
const tenth = (value: number) => Math.round(value * 10) / 10

const measure = (rng: Random, { patient, at, signs, degree, nth, isNursing }: About): VitalSet => {
  const months = monthsOf(patient, at)
  const usual = usualAt(months)
  const isChild = months < ADULT
  const treated = Math.max(0.25, 1 - nth * 0.18)
  const fever = Math.max(0, (signs.temperature - 36.7) * degree)
  const temperature = clamp(
    rng.normal(36.7 + fever + (signs.temperature < 36.7 ? signs.temperature - 36.7 : 0), fever > 0.6 ? 0.4 : 0.2),
    35.6,
    41,
  )
  const pulse = rng.normal(
    usual.pulse + (signs.pulse * degree + Math.max(0, temperature - 37.4) * 7) * (isChild ? 1.2 : 1),
    isChild ? 6 : 5,
  )
  const respiration = rng.normal(usual.respiration + signs.respiration * degree * (isChild ? 1.3 : 1), isChild ? 2 : 1.2)
  const systolic = rng.normal(pressureAt(patient, at) + signs.pressure * (signs.pressure > 0 ? treated : degree), 6)
  const isDiabetic = patient.chronic_conditions.includes('diabetes')
  const glucose = signs.glucose ?? (isDiabetic ? 9.4 : null)
  const hasPressure = !isNursing && months >= 36
  const hasScore = !isNursing && (months >= ADULT ? rng.chance(0.85) : rng.chance(0.4))
  return {
    temperature: tenth(temperature),
    pulse: isNursing && months < 36 ? null : Math.round(clamp(pulse, 44, 210)),
    systolic: hasPressure ? Math.round(clamp(systolic, 74, 214)) : null,
    diastolic: hasPressure ? Math.round(clamp(systolic, 74, 214) * rng.normal(0.625, 0.02)) : null,
    respiration: isNursing ? null : Math.round(clamp(respiration, 11, 72)),
    spo2: isNursing ? null : Math.round(clamp(rng.normal(97.9 - signs.spo2 * degree, 0.8), 78, 100)),
    oxygen_flow: null,
    pain: signs.pain === null || months < 60 ? null : Math.round(clamp(rng.normal(signs.pain * degree, 1), 0, 10)),
    glucose:
      glucose === null || (nth === 0 && signs.glucose === null && rng.chance(0.5))
        ? null
        : tenth(clamp(rng.normal(glucose > 8 ? 6.5 + (glucose - 6.5) * treated : glucose, 1.2), 2.4, 29)),
    weight: tenth(weightAt(patient, at) * rng.normal(1, 0.008)),
    height: isChild || nth === 0 || rng.chance(0.25) ? Math.round(heightAt(patient, at)) : null,
    muac: months >= 6 && months < 60 && rng.chance(0.6) ? Math.round(rng.normal(148 - (signs.temperature < 36.6 ? 27 : 0), 6)) : null,
    head_circumference: months < 24 && isNursing ? tenth(headAt(patient, at)) : null,
    on_oxygen: hasScore ? false : null,
    consciousness:
      hasScore || (signs.drowsy && degree > 1.2) ? (signs.drowsy && degree > 1.2 && rng.chance(0.5) ? 'voice' : 'alert') : null,
  }
}

/** After some treatment: fever, pulse and breathing are half-way back; oxygen when it was low. */
const later = (rng: Random, before: VitalSet, usual: { pulse: number; respiration: number }): VitalSet => {
  const half = (value: number | null, target: number) => (value === null ? null : Math.round((value + target) / 2 + rng.normal(0, 1)))
  const low = before.spo2 !== null && before.spo2 < 93
  return {
    ...before,
    temperature: before.temperature === null ? null : tenth(before.temperature - Math.max(0, before.temperature - 37) * 0.55),
    pulse: half(before.pulse, usual.pulse),
    respiration: half(before.respiration, usual.respiration),
    spo2: before.spo2 === null ? null : Math.min(99, low ? before.spo2 + rng.integer(4, 6) : before.spo2),
    on_oxygen: low ? true : before.on_oxygen,
    oxygen_flow: low ? 2 : null,
    consciousness: before.consciousness === null ? null : 'alert',
    systolic: half(before.systolic, before.systolic === null ? 0 : Math.min(before.systolic, 150)),
    diastolic: before.diastolic,
    pain: before.pain === null ? null : Math.max(0, before.pain - 2),
    weight: null,
    height: null,
    muac: null,
    glucose: null,
  }
}

const planned = ['nurse', 'talk', 'laboratory-only', 'antenatal']
const nurseOnly = new Set(['immunisation', 'growth-monitoring', 'hpv-vaccine', 'tetanus-vaccine'])
const pregnancies = new Set(['antenatal', 'pregnancy-test', 'morning-sickness', 'threatened-abortion'])
const SCALE = 'manchester'

const levelFor = (visit: SomeVisit, sets: readonly PlannedSet[]): number => {
  const [first] = sets
  if (visit.priority === 'emergency') return first?.isCritical ? 1 : 2
  if (first?.isCritical) return 2
  if (visit.priority === 'urgent') return 3
  if ((first?.news2 ?? 0) >= 5 || (first?.set.temperature ?? 0) >= 38.8 || (first?.set.pain ?? 0) >= 8) return 3
  return planned.includes(reasonOf(visit.reason_key).path) ? 5 : 4
}

const degreeOf = (rng: Random, { priority, is_critical }: SomeVisit) => {
  if (is_critical) return 1.2
  return clamp(rng.normal(priority === 'emergency' ? 1.65 : priority === 'urgent' ? 1.25 : 0.85, 0.16), 0.4, 2)
}

/** Since when and until when the visit was on a track, and who ended it; null when it never was or still is. */
export const stayOn = ({ moves, created_at }: Pick<SomeVisit, 'moves' | 'created_at'>, track: Track) => {
  const index = moves.findIndex(({ from }) => from === track)
  const move = moves[index]
  return move ? { from: Date.parse(moves[index - 1]?.at ?? created_at), to: Date.parse(move.at), by: move.by } : null
}

/** What the nurse measured on a visit that has been through triage, and how urgent it was; null for others. The same for the same `rng`. */
export const triageOf = (
  rng: Random,
  visit: SomeVisit,
  patient: Patient,
  { nth, limits }: { nth: number; limits: readonly Limit[] },
): PlannedTriage | null => {
  const stay = stayOn(visit, 'triage')
  if (!stay || visit.track === 'discharged') return null
  const { by } = stay
  const taken = stay.from + (stay.to - stay.from) * (0.6 + 0.3 * rng.next())
  const signs = findingOf(visit.reason_key).signs
  const months = Math.floor(monthsOf(patient, taken))
  const isPregnant = pregnancies.has(visit.reason_key) ? true : null
  const score = (set: VitalSet, at: number): PlannedSet => {
    const flags = flagsOf(set, limits, { months, spo2Scale: 1, isPregnant: isPregnant ?? false })
    const early = news2(set, { months, isPregnant: isPregnant ?? false, scale: 1 })
    const critical = criticalText(set, flags, early)
    return { set, at: isoInstant(at), by, news2: early.score, flags, isCritical: critical !== null, critical }
  }
  const about = { patient, at: taken, signs, degree: degreeOf(rng, visit), nth, isNursing: nurseOnly.has(visit.reason_key) }
  const measured = measure(rng, about)
  const first = score(visit.is_critical ? { ...measured, spo2: Math.min(measured.spo2 ?? LOW_SPO2, LOW_SPO2) } : measured, taken)
  const sets = [first]
  const end = Date.parse(visit.moves.at(-1)?.at ?? visit.created_at)
  const again = taken + rng.integer(35, 70) * MINUTE
  if ((first.isCritical || ((first.set.temperature ?? 0) > 38.9 && rng.chance(0.5))) && again < end)
    sets.push(score(later(rng, first.set, usualAt(months)), again))
  const level = levelFor(visit, sets)
  return {
    sets,
    isPregnant,
    level: { level, minutes: levelOf(SCALE, level)?.minutes ?? null, at: isoInstant(Math.min(taken + 40_000, stay.to)), by },
    critical: criticalOf(sets, visit),
  }
}

const criticalOf = (sets: readonly PlannedSet[], visit: SomeVisit): PlannedTriage['critical'] => {
  const worst = sets.findLast(({ isCritical }) => isCritical)
  if (!worst?.critical) return null
  const doctor = stayOn(visit, 'doctor')
  const seenAt = doctor
    ? Math.min(Math.max(doctor.from, Date.parse(worst.at)) + 3 * MINUTE, Math.max(doctor.to, Date.parse(worst.at)))
    : null
  const last = visit.moves.at(-1)
  const seen =
    doctor && seenAt !== null
      ? { at: isoInstant(seenAt), by: doctor.by }
      : visit.track === 'complete' && last
        ? { at: last.at, by: worst.by }
        : visit.attended_by != null && visit.attended_since
          ? { at: visit.attended_since, by: visit.attended_by }
          : null
  return { at: worst.at, text: worst.critical, seen }
}
