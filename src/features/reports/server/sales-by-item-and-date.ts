import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import { requireFound } from '#platform/errors/problem.ts'
import type { Report } from './report.ts'
import { derivedSums, lineColumn, moneyColumns, ofSales, quantitySum, salesSums } from './sales-columns.ts'

/** A row for every day on which the item was billed or credited. */
export const salesByItemAndDate: Report<{ item_id: number }> = {
  name: 'sales-by-item-and-date',
  title: 'Sales by item and date',
  subject: async (db, { item_id }) => {
    const item = requireFound(await db.selectFrom('items').select('name').where('id', '=', item_id).executeTakeFirst(), 'Item')
    return item.name
  },
  columns: () => [
    { key: 'day', title: 'Day', kind: 'date' },
    lineColumn,
    { key: 'quantity', title: 'Quantity', kind: 'quantity' },
    ...moneyColumns,
  ],
  find: async (db, { start_date, end_date }, { item_id }) => {
    const { rows } = await sql<TableRow>`
      select s.day, s.lines, s.quantity, ${derivedSums}
      from (
        select p.day, ${salesSums}, ${quantitySum} from postings p
        where ${ofSales} and p.item_id = ${item_id} and p.day between ${start_date} and ${end_date} group by p.day
      ) s
      order by day`.execute(db)
    return rows
  },
}
