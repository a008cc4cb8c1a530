import { sql, type RawBuilder } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import type { stockGroups } from '../contract.ts'
import type { Report, ReportColumn } from './report.ts'
import { inStore, nameColumns, type StockGroup, stockGroup } from './stock-columns.ts'

type Group = (typeof stockGroups)[number]

const counts: readonly ReportColumn[] = [
  // Tablets and bottles do not add up.
  { key: 'usable', title: 'Usable', kind: 'count', unsummed: true },
  { key: 'quarantined', title: 'In quarantine', kind: 'count', unsummed: true },
  { key: 'in_transit', title: 'In transit', kind: 'count', unsummed: true },
]
const unit: ReportColumn = { key: 'unit', title: 'Unit', kind: 'text' }
const of = (state: RawBuilder<unknown>) => sql`coalesce(sum(h.quantity) filter (where h.state = ${state}), 0)::integer`

/**
 * What is there now without what moved after the day, so that a month that has just ended costs no more than today. What something costs
 * never changes, so that nothing is estimated.
 */
export const stockValue: Report<{ group?: Group | undefined; store?: number | undefined }> = {
  name: 'stock-value',
  title: 'Stock value',
  columns: ({ group = 'item' }) => [
    ...nameColumns[group],
    ...(group === 'item' ? [unit, ...counts] : [{ key: 'items', title: 'Items', kind: 'count' as const, unsummed: true as const }]),
    { key: 'value', title: 'Value', kind: 'money' },
    { key: 'unusable', title: 'Of which in quarantine', kind: 'money' },
  ],
  find: async (db, { end_date: day }, { group = 'item', store }) => {
    const { select, by }: StockGroup = stockGroup[group]
    const { rows } = await sql<TableRow>`
      with held as (
        select s.item_id, s.store_id, s.state, sum(s.quantity) as quantity, sum(s.quantity * b.unit_cost) as value
        from (
          select item_id, store_id, batch_id, state, quantity from batch_stock where quantity > 0 ${inStore(store)}
          union all select item_id, store_id, batch_id, state, -quantity from stock_movements where day > ${day}::date ${inStore(store)}
        ) s join batches b on b.id = s.batch_id
        group by s.item_id, s.store_id, s.state having sum(s.quantity) <> 0
      )
      select ${select}, ${of(sql`'usable'`)} as usable, ${of(sql`'quarantined'`)} as quarantined, ${of(sql`'in transit'`)} as in_transit,
        count(distinct h.item_id)::integer as items, round(sum(h.value), 2) as value,
        round(coalesce(sum(h.value) filter (where h.state = 'quarantined'), 0), 2) as unusable
      from held h join items i on i.id = h.item_id join stores t on t.id = h.store_id
      group by ${by} order by value desc, 1`.execute(db)
    return rows
  },
}
