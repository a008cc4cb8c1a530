import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import type { Report } from './report.ts'

/** Who took how much at which counter and by which mode, paid back and reversed; it adds up to the money of the same days. */
export const takingsByCashier: Report = {
  name: 'takings-by-cashier',
  title: 'Takings by cashier',
  columns: () => [
    { key: 'person', title: 'Received by', kind: 'text' },
    { key: 'counter', title: 'Counter', kind: 'text' },
    { key: 'payment_mode_name', title: 'Payment mode', kind: 'text' },
    { key: 'receipts', title: 'Receipts', kind: 'count', unsummed: true },
    { key: 'received', title: 'Received', kind: 'money' },
    { key: 'refunded', title: 'Refunded', kind: 'money' },
    { key: 'reversed', title: 'Reversed', kind: 'money' },
    { key: 'total', title: 'Total', kind: 'money' },
  ],
  find: async (db, { start_date, end_date }) => {
    const { rows } = await sql<TableRow>`
      select u.id as user, coalesce(concat_ws(' ', u.first_name, u.last_name), '') as person, s.counter, m.name as payment_mode_name, s.receipts,
        s.received, s.refunded, s.reversed, s.total
      from (
        select r.received_by, r.counter, p.payment_mode_id, count(distinct r.id) filter (where r.kind = 'payment') as receipts,
          coalesce(sum(p.amount) filter (where r.kind = 'payment'), 0.00) as received,
          coalesce(-sum(p.amount) filter (where r.kind = 'refund'), 0.00) as refunded,
          coalesce(-sum(p.amount) filter (where r.kind = 'reversal'), 0.00) as reversed, sum(p.amount) as total
        from receipts r join payments p on p.receipt_id = r.id
        where r.received_on between ${start_date} and ${end_date} group by 1, 2, 3
      ) s
      join payment_modes m on m.id = s.payment_mode_id left join users u on u.id = s.received_by
      order by person, u.id, s.counter, s.total desc, m.name`.execute(db)
    return rows
  },
}
