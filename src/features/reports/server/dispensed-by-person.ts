import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import { handedOut, spanOf } from './handed-out.ts'
import type { Report } from './report.ts'

/** Who handed out of prescriptions and sold at the counter, the busiest first. */
export const dispensedByPerson: Report = {
  name: 'dispensed-by-person',
  title: 'Handed out by person',
  columns: () => [
    { key: 'person', title: 'Person', kind: 'text' },
    { key: 'dispenses', title: 'Times handed out', kind: 'count' },
    { key: 'lines', title: 'Lines', kind: 'count' },
    { key: 'sales', title: 'Counter sales', kind: 'count' },
    { key: 'sold', title: 'Lines sold', kind: 'count' },
    { key: 'value', title: 'Value', kind: 'money' },
  ],
  find: async (db, days) => {
    // What was handed out before there were documents is a time of its own.
    const { rows } = await sql<TableRow>`
      select concat_ws(' ', u.first_name, u.last_name) as person, u.id as person_id, g.dispenses, g.lines, g.sales, g.sold, g.value
      from (
        select h.dispensed_by, count(distinct coalesce(h.dispense_id, -h.id)) filter (where h.prescription_id is not null)::integer as dispenses,
          count(h.prescription_id)::integer as lines,
          count(distinct h.dispense_id) filter (where h.prescription_id is null)::integer as sales,
          count(*) filter (where h.prescription_id is null)::integer as sold, sum(h.value)::numeric(14, 2) as value
        from (${handedOut(await spanOf(db, days))}) h group by h.dispensed_by
      ) g join users u on u.id = g.dispensed_by order by g.lines + g.sold desc, person`.execute(db)
    return rows
  },
}
