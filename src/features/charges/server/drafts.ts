import { sql, type RawBuilder } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { notFound, requireFound } from '#platform/errors/problem.ts'

/** The insurer of a patient on a day: the membership that was entered first among those that are valid; null when there is none. */
export const payerOf = (patient: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`(
  select m.insurance_company_id from patient_insurances m join insurance_companies c on c.id = m.insurance_company_id and c.is_active
  where m.patient_id = ${patient} and (m.valid_until is null or m.valid_until >= ${at}) order by m.id limit 1)`

/** Every visit opens with its bill, a draft, in the name of the patient's insurer when there is one. */
export const openInvoice = {
  table: 'invoices',
  insert: (now: Date) => sql`insert into invoices (visit_id, patient_id, insurance_company_id, created_at)
    select v.id, v.patient_id, ${payerOf(sql`v.patient_id`, clinicDay(now))}, v.created_at from visits v returning *`,
} as const

/** What a change of a bill has to know of it. Money as text. */
export interface InvoiceRow {
  id: number
  visit_id: number | null
  patient_id: number | null
  insurance_company_id: number | null
  number: string | null
  issued_at: Date | null
  rounding: string
  patient_total: string
  insurer_total: string
  credited_total: string
  credited_patient: string
  patient_balance: string
  insurer_balance: string
  total: string
  version: number
}
const columns = sql`i.id, i.visit_id, i.patient_id, i.insurance_company_id, i.number, i.issued_at, i.rounding, i.patient_total, i.insurer_total,
  i.credited_total, i.credited_patient, i.patient_balance, i.insurer_balance, i.total, i.version`

/** The bill, locked until the transaction ends; 404 when there is none. */
export const lockInvoice = async (db: Db, id: number): Promise<InvoiceRow> => {
  const { rows } = await sql<InvoiceRow>`select ${columns} from invoices i where i.id = ${id} for update`.execute(db)
  return requireFound(rows[0], 'Invoice')
}

const lockDraft = async (db: Db, visit: number) => {
  const { rows } = await sql<{ id: number }>`select id from invoices where visit_id = ${visit} and issued_at is null for update`.execute(db)
  return rows[0]?.id
}

/**
 * The id of the visit's draft, locked until the transaction ends. A visit whose bill was issued gets a further one, for the same payer.
 * 404 when there is no such visit.
 */
export const lockDraftOfVisit = async (db: Db, visit: number, now: Date): Promise<number> => {
  // Twice: between looking and opening, somebody else may have opened one.
  for (let attempt = 0; attempt < 2; attempt++) {
    const draft = await lockDraft(db, visit)
    if (draft !== undefined) return draft
    const { rows } = await sql<{ id: number }>`
      insert into invoices (visit_id, patient_id, insurance_company_id, created_at)
      select v.id, v.patient_id, case when last.id is null then ${payerOf(sql`v.patient_id`, clinicDay(now))} else last.insurance_company_id end, ${now}
      from visits v left join lateral (
        select i.id, i.insurance_company_id from invoices i where i.visit_id = v.id order by i.id desc limit 1
      ) last on true
      where v.id = ${visit}
      on conflict (visit_id) where issued_at is null do nothing returning id`.execute(db)
    if (rows[0]) return rows[0].id
  }
  const draft = await lockDraft(db, visit)
  if (draft === undefined) throw notFound('Visit')
  return draft
}
