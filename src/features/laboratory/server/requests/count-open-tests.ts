import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** How many tests of a visit have no approved result yet. */
export const countOpenTests = async (db: Db, visit: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from process_test_requests r join lab_test_requests q on q.process_id = r.id
      join lab_test_request_panels n on n.lab_test_request_id = q.id
    where r.visit_id = ${visit} and n.state in ('requested', 'entered')`.execute(db)
  return rows[0]?.total ?? 0
}
