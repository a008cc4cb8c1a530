import { sql, type RawBuilder } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import type { serviceGroups } from '../contract.ts'
import type { Report, ReportColumn } from './report.ts'
import { lineColumn, moneyColumns, ofSales, quantitySum, salesSums } from './sales-columns.ts'

type Group = (typeof serviceGroups)[number]

const nameColumn: Record<Group, ReportColumn> = {
  item: { key: 'name', title: 'Item', kind: 'text' },
  category: { key: 'name', title: 'Category', kind: 'text' },
  department: { key: 'name', title: 'Department', kind: 'text' },
}
const itemColumns: readonly ReportColumn[] = [
  { key: 'code', title: 'Code', kind: 'text' },
  { key: 'category', title: 'Category', kind: 'text' },
  lineColumn,
  // Tablets and consultations do not add up.
  { key: 'quantity', title: 'Quantity', kind: 'quantity', unsummed: true },
]
/** What makes a row, of `s` (the sums of an item), `i` (the item) and `d` (its department). */
const groups: Record<Group, { select: RawBuilder<unknown>; by: RawBuilder<unknown> }> = {
  item: { select: sql`i.id as item, i.name, i.code, i.category, sum(s.quantity) as quantity`, by: sql`i.id` },
  category: { select: sql`i.category as name`, by: sql`i.category` },
  department: { select: sql`d.id as department, coalesce(d.name, 'No department') as name`, by: sql`d.id` },
}

/** Sales by item, category or department, as the catalogue has them now; the most billed first. */
export const salesByService: Report<{ group?: Group | undefined }> = {
  name: 'sales-by-service',
  title: 'Sales by service',
  columns: ({ group = 'item' }) => [nameColumn[group], ...(group === 'item' ? itemColumns : [lineColumn]), ...moneyColumns],
  find: async (db, { start_date, end_date }, { group = 'item' }) => {
    const { rows } = await sql<TableRow>`
      select ${groups[group].select}, sum(s.lines)::bigint as lines, sum(s.sales) as sales, sum(s.tax) as tax, sum(s.sales + s.tax) as billed,
        sum(s.credited) as credited, sum(s.tax_credited) as tax_credited, sum(s.tax - s.tax_credited) as tax_net,
        sum(s.sales + s.tax - s.credited) as net
      from (
        select p.item_id, ${salesSums}, ${quantitySum} from postings p
        where ${ofSales} and p.day between ${start_date} and ${end_date} group by p.item_id
      ) s
      join items i on i.id = s.item_id
      left join departments d on d.id = i.department_id
      group by ${groups[group].by}
      order by billed desc, name`.execute(db)
    return rows
  },
}
