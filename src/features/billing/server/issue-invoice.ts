import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { InvoiceRow } from '#features/charges/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'

export interface Sums {
  lines: number
  unpriced: string[] | null
  /** What the patient and the insurer will owe, rounded as the bill will be. */
  patient: string
  insurer: string
}
/** What somebody pays who owes the sum of these amounts, rounded as a bill would be; as text. */
export const roundedSum = async (db: Db, amounts: readonly string[]): Promise<string> => {
  const { rows } = await sql<{ due: string }>`
    select coalesce(round((select sum(a) from unnest(${amounts}::numeric[]) a) / b.rounding_step) * b.rounding_step, 0.00) as due
    from billing_settings b`.execute(db)
  return rows[0]!.due
}
/** What a draft comes to at this moment; ask once it is locked. */
export const findSums = async (db: Db, invoice: number): Promise<Sums> => {
  const { rows } = await sql<Sums>`
    select count(c.id) as lines, array_agg(c.item_name order by c.id) filter (where c.price_source = 'none') as unpriced,
      coalesce(round(sum(c.patient_amount) / max(b.rounding_step)) * max(b.rounding_step), 0.00) as patient,
      coalesce(sum(c.insurer_amount), 0.00) as insurer
    from billing_settings b left join charges c on c.invoice_id = ${invoice} and c.cancelled_at is null`.execute(db)
  return rows[0]!
}

/** 409 for a bill that is issued already, has nothing on it, or has lines without a price. */
export const requireIssuable = ({ issued_at, number }: InvoiceRow, { lines, unpriced }: Sums) => {
  if (issued_at !== null) throw conflict(`This bill is already issued, as ${number}.`, { number }, 'issued')
  if (lines === 0) throw conflict('This bill has no items.', {}, 'empty')
  if (unpriced)
    throw conflict(
      `Without a price yet: ${unpriced.slice(0, 5).join(', ')}${unpriced.length > 5 ? ' …' : ''}.`,
      { items: unpriced },
      'unpriced',
    )
}

/** Issues a draft that is locked and may be issued: sums, rounding and postings, in one statement. The caller numbers it, last of all. */
export const issueInvoice = async (db: Db, invoice: number, by: number, now: Date): Promise<void> => {
  await sql`
    with line as (
      select * from charges where invoice_id = ${invoice} and cancelled_at is null
    ), sums as (
      select sum(total) as total, sum(tax) as tax, sum(discount) as discount, sum(waiver) as waiver, sum(insurer_amount) as insurer,
        sum(patient_amount) as patient
      from line
    ), rounded as (
      select sums.*, b.rounding_step, round(patient / b.rounding_step) * b.rounding_step - patient as rounding from sums, billing_settings b
    ), issued as (
      update invoices i set issued_at = ${now}, issued_on = ${clinicDay(now)}, issued_by = ${by}, total = r.total + r.rounding, tax = r.tax,
        discount = r.discount, waiver = r.waiver, insurer_total = r.insurer, patient_total = r.patient + r.rounding, rounding = r.rounding,
        rounding_step = r.rounding_step, verification = gen_random_uuid(), version = i.version + 1,
        member_number = (select m.member_number from patient_insurances m
          where m.patient_id = i.patient_id and m.insurance_company_id = i.insurance_company_id)
      from rounded r where i.id = ${invoice} returning i.*
    ), entry as (
      insert into journal_entries (kind, day, happened_at, invoice_id, created_by)
      select 'invoice', issued_on, issued_at, id, issued_by from issued returning id, day
    )
    insert into postings (entry_id, day, account, amount, invoice_id, charge_id, item_id, quantity, insurance_company_id)
    select entry.id, entry.day, p.* from entry, issued i, lateral (
      select 'sales'::account, -(l.total - l.tax), i.id, l.id, l.item_id, l.quantity, l.insurance_company_id from line l
      union all select 'tax', -l.tax, i.id, l.id, l.item_id, null, l.insurance_company_id from line l where l.tax <> 0
      union all select 'patients', i.patient_total, i.id, null, null, null, null where i.patient_total <> 0
      union all select 'insurers', i.insurer_total, i.id, null, null, null, i.insurance_company_id where i.insurer_total <> 0
      union all select 'waivers', i.waiver, i.id, null, null, null, null where i.waiver <> 0
      union all select 'rounding', -i.rounding, i.id, null, null, null, null where i.rounding <> 0
    ) p`.execute(db)
}
