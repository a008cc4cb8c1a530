import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import type { Report } from './report.ts'

/** What a day billed, gave away, credited and took by each mode; and what is open at this moment. */
export const dayClose: Report = {
  name: 'day-close',
  title: 'Day close',
  columns: () => [
    { key: 'part', title: 'Section', kind: 'text' },
    { key: 'entry', title: 'Entry', kind: 'text' },
    { key: 'count', title: 'How many', kind: 'count', unsummed: true },
    { key: 'amount', title: 'Amount', kind: 'money', unsummed: true },
  ],
  find: async (db, { start_date, end_date }) => {
    const days = sql`between ${start_date} and ${end_date}`
    const { rows } = await sql<TableRow>`
      with booked as materialized (
        select e.id, e.kind, p.account, p.amount, p.payment_mode_id from journal_entries e join postings p on p.entry_id = e.id where e.day ${days}
      ), issued as (
        select discount, patient_balance, insurer_balance from invoices where issued_on ${days}
      ), open as (
        select patient_balance + insurer_balance as due from invoices where patient_balance <> 0 or insurer_balance <> 0
      ), taken as (
        select m.id, m.name, count(distinct b.id) filter (where b.kind = 'payment') as receipts, sum(b.amount) as amount
        from booked b join payment_modes m on m.id = b.payment_mode_id where b.account = 'money' group by m.id
      ), lines (at, part, entry, count, amount) as (
        select 1, 'Billed', 'Bills issued', count(distinct id) filter (where kind = 'invoice'),
          coalesce(-sum(amount) filter (where kind = 'invoice' and account in ('sales', 'tax', 'rounding')), 0.00) from booked
        union all select 2, 'Billed', 'Of which tax', count(distinct id), coalesce(-sum(amount), 0.00) from booked
          where kind = 'invoice' and account = 'tax'
        union all select 3, 'Billed', 'Of which rounding', count(distinct id), coalesce(-sum(amount), 0.00) from booked
          where kind = 'invoice' and account = 'rounding'
        union all select 4, 'Reductions', 'Discounts', count(*), coalesce(sum(discount), 0.00) from issued where discount <> 0
        union all select 5, 'Reductions', 'Waived', count(distinct id), coalesce(sum(amount), 0.00) from booked
          where kind = 'invoice' and account = 'waivers'
        union all select 6, 'Credited', 'Credit notes', count(distinct id),
          coalesce(sum(amount) filter (where account in ('sales', 'tax', 'rounding')), 0.00) from booked where kind = 'credit note'
        union all select 7, 'Credited', 'Of which tax', count(distinct id), coalesce(sum(amount), 0.00) from booked
          where kind = 'credit note' and account = 'tax'
        union all select 8, 'Tax', 'Net tax', count(distinct id), coalesce(-sum(amount), 0.00) from booked where account = 'tax'
        union all select 9, 'Takings', name, receipts, amount from taken
        union all select 10, 'Takings', 'Total taken', coalesce(sum(receipts), 0)::bigint, coalesce(sum(amount), 0.00) from taken
        union all select 11, 'Of which', 'Received', count(distinct id), coalesce(sum(amount), 0.00) from booked
          where kind = 'payment' and account = 'money'
        union all select 12, 'Of which', 'Refunded', count(distinct id), coalesce(-sum(amount), 0.00) from booked
          where kind = 'refund' and account = 'money'
        union all select 13, 'Of which', 'Reversed', count(distinct id), coalesce(-sum(amount), 0.00) from booked
          where kind = 'reversal' and account = 'money'
        union all select 14, 'Outstanding', 'Bills of the day', count(*), coalesce(sum(patient_balance + insurer_balance), 0.00) from issued
          where patient_balance <> 0 or insurer_balance <> 0
        union all select 15, 'Outstanding', 'All bills', count(*), coalesce(sum(due), 0.00) from open
      )
      select part, entry, count, amount from lines order by at, amount desc, entry`.execute(db)
    return rows
  },
}
