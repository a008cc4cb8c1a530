import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { clinicDay } from '#features/company/public.ts'
import { lockInvoice, payerOf } from '#features/charges/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { createInvoice, updateInvoice } from '../contract.ts'
import { getInvoice } from './invoices.ts'

const requireInsurer = async (db: Db, id: number | null | undefined) => {
  if (id == null) return
  const insurer = await db.selectFrom('insurance_companies').select('is_active').where('id', '=', id).executeTakeFirst()
  if (!insurer) throw fieldError('insurance_company', 'Insurance company not found.')
  if (!insurer.is_active) throw fieldError('insurance_company', 'This insurance company is inactive.')
}

/** 400 on `patient` for one who is not on file or was deactivated. */
export const requireBuyer = async (db: Db, patient: number) => {
  const known = await db.selectFrom('patients').select('deactivated_at').where('id', '=', patient).executeTakeFirst()
  if (!known) throw fieldError('patient', 'Patient not found.')
  if (known.deactivated_at) throw fieldError('patient', 'This patient is deactivated. Reactivate the record first.')
}

/** Opens a draft outside a visit and answers its id; for a patient whose insurer pays unless another payer is named. */
export const openDraft = async (db: Db, body: ParsedOf<typeof createInvoice>['body'], now: Date): Promise<number> => {
  await requireInsurer(db, body.insurance_company)
  if (body.customer_name != null && body.insurance_company != null)
    throw fieldError('insurance_company', 'An insurer pays only for patients; this customer is not a patient.')
  const patient = body.patient ?? null
  if (patient !== null) await requireBuyer(db, patient)
  const payer =
    body.insurance_company === undefined ? payerOf(sql`${patient}::integer`, clinicDay(now)) : sql`${body.insurance_company}::integer`
  const { rows } = await sql<{ id: number }>`
    insert into invoices (patient_id, customer_name, insurance_company_id, description, created_at)
    values (${patient}, ${body.customer_name ?? null}, ${payer}, ${body.invoice_description ?? null}, ${now}) returning id`.execute(db)
  return rows[0]!.id
}

/** Every line that nobody priced by hand at the price that `insurer` (null: the patient) is asked for today; waivers start anew. */
const priceAnew = async (db: Db, invoice: number, now: Date) => {
  await sql`
    update charges c set
      unit_price = case when c.price_source = 'set' then c.unit_price else p.price end,
      price_source = case when c.price_source = 'set' then c.price_source else p.source end,
      insurance_company_id = case when p.is_covered then p.insurer end,
      co_pay_amount = case when p.is_covered then p.co_pay_amount end, co_pay_percent = case when p.is_covered then p.co_pay_percent end,
      discount = least(c.discount, round(c.quantity * case when c.price_source = 'set' then c.unit_price else p.price end, c.decimals)),
      waiver = 0, version = c.version + 1
    from (
      select l.id, i.insurance_company_id as insurer, f.* from charges l join invoices i on i.id = l.invoice_id
      cross join lateral item_price(l.item_id, i.insurance_company_id, ${clinicDay(now)}) f where l.invoice_id = ${invoice}
    ) p
    where p.id = c.id and c.cancelled_at is null`.execute(db)
}

/**
 * Changes a draft: its payer, which prices its lines anew, and its description; answers the bill before and after. 409 once it is issued;
 * 412 for a stale version.
 */
export const changeInvoice = async (db: Db, id: number, body: ParsedOf<typeof updateInvoice>['body'], seen: number | null, now: Date) => {
  const locked = await lockInvoice(db, id)
  const before = await getInvoice(db, id)
  await requireUnchanged(locked, seen, () => before)
  if (locked.issued_at !== null) throw conflict('An issued bill cannot be changed: credit it instead.', { number: locked.number }, 'issued')
  if (body.status !== undefined && body.status !== 'draft' && body.status !== 'pending')
    throw conflict('The status cannot be set directly: issue the bill or take a payment.', {}, 'status')
  if (body.invoice_description !== undefined && seen === null)
    throw fieldError('version', 'Send the version, or If-Match, of the bill whose description you change.')
  await requireInsurer(db, body.insurance_company)
  if (body.insurance_company != null && locked.patient_id === null)
    throw fieldError('insurance_company', 'An insurer pays only for patients; this customer is not a patient.')
  const insurer = body.insurance_company === undefined ? locked.insurance_company_id : body.insurance_company
  await sql`
    update invoices set insurance_company_id = ${insurer},
      description = ${body.invoice_description === undefined ? sql`description` : body.invoice_description}, version = version + 1
    where id = ${id}`.execute(db)
  if (insurer !== locked.insurance_company_id) await priceAnew(db, id, now)
  return { before, after: await getInvoice(db, id) }
}
