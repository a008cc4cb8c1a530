import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import { broughtBack, dispensed, findSpan } from './dispensed.ts'
import type { Report } from './report.ts'

/** A row for every day on which something was sold at the counter, or came back: sold without a prescription or handed out with one. */
export const counterSales: Report = {
  name: 'counter-sales',
  title: 'Counter sales and returns',
  columns: () => [
    { key: 'day', title: 'Day', kind: 'date' },
    { key: 'sales', title: 'Counter sales', kind: 'count' },
    { key: 'lines', title: 'Lines', kind: 'count' },
    { key: 'value', title: 'Sold', kind: 'money' },
    { key: 'returns', title: 'All returns', kind: 'count' },
    { key: 'returned', title: 'Total returned', kind: 'money' },
  ],
  find: async (db, days) => {
    const span = await findSpan(db, days)
    const { rows } = await sql<TableRow>`
      select day, coalesce(sales, 0)::integer as sales, coalesce(lines, 0)::integer as lines, coalesce(value, 0)::numeric(14, 2) as value,
        coalesce(returns, 0)::integer as returns, coalesce(returned, 0)::numeric(14, 2) as returned
      from (
        select h.day, count(distinct h.dispense_id) as sales, count(*) as lines, sum(h.value) as value
        from (${dispensed(span, { isSold: true })}) h group by h.day
      ) s
      full join (
        select b.day, count(distinct b.id) as returns, sum(b.value) as returned from (${broughtBack(span)}) b group by b.day
      ) r using (day)
      order by day`.execute(db)
    return rows
  },
}
