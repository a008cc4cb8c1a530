import { sql } from 'kysely'
import type { z } from 'zod'
import { amountMeant, receiptsMatching } from '#features/billing/public.ts'
import type { TableRow } from '#shared/table.ts'
import type { receiptList as contract } from '../contract.ts'
import type { Report } from './report.ts'

type Filters = Omit<z.output<typeof contract.query>, 'start_date' | 'end_date'>

/**
 * The receipts of a range of days, one row each, the oldest first; of one person, payment mode, kind or counter where that is named. The amount is
 * then what was paid in that mode alone. Who paid is left out where the patient is one of `hidden`.
 */
export const receiptList = (hidden: ReadonlySet<number>): Report<Filters> => ({
  name: 'receipts',
  title: 'Receipts',
  columns: () => [
    { key: 'number', title: 'Number', kind: 'text' },
    { key: 'day', title: 'Day', kind: 'date' },
    { key: 'payer', title: 'Payer', kind: 'text' },
    { key: 'modes', title: 'Paid by', kind: 'text' },
    { key: 'kind', title: 'Type', kind: 'text' },
    { key: 'counter', title: 'Counter', kind: 'text' },
    { key: 'person', title: 'Received by', kind: 'text' },
    { key: 'amount', title: 'Amount', kind: 'money' },
  ],
  find: async (db, { start_date, end_date }, filters) => {
    const { rows } = await sql<TableRow>`
      select r.number, r.received_on as day,
        case when r.patient_id = any(${[...hidden]}::integer[]) then 'Restricted record' else coalesce(co.name, nullif(concat_ws(' ', p.first_name, p.other_names, p.second_name), ''),
          (select i.customer_name from payments m join allocations a on a.payment_id = m.id join invoices i on i.id = a.invoice_id
            where m.receipt_id = r.id and i.customer_name is not null limit 1), '') end as payer,
        (select string_agg(distinct o.name, ' + ') from payments m join payment_modes o on o.id = m.payment_mode_id where m.receipt_id = r.id) as modes,
        r.kind, r.counter, coalesce(concat_ws(' ', u.first_name, u.last_name), '') as person, ${amountMeant(filters)} as amount
      from receipts r left join users u on u.id = r.received_by left join patients p on p.id = r.patient_id
      left join insurance_companies co on co.id = r.insurance_company_id
      where ${receiptsMatching({ ...filters, start_date, end_date })} order by r.id`.execute(db)
    return rows
  },
})
