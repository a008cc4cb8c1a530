import type { ParsedOf } from '#shared/endpoint.ts'
import type { Permission } from '#shared/permissions.ts'
import { chargeConsultation } from '#features/charges/public.ts'
import { requireNonePending } from '#features/order-drafts/public.ts'
import { refuseDead } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, forbidden, invalidInput, requireFound } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { requireOpenRecord } from '#platform/http/restricted.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { moveVisit } from '../contract.ts'
import { isAllowedMove, isClosed, permissionsForChange, permissionsForMove, getTrackPermissions, trackLabel, type Track } from '../rules.ts'
import { redactVisit } from './redact-visit.ts'
import { mayAttend, mayChange, mayMove } from './policy.ts'
import { findVisit, lacksCategory, lockVisit, updateVisit, wasAtTriage, type VisitRow } from './queries.ts'
import { findLeftOpenOf } from './left-open.ts'
import { findMisassigned } from './staff.ts'

export type Change = ParsedOf<typeof moveVisit>['body']
const changeable = Object.keys(permissionsForChange) as (keyof typeof permissionsForChange)[]

/** The visit, locked, as the caller saw it: 404 when there is none, 412 with the visit as it is now when it has changed since. */
export const lockAsSeen = async (db: Db, id: number, seen: number | null, user: User, now: Date): Promise<VisitRow> => {
  const visit = requireFound(await lockVisit(db, id), 'Visit')
  return requireUnchanged(visit, seen, async () => {
    if (visit.closed_at) await requireOpenRecord(db, user, now, visit.patient_id, 'visit')
    return redactVisit({ db, user, now }, (await findVisit(db, id, now))!)
  })
}

const oneOf = (permissions: readonly Permission[]) => forbidden(permissions.join(' or '))

/** Refuses a move that the table does not have (409) or that others make (403). */
export const authorizeMove = (user: User, from: Track, to: Track) => {
  if (from === to) throw conflict(`The patient is in ${trackLabel[to]} already.`, { track: to }, 'already_there')
  if (!isAllowedMove(from, to))
    throw conflict(`A visit cannot move from ${trackLabel[from]} to ${trackLabel[to]}.`, { track: from }, 'move_not_allowed')
  if (!mayMove(user, from, to)) throw oneOf(permissionsForMove(from, to))
}

const authorizeAttending = (user: User, visit: VisitRow, track: Track, takeOver: boolean) => {
  if (isClosed(track)) throw fieldError('attending', 'A closed visit cannot have an attending user.')
  if (!mayAttend(user, track)) throw oneOf(getTrackPermissions(track))
  // A move ends whatever was going on in the room before.
  const isTaken = track === visit.track && visit.attended_by !== null && visit.attended_by !== user.id
  if (isTaken && !takeOver)
    throw conflict(
      `${visit.attended_by_name} has this patient.`,
      { attended_by: visit.attended_by, attended_by_name: visit.attended_by_name, attended_since: visit.attended_since },
      'attended',
    )
}

const authorize = (user: User, visit: VisitRow, change: Change) => {
  if (change.track !== undefined) authorizeMove(user, visit.track, change.track)
  for (const field of changeable) if (change[field] !== undefined && !mayChange(user, field)) throw oneOf(permissionsForChange[field])
  if (change.attending !== undefined) authorizeAttending(user, visit, change.track ?? visit.track, change.take_over ?? false)
}

/** Where a patient who has been to triage goes on to; back to the desk, or out of the house, is not on. */
const isOn = (to: Track) => to !== 'reception' && to !== 'triage' && !isClosed(to)
/** Moves that are made only with a triage category, or as an emergency. From the desk: of who went back there from triage. */
const needsCategoryFor = (from: Track, to: Track): 'always' | 'after triage' | null =>
  !isOn(to) ? null : from === 'triage' ? 'always' : from === 'reception' ? 'after triage' : null

/**
 * 400 on `triage_level` for a patient who leaves triage without a category, unless the change says why it is an emergency; 400 on
 * `emergency_reason` where nothing asks for one. Answers the reason that is to stay with the move.
 */
const requireCategory = async (db: Db, visit: VisitRow, { track, emergency_reason: reason }: Change): Promise<string | undefined> => {
  const rule = track === undefined ? null : needsCategoryFor(visit.track, track)
  const isAsked = rule === 'always' || (rule === 'after triage' && (await wasAtTriage(db, visit.id)))
  const lacking = isAsked ? await lacksCategory(db, visit.id) : null
  if (!lacking) {
    if (reason === undefined) return undefined
    throw fieldError('emergency_reason', 'This move needs no reason. A reason is only for a patient who leaves triage without a category.')
  }
  if (reason !== undefined) return reason
  const suggested = lacking.suggested === null ? '' : ` Suggested from what was recorded: ${lacking.suggested}.`
  throw fieldError(
    'triage_level',
    `Choose a triage category before the patient leaves triage: \`level\` 1 (most urgent) to 5 at PATCH /patients/triage/{id}/.${suggested} For an emergency send \`emergency_reason\` with this move.`,
  )
}

const attendance = (visit: VisitRow, { track, attending }: Change, by: number, now: Date) => {
  if (attending === true && track === undefined && visit.attended_by === by) return {}
  if (attending === true) return { attended_by: by, attended_since: now }
  return attending === false || track !== undefined ? { attended_by: null, attended_since: null } : {}
}

const changed = (visit: VisitRow, change: Change, by: number, now: Date, endsAt: Date): VisitRow => ({
  ...visit,
  reason: change.reason ?? visit.reason,
  priority: change.emergency_reason === undefined ? (change.priority ?? visit.priority) : 'emergency',
  ...(change.doctor !== undefined && { doctor_id: change.doctor }),
  ...(change.lab_tech !== undefined && { lab_tech_id: change.lab_tech }),
  ...(change.pharmacist !== undefined && { pharmacist_id: change.pharmacist }),
  ...(change.track !== undefined && { track: change.track, track_since: endsAt, closed_at: isClosed(change.track) ? endsAt : null }),
  ...attendance(visit, change, by, now),
})

/**
 * When a visit ends that a person ends now: its own day, where it had been left open and nothing was done in it lately; null for one that
 * ends as it came to its end.
 */
const findLateEnd = async (db: Db, { id }: VisitRow, { track }: Change, now: Date): Promise<Date | null> => {
  if (track === undefined || !isClosed(track)) return null
  const visit = (await findLeftOpenOf(db, [id], now)).get(id)
  return visit && !visit.holds.some(({ kind }) => kind === 'recent_activity') ? visit.ends_at : null
}

/** A patient who comes to the doctor, or gets another one. */
const isForDoctor = (before: VisitRow, after: VisitRow) =>
  (after.track === 'doctor' && before.track !== 'doctor') || (after.doctor_id !== null && after.doctor_id !== before.doctor_id)

/**
 * Moves, assigns, takes or hands back one open visit; whoever comes to a doctor is charged the consultation. 403 for what others do, 409 for a closed visit, a move that the table does not have
 * and a patient whom somebody else has, 409 `orders_pending` for a move while the caller has orders in it that are not sent and does not keep them, 400 for one
 * who leaves triage without a category, 412 for a stale version; the reason is free text and is changed only with a version.
 */
export const changeVisit = async (db: Db, id: number, change: Change, seen: number | null, user: User, now: Date) => {
  if (change.reason !== undefined && seen === null)
    throw fieldError('version', 'Send the version, or If-Match, of the visit whose reason you change.')
  const before = await lockAsSeen(db, id, seen, user, now)
  if (before.closed_at) await refuseDead(db, before.patient_id)
  if (before.closed_at) throw conflict('This visit is closed.', { track: before.track, closed_at: before.closed_at }, 'visit_closed')
  authorize(user, before, change)
  const isKept = change.keep_orders ?? false
  const kept = change.track === undefined ? 0 : await requireNonePending(db, { visit: id, author: user.id, isKept })
  const misassigned = await findMisassigned(db, change)
  if (Object.keys(misassigned).length > 0) throw invalidInput(misassigned)
  const emergencyReason = await requireCategory(db, before, change)
  const lateEnd = await findLateEnd(db, before, change, now)
  const after = changed(before, change, user.id, now, lateEnd ?? now)
  const endedLate = lateEnd === null ? undefined : { recordedAt: now }
  const visit = await updateVisit(db, before, after, now, { by: user.id, emergencyReason, endedLate })
  const isCharged = isForDoctor(before, after) && (await chargeConsultation(db, id, user.id, now))
  return { before, after, visit, isCharged, emergencyReason, kept }
}
