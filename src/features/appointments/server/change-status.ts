import type { Db } from '#platform/db/connect.ts'
import { notFound, Problem } from '#platform/errors/problem.ts'
import type { AppointmentStatus } from '../rules.ts'
import { applyChange, type Changed } from './change-appointment.ts'
import { lockAppointments } from './lock-appointment.ts'

export interface StatusChange {
  status: AppointmentStatus
  reason?: string | undefined
}

/**
 * Brings appointments to another state, in the caller's transaction: all of them or, with the first that does not follow (409, which names
 * it), none. 404 when one is not there.
 */
export const changeStatuses = async (
  db: Db,
  ids: readonly number[],
  to: StatusChange,
  by: number | null,
  now: Date,
): Promise<Changed[]> => {
  const rows = await lockAppointments(db, ids)
  if (rows.length < new Set(ids).size) throw notFound('Appointment')
  const changed: Changed[] = []
  for (const before of rows) {
    try {
      const one = await applyChange(db, before, { status: to.status, status_reason: to.reason }, by, now)
      if (one) changed.push(one)
    } catch (error) {
      if (error instanceof Problem && error.status === 409) Object.assign(error.extra, { appointment: before.id, number: before.number })
      throw error
    }
  }
  return changed
}

/** The same for one; null when it is in that state already. */
export const changeStatus = async (db: Db, id: number, to: StatusChange, by: number | null, now: Date): Promise<Changed | null> =>
  (await changeStatuses(db, [id], to, by, now))[0] ?? null
