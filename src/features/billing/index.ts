import { sql } from 'kysely'
import type { VisitOpener } from '#features/attendance/index.ts'

/** Every visit opens with its invoice. */
export const openInvoice: VisitOpener = {
  table: 'invoices',
  insert: sql`insert into invoices (visit_id, patient_id, created_at) select id, patient_id, created_at from visits returning *`,
}
