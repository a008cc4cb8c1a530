import type { Patient } from './people.ts'
import { type Random, weightTable } from './random.ts'
import { type Reason, reasons } from './illness-reasons.ts'

export { type Reason, reasons } from './illness-reasons.ts'
export type Diagnosis = { code: string; name: string }
export type Priority = 'routine' | 'urgent' | 'emergency'

const bandOf = (age: number) => (age < 1 ? 0 : age < 5 ? 1 : age < 15 ? 2 : age < 25 ? 3 : age < 45 ? 4 : age < 65 ? 5 : 6)

const byKey = new Map(reasons.map((reason) => [reason.key, reason]))

/** The reason with this key; throws on an unknown one. */
export const reasonOf = (key: string): Reason => {
  const reason = byKey.get(key)
  if (!reason) throw new RangeError(`No such reason: ${key}`)
  return reason
}

/** Whether a person of this age (completed years), gender and health can come for this reason. */
export const fits = (reason: Reason, age: number, patient: Pick<Patient, 'gender' | 'chronic_conditions'>) =>
  reason.ages[bandOf(age)] !== '0' &&
  age >= (reason.minAge ?? 0) &&
  age <= (reason.maxAge ?? 200) &&
  (reason.sex === undefined || reason.sex === patient.gender) &&
  (reason.condition === undefined || patient.chronic_conditions.includes(reason.condition))

type Sex = 'female' | 'male' | 'none'
const acuteTable = (band: number, sex: Sex, month: number) =>
  weightTable(
    reasons.filter((reason) => reason.weight > 0 && (reason.sex === undefined || reason.sex === sex)),
    (reason) => (reason.weight * Number(reason.ages[band]) * Number(reason.months?.[month] ?? 5)) / 25,
  )
const acute = new Map<string, ReturnType<typeof acuteTable>>()

/** A reason for an unplanned visit, by age in completed years, gender and month (0 to 11). */
export const pickAcuteReason = (rng: Random, age: number, gender: Patient['gender'], month: number): Reason => {
  const band = bandOf(age)
  const sex = gender === 'female' || gender === 'male' ? gender : 'none'
  const key = `${band}${sex}${month}`
  let table = acute.get(key)
  if (!table) {
    table = acuteTable(band, sex, month)
    acute.set(key, table)
  }
  for (;;) {
    const reason = rng.weighted(table)
    if (age >= (reason.minAge ?? 0) && age <= (reason.maxAge ?? 200)) return reason
  }
}

const reviews = new Map(reasons.flatMap((reason) => (reason.condition ? [[reason.condition, reason] as const] : [])))

/** The reason for which people with this condition come again and again. */
export const reviewOf = (condition: Patient['chronic_conditions'][number]): Reason => {
  const reason = reviews.get(condition)
  if (!reason) throw new RangeError(`No review for ${condition}`)
  return reason
}

/** What the desk types for this reason. */
export const reasonText = (rng: Random, reason: Reason) =>
  rng
    .pick(reason.texts)
    .replace(/\{(\d+)-(\d+)\}/, (_, low, high) => String(rng.integer(Number(low), Number(high))))
    .replace(/\b1 (day|week)s\b/, '1 $1')

export const diagnosisOf = (reason: Reason): Diagnosis => ({ code: reason.code, name: reason.name })

/** Urgent visits by the share the reason has; one in four of them is an emergency. */
export const pickPriority = (rng: Random, reason: Reason): Priority =>
  rng.chance(reason.urgent ?? 0.004) ? (rng.chance(0.25) ? 'emergency' : 'urgent') : 'routine'

/** Weeks of age (with the words of the card) at which an infant is immunised. */
export const immunisationSchedule: readonly (readonly [number, string])[] = [
  [0.5, 'at birth'],
  [6, '6 weeks'],
  [10, '10 weeks'],
  [14, '14 weeks'],
  [26, '6 months'],
  [39, '9 months'],
  [78, '18 months'],
]
