import { sql } from 'kysely'
import type { VisitOpener } from '#features/attendance/public.ts'

/** Every visit opens with its triage, still empty. */
export const openTriage: VisitOpener = {
  table: 'triages',
  insert: () => sql`insert into triages (visit_id, patient_id, created_at) select id, patient_id, created_at from visits returning *`,
}
