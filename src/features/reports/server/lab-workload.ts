import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import { findSpan, within } from './dispensed.ts'
import { corrections, firstApproved, isOutstanding } from './lab-results.ts'
import type { Report } from './report.ts'

const figures = ['requested', 'approved', 'abnormal', 'critical', 'amended', 'cancelled']
const together = sql.join(figures.map((figure) => sql`sum(w.${sql.ref(figure)})::integer as ${sql.ref(figure)}`))

/** What happened to tests in a range of days, each thing on its own day: what was requested then may be approved later. */
export const labWorkload: Report = {
  name: 'lab-workload',
  title: 'Workload by test',
  columns: () => [
    { key: 'test', title: 'Test', kind: 'text' },
    { key: 'section', title: 'Section', kind: 'text' },
    { key: 'requested', title: 'Requested', kind: 'count' },
    { key: 'approved', title: 'Approved', kind: 'count' },
    { key: 'abnormal', title: 'Abnormal', kind: 'count' },
    { key: 'critical', title: 'Of which critical', kind: 'count' },
    { key: 'amended', title: 'Amended', kind: 'count' },
    { key: 'cancelled', title: 'Cancelled', kind: 'count' },
  ],
  find: async (db, days) => {
    const span = await findSpan(db, days)
    const { rows } = await sql<TableRow>`
      select k.name as test, k.id as panel, k.section, g.requested, g.approved, g.abnormal, g.critical, g.amended, g.cancelled
      from (
        select w.panel_id, ${together} from (
          select n.panel_id, count(*) as requested, 0 as approved, 0 as abnormal, 0 as critical, 0 as amended, 0 as cancelled
          from lab_test_request_panels n where ${within(sql`n.requested_at`, span)} group by n.panel_id
          union all
          select n.panel_id, 0, 0, 0, 0, 0, count(*) from lab_test_request_panels n
          where n.cancelled_by is not null and ${within(sql`n.cancelled_at`, span)} group by n.panel_id
          union all
          select a.panel_id, 0, count(*), 0, 0, 0, 0 from (${firstApproved(span)}) a group by a.panel_id
          union all
          select a.panel_id, 0, 0, count(*), count(*) filter (where a.flag in ('critical', 'critical low', 'critical high')), 0, 0
          from (${isOutstanding(span)}) a group by a.panel_id
          union all
          select a.panel_id, 0, 0, 0, 0, count(*), 0 from (${corrections(span)}) a group by a.panel_id
        ) w group by w.panel_id
      ) g join lab_panels k on k.id = g.panel_id order by g.approved desc, g.requested desc, k.name`.execute(db)
    return rows
  },
}
