import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import type { Report } from './report.ts'

const billColumns = sql`i.patient_id, i.insurance_company_id, i.customer_name, i.issued_on, i.patient_balance, i.insurer_balance, l.patients, l.insurers`

/**
 * Who owes how much at the end of the last day, by the age of the bills in days; what the clinic owes back stands in a column of its own.
 * It is what is owed now without what was posted after that day, so that a month that has just ended costs no more than today.
 */
export const debtors: Report = {
  name: 'debtors',
  title: 'Debtors',
  patient: (row) => row['patient'],
  columns: () => [
    { key: 'name', title: 'Debtor', kind: 'text' },
    { key: 'kind', title: 'Type', kind: 'text' },
    { key: 'number', title: 'Number', kind: 'text' },
    { key: 'bills', title: 'Bills', kind: 'count' },
    { key: 'days_30', title: '0–30 days', kind: 'money' },
    { key: 'days_60', title: '31–60 days', kind: 'money' },
    { key: 'days_90', title: '61–90 days', kind: 'money' },
    { key: 'older', title: 'Over 90 days', kind: 'money' },
    { key: 'to_pay_back', title: 'To refund', kind: 'money' },
    { key: 'balance', title: 'Balance', kind: 'money' },
  ],
  find: async (db, { end_date: day }) => {
    const { rows } = await sql<TableRow>`
      with later as (
        select p.invoice_id, coalesce(sum(p.amount) filter (where p.account = 'patients'), 0) as patients,
          coalesce(sum(p.amount) filter (where p.account = 'insurers'), 0) as insurers
        from postings p
        where p.account in ('patients', 'insurers', 'waivers', 'rounding') and p.account in ('patients', 'insurers') and p.day > ${day}
        group by p.invoice_id
      ), due as (
        select b.party, case when b.party = 'patient' then i.patient_id end as patient_id,
          case when b.party = 'patient' and i.patient_id is null then i.customer_name end as customer_name,
          case when b.party = 'insurer' then i.insurance_company_id end as insurance_company_id, b.amount, ${day}::date - i.issued_on as age
        from (
          select ${billColumns} from invoices i left join later l on l.invoice_id = i.id
          where (i.patient_balance <> 0 or i.insurer_balance <> 0) and i.issued_on <= ${day}
          union all
          select ${billColumns} from later l join invoices i on i.id = l.invoice_id
          where i.patient_balance = 0 and i.insurer_balance = 0 and i.issued_on <= ${day}
        ) i
        cross join lateral (values ('patient', i.patient_balance - coalesce(i.patients, 0)),
          ('insurer', i.insurer_balance - coalesce(i.insurers, 0))) b(party, amount)
        where b.amount <> 0
      ), owed as (
        select party, patient_id, customer_name, insurance_company_id, count(*) as bills,
          coalesce(sum(amount) filter (where amount > 0 and age <= 30), 0.00) as days_30,
          coalesce(sum(amount) filter (where amount > 0 and age between 31 and 60), 0.00) as days_60,
          coalesce(sum(amount) filter (where amount > 0 and age between 61 and 90), 0.00) as days_90,
          coalesce(sum(amount) filter (where amount > 0 and age > 90), 0.00) as older,
          coalesce(-sum(amount) filter (where amount < 0), 0.00) as to_pay_back,
          sum(amount) as balance
        from due group by party, patient_id, customer_name, insurance_company_id
      )
      select o.patient_id as patient, o.insurance_company_id as insurance_company,
        coalesce(c.name, o.customer_name, concat_ws(' ', p.first_name, p.other_names, p.second_name)) as name,
        case when o.party = 'insurer' then 'Insurer' when o.patient_id is null then 'Customer' else 'Patient' end as kind,
        p.unique_id as number, o.bills, o.days_30, o.days_60, o.days_90, o.older, o.to_pay_back, o.balance
      from owed o
      left join patients p on p.id = o.patient_id
      left join insurance_companies c on c.id = o.insurance_company_id
      order by o.balance desc, name, o.patient_id`.execute(db)
    return rows
  },
}
