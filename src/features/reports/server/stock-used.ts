import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import type { stockGroups } from '../contract.ts'
import type { Report } from './report.ts'
import { inStore, nameColumns, stockGroup } from './stock-columns.ts'

/** What was handed out, sold at the counter and used up; what was taken back again does not count. */
export const stockUsed: Report<{ group?: (typeof stockGroups)[number] | undefined; store?: number | undefined }> = {
  name: 'stock-used',
  title: 'Stock used',
  columns: ({ group = 'item' }) => [
    ...nameColumns[group],
    ...(group === 'item'
      ? [
          { key: 'unit', title: 'Unit', kind: 'text' as const },
          { key: 'units', title: 'Quantity', kind: 'count' as const, unsummed: true as const },
        ]
      : []),
    { key: 'cost', title: 'Cost', kind: 'money' },
  ],
  find: async (db, { start_date, end_date }, { group = 'item', store }) => {
    const { rows } = await sql<TableRow>`
      select ${stockGroup[group].select}, sum(u.units)::integer as units, round(sum(u.cost), 2) as cost
      from (
        select m.item_id, m.store_id, -sum(m.quantity) as units, -sum(m.quantity * b.unit_cost) as cost
        from stock_movements m join batches b on b.id = m.batch_id
        where m.kind in ('dispense', 'otc', 'consume') and m.day between ${start_date}::date and ${end_date}::date ${inStore(store)}
        group by m.item_id, m.store_id
      ) u join items i on i.id = u.item_id join stores t on t.id = u.store_id
      group by ${stockGroup[group].by} having sum(u.units) <> 0 or sum(u.cost) <> 0 order by cost desc, 1`.execute(db)
    return rows
  },
}
