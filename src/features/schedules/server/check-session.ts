import type { Db } from '#platform/db/connect.ts'
import { conflict, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import { commonDay, sessionErrors, type Session } from '../sessions.ts'
import { findRefs, findRivals } from './sessions.ts'

type Wanted = Omit<Session, 'id'> & { id: number | null }

const findMisfits = async (db: Db, wanted: Wanted, before?: Session) => {
  const { is_doctor, is_room, is_item } = await findRefs(db, wanted)
  const errors: FieldErrors = sessionErrors(wanted)
  if (!is_doctor && !before) errors['doctor'] = ['Choose an active doctor.']
  if (!is_room && wanted.room !== null && wanted.room !== before?.room) errors['room'] = ['Choose an active room.']
  if (!is_item && wanted.item !== null && wanted.item !== before?.item) errors['item'] = ['Choose an active service.']
  return errors
}

/** Refuses a session that does not fit: 400 by field; 409 session_overlap when its doctor or room has another one on a common day. */
export const checkSession = async (db: Db, wanted: Wanted, before?: Session) => {
  const misfits = await findMisfits(db, wanted, before)
  if (Object.keys(misfits).length > 0) throw invalidInput(misfits)
  for (const other of await findRivals(db, wanted)) {
    const day = commonDay(wanted, other)
    if (day === null) continue
    if (other.doctor === wanted.doctor) throw conflict('The doctor has another session at that time.', { other, day }, 'session_overlap')
    throw conflict('The room has another session at that time.', { other, day }, 'session_overlap')
  }
}
