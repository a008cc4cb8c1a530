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
    { key: 'reversed', title: 'Taken back', kind: 'money' },
    { key: 'total', title: 'Total', kind: 'money' },
  ],
  find: async (db, { start_date, end_date }, { payment_mode }) => {
    const { rows } = await sql<z.output<typeof PaymentModeTotal>>`
      select m.id as payment_mode, m.name as payment_mode_name, m.category as payment_category,
        count(*) filter (where t.kind = 'payment') as receipts,
        coalesce(sum(t.amount) filter (where t.kind = 'payment'), 0.00) as received,
        coalesce(-sum(t.amount) filter (where t.kind = 'refund'), 0.00) as refunded,
        coalesce(-sum(t.amount) filter (where t.kind = 'reversal'), 0.00) as reversed,
        sum(t.amount) as total
      from (
        -- A receipt with two payments by one mode is one receipt.
        select p.payment_mode_id, p.entry_id, e.kind, sum(p.amount) as amount
        from postings p
        join journal_entries e on e.id = p.entry_id and e.day between ${start_date} and ${end_date}
        where p.account = 'money' and p.day between ${start_date} and ${end_date}
        group by p.payment_mode_id, p.entry_id, e.kind
      ) t
      join payment_modes m on m.id = t.payment_mode_id
      where ${payment_mode ?? null}::payment_category is null or m.category = ${payment_mode ?? null}::payment_category
      group by m.id
      order by total desc, m.name`.execute(db)
    return rows
  },
}
