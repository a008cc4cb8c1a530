import { sql, type RawBuilder } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { alertRow, type AlertRule } from '#features/notifications/public.ts'

/** What expires in fewer days is to be used first, or sent back. */
const EXPIRING_DAYS = 30

const ofStore = (counted: RawBuilder<unknown>) => sql`
  select ${alertRow({
    entity: sql`st.id`,
    words: sql`jsonb_build_object('store', st.name, 'count', c.count)`,
    weight: sql`c.count`,
  })}
  from (${counted}) c join stores st on st.id = c.store_id where st.is_active`

const itemsWith = (condition: RawBuilder<unknown>) =>
  ofStore(sql`
    select l.store_id, count(*) as count from stock_levels l join stocked_items s on s.item_id = l.item_id
    where ${condition} and s.is_active group by l.store_id`)

const batchesWith = (condition: RawBuilder<unknown>) =>
  ofStore(sql`
    select k.store_id, count(*) as count from batches b join batch_stock k on k.item_id = b.item_id and k.batch_id = b.id
    where k.quantity > 0 and ${condition} group by k.store_id`)

const shortages: AlertRule[] = [
  { kind: 'stock_low', topics: ['stock'], rows: () => itemsWith(sql`l.is_low`) },
  { kind: 'stock_out', topics: ['stock'], rows: () => itemsWith(sql`l.is_out`) },
]

// Days pass by themselves.
const expiries: AlertRule[] = [
  {
    kind: 'stock_expiring',
    topics: [],
    rows: (now) =>
      batchesWith(sql`k.state = 'usable' and b.expires_on between ${clinicDay(now)} and ${clinicDay(now)} + ${sql.lit(EXPIRING_DAYS)}`),
  },
  {
    kind: 'stock_expired',
    topics: [],
    rows: (now) => batchesWith(sql`k.state <> 'in transit' and b.expires_on < ${clinicDay(now)}`),
  },
]

const recalls: AlertRule = {
  kind: 'recall_open',
  topics: ['stock'],
  rows: () => sql`
    select ${alertRow({ entity: sql`r.id`, words: sql`jsonb_build_object('item', i.name, 'lot', r.lot)` })}
    from recalls r join items i on i.id = r.item_id where r.lifted_at is null`,
}

// Nobody approves what they counted themselves.
const counts: AlertRule = {
  kind: 'count_to_approve',
  topics: ['stock'],
  rows: () => sql`
    select ${alertRow({
      entity: sql`c.id`,
      words: sql`jsonb_build_object('number', c.number, 'store', st.name)`,
      except: sql`c.counters`,
    })}
    from stock_counts c join stores st on st.id = c.store_id where c.status = 'submitted'`,
}

/** What is missing, expires, was recalled or waits for approval in the stores. */
export const stockAlerts: readonly AlertRule[] = [...shortages, ...expiries, recalls, counts]
