import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** Everything that must be true of the stock at any moment; the names of what is not. */
export const stockFaultsOf = (db: Db): Promise<string[]> => db.transaction().execute(brokenOf)

const brokenOf = async (trx: Db): Promise<string[]> => {
  // Whole tables are compared; nobody waits for it at a counter.
  await sql`set local enable_nestloop = off`.execute(trx)
  await sql`set local statement_timeout = '60s'`.execute(trx)
  const { rows } = await sql<{ name: string; broken: number }>`
    with levels as (
      select l.store_id, l.item_id, s.state, s.quantity from stock_levels l
      cross join lateral (values ('usable'::stock_state, usable), ('quarantined', quarantined), ('in transit', in_transit)) s(state, quantity)
    ), moved as (
      select id, store_id, item_id, batch_id, state, quantity, balance, entry_id, kind,
        sum(quantity) over (partition by store_id, item_id, state order by id) as so_far from stock_movements
    )
    select 'a store has less than nothing' as name, count(*) as broken from levels where quantity < 0
    union all select 'a batch has less than nothing', count(*) from batch_stock where quantity < 0
    union all select 'what a store has is not the sum of its batches', count(*) from levels l
      full join (select store_id, item_id, state, sum(quantity) as quantity from batch_stock group by 1, 2, 3) b
        using (store_id, item_id, state)
      where coalesce(l.quantity, 0) <> coalesce(b.quantity, 0)
    union all select 'what a store has is not the sum of its movements', count(*) from levels l
      full join (select store_id, item_id, state, sum(quantity) as quantity from stock_movements group by 1, 2, 3) m
        using (store_id, item_id, state)
      where coalesce(l.quantity, 0) <> coalesce(m.quantity, 0)
    union all select 'a batch is not the sum of its movements', count(*) from batch_stock b
      full join (select store_id, item_id, batch_id, state, sum(quantity) as quantity from stock_movements group by 1, 2, 3, 4) m
        using (store_id, item_id, batch_id, state)
      where coalesce(b.quantity, 0) <> coalesce(m.quantity, 0)
    union all select 'a balance is not the sum so far', count(*) from moved where balance <> so_far
    union all select 'the last balance is not what the store has', count(*) from levels l
      left join (select distinct on (store_id, item_id, state) store_id, item_id, state, balance from stock_movements
        order by store_id, item_id, state, id desc) m using (store_id, item_id, state)
      where l.quantity <> coalesce(m.balance, 0)
    union all select 'what it is worth is not what its movements were worth', count(*) from (select
      (select coalesce(sum(s.quantity * b.unit_cost), 0) from batch_stock s join batches b on b.id = s.batch_id)
        - (select coalesce(sum(m.quantity * b.unit_cost), 0) from stock_movements m join batches b on b.id = m.batch_id) as gap) g
      where gap <> 0
    union all select 'a movement is of a batch of another item', count(*) from stock_movements m
      left join batches b on b.id = m.batch_id and b.item_id = m.item_id where b.id is null
    union all select 'what moves within the clinic appears or vanishes', count(*) from (
      select from stock_movements where kind in ('issue_out', 'issue_in', 'quarantine', 'release')
      group by entry_id, batch_id having sum(quantity) <> 0) e
    union all select 'an entry moves nothing', count(*) from stock_entries e
      left join (select distinct entry_id from stock_movements) m on m.entry_id = e.id where m.entry_id is null
    union all select 'what was taken back is not the opposite of what it takes back', count(*) from (
      select from (
        select coalesce(e.reverses_id, e.id) as act, m.store_id, m.batch_id, m.state, m.kind, m.quantity
        from stock_entries e join stock_movements m on m.entry_id = e.id
        where e.reverses_id is not null or exists (select from stock_entries r where r.reverses_id = e.id)
      ) a group by act, store_id, batch_id, state, kind having sum(quantity) <> 0) r
    union all select 'what is on its way is not what was sent', count(*) from (
        select t.to_store_id as store_id, l.batch_id, sum(l.quantity) as quantity
        from transfers t join transfer_items l on l.transfer_id = t.id where t.status = 'sent' group by 1, 2) t
      full join (select store_id, batch_id, quantity from batch_stock where state = 'in transit') b using (store_id, batch_id)
      where coalesce(t.quantity, 0) <> coalesce(b.quantity, 0)
    union all select 'a transfer has ended without saying what became of it', count(*) from transfers t
      join transfer_items l on l.transfer_id = t.id
      where (t.status <> 'sent') <> (l.received + l.returned + l.lost = l.quantity)
    union all select 'a recalled lot can be used', count(*) from recalls r
      join batches b on b.item_id = r.item_id and b.lot = r.lot join batch_stock s on s.batch_id = b.id
      where r.lifted_at is null and s.state = 'usable' and s.quantity > 0`.execute(trx)
  return rows.filter(({ broken }) => broken > 0).map(({ name }) => name)
}
