import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import type { Report } from './report.ts'
import { derivedSums, lineColumn, moneyColumns, ofSales, salesSums } from './sales-columns.ts'

/** A row for every day on which something was billed or credited. */
export const salesByDate: Report = {
  name: 'sales-by-date',
  title: 'Sales by date',
  columns: () => [{ key: 'day', title: 'Day', kind: 'date' }, { key: 'bills', title: 'Bills', kind: 'count' }, lineColumn, ...moneyColumns],
  find: async (db, { start_date, end_date }) => {
    const { rows } = await sql<TableRow>`
      select s.day, coalesce(b.bills, 0) as bills, s.lines, ${derivedSums}
      from (
        select p.day, ${salesSums} from postings p
        where ${ofSales} and p.day between ${start_date} and ${end_date} group by p.day
      ) s
      left join (
        select day, count(*) as bills from journal_entries
        where kind = 'invoice' and day between ${start_date} and ${end_date} group by day
      ) b using (day)
      order by s.day`.execute(db)
    return rows
  },
}
