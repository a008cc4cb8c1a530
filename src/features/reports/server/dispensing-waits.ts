import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import type { waitGroups } from '../contract.ts'
import { dayOf, findSpan, type Span, within } from './dispensed.ts'
import type { Report } from './report.ts'

type Group = (typeof waitGroups)[number]

const groups: Record<Group, (span: Span) => ReturnType<typeof sql>> = {
  day: (span) => dayOf(sql`s.dispensed_at`, span),
  hour: ({ zone }) => sql`to_char(date_trunc('hour', s.dispensed_at at time zone ${zone}), 'HH24:00')`,
}
/** The greatest wait of so large a share of them, in whole minutes. */
const share = (part: number) => sql`round(percentile_cont(${part}) within group (order by minutes))::integer`

/**
 * How long prescriptions waited from being written (the first of what was handed out) until something of them was first handed out. Of what
 * is filled in parts only the first counts: the rest waited for the patient, or for stock.
 */
export const dispensingWaits: Report<{ group?: Group | undefined }> = {
  name: 'dispensing-waits',
  title: 'Medicine waiting time',
  columns: ({ group = 'day' }) => [
    group === 'day' ? { key: 'day', title: 'Day', kind: 'date' } : { key: 'hour', title: 'Hour', kind: 'text' },
    { key: 'prescriptions', title: 'Prescriptions', kind: 'count' },
    { key: 'median', title: 'Median (min)', kind: 'count', unsummed: true },
    { key: 'ninety', title: '90 % within (min)', kind: 'count', unsummed: true },
  ],
  find: async (db, days, { group = 'day' }) => {
    const span = await findSpan(db, days)
    const { rows } = await sql<TableRow>`
      select w.place as ${sql.id(group)}, count(*)::integer as prescriptions, ${share(0.5)} as median, ${share(0.9)} as ninety
      from (
        select ${groups[group](span)} as place, extract(epoch from s.dispensed_at - s.waited_since) / 60 as minutes
        from dispenses s
        where s.waited_since is not null and ${within(sql`s.dispensed_at`, span)}
      ) w group by w.place order by w.place`.execute(db)
    return rows
  },
}
