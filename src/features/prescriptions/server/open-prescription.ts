import { sql } from 'kysely'
import type { VisitOpener } from '#features/attendance/public.ts'

/** Every visit opens with its prescription, still empty. */
export const openPrescription: VisitOpener = {
  table: 'prescriptions',
  insert: () => sql`insert into prescriptions (visit_id, patient_id, created_at) select id, patient_id, created_at from visits returning *`,
}
