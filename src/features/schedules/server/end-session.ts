import { addDays, wallTimeOf } from '#shared/zoned.ts'
import { clinicTimeZone } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { Schedule } from '../contract.ts'
import { firstDayOf, isDue, occurrenceOf } from '../sessions.ts'
import { countInSession, deleteSession, updateSessionRow } from './sessions.ts'

/** Ends a session with the last time that it has begun; one that never began is removed. Answers how many appointments lose it. */
export const endSession = async (db: Db, session: Schedule, now: Date) => {
  const zone = await clinicTimeZone(db)
  const hasBegun = (day: string) => occurrenceOf(session, day, zone).start <= now
  const first = firstDayOf(session)
  if (first === null || !hasBegun(first)) {
    const affected = await countInSession(db, session, now, null)
    await deleteSession(db, session.id)
    return { is_removed: true, valid_to: null, affected }
  }
  const { day: today } = wallTimeOf(now, zone)
  const last = isDue(session, today) && hasBegun(today) ? today : addDays(today, -1)
  if (session.valid_to !== null && session.valid_to <= last) throw conflict('This session has ended already.')
  const affected = await countInSession(db, session, now, last)
  await updateSessionRow(db, session.id, { valid_to: last })
  return { is_removed: false, valid_to: last, affected }
}
