import type { ParsedOf } from '#shared/endpoint.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { updateTriage } from '../contract.ts'
import { levelOf } from '../levels.ts'
import { measureKeys, numberIn, rounded, type VitalSet } from '../measures.ts'
import type { LockedTriage } from './lock-triage.ts'

export type Change = ParsedOf<typeof updateTriage>['body']

/** The set after the change: what was not named stays, null takes away. */
export const changedSet = (before: VitalSet, change: Change): VitalSet => {
  const after = { ...before }
  for (const key of measureKeys) {
    const sent = change[key]
    if (sent !== undefined) after[key] = sent === null ? null : rounded(key, numberIn(sent))
  }
  if (change.consciousness !== undefined) after.consciousness = change.consciousness
  if (change.on_oxygen !== undefined) after.on_oxygen = change.on_oxygen
  // Litres are of oxygen; on air there are none.
  else if (change.oxygen_flow) after.on_oxygen = true
  if (after.on_oxygen === false && !change.oxygen_flow) after.oxygen_flow = null
  return after
}

/** 400 for values that contradict each other. */
export const refuseNonsense = ({ systolic, diastolic, on_oxygen, oxygen_flow }: VitalSet) => {
  if (systolic !== null && diastolic !== null && diastolic >= systolic)
    throw fieldError('diastolic', 'The diastolic pressure is below the systolic one.')
  if (oxygen_flow !== null && on_oxygen !== true) throw fieldError('oxygen_flow', 'Litres of oxygen, but the patient is on air.')
}

const EARLIEST_MS = 24 * 3_600_000
const LENT_MS = 5 * 60_000

/** 400 for a time that is still to come, or more than a day before the visit. */
export const refuseOtherTimes = (at: Date, began: Date, now: Date) => {
  if (at.getTime() > now.getTime() + LENT_MS) throw fieldError('taken_at', 'This is still to come.')
  if (at.getTime() < began.getTime() - EARLIEST_MS) throw fieldError('taken_at', 'This is long before the visit began.')
}

/** Scale and target time are copied when the level is chosen, and stay as they were then. */
export const levelAfter = (triage: LockedTriage, change: Change, by: number, now: Date) => {
  const { scale, level, target_minutes, level_at, level_by } = triage
  if (change.level === undefined || change.level === level) return { scale, level, target_minutes, level_at, level_by }
  if (change.level === null) return { scale: null, level: null, target_minutes: null, level_at: null, level_by: null }
  const target = levelOf(triage.clinic_scale, change.level)?.minutes ?? null
  return { scale: triage.clinic_scale, level: change.level, target_minutes: target, level_at: now, level_by: by }
}

/** A new critical value waits for a doctor; a correction takes back the alarm that it corrects. */
export const criticalAfter = (triage: LockedTriage, text: string | null, wasOfCorrected: boolean, now: Date) => {
  const { critical_at, critical_text, critical_seen_at, critical_seen_by } = triage
  const asBefore = { critical_at, critical_text, critical_seen_at, critical_seen_by }
  const none = { critical_at: null, critical_text: null, critical_seen_at: null, critical_seen_by: null }
  if (text !== null) return wasOfCorrected && text === critical_text ? asBefore : { ...none, critical_at: now, critical_text: text }
  return wasOfCorrected ? none : asBefore
}

/** Whether anything measured differs. */
export const isDifferent = (before: VitalSet, after: VitalSet) =>
  [...measureKeys, 'on_oxygen' as const, 'consciousness' as const].some((key) => before[key] !== after[key])
