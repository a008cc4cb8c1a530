import { sql } from 'kysely'
import type { VisitOpener } from '#features/attendance/public.ts'

/** Every visit opens with the group that its test requests go into. */
export const openTestRequests: VisitOpener = {
  table: 'process_test_requests',
  insert: () => sql`insert into process_test_requests (visit_id) select id from visits returning *`,
}
