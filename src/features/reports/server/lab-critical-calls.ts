import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import { dayOf, findSpan, within } from './dispensed.ts'
import { shareAt, shares } from './lab-results.ts'
import type { Report } from './report.ts'

/** Critical values of each day, and how long nobody was told. The doctor who sees one on the screen is told by that. */
export const labCriticalCalls: Report = {
  name: 'lab-critical-calls',
  title: 'Critical values',
  columns: () => [
    { key: 'day', title: 'Day', kind: 'date' },
    { key: 'values', title: 'Critical values', kind: 'count' },
    { key: 'told', title: 'Notified and read back', kind: 'count' },
    { key: 'seen', title: 'Seen by the doctor', kind: 'count' },
    { key: 'changed', title: 'Corrected or withdrawn', kind: 'count' },
    { key: 'waiting', title: 'Not notified', kind: 'count' },
    { key: 'median', title: 'Median (min)', kind: 'count', unsummed: true },
    { key: 'ninety', title: '90 % within (min)', kind: 'count', unsummed: true },
    { key: 'in_time', title: 'In time', kind: 'count' },
  ],
  find: async (db, days) => {
    const span = await findSpan(db, days)
    const { rows } = await sql<TableRow>`
      select w.day, count(*)::integer as "values", count(*) filter (where w.reason = 'told')::integer as told,
        count(*) filter (where w.reason = 'seen')::integer as seen,
        count(*) filter (where w.reason not in ('told', 'seen'))::integer as changed, count(*) filter (where w.reason is null)::integer as waiting,
        ${shareAt(1, shares())} as median, ${shareAt(2, shares())} as ninety, count(*) filter (where w.minutes <= w.target)::integer as in_time
      from (
        select ${dayOf(sql`c.opened_at`, span)} as day, c.close_reason as reason, s.critical_minutes as target,
          case when c.close_reason in ('told', 'seen') then extract(epoch from c.closed_at - c.opened_at) / 60 end as minutes
        from lab_critical_calls c cross join lab_settings s where ${within(sql`c.opened_at`, span)}
      ) w group by w.day order by w.day`.execute(db)
    return rows
  },
}
