import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { clinicDay } from '#features/company/public.ts'
import { namesOnFile, searchedPatients, type Seeker } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, limitLiteral, type Position } from '#platform/db/keyset.ts'
import { requireFound } from '#platform/errors/problem.ts'
import type { Invoice, listInvoices } from '../contract.ts'

const patientName = sql`coalesce(${namesOnFile},
  i.customer_name, 'Unknown')`

/** Bills as they are answered, one row each: a select without a where. Of a draft the sums are those of its lines, rounded as it would be. */
const invoiceRows = sql`
  select i.id, i.number as invoice_number, i.status, i.visit_id as visit, v.track_number, i.patient_id as patient,
    ${patientName} as patient_name, p.unique_id as patient_number, i.customer_name,
    i.insurance_company_id as insurance_company, co.name as insurance_company_name,
    coalesce(i.member_number, (select m.member_number from patient_insurances m where i.issued_at is null
      and m.patient_id = i.patient_id and m.insurance_company_id = i.insurance_company_id)) as member_number,
    i.description as invoice_description, i.issued_on::text as invoice_date, i.issued_at, ${nameOf(sql`i.issued_by`)} as issued_by_name,
    d.item_count, d.unpriced,
    case when i.issued_at is null then d.discount else i.discount end as discount,
    case when i.issued_at is null then d.tax else i.tax end as tax,
    case when i.issued_at is null then d.rounded - d.patient else i.rounding end as rounding,
    case when i.issued_at is null then d.waiver else i.waiver end as waiver,
    case when i.issued_at is null then d.total + d.rounded - d.patient else i.total end as invoice_amount,
    case when i.issued_at is null then d.rounded else i.patient_total end as patient_total,
    case when i.issued_at is null then d.insurer else i.insurer_total end as insurer_total,
    i.paid_patient, i.paid_insurer, i.credited_total as credited, d.credited_tax,
    case when i.issued_at is null then d.rounded else i.patient_balance end as patient_balance,
    case when i.issued_at is null then d.insurer else i.insurer_balance end as insurer_balance,
    i.created_at as invoice_created_at, i.version
  from invoices i
  left join patients p on p.id = i.patient_id
  left join visits v on v.id = i.visit_id
  left join insurance_companies co on co.id = i.insurance_company_id
  cross join billing_settings b
  cross join lateral (
    select count(*)::integer as item_count, (count(*) filter (where c.price_source = 'none'))::integer as unpriced,
      coalesce(sum(c.discount), 0.00) as discount, coalesce(sum(c.tax), 0.00) as tax, coalesce(sum(c.waiver), 0.00) as waiver,
      coalesce(sum(c.credited_tax), 0.00) as credited_tax, coalesce(sum(c.total), 0.00) as total, coalesce(sum(c.patient_amount), 0.00) as patient,
      coalesce(sum(c.insurer_amount), 0.00) as insurer,
      coalesce(round(sum(c.patient_amount) / b.rounding_step) * b.rounding_step, 0.00) as rounded
    from charges c where c.invoice_id = i.id and c.cancelled_at is null
  ) d`

/** One bill, or undefined. */
export const findInvoice = async (db: Db, id: number) => {
  const { rows } = await sql<Invoice>`${invoiceRows} where i.id = ${id}`.execute(db)
  return rows[0]
}
/** One bill; 404 when there is none. */
export const getInvoice = async (db: Db, id: number): Promise<Invoice> => {
  return requireFound(await findInvoice(db, id), 'Invoice')
}

type Asked = Pick<
  z.output<typeof listInvoices.query>,
  'status' | 'open' | 'invoice_id' | 'patient_id' | 'insurance_company' | 'start_date' | 'end_date'
>
/** `ids` are those that the words of a search stand for. */
export type InvoiceFilters = Partial<Asked> & { ids?: readonly number[] | undefined }

const NAMED = 1000
const selectIds = async (db: Db, select: RawBuilder<unknown>) => {
  const { rows } = await sql<{ id: number }>`${select}`.execute(db)
  return rows.map(({ id }) => id)
}
/** The bills with a number on paper, of their own or of their visit; of a bare number, this series and year. */
export const findIdsByNumber = (db: Db, q: string, now: Date) =>
  selectIds(
    db,
    sql`select id from invoices where number = upper(${q})
      union all select o.id from visits w join invoices o on o.visit_id = w.id where w.track_number = upper(${q})
      union all select o.id from number_formats f join invoices o on o.number = f.prefix
          || case when f.with_year then fiscal_year(${clinicDay(now)}) || '-' else '' end || lpad(${q}, greatest(f.width, length(${q})), '0')
        where f.series = 'invoice' and ${q} ~ '^[0-9]{1,9}$'`,
  )
/** The latest thousand bills of whom a name, number or telephone stands for. */
export const findIdsByName = (db: Db, q: string, seeker: Seeker) =>
  selectIds(
    db,
    sql`select id from (
        select o.id from ${searchedPatients(q, 25, seeker)} s join invoices o on o.patient_id = s.patient_id
        union all select id from invoices where customer_name is not null and search_fold(customer_name) like '%' || search_fold(${q}) || '%'
      ) found order by id desc limit ${sql.lit(NAMED)}`,
  )
/** The bills that words stand for: by a number, and where there is none by whom they are for. Found first, read afterwards: planned once. */
export const findIds = async (db: Db, q: string, seeker: Seeker): Promise<number[]> => {
  const numbered = await findIdsByNumber(db, q, seeker.now)
  return numbered.length > 0 ? numbered : findIdsByName(db, q, seeker)
}

const matching = ({ ids, status, open, invoice_id, patient_id, insurance_company, start_date, end_date }: InvoiceFilters) => {
  // Every visit opens a draft: one with nothing on it is shown to who asks for drafts.
  const all = [status === undefined ? sql`(i.issued_at is not null or i.has_charges)` : sql`true`]
  if (ids !== undefined) all.push(sql`i.id = any(${ids})`)
  // Said twice, so that the partial indexes serve.
  if (status !== undefined) all.push(sql`i.status = ${status}`, status === 'paid' ? sql`i.status = 'paid'` : sql`i.status <> 'paid'`)
  if (open === true) all.push(sql`(i.patient_balance <> 0 or i.insurer_balance <> 0)`)
  if (open === false) all.push(sql`i.patient_balance = 0 and i.insurer_balance = 0 and i.issued_at is not null`)
  if (invoice_id !== undefined) all.push(sql`i.id = ${invoice_id}`)
  if (patient_id !== undefined) all.push(sql`i.patient_id = ${patient_id}`)
  if (insurance_company !== undefined) all.push(sql`i.insurance_company_id = ${insurance_company}`)
  if (start_date !== undefined) all.push(sql`i.issued_on >= ${start_date}`)
  if (end_date !== undefined) all.push(sql`i.issued_on <= ${end_date}`)
  return sql.join(all, sql` and `)
}

/** The bills that match, newest first, after the cursor. */
export const findInvoices = async (db: Db, filters: InvoiceFilters, page: Position) => {
  const { rows } = await sql<Invoice>`${invoiceRows}
    where ${matching(filters)} and ${before(sql`i.id`, sql`i.id`, sql`bigint`, page.cursor)}
    order by i.id desc limit ${limitLiteral(page.limit)}`.execute(db)
  return rows
}
export const countInvoices = async (db: Db, filters: InvoiceFilters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from invoices i where ${matching(filters)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Whose bill it is; null for a customer's and for none. */
export const findPatientOf = async (db: Db, invoice: number): Promise<number | null> =>
  (await db.selectFrom('invoices').select('patient_id').where('id', '=', invoice).executeTakeFirst())?.patient_id ?? null
