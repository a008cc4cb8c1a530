import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import type { Report } from './report.ts'

/**
 * What patients and each insurer were billed, credited and have paid in these days. With what was waived and rounded off, the net column
 * adds up to the net sales of the same days.
 */
export const salesByPayer: Report = {
  name: 'sales-by-payer',
  title: 'Sales by payer',
  columns: () => [
    { key: 'payer', title: 'Payer', kind: 'text' },
    { key: 'bills', title: 'Bills', kind: 'count', unsummed: true },
    { key: 'billed', title: 'Billed', kind: 'money' },
    { key: 'credited', title: 'Credited', kind: 'money' },
    { key: 'net', title: 'Net', kind: 'money' },
    { key: 'received', title: 'Received', kind: 'money' },
  ],
  find: async (db, { start_date, end_date }) => {
    const { rows } = await sql<TableRow>`
      select s.insurance_company_id as insurance_company, s.bills, s.billed, s.credited, s.billed - s.credited as net, s.received,
        case s.account when 'patients' then 'Patients' when 'waivers' then 'Waived' when 'rounding' then 'Rounding'
          else coalesce(c.name, 'Insurer') end as payer
      from (
        select p.account, p.insurance_company_id,
          count(*) filter (where e.kind = 'invoice') as bills,
          coalesce(sum(p.amount) filter (where e.kind = 'invoice'), 0.00) as billed,
          coalesce(-sum(p.amount) filter (where e.kind = 'credit note'), 0.00) as credited,
          coalesce(-sum(p.amount) filter (where e.kind in ('payment', 'refund', 'reversal')), 0.00) as received
        from postings p join journal_entries e on e.id = p.entry_id and e.day between ${start_date} and ${end_date}
        where p.account in ('patients', 'insurers', 'waivers', 'rounding') and p.day between ${start_date} and ${end_date}
        group by p.account, p.insurance_company_id
      ) s
      left join insurance_companies c on c.id = s.insurance_company_id
      order by s.account in ('waivers', 'rounding'), s.billed desc, payer`.execute(db)
    return rows
  },
}
