import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import type { Report } from './report.ts'
import { inStore, nameColumns } from './stock-columns.ts'

/** What left the stock without use. What a count found more of counts against what others found missing. */
export const stockLost: Report<{ store?: number | undefined }> = {
  name: 'stock-lost',
  title: 'Stock losses',
  columns: () => [
    { key: 'kind', title: 'Reason', kind: 'text' },
    ...nameColumns.item,
    { key: 'unit', title: 'Unit', kind: 'text' },
    { key: 'units', title: 'Quantity', kind: 'count', unsummed: true },
    { key: 'cost', title: 'Cost', kind: 'money' },
  ],
  find: async (db, { start_date, end_date }, { store }) => {
    const { rows } = await sql<TableRow>`
      select case l.kind when 'expire' then 'Expired' when 'damage' then 'Damaged' when 'loss' then 'Lost' else 'Stock count' end as kind,
        i.name as item_name, i.id as item, i.code, i.unit, l.units::integer, round(l.cost, 2) as cost
      from (
        select m.kind, m.item_id, -sum(m.quantity) as units, -sum(m.quantity * b.unit_cost) as cost
        from stock_movements m join batches b on b.id = m.batch_id
        where m.kind in ('expire', 'damage', 'loss', 'adjust_count') and m.day between ${start_date}::date and ${end_date}::date ${inStore(store)}
        group by m.kind, m.item_id having sum(m.quantity) <> 0 or sum(m.quantity * b.unit_cost) <> 0
      ) l join items i on i.id = l.item_id
      order by cost desc, item_name, kind`.execute(db)
    return rows
  },
}
