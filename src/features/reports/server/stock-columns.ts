import { sql, type RawBuilder } from 'kysely'
import type { stockGroups } from '../contract.ts'
import type { ReportColumn } from './report.ts'

type Group = (typeof stockGroups)[number]

export const nameColumns: Record<Group, readonly ReportColumn[]> = {
  item: [
    { key: 'item_name', title: 'Item', kind: 'text' },
    { key: 'code', title: 'Code', kind: 'text' },
  ],
  store: [{ key: 'store_name', title: 'Store', kind: 'text' }],
  category: [{ key: 'category', title: 'Category', kind: 'text' }],
}

export interface StockGroup {
  select: RawBuilder<unknown>
  by: RawBuilder<unknown>
}
/** What makes a row, of `i` (the item) and `t` (the store). */
export const stockGroup: Record<Group, StockGroup> = {
  item: { select: sql`i.name as item_name, i.id as item, i.code, i.unit`, by: sql`i.id` },
  store: { select: sql`t.name as store_name, t.id as store`, by: sql`t.id` },
  category: { select: sql`i.category`, by: sql`i.category` },
}

/** Only of this store, where one is named. */
export const inStore = (store: number | undefined) => (store === undefined ? sql`` : sql`and store_id = ${store}`)
