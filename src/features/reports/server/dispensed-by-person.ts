import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import { dispensed, findSpan, within } from './dispensed.ts'
import type { Report } from './report.ts'

/** Who handed out of prescriptions and sold at the counter, the busiest first. */
export const dispensedByPerson: Report = {
  name: 'dispensed-by-person',
  title: 'Dispensed by user',
  columns: () => [
    { key: 'person', title: 'Staff member', kind: 'text' },
    { key: 'dispenses', title: 'Times dispensed', kind: 'count' },
    { key: 'lines', title: 'Lines', kind: 'count' },
    { key: 'sales', title: 'Counter sales', kind: 'count' },
    { key: 'sold', title: 'Lines sold', kind: 'count' },
    { key: 'value', title: 'Value incl. sales', kind: 'money' },
  ],
  find: async (db, days) => {
    const span = await findSpan(db, days)
    // What was handed out before there were documents is a time of its own.
    const { rows } = await sql<TableRow>`
      select concat_ws(' ', u.first_name, u.last_name) as person, u.id as person_id, (g.old + coalesce(s.dispenses, 0))::integer as dispenses,
        g.lines, coalesce(s.sales, 0)::integer as sales, g.sold, g.value
      from (
        select h.dispensed_by, count(*) filter (where h.dispense_id is null) as old, count(*) filter (where not h.is_sold)::integer as lines,
          count(*) filter (where h.is_sold)::integer as sold, sum(h.value)::numeric(14, 2) as value
        from (${dispensed(span)}) h group by h.dispensed_by
      ) g
      left join (
        select s.dispensed_by, count(*) filter (where s.kind = 'prescription') as dispenses, count(*) filter (where s.kind = 'sale') as sales
        from dispenses s where ${within(sql`s.dispensed_at`, span)} group by s.dispensed_by
      ) s on s.dispensed_by = g.dispensed_by
      join users u on u.id = g.dispensed_by order by g.lines + g.sold desc, person`.execute(db)
    return rows
  },
}
