import { sql } from 'kysely'
import type { Directions } from '#features/directions/rules.ts'
import { courseDays } from '#features/prescriptions/rules.ts'
import { addDays } from '#shared/zoned.ts'
import type { Db } from '#platform/db/connect.ts'
import { oneOf } from '#platform/db/one-of.ts'

const MOST_BATCHES = 20

interface OnShelf {
  batch: number
  lot: string
  expires_on: string | null
  quantity: number
}
/** What may be handed out of an item; `on_hand` is null where it is not kept in stock. */
export interface Shelf {
  on_hand: number | null
  batches: OnShelf[]
  is_controlled: boolean
}
export const emptyShelf: Shelf = { on_hand: null, batches: [], is_controlled: false }

/** What of these items lies in a store and may be handed out on this day, by item: the batches that expire first come first. */
export const findShelves = async (db: Db, { items, store, day }: { items: readonly number[]; store: number; day: string }) => {
  const { rows } = await sql<Shelf & { item: number }>`
    select k.item_id as item, k.is_controlled, case when k.is_active then coalesce(s.on_hand, 0) end as on_hand,
      case when k.is_active then coalesce(s.batches, '[]') else '[]' end as batches
    from stocked_items k left join lateral (
      select sum(b.quantity)::integer as on_hand, json_agg(json_build_object('batch', b.id, 'lot', b.lot, 'expires_on', b.expires_on,
        'quantity', b.quantity) order by b.place) filter (where b.place <= ${sql.lit(MOST_BATCHES)}) as batches
      from (
        select b.id, b.lot, b.expires_on, q.quantity, row_number() over (order by b.expires_on nulls last, b.received_at, b.id) as place
        from batch_stock q join batches b on b.id = q.batch_id
        where q.store_id = ${store}::integer and q.item_id = k.item_id and q.state = 'usable' and q.quantity > 0
          and (b.expires_on is null or b.expires_on >= ${day}::date)
          and not exists (select from recalls r where r.item_id = q.item_id and r.lot = b.lot and r.lifted_at is null)
      ) b
    ) s on true
    where k.item_id = ${oneOf(items)}`.execute(db)
  return new Map(rows.map(({ item, ...shelf }) => [item, shelf]))
}

interface Course {
  structure: Directions | null
  ends_on?: string | null
}

/** The last day of a course that begins today, or on the day it was prescribed for where that is later; null where nothing says so. */
export const courseEnd = ({ structure, ends_on = null }: Course, day: string): string | null => {
  const days = structure && courseDays(structure)
  if (days === null) return ends_on
  const end = addDays(day, days - 1)
  return ends_on !== null && ends_on > end ? ends_on : end
}

/** A batch as the wire says it, for a course that ends on `end`. */
export const asShelfBatch = ({ batch, lot, expires_on, quantity }: OnShelf, end: string | null) => ({
  batch,
  lot,
  expires_on,
  quantity,
  ends_too_soon: expires_on !== null && end !== null && expires_on < end,
})
