import { dayIn } from '#shared/dates.ts'
import { bmiOf } from '../bmi.ts'
import type { Triage, VitalSigns } from '../contract.ts'
import { ageBandOf, monthsBetween } from '../limits.ts'
import { measureKeys, type MeasureKey, type VitalSet } from '../measures.ts'
import { news2, type Spo2Scale } from '../news2.ts'
import { pews } from '../pews.ts'
import { needsCategory } from './change-triage.ts'

/** A row of `triages` with what stands beside it. */
export type TriageRow = Pick<
  Triage,
  | 'id'
  | 'visit'
  | 'patient'
  | 'patient_name'
  | 'date_of_birth'
  | 'date_created'
  | 'is_pregnant'
  | 'spo2_scale'
  | 'scale'
  | 'level'
  | 'target_minutes'
  | 'level_at'
  | 'level_by_name'
  | 'level_reason'
  | 'suggested_level'
  | 'suggestion'
  | 'is_critical'
  | 'critical_at'
  | 'critical_text'
  | 'critical_seen_at'
  | 'critical_seen_by_name'
  | 'closed_at'
  | 'version'
> & { time_zone: string; level_suggested: number | null; observe_minutes: number | null; observed_at: Date | null }

/** A set as rules see it; of nothing, a set in which nothing was measured. */
export const vitalSetOf = (
  set: (Record<MeasureKey, number | string | null> & Pick<VitalSet, 'on_oxygen' | 'consciousness'>) | undefined,
): VitalSet => {
  const numbers = measureKeys.map((key) => [key, set && set[key] !== null ? Number(set[key]) : null] as const)
  return {
    ...(Object.fromEntries(numbers) as Record<(typeof measureKeys)[number], number | null>),
    on_oxygen: set?.on_oxygen ?? null,
    consciousness: set?.consciousness ?? null,
  }
}

/** Whole months of age on the day of the clinic on which it is `at`; null when nobody knows the birthday. */
export const monthsAt = (dateOfBirth: string | null, at: Date, timeZone: string): number | null =>
  dateOfBirth === null ? null : monthsBetween(dateOfBirth, dayIn(timeZone, at))

const nothing = {
  temperature: null,
  pulse: null,
  systolic: null,
  diastolic: null,
  respiration: null,
  spo2: null,
  on_oxygen: null,
  oxygen_flow: null,
  consciousness: null,
  pain: null,
  glucose: null,
  weight: null,
  height: null,
  muac: null,
  head_circumference: null,
  danger_signs: null,
  notes: null,
  taken_at: null,
}

const dueAt = ({ level_at, target_minutes }: Pick<TriageRow, 'level_at' | 'target_minutes'>) =>
  level_at === null || target_minutes === null ? null : new Date(level_at.getTime() + target_minutes * 60_000)

const observationDueAt = ({ level_at, observed_at, observe_minutes }: Pick<TriageRow, 'level_at' | 'observed_at' | 'observe_minutes'>) =>
  level_at === null || observe_minutes === null
    ? null
    : new Date(Math.max(level_at.getTime(), observed_at?.getTime() ?? 0) + observe_minutes * 60_000)

/** Weight and height are seldom measured twice in a visit: the latest of each. */
const bodyOf = (current: readonly VitalSigns[]) => {
  const latest = (key: 'weight' | 'height') => vitalSetOf(current.find((set) => set[key] !== null))[key]
  return { weight: latest('weight'), height: latest('height') }
}

/** The triage as it is answered: `sets` are newest first, and the first one that no other replaced is the one that counts. */
export const triageOf = ({ time_zone, level_suggested, observe_minutes, observed_at, ...row }: TriageRow, sets: VitalSigns[]): Triage => {
  const current = sets.filter(({ replaced_by }) => replaced_by === null)
  const latest = current[0]
  const about = {
    months: monthsAt(row.date_of_birth, latest?.taken_at ?? row.date_created, time_zone),
    isPregnant: row.is_pregnant ?? false,
    scale: (latest?.news2_scale ?? row.spo2_scale) as Spo2Scale,
  }
  const bmi = bmiOf(bodyOf(current), about)
  const early = news2(vitalSetOf(latest), about)
  const ofChild = pews(vitalSetOf(latest), about.months, latest?.danger_signs?.includes('severe_distress') ?? false)
  return {
    ...row,
    ...nothing,
    ...(latest && Object.fromEntries(Object.keys(nothing).map((key) => [key, latest[key as keyof typeof nothing]]))),
    patient_id: row.patient,
    bmi: bmi.value === null ? null : bmi.value.toFixed(1),
    bmi_class: bmi.class,
    bmi_reason: bmi.reason,
    fee: null,
    created_by: latest?.taken_by ?? null,
    created_by_name: latest?.taken_by_name ?? null,
    age_months: about.months,
    age_band: about.months === null ? 'adult' : ageBandOf(about.months),
    flags: latest?.flags ?? {},
    // What was scored stays as it was scored.
    news2: latest ? { ...early, score: latest.news2 } : early,
    pews: latest && ofChild ? { at_least: ofChild.atLeast, parts: ofChild.parts, missing: ofChild.missing } : null,
    due_at: dueAt(row),
    needs_category: needsCategory({ ...row, level_suggested }),
    observation_due_at: observationDueAt({ ...row, observed_at, observe_minutes }),
    observations: sets,
  }
}
