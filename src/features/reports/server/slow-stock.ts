import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { TableRow } from '#shared/table.ts'
import type { Report } from './report.ts'
import { nameColumns } from './stock-columns.ts'

/** Money that lies on the shelf: what nobody has used for so long as the item's own settings find slow. */
export const slowStock: Report = {
  name: 'slow-stock',
  title: 'Slow-moving stock',
  columns: () => [
    ...nameColumns.item,
    { key: 'last_used', title: 'Last used', kind: 'date' },
    { key: 'days', title: 'Days unused', kind: 'count', unsummed: true },
    { key: 'unit', title: 'Unit', kind: 'text' },
    { key: 'units', title: 'Quantity', kind: 'count', unsummed: true },
    { key: 'value', title: 'Value', kind: 'money' },
  ],
  find: async (db, { end_date: day }) => {
    const { rows } = await sql<TableRow>`
      with held as (
        select s.item_id, sum(s.quantity)::integer as units, round(sum(s.quantity * b.unit_cost), 2) as value, ${clinicDay(sql`min(b.received_at)`)} as since
        from batch_stock s join batches b on b.id = s.batch_id where s.quantity > 0 group by s.item_id
      )
      select i.name as item_name, i.id as item, i.code, u.day::text as last_used, ${day}::date - coalesce(u.day, h.since) as days, i.unit,
        h.units, h.value
      from held h join stocked_items k on k.item_id = h.item_id join items i on i.id = h.item_id
      left join lateral (
        select m.day from stock_movements m
        where m.item_id = h.item_id and m.kind in ('dispense', 'otc', 'consume') and m.day <= ${day}::date order by m.day desc limit 1
      ) u on true
      where ${day}::date - coalesce(u.day, h.since) > k.slow_after_days
      order by h.value desc, i.name`.execute(db)
    return rows
  },
}
