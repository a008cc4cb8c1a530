import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import { dispensed, findSpan } from './dispensed.ts'
import type { Report } from './report.ts'

/** What was handed out and sold, by item, the dearest first; what came back of it stands beside it. */
export const dispensedByItem: Report = {
  name: 'dispensed-by-item',
  title: 'Dispensed by item',
  columns: () => [
    { key: 'item_name', title: 'Item', kind: 'text' },
    { key: 'code', title: 'Code', kind: 'text' },
    { key: 'times', title: 'Times', kind: 'count' },
    { key: 'unit', title: 'Unit', kind: 'text' },
    { key: 'units', title: 'Quantity', kind: 'count', unsummed: true },
    { key: 'returned', title: 'Returned', kind: 'count', unsummed: true },
    { key: 'value', title: 'Value incl. sales', kind: 'money' },
  ],
  find: async (db, days) => {
    const { rows } = await sql<TableRow>`
      select i.name as item_name, i.id as item, i.code, i.unit, g.times, g.units, g.returned, g.value
      from (
        select h.item_id, count(*)::integer as times, sum(h.units)::integer as units, sum(h.returned)::integer as returned,
          sum(h.value)::numeric(14, 2) as value
        from (${dispensed(await findSpan(db, days))}) h group by h.item_id
      ) g join items i on i.id = g.item_id order by g.value desc, i.name`.execute(db)
    return rows
  },
}
