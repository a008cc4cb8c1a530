import { sql } from 'kysely'
import { withdrawConsultation } from '#features/charges/public.ts'
import { refuseDead } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { Problem, conflict } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { requireOpenRecord } from '#platform/http/restricted.ts'
import { REOPEN_DAYS, type ClosingCause } from '../left-open-rules.ts'
import { trackLabel, UNDO_MINUTES, type Track } from '../rules.ts'
import { lockAsSeen } from './change-visit.ts'
import { findOpenVisit, updateVisit, type VisitRow } from './queries.ts'
import { alreadyOpen } from './start-visit.ts'

const DAY_MS = 86_400_000

interface LastMove {
  id: number
  from_track: Track | null
  from_since: Date | null
  moved_at: Date
  moved_by: number | null
  cause: ClosingCause | null
  recorded_at: Date | null
  visit_version: number | null
  undoes: number | null
}

const findLastMove = async (db: Db, visitId: number) => {
  const { rows } = await sql<LastMove>`
    select id, from_track, from_since, moved_at, moved_by, cause, recorded_at, visit_version, undoes
    from visit_moves where visit_id = ${visitId} order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Of a visit that was closed as left: whoever does the end of the day reopens it, for days; nobody was there when it was closed. */
const isClosing = ({ cause }: LastMove) => cause !== null && cause !== 'ended late'

const refuseLateUndo = (visit: VisitRow, move: LastMove, user: User, now: Date) => {
  const since = now.getTime() - (move.recorded_at ?? move.moved_at).getTime()
  if (isClosing(move) && user.permissions.has('attendance.end_of_day')) {
    if (since > REOPEN_DAYS * DAY_MS)
      throw conflict(`A visit that was closed as left can be reopened for ${REOPEN_DAYS} days. Start a new visit instead.`, {}, 'too_late')
  } else if (move.moved_by !== user.id) throw new Problem(403, 'forbidden', 'Only the user who made the move can undo it.')
  else if (since > UNDO_MINUTES * 60_000)
    throw conflict(`A move can be undone for ${UNDO_MINUTES} minutes. Move the patient instead.`, {}, 'too_late')
  if (move.visit_version === visit.version) return
  const what = visit.attended_by_name ? `${visit.attended_by_name} is seeing this patient.` : 'The visit was changed after the move.'
  throw conflict(`${what} Move the patient instead.`, { track: visit.track }, 'changed_since')
}

/**
 * Takes the last move back: the visit stands where it stood, since when it stood there, open again if the move had closed it. Only for who
 * made the move, within ten minutes, and not once anything has happened since: 403 and 409 say which. A visit that was closed as left is reopened
 * by whoever does the end of the day, within a week. The consultation goes off the bill.
 */
export const undoMove = async (db: Db, id: number, seen: number | null, user: User, now: Date) => {
  const before = await lockAsSeen(db, id, seen, user, now)
  await refuseDead(db, before.patient_id)
  const move = await findLastMove(db, id)
  if (!move?.from_track || !move.from_since || move.undoes !== null)
    throw conflict(`There is no move to undo: the patient is in ${trackLabel[before.track]}.`, { track: before.track }, 'nothing_to_undo')
  refuseLateUndo(before, move, user, now)
  // An open visit lets those who care for the patient into a restricted record: nobody opens it by reopening a visit that others were in.
  if (isClosing(move) && move.moved_by !== user.id) await requireOpenRecord(db, user, now, before.patient_id, 'visit')
  if (before.closed_at) {
    const other = await findOpenVisit(db, before.patient_id, now)
    if (other) throw await alreadyOpen(db, other, user.id, now)
  }
  const after = {
    ...before,
    track: move.from_track,
    track_since: move.from_since,
    attended_by: null,
    attended_since: null,
    closed_at: null,
    outcome: null,
  }
  const visit = await updateVisit(db, before, after, now, { by: user.id, undoes: move.id })
  const isOff = before.track === 'doctor' && after.track !== 'doctor' && after.doctor_id === null
  const isCharged = isOff && (await withdrawConsultation(db, id, move.moved_at, user.id, now))
  return { before, after, visit, isCharged }
}
