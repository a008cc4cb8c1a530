import { sql } from 'kysely'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { getLabCounts } from '#features/laboratory/contract-results.ts'
import type { Db } from '#platform/db/connect.ts'

/** How much waits in each room of the laboratory: samples, tests, calls and public requests. */
export const findCounts = async (db: Db, now: Date) => {
  const { rows } = await sql<ReplyOf<typeof getLabCounts>>`
    select s.to_collect, s.to_receive, n.to_do, n.to_approve, n.overdue,
      (select count(*)::integer from lab_critical_calls where closed_at is null) as critical,
      (select count(*)::integer from public_lab_requests where status = 'pending') as public_requests
    from (
      select count(*) filter (where state = 'to collect')::integer as to_collect, count(*) filter (where state = 'collected')::integer as to_receive
      from lab_samples where state in ('to collect', 'collected')
    ) s, (
      select count(*) filter (where n.state = 'requested' and p.kind <> 'calculated')::integer as to_do,
        count(*) filter (where n.state = 'entered')::integer as to_approve,
        count(*) filter (where n.due_at < ${now} and (n.state = 'entered' or p.kind <> 'calculated'))::integer as overdue
      from lab_test_request_panels n join lab_panels p on p.id = n.panel_id
      where n.state in ('requested', 'entered')
        and not exists (select from lab_samples s where s.id = n.sample_id and s.state = 'to collect')
    ) n`.execute(db)
  return rows[0]!
}
