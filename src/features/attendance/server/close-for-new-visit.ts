import { sql } from 'kysely'
import { isOpenTo } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, forbidden } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { mayClose, mayCloseUnseen } from '../left-open-rules.ts'
import { closedEntry, closeLeftOpen } from './close-left-open.ts'
import { findLeftOpenOf, type LeftOpen } from './left-open.ts'

type Closer = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

/** What the desk is told of a visit that was left open and stands in the way of a new one; of a record that is shut to them not what it holds. */
const describe = async (db: Db, visit: LeftOpen, user: number, now: Date) => {
  const { rows } = await sql<{
    is_open: boolean
  }>`select ${isOpenTo({ id: user }, now, sql`${visit.patient}::integer`)} as is_open`.execute(db)
  const { started_on, ends_at, outcome, holds } = visit
  return { started_on, ends_at, outcome, can_close: mayClose(holds), holds: rows[0]?.is_open ? holds : [] }
}

/** The same of a visit by its id; null for one of today, and one that is over. */
export const describeLeftOpen = async (db: Db, id: number, user: number, now: Date) => {
  const visit = (await findLeftOpenOf(db, [id], now)).get(id)
  return visit ? describe(db, visit, user, now) : null
}

const notify = ({ audit, publish }: Pick<Closer, 'audit' | 'publish'>, closed: readonly LeftOpen[]) => {
  for (const visit of closed) {
    audit('close', closedEntry(visit, 'new visit'))
    publish('attendance', visit.id)
    publish('patients', visit.patient)
  }
  if (closed.length > 0) publish('appointments')
}

/**
 * Closes the visit that this patient had been left with, as left, in the transaction in which their next one starts. One that is over already
 * stands in nobody's way; one of today is left alone, and stops the next one. 403 without `attendance.discharge`, 400 where it is another
 * patient's or there is none such, 409 `visit_held` where it holds what must not be closed.
 */
export const closeForNewVisit = async (closer: Closer, patient: number, id: number): Promise<void> => {
  const { db, user, now } = closer
  if (!user.permissions.has('attendance.discharge')) throw forbidden('attendance.discharge')
  const known = await db.selectFrom('visits').select('patient_id').where('id', '=', id).executeTakeFirst()
  if (!known) throw fieldError('close_left_open', 'Visit not found.')
  if (known.patient_id !== patient) throw fieldError('close_left_open', 'This visit belongs to another patient.')
  const { closed, kept } = await closeLeftOpen(db, [id], { cause: 'new visit', by: user.id, now }, ({ holds }) => mayClose(holds))
  const held = kept.get(id)
  if (held) {
    const { track, track_since } = held
    const left_open = await describe(db, held, user.id, now)
    throw conflict(
      'The earlier visit has pending results. Continue that visit.',
      { visit: id, track, track_since, left_open },
      'visit_held',
    )
  }
  notify(closer, closed)
}

/**
 * Closes a patient's visit that was left open where nothing in it needs a person's decision, for work that starts a visit by itself. True when
 * the way is free.
 */
export const closeIfLeftOpen = async (closer: Closer, id: number): Promise<boolean> => {
  const { db, user, now } = closer
  const { closed } = await closeLeftOpen(db, [id], { cause: 'new visit', by: user.id, now }, ({ holds }) => mayCloseUnseen(holds))
  notify(closer, closed)
  return closed.length > 0
}
