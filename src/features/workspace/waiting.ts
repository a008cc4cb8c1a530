import { sql } from 'kysely'
import type { WaitingRule } from '#features/notifications/public.ts'

/** Patients of this doctor, and those of no doctor yet. */
export const workspaceWaiting: readonly WaitingRule[] = [
  {
    at: '/dashboard/doctor-interface',
    access: 'attendance.doctor',
    rows: ({ id }) =>
      sql`select from visits where closed_at is null and track = 'doctor' and coalesce(doctor_id, ${id}::integer) = ${id}::integer`,
  },
]
