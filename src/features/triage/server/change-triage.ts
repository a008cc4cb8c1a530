import type { ParsedOf } from '#shared/endpoint.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { updateTriage } from '../contract.ts'
import { levelOf, observeMinutesOf } from '../levels.ts'
import { measureKeys, numberIn, rounded, type VitalSet } from '../measures.ts'
import type { Suggestion } from '../suggest.ts'
import { inEnglish } from '../measures.ts'
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
    throw fieldError('diastolic', 'Diastolic pressure must be below systolic pressure.')
  if (oxygen_flow !== null && on_oxygen !== true) throw fieldError('oxygen_flow', 'Oxygen flow entered, but the patient is on room air.')
}

const EARLIEST_MS = 24 * 3_600_000
const LENT_MS = 5 * 60_000

/** 400 for a time that is still to come, or more than a day before the visit. */
export const refuseOtherTimes = (at: Date, began: Date, now: Date) => {
  if (at.getTime() > now.getTime() + LENT_MS) throw fieldError('taken_at', 'Date and time must not be in the future.')
  if (at.getTime() < began.getTime() - EARLIEST_MS) throw fieldError('taken_at', 'This time is long before the visit started.')
}

const noLevel = {
  scale: null,
  level: null,
  target_minutes: null,
  level_at: null,
  level_by: null,
  level_reason: null,
  level_suggested: null,
  observe_minutes: null,
}

/** What is said to whoever chooses a level that is less urgent than what is suggested, without a reason. */
const belowSuggestion = (scale: LockedTriage['clinic_scale'], level: number, { level: suggested, reasons }: Suggestion) => {
  const why = reasons
    .filter((one) => one.level === suggested)
    .map(({ text, values, source }) => `${inEnglish({ text, values })} (${source})`)
  return fieldError(
    'level_reason',
    `Category ${level} is less urgent than the suggested ${suggested} (${levelOf(scale, suggested ?? 1)?.name}): ${why.join('; ')}. Give the reason, or choose 1 to ${suggested}.`,
  )
}

/**
 * Scale, target time and the interval of observations are copied when the level is chosen, and stay as they were then. 400 on `level_reason`
 * for a level that is less urgent than the suggestion of the moment and comes without a reason.
 */
export const levelAfter = (triage: LockedTriage, change: Change, suggestion: Suggestion, by: number, now: Date) => {
  const { scale, level, target_minutes, level_at, level_by, level_reason, level_suggested, observe_minutes } = triage
  const asBefore = { scale, level, target_minutes, level_at, level_by, level_reason, level_suggested, observe_minutes }
  const chosen = change.level === undefined ? level : change.level
  if (change.level_reason && chosen === null) throw fieldError('level_reason', 'A reason needs a category: send `level`, 1 to 5.')
  const isAgain = chosen === level && !change.level_reason
  if (isAgain) return asBefore
  if (chosen === null) return noLevel
  const isBelow = suggestion.level !== null && chosen > suggestion.level
  const reason = change.level_reason ?? null
  if (isBelow && reason === null) throw belowSuggestion(triage.clinic_scale, chosen, suggestion)
  const decided = { level_reason: reason, level_suggested: suggestion.level, level_at: now, level_by: by }
  if (chosen === level) return { ...asBefore, ...decided }
  const target = levelOf(triage.clinic_scale, chosen)?.minutes ?? null
  return { scale: triage.clinic_scale, level: chosen, target_minutes: target, observe_minutes: observeMinutesOf(chosen), ...decided }
}

/** True without a category, and with one that was chosen before a more urgent suggestion. */
export const needsCategory = ({
  level,
  suggested_level: suggested,
  level_reason,
  level_suggested,
}: Pick<LockedTriage, 'level' | 'suggested_level' | 'level_reason' | 'level_suggested'>): boolean =>
  level === null ||
  (suggested !== null && suggested < level && !(level_reason !== null && level_suggested !== null && level_suggested <= suggested))

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
