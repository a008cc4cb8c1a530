import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { brokenRules, type Rules } from './rules.ts'

/** Everything that must be true of the books at any moment; the names of what is not. */
export const findInconsistencies = async (db: Db): Promise<string[]> =>
  (await brokenRules(db, { ...moneyRules, ...numberRules })).map(({ name }) => name)

export const moneyRules: Rules = {
  'an entry does not balance': sql`select entry_id, sum(amount) as gap from postings group by entry_id having sum(amount) <> 0`,
  'all postings do not sum to zero': sql`select * from (select sum(amount) as gap from postings) p where gap <> 0`,
  'a bill is not the sum of its lines': sql`
    select i.id, i.total, l.total as lines from invoices i
      left join (select invoice_id, sum(total) as total, sum(patient_amount) as patient, sum(insurer_amount) as insurer, sum(tax) as tax,
        sum(discount) as discount, sum(waiver) as waiver from charges where cancelled_at is null group by 1) l on l.invoice_id = i.id
      where i.issued_at is not null
        and (i.total, i.patient_total, i.insurer_total, i.tax, i.discount, i.waiver)
          is distinct from (l.total + i.rounding, l.patient + i.rounding, l.insurer, l.tax, l.discount, l.waiver)`,
  'a bill is posted otherwise than it says': sql`
    select i.id, i.total, i.credited_total, p.billed from invoices i
      left join (select invoice_id, -sum(amount) as billed from postings where account in ('sales', 'tax', 'rounding') group by 1) p
        on p.invoice_id = i.id
      where coalesce(p.billed, 0) <> i.total - i.credited_total`,
  'paid is not the sum of allocations': sql`
    select i.id, i.paid_patient, i.paid_insurer, a.amount from invoices i
      left join (select invoice_id, sum(amount) as amount from allocations group by 1) a on a.invoice_id = i.id
      where i.paid_patient + i.paid_insurer <> coalesce(a.amount, 0)`,
  'a payment is not the sum of its allocations': sql`
    select p.id, p.amount, a.amount as allocated from payments p
      left join (select payment_id, sum(amount) as amount from allocations group by 1) a on a.payment_id = p.id
      where p.amount <> coalesce(a.amount, 0)`,
  'a receipt is not the sum of its payments': sql`
    select r.id, r.total, p.amount from receipts r
      left join (select receipt_id, sum(amount) as amount from payments group by 1) p on p.receipt_id = r.id
      where r.total <> coalesce(p.amount, 0)`,
  'credited is not the sum of credit notes': sql`
    select i.id, i.credited_total, n.total from invoices i
      left join (select invoice_id, sum(total) as total from credit_notes group by 1) n on n.invoice_id = i.id
      where i.credited_total <> coalesce(n.total, 0)`,
  'a line is credited otherwise than its notes say': sql`
    select c.id, c.credited_total, l.total from charges c
      left join (select charge_id, sum(total) as total from credit_note_items group by 1) l on l.charge_id = c.id
      where c.credited_total <> coalesce(l.total, 0)`,
  'what patients owe is not what the postings say': sql`
    select i.id, i.patient_balance, p.due from invoices i
      left join (select invoice_id, sum(amount) as due from postings where account = 'patients' group by 1) p on p.invoice_id = i.id
      where i.issued_at is not null and i.patient_balance <> coalesce(p.due, 0)`,
  'what insurers owe is not what the postings say': sql`
    select i.id, i.insurer_balance, p.due from invoices i
      left join (select invoice_id, sum(amount) as due from postings where account = 'insurers' group by 1) p on p.invoice_id = i.id
      where i.issued_at is not null and i.insurer_balance <> coalesce(p.due, 0)`,
  'tax of a day is not what its bills charged less what its credit notes gave back': sql`
    select coalesce(d.day, p.day) as day, d.tax, p.tax as posted from (
        select day, sum(tax) as tax from (
          select issued_on as day, tax from invoices where issued_at is not null
          union all select issued_on, -tax from credit_notes) t group by day) d
      full join (select day, -sum(amount) as tax from postings where account = 'tax' group by day) p using (day)
      where coalesce(d.tax, 0) <> coalesce(p.tax, 0)`,
  'tax of a credit note is not that of its lines': sql`
    select n.id, n.tax, l.tax as lines from credit_notes n
      left join (select credit_note_id, sum(tax) as tax from credit_note_items group by 1) l on l.credit_note_id = n.id
      where n.tax <> coalesce(l.tax, 0)`,
  'money is not what was received': sql`select * from (select
      (select coalesce(sum(amount), 0) from postings where account = 'money') - (select coalesce(sum(total), 0) from receipts) as gap) g
      where gap <> 0`,
  'a drug or consumable was billed by hand and asked of no pharmacist': sql`
    select id, invoice_id, item_name from charges
      where order_kind is null and category in ('drug', 'consumable') and cancelled_at is null and source is null and created_by is not null`,
  'what the till asked of the pharmacy is billed otherwise than once': sql`
    select d.id, d.prescription_id, c.lines from prescribed_drugs d
      left join (select order_id, count(*) filter (where cancelled_at is null
          and (credited_total < total or (total = 0 and credited_quantity < quantity))) as lines from charges
        where order_kind = 'prescription' group by 1) c on c.order_id = d.id
      where d.is_till_request and d.quantity_dispensed = 0 and d.refused_at is null
        and coalesce(c.lines, 0) <> case when d.cancelled_at is null then 1 else 0 end`,
  'somebody has overpaid without a credit': sql`
    select id, patient_balance, insurer_balance from invoices
      where credited_total = 0 and (patient_balance < 0 or insurer_balance < 0)`,
}

const numbered = sql`
  select number from invoices where number is not null union all select number from receipts union all select number from credit_notes`

export const numberRules: Rules = {
  'a series has a gap': sql`
    select * from (
      select regexp_replace(number, '[0-9]+$', '') as series, count(*) as many, max(substring(number from '[0-9]+$')::bigint) as last
      from (${numbered}) n group by 1) s where many <> last`,
  'a counter is not where its series ends': sql`
    select c.series, c.fiscal_year, c.last from document_counters c join number_formats f using (series)
      where c.last <> (select count(*) from (${numbered}) n
        where starts_with(number, f.prefix || case when f.with_year then c.fiscal_year || '-' else '' end))`,
}
