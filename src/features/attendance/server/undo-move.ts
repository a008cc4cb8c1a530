import { sql } from 'kysely'
import { withdrawConsultation } from '#features/charges/index.ts'
import { refuseDead } from '#features/patients/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { Problem, conflict } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { trackLabel, UNDO_MINUTES, type Track } from '../rules.ts'
import { lockAsSeen } from './change-visit.ts'
import { findOpenVisit, updateVisit, type VisitRow } from './queries.ts'
import { alreadyOpen } from './start-visit.ts'

interface LastMove {
  id: number
  from_track: Track | null
  from_since: Date | null
  moved_at: Date
  moved_by: number | null
  visit_version: number | null
  undoes: number | null
}

const findLastMove = async (db: Db, visitId: number) => {
  const { rows } = await sql<LastMove>`
    select id, from_track, from_since, moved_at, moved_by, visit_version, undoes
    from visit_moves where visit_id = ${visitId} order by id desc limit 1`.execute(db)
  return rows[0]
}

const refuseLateUndo = (visit: VisitRow, move: LastMove, user: User, now: Date) => {
  if (move.moved_by !== user.id) throw new Problem(403, 'forbidden', 'Only who made the move may take it back.')
  if (now.getTime() - move.moved_at.getTime() > UNDO_MINUTES * 60_000)
    throw conflict(`A move can be taken back for ${UNDO_MINUTES} minutes. Move the patient instead.`, {}, 'too_late')
  if (move.visit_version === visit.version) return
  const what = visit.attended_by_name ? `${visit.attended_by_name} has this patient now.` : 'The visit was changed after the move.'
  throw conflict(`${what} Move the patient instead.`, { track: visit.track }, 'changed_since')
}

/**
 * Takes the last move back: the visit stands where it stood, since when it stood there, open again if the move had closed it. Only for who
 * made the move, within ten minutes, and not once anything has happened since: 403 and 409 say which. The consultation goes off the bill.
 */
export const undoMove = async (db: Db, id: number, seen: number | null, user: User, now: Date) => {
  const before = await lockAsSeen(db, id, seen, user, now)
  await refuseDead(db, before.patient_id)
  const move = await findLastMove(db, id)
  if (!move?.from_track || !move.from_since || move.undoes !== null)
    throw conflict(
      `There is no move to take back: the patient is in ${trackLabel[before.track]}.`,
      { track: before.track },
      'nothing_to_undo',
    )
  refuseLateUndo(before, move, user, now)
  if (before.closed_at) {
    const other = await findOpenVisit(db, before.patient_id, now)
    if (other) throw alreadyOpen(other)
  }
  const after = {
    ...before,
    track: move.from_track,
    track_since: move.from_since,
    attended_by: null,
    attended_since: null,
    closed_at: null,
  }
  const visit = await updateVisit(db, before, after, now, { by: user.id, undoes: move.id })
  const isOff = before.track === 'doctor' && after.track !== 'doctor' && after.doctor_id === null
  const isCharged = isOff && (await withdrawConsultation(db, id, move.moved_at, user.id, now))
  return { before, after, visit, isCharged }
}
