import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import type { Report } from './report.ts'

/** Deliveries are without tax, bills with it; what is owed is owed now, whatever the days. */
export const purchases: Report = {
  name: 'purchases',
  title: 'Purchases by supplier',
  columns: () => [
    { key: 'supplier_name', title: 'Supplier', kind: 'text' },
    { key: 'deliveries', title: 'Deliveries', kind: 'count' },
    { key: 'delivered', title: 'Delivered excl. tax', kind: 'money' },
    { key: 'returned', title: 'Sent back', kind: 'money' },
    { key: 'billed', title: 'Billed', kind: 'money' },
    { key: 'paid', title: 'Paid and credited', kind: 'money' },
    { key: 'owed', title: 'Owed now', kind: 'money' },
  ],
  find: async (db, { start_date, end_date }) => {
    const { rows } = await sql<TableRow>`
      with delivered as (
        select r.supplier_id, count(distinct r.id) filter (where r.reverses_id is null) as deliveries, sum(i.quantity * i.purchase_price) as amount
        from goods_receipts r join goods_receipt_items i on i.goods_receipt_id = r.id
        where r.received_on between ${start_date}::date and ${end_date}::date and r.supplier_id is not null group by 1
      ), returned as (
        select r.supplier_id, sum(i.quantity * b.unit_cost) as amount
        from supplier_returns r join supplier_return_items i on i.supplier_return_id = r.id join batches b on b.id = i.batch_id
        where (r.returned_at at time zone (select time_zone from company))::date between ${start_date}::date and ${end_date}::date group by 1
      ), billed as (
        select supplier_id, sum(total_cost) as amount from supplier_bills
        where bill_date between ${start_date}::date and ${end_date}::date and cancelled_at is null group by 1
      ), paid as (
        select supplier_id, sum(amount) as amount from supplier_payments
        where paid_on between ${start_date}::date and ${end_date}::date group by 1
      ), owed as (
        select supplier_id, sum(balance) as amount from supplier_bills where paid < total_cost and cancelled_at is null group by 1
      )
      select s.name as supplier_name, s.id as supplier, coalesce(d.deliveries, 0)::integer as deliveries,
        coalesce(d.amount, 0)::numeric(14, 2) as delivered, round(coalesce(r.amount, 0), 2) as returned, coalesce(b.amount, 0.00) as billed,
        coalesce(p.amount, 0.00) as paid, coalesce(o.amount, 0.00) as owed
      from suppliers s
      left join delivered d on d.supplier_id = s.id left join returned r on r.supplier_id = s.id
      left join billed b on b.supplier_id = s.id left join paid p on p.supplier_id = s.id left join owed o on o.supplier_id = s.id
      where num_nonnulls(d.amount, r.amount, b.amount, p.amount, o.amount) > 0
      order by billed desc, s.name`.execute(db)
    return rows
  },
}
