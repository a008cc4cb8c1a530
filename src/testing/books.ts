import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** Everything that must be true of the books at any moment; the names of what is not. */
export const faultsOf = (db: Db): Promise<string[]> => db.transaction().execute(brokenOf)

const brokenOf = async (trx: Db): Promise<string[]> => {
  // Whole tables are compared; without statistics (right after a bulk load) a nested loop would be chosen, quadratic in the bills.
  await sql`set local enable_nestloop = off`.execute(trx)
  // Nobody waits for it at a counter: the limit of requests is not its limit.
  await sql`set local statement_timeout = '60s'`.execute(trx)
  const { rows } = await sql<{ name: string; broken: number }>`
    select 'an entry does not balance' as name, count(*) as broken
      from (select entry_id from postings group by entry_id having sum(amount) <> 0) e
    union all select 'all postings do not sum to zero', count(*) from (select sum(amount) as s from postings) p where s <> 0
    union all select 'a bill is not the sum of its lines', count(*) from invoices i
      left join (select invoice_id, sum(total) as total, sum(patient_amount) as patient, sum(insurer_amount) as insurer, sum(tax) as tax,
        sum(discount) as discount, sum(waiver) as waiver from charges where cancelled_at is null group by 1) l on l.invoice_id = i.id
      where i.issued_at is not null
        and (i.total, i.patient_total, i.insurer_total, i.tax, i.discount, i.waiver)
          is distinct from (l.total + i.rounding, l.patient + i.rounding, l.insurer, l.tax, l.discount, l.waiver)
    union all select 'a bill is posted otherwise than it says', count(*) from invoices i
      left join (select invoice_id, -sum(amount) as billed from postings where account in ('sales', 'tax', 'rounding') group by 1) p
        on p.invoice_id = i.id
      where coalesce(p.billed, 0) <> i.total - i.credited_total
    union all select 'paid is not the sum of allocations', count(*) from invoices i
      left join (select invoice_id, sum(amount) as amount from allocations group by 1) a on a.invoice_id = i.id
      where i.paid_patient + i.paid_insurer <> coalesce(a.amount, 0)
    union all select 'a payment is not the sum of its allocations', count(*) from payments p
      left join (select payment_id, sum(amount) as amount from allocations group by 1) a on a.payment_id = p.id
      where p.amount <> coalesce(a.amount, 0)
    union all select 'a receipt is not the sum of its payments', count(*) from receipts r
      left join (select receipt_id, sum(amount) as amount from payments group by 1) p on p.receipt_id = r.id
      where r.total <> coalesce(p.amount, 0)
    union all select 'credited is not the sum of credit notes', count(*) from invoices i
      left join (select invoice_id, sum(total) as total from credit_notes group by 1) n on n.invoice_id = i.id
      where i.credited_total <> coalesce(n.total, 0)
    union all select 'a line is credited otherwise than its notes say', count(*) from charges c
      left join (select charge_id, sum(total) as total from credit_note_items group by 1) l on l.charge_id = c.id
      where c.credited_total <> coalesce(l.total, 0)
    union all select 'what patients owe is not what the postings say', count(*) from invoices i
      left join (select invoice_id, sum(amount) as due from postings where account = 'patients' group by 1) p on p.invoice_id = i.id
      where i.issued_at is not null and i.patient_balance <> coalesce(p.due, 0)
    union all select 'what insurers owe is not what the postings say', count(*) from invoices i
      left join (select invoice_id, sum(amount) as due from postings where account = 'insurers' group by 1) p on p.invoice_id = i.id
      where i.issued_at is not null and i.insurer_balance <> coalesce(p.due, 0)
    union all select 'money is not what was received', count(*) from (select
      (select coalesce(sum(amount), 0) from postings where account = 'money') - (select coalesce(sum(total), 0) from receipts) as gap) g where gap <> 0
    union all select 'a series has a gap', count(*) from (
      select count(*) as many, max(substring(number from '[0-9]+$')::bigint) as last
      from (select number from invoices where number is not null union all select number from receipts union all select number from credit_notes) n
      group by regexp_replace(number, '[0-9]+$', '')) s where many <> last
    union all select 'a counter is not where its series ends', count(*) from document_counters c join number_formats f using (series)
      where c.last <> (select count(*) from (
        select number from invoices where number is not null union all select number from receipts union all select number from credit_notes) n
        where starts_with(number, f.prefix || case when f.with_year then c.fiscal_year || '-' else '' end))
    union all select 'somebody has overpaid without a credit', count(*) from invoices
      where credited_total = 0 and (patient_balance < 0 or insurer_balance < 0)`.execute(trx)
  return rows.filter(({ broken }) => broken > 0).map(({ name }) => name)
}
