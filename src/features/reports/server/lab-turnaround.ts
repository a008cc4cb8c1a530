import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import { findSpan } from './dispensed.ts'
import { firstApproved, shareAt, shares } from './lab-results.ts'
import type { Report } from './report.ts'

/** From the taking of the sample to the first approval, test by test; a correction afterwards is no other turnaround. */
export const labTurnaround: Report = {
  name: 'lab-turnaround',
  title: 'Turnaround by test',
  columns: () => [
    { key: 'test', title: 'Test', kind: 'text' },
    { key: 'section', title: 'Section', kind: 'text' },
    { key: 'approved', title: 'Approved', kind: 'count' },
    { key: 'median', title: 'Median (min)', kind: 'count', unsummed: true },
    { key: 'ninety', title: '90 % within (min)', kind: 'count', unsummed: true },
    { key: 'with_target', title: 'With target', kind: 'count' },
    { key: 'within_target', title: 'In target', kind: 'count' },
    { key: 'percent', title: 'In target (%)', kind: 'count', unsummed: true },
  ],
  find: async (db, days) => {
    const { rows } = await sql<TableRow>`
      select k.name as test, k.id as panel, k.section, g.approved, ${shareAt(1)} as median, ${shareAt(2)} as ninety, g.with_target, g.within_target,
        round(100.0 * g.within_target / nullif(g.with_target, 0))::integer as percent
      from (
        select d.panel_id, count(*)::integer as approved, ${shares()} as shares,
          count(d.due_at)::integer as with_target, count(*) filter (where d.approved_at <= d.due_at)::integer as within_target
        from (
          select a.panel_id, a.approved_at, a.due_at, extract(epoch from a.approved_at - s.collected_at)::float8 / 60 as minutes
          from (${firstApproved(await findSpan(db, days))}) a left join lab_samples s on s.id = a.sample_id
        ) d group by d.panel_id
      ) g join lab_panels k on k.id = g.panel_id order by k.section, k.position, k.name`.execute(db)
    return rows
  },
}
