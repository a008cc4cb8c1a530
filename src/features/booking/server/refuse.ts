import { sql } from 'kysely'
import { bookingClosed } from '#features/appointments/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, invalidInput, Problem } from '#platform/errors/problem.ts'

/** 409 `booking_closed` while the clinic takes no bookings from the public. */
export const requireOpen = async (db: Db) => {
  const { rows } = await sql<{ is_public_open: boolean }>`select is_public_open from booking_settings`.execute(db)
  if (!rows[0]?.is_public_open) throw bookingClosed()
}

interface Offered {
  doctor: number | null
  doctor_name: string | null
  start: Date
}

/** That a time cannot be had, with others that can: never who or what stands in its way. */
export const timeTaken = (free: readonly Offered[]) =>
  conflict(
    'This time is no longer free. Choose another one.',
    { free: free.map(({ doctor, doctor_name, start }) => ({ doctor, doctor_name, start: start.toISOString() })) },
    'slot_taken',
  )

const noSlot = (free: unknown) => conflict('This time is not available.', { free }, 'outside_schedule')

const withoutRoom = (free: unknown) =>
  Array.isArray(free) ? free.map(({ doctor, doctor_name, start }: Offered) => ({ doctor, doctor_name, start })) : []

/** What the public is told of a refusal of the core: that it cannot be, and never why. */
export const publicRefusal = (error: unknown): unknown => {
  if (!(error instanceof Problem)) return error
  if (error.status === 400) {
    const { assigned_doctor: doctor, ...fields } = error.fields
    return invalidInput({ ...fields, ...(doctor && { doctor }) })
  }
  if (error.status !== 409) return error
  const free = withoutRoom(error.extra['free'])
  if (error.code === 'outside_schedule') return noSlot(free)
  return conflict('This time is no longer free. Choose another one.', { free }, 'slot_taken')
}
