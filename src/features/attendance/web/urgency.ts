import type { Visit } from '../contract.ts'

/** What of a visit says how urgent the patient is. */
export type UrgentVisit = Pick<
  Visit,
  'priority' | 'has_critical_triage' | 'triage_level' | 'triage_suggested_level' | 'needs_triage_category'
>

/**
 * A patient without a category is of unknown risk: behind those who are known to be very urgent (levels 1 and 2) and before everybody else,
 * because any of them may be one of the former. The desk's word "urgent" goes before the others of unknown risk.
 */
const UNKNOWN = 2.5
const URGENT_AT_DESK = 2.25

/**
 * The rank of a patient in every queue, the most urgent first: critical values, an emergency, then the category; a suggestion counts until
 * the nurse has decided, and where it is more urgent than a category that was chosen before it. `unknown` is the rank of unknown risk.
 */
export const urgencyOf = (visit: UrgentVisit, unknown = UNKNOWN): number => {
  const { priority, has_critical_triage, triage_level: level, triage_suggested_level: suggested, needs_triage_category } = visit
  if (has_critical_triage) return 0
  if (priority === 'emergency') return 0.5
  if (level === null) return Math.min(suggested ?? unknown, unknown, priority === 'urgent' ? URGENT_AT_DESK : unknown)
  return needs_triage_category && suggested !== null ? Math.min(level, suggested) : level
}

/** True when a patient who waits should have been observed again by `now` (milliseconds). */
export const isObservationOverdue = (
  { observation_due_at, attended_by, track }: Pick<Visit, 'attended_by' | 'track'> & { observation_due_at: string | Date | null },
  now: number,
): boolean => observation_due_at !== null && attended_by === null && track !== 'inpatient' && new Date(observation_due_at).getTime() < now
