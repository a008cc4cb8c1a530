import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { brokenRules, type Rules } from './rules.ts'

/** Everything that must be true of the stock at any moment; the names of what is not. */
export const findStockInconsistencies = async (db: Db): Promise<string[]> =>
  (await brokenRules(db, stockRules, stockTables)).map(({ name }) => name)

/** What `stockRules` name. */
export const stockTables = sql`
  levels as (
    select l.store_id, l.item_id, s.state, s.quantity from stock_levels l
    cross join lateral (values ('usable'::stock_state, usable), ('quarantined', quarantined), ('in transit', in_transit)) s(state, quantity)
  ), moved as (
    select id, store_id, item_id, batch_id, state, quantity, balance, entry_id, kind,
      sum(quantity) over (partition by store_id, item_id, state order by id) as so_far from stock_movements
  )`

export const stockRules: Rules = {
  'a store has less than nothing': sql`select * from levels where quantity < 0`,
  'a batch has less than nothing': sql`select * from batch_stock where quantity < 0`,
  'what a store has is not the sum of its batches': sql`
    select store_id, item_id, state, l.quantity, b.quantity as batches from levels l
      full join (select store_id, item_id, state, sum(quantity) as quantity from batch_stock group by 1, 2, 3) b
        using (store_id, item_id, state)
      where coalesce(l.quantity, 0) <> coalesce(b.quantity, 0)`,
  'what a store has is not the sum of its movements': sql`
    select store_id, item_id, state, l.quantity, m.quantity as moved from levels l
      full join (select store_id, item_id, state, sum(quantity) as quantity from stock_movements group by 1, 2, 3) m
        using (store_id, item_id, state)
      where coalesce(l.quantity, 0) <> coalesce(m.quantity, 0)`,
  'a batch is not the sum of its movements': sql`
    select store_id, item_id, batch_id, state, b.quantity, m.quantity as moved from batch_stock b
      full join (select store_id, item_id, batch_id, state, sum(quantity) as quantity from stock_movements group by 1, 2, 3, 4) m
        using (store_id, item_id, batch_id, state)
      where coalesce(b.quantity, 0) <> coalesce(m.quantity, 0)`,
  'a balance is not the sum so far': sql`select id, balance, so_far from moved where balance <> so_far`,
  'the last balance is not what the store has': sql`
    select store_id, item_id, state, l.quantity, m.balance from levels l
      left join (select distinct on (store_id, item_id, state) store_id, item_id, state, balance from stock_movements
        order by store_id, item_id, state, id desc) m using (store_id, item_id, state)
      where l.quantity <> coalesce(m.balance, 0)`,
  'what it is worth is not what its movements were worth': sql`
    select * from (select
      (select coalesce(sum(s.quantity * b.unit_cost), 0) from batch_stock s join batches b on b.id = s.batch_id)
        - (select coalesce(sum(m.quantity * b.unit_cost), 0) from stock_movements m join batches b on b.id = m.batch_id) as gap) g
      where gap <> 0`,
  'a movement is of a batch of another item': sql`
    select m.id from stock_movements m left join batches b on b.id = m.batch_id and b.item_id = m.item_id where b.id is null`,
  'what moves within the clinic appears or vanishes': sql`
    select entry_id, batch_id from stock_movements where kind in ('issue_out', 'issue_in', 'quarantine', 'release')
      group by entry_id, batch_id having sum(quantity) <> 0`,
  'an entry moves nothing': sql`
    select e.id from stock_entries e
      left join (select distinct entry_id from stock_movements) m on m.entry_id = e.id where m.entry_id is null`,
  'what was taken back is not the opposite of what it takes back': sql`
    select act, store_id, batch_id from (
        select coalesce(e.reverses_id, e.id) as act, m.store_id, m.batch_id, m.state, m.kind, m.quantity
        from stock_entries e join stock_movements m on m.entry_id = e.id
        where e.reverses_id is not null or exists (select from stock_entries r where r.reverses_id = e.id)
      ) a group by act, store_id, batch_id, state, kind having sum(quantity) <> 0`,
  'what is on its way is not what was sent': sql`
    select store_id, batch_id, t.quantity as sent, b.quantity from (
        select t.to_store_id as store_id, l.batch_id, sum(l.quantity) as quantity
        from transfers t join transfer_items l on l.transfer_id = t.id where t.status = 'sent' group by 1, 2) t
      full join (select store_id, batch_id, quantity from batch_stock where state = 'in transit') b using (store_id, batch_id)
      where coalesce(t.quantity, 0) <> coalesce(b.quantity, 0)`,
  'a transfer has ended without saying what became of it': sql`
    select t.id, t.status from transfers t join transfer_items l on l.transfer_id = t.id
      where (t.status <> 'sent') <> (l.received + l.returned + l.lost = l.quantity)`,
  'a recalled lot can be used': sql`
    select r.id, s.batch_id, s.quantity from recalls r
      join batches b on b.item_id = r.item_id and b.lot = r.lot join batch_stock s on s.batch_id = b.id
      where r.lifted_at is null and s.state = 'usable' and s.quantity > 0`,
}

/** What was handed out of each line and what was ever charged for it: of the item itself, and of what stood in for it. */
export const dispenseTables = sql`
  settled as (
    select d.id, d.is_dispensed or d.refused_at is not null or d.cancelled_at is not null as is_closed, g.*, c.*
    from prescribed_drugs d
    cross join lateral (
      select coalesce(sum(p.units - p.returned) filter (where p.item_id = d.item_id), 0) as own,
        coalesce(sum(p.units - p.returned) filter (where p.item_id <> d.item_id), 0) as others,
        coalesce(bool_or(p.units is null), false) as is_old
      from dispense_items p where p.prescribed_drug_id = d.id) g
    cross join lateral (
      select coalesce(sum(c.quantity) filter (where c.item_id = d.item_id), 0) as billed,
        coalesce(sum(c.quantity) filter (where c.item_id <> d.item_id), 0) as billed_others, coalesce(sum(c.credited_quantity), 0) as credited
      from charges c where c.cancelled_at is null and ((c.order_kind = 'prescription' and c.order_id = d.id)
        or (c.order_kind = 'dispense' and c.order_id in (select p.id from dispense_items p where p.prescribed_drug_id = d.id)))) c
  )`

/** Documents without their stock, stock without its document, and lines and charges that say something else than what was handed out. */
export const dispenseRules: Rules = {
  'a document without its movements': sql`
    select s.id from dispenses s where not exists (select from stock_entries e where e.dispense_id = s.id)`,
  'batches that were not moved': sql`
    select s.id from dispenses s where
      (select coalesce(sum(b.units), 0) from dispense_items p join dispense_batches b on b.dispense_item_id = p.id where p.dispense_id = s.id)
        <> (select coalesce(-sum(m.quantity), 0) from stock_entries e join stock_movements m on m.entry_id = e.id where e.dispense_id = s.id)`,
  'a movement without a document': sql`
    select m.id from stock_movements m join stock_entries e on e.id = m.entry_id where m.kind = 'dispense' and e.dispense_id is null`,
  'a line that says something else': sql`
    select d.id, d.quantity_dispensed from prescribed_drugs d where d.quantity_dispensed
      <> (select coalesce(sum(p.quantity), 0) from dispense_items p where p.prescribed_drug_id = d.id)
        - (select coalesce(sum(r.quantity), 0) from dispense_items p join patient_return_items r on r.dispense_item_id = p.id
          where p.prescribed_drug_id = d.id)`,
  'less was charged than was handed out': sql`select * from settled where billed < own or billed_others < others`,
  // What somebody has credited, and what was handed out before there were documents, says nothing.
  'a closed line is charged more than was handed out': sql`
    select * from settled where is_closed and not is_old and credited = 0 and (billed > own or billed_others > others)`,
}
