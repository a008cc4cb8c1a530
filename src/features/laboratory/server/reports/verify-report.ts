import { sql } from 'kysely'
import type { ReplyOf } from '#shared/endpoint.ts'
import { clinicDay } from '#features/company/public.ts'
import type { findLabReport, verifyLabReport } from '#features/laboratory/contract-reports.ts'
import type { Db } from '#platform/db/connect.ts'

/** A result on it was corrected or taken back since. */
const isOutdated = sql`exists (
  select from jsonb_array_elements_text(o.results) x (id) join lab_results r on r.id = x.id::bigint where not r.is_current)`

/** The report that bears a code, and whether it still stands; undefined when none does. Nobody's name, no result. */
export const verifyReport = async (db: Db, code: string): Promise<ReplyOf<typeof verifyLabReport> | undefined> => {
  const { rows } = await sql<ReplyOf<typeof verifyLabReport>>`
    select c.name as clinic, 'laboratory report' as document, v.track_number as number, ${clinicDay(sql`o.printed_at`)}::text as date,
      case when ${isOutdated} then 'amended' else 'valid' end as state
    from lab_reports o join process_test_requests g on g.id = o.process_id join visits v on v.id = g.visit_id cross join company c
    where o.code = ${code}`.execute(db)
  return rows[0]
}

/** The same for who works here: the visit it is of. */
export const findReportByCode = async (db: Db, code: string): Promise<ReplyOf<typeof findLabReport> | undefined> => {
  const { rows } = await sql<ReplyOf<typeof findLabReport>>`
    select o.id, o.process_id as process, v.id as visit, v.patient_id as patient, o.printed_at,
      case when ${isOutdated} then 'amended' else 'valid' end as state
    from lab_reports o join process_test_requests g on g.id = o.process_id join visits v on v.id = g.visit_id
    where o.code = ${code}`.execute(db)
  return rows[0]
}
