import { sql } from 'kysely'
import type { z } from 'zod'
import type { paymentCategories } from '#features/billing/contract-payments.ts'
import type { PaymentModeTotal } from '../contract.ts'
import type { Report } from './report.ts'

/** What came in by each mode, what was paid back, what was taken back, and what that leaves. */
export const paymentModes: Report<{ payment_mode?: (typeof paymentCategories)[number] | undefined }> = {
  name: 'payment-modes',
  title: 'Takings by payment mode',
  columns: () => [
    { key: 'payment_mode_name', title: 'Payment mode', kind: 'text' },
    { key: 'payment_category', title: 'Category', kind: 'text' },
    { key: 'receipts', title: 'Receipts', kind: 'count', unsummed: true },
    { key: 'received', title: 'Received', kind: 'money' },
    { key: 'refunded', title: 'Refunded', kind: 'money' },
    { key: 'reversed', title: 'Reversed', kind: 'money' },
    { key: 'total', title: 'Total', kind: 'money' },
  ],
  find: async (db, { start_date, end_date }, { payment_mode }) => {
    const { rows } = await sql<z.output<typeof PaymentModeTotal>>`
      with moved as materialized (
        select p.payment_mode_id, p.entry_id, p.amount, e.kind
        from postings p
        join journal_entries e on e.id = p.entry_id and e.day between ${start_date} and ${end_date}
        where p.account = 'money' and p.day between ${start_date} and ${end_date} and (${payment_mode ?? null}::payment_category is null
          or p.payment_mode_id in (select id from payment_modes where category = ${payment_mode ?? null}::payment_category))
      ), sums as (
        select payment_mode_id, sum(amount) as total,
          coalesce(sum(amount) filter (where kind = 'payment'), 0.00) as received,
          coalesce(-sum(amount) filter (where kind = 'refund'), 0.00) as refunded,
          coalesce(-sum(amount) filter (where kind = 'reversal'), 0.00) as reversed
        from moved group by payment_mode_id
      ), receipts as (
        -- A receipt with two payments by one mode is one receipt.
        select payment_mode_id, count(*) as receipts
        from (select distinct payment_mode_id, entry_id from moved where kind = 'payment') r group by payment_mode_id
      )
      select m.id as payment_mode, m.name as payment_mode_name, m.category as payment_category, coalesce(r.receipts, 0) as receipts,
        s.received, s.refunded, s.reversed, s.total
      from sums s
      join payment_modes m on m.id = s.payment_mode_id
      left join receipts r on r.payment_mode_id = m.id
      order by s.total desc, m.name`.execute(db)
    return rows
  },
}
