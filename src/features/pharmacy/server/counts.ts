import { sql } from 'kysely'
import type { ReplyOf } from '#shared/endpoint.ts'
import { clinicDay, clinicDayStart } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { getPharmacyCounts } from '../contract-counter.ts'
import { waiting, waitsFor } from './queue.ts'
import type { Shelf } from './shelf.ts'

const EXPIRING_DAYS = 30
type Counts = Omit<ReplyOf<typeof getPharmacyCounts>, 'store' | 'store_name'>

/** How many wait and for what, how the shelf of the store stands, and what went over the counters since the clinic's midnight. */
export const findCounts = async (db: Db, { id: store }: Shelf, { now, day }: { now: Date; day: string }): Promise<Counts> => {
  const today = sql`dispensed_at >= ${clinicDayStart(day)} and dispensed_at < ${clinicDayStart(day, 1)}`
  const { rows } = await sql<Counts>`
    select w.*,
      (select count(*) from public_prescription_requests where status = 'pending')::integer as requests, l.*,
      (select count(*) from batches b join batch_stock k on k.item_id = b.item_id and k.batch_id = b.id
        where b.expires_on between ${clinicDay(now)} and ${clinicDay(now)} + ${EXPIRING_DAYS}::integer
          and k.store_id = ${sql.lit(store)} and k.state = 'usable' and k.quantity > 0)::integer as expiring, o.*
    from (
      select count(*)::integer as all, (count(*) filter (where ${waitsFor.waiting}))::integer as waiting,
        (count(*) filter (where ${waitsFor.part}))::integer as part, (count(*) filter (where ${waitsFor.payment}))::integer as payment,
        (count(*) filter (where ${waitsFor.short}))::integer as short
      from ${waiting(store, now)}
    ) w, (
      select (count(*) filter (where l.is_low))::integer as low, (count(*) filter (where l.is_out))::integer as out
      from stock_levels l join stocked_items k on k.item_id = l.item_id and k.is_active join items i on i.id = l.item_id and i.is_active
      where l.store_id = ${sql.lit(store)} and (l.is_low or l.is_out)
    ) l, (
      select (count(*) filter (where kind = 'prescription'))::integer as dispensed_today,
        (count(*) filter (where kind = 'sale'))::integer as sales_today
      from dispenses where ${today}
    ) o`.execute(db)
  return rows[0]!
}
