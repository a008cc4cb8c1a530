import type { Db } from '#platform/db/connect.ts'
import type { Changed } from './change-appointment.ts'
import { lockAppointment } from './lock-appointment.ts'
import { outrun } from './refuse.ts'
import { updateAppointmentRow } from './update-appointment.ts'

/** Takes a public booking's appointment off a record again. Whether that may be is the caller's to know. */
export const detachPatient = async (db: Db, id: number, by: number, now: Date): Promise<Changed> => {
  const before = await lockAppointment(db, id)
  const after = { ...before, patient: null }
  if (!(await updateAppointmentRow(db, before, after, by, now))) throw outrun()
  return { before, after }
}
