import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import { findSpan, within } from './dispensed.ts'
import type { Report } from './report.ts'

/** Samples that could not be used, the most frequent reason first. */
export const labRejections: Report = {
  name: 'lab-rejections',
  title: 'Rejected samples',
  columns: () => [
    { key: 'specimen', title: 'Specimen', kind: 'text' },
    { key: 'reason', title: 'Reason', kind: 'text' },
    { key: 'rejected', title: 'Rejected', kind: 'count' },
    { key: 'again', title: 'Recollected', kind: 'count' },
    { key: 'collected', title: 'Total collected', kind: 'count', unsummed: true },
  ],
  find: async (db, days) => {
    const span = await findSpan(db, days)
    const { rows } = await sql<TableRow>`
      select m.name as specimen, m.id as specimen_id, g.reason, g.rejected, g.again, coalesce(c.collected, 0) as collected
      from (
        select s.specimen_id, s.reject_reason as reason, count(*)::integer as rejected, count(o.collected_at)::integer as again
        from lab_samples s left join lab_samples o on o.replaces_id = s.id
        where ${within(sql`s.rejected_at`, span)} group by s.specimen_id, s.reject_reason
      ) g join lab_specimens m on m.id = g.specimen_id left join (
        select specimen_id, count(*)::integer as collected from lab_samples where ${within(sql`collected_at`, span)} group by specimen_id
      ) c on c.specimen_id = g.specimen_id
      order by g.rejected desc, m.name, g.reason`.execute(db)
    return rows
  },
}
