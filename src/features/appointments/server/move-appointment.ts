import type { Db } from '#platform/db/connect.ts'
import { applyChange, type AppointmentChange, type Changed } from './change-appointment.ts'
import { lockAppointment } from './lock-appointment.ts'

/** What a move may say; the length stays unless a length or another service is said. */
export type Move = Pick<
  AppointmentChange,
  'appointment_date_time' | 'ends_at' | 'minutes' | 'assigned_doctor' | 'room' | 'item' | 'overbook' | 'isPublic'
>

/**
 * Moves an appointment, in the caller's transaction, with the refusals of a booking; null when it is there already. Whoever calls leaves the
 * row in the trail and the message (`announceChange`).
 */
export const moveAppointment = async (db: Db, id: number, move: Move, by: number | null, now: Date): Promise<Changed | null> =>
  applyChange(db, await lockAppointment(db, id), move, by, now)
