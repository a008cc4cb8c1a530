import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

const nameOfUser = sql<string | null>`nullif(trim(u.first_name || ' ' || u.last_name), '')`

/** A bill as it is printed, without its lines. */
export const findBill = (db: Db, id: number) =>
  db
    .selectFrom('invoices as i')
    .leftJoin('visits as v', 'v.id', 'i.visit_id')
    .leftJoin('insurance_companies as c', 'c.id', 'i.insurance_company_id')
    .leftJoin('users as u', 'u.id', 'i.issued_by')
    .select(['i.id', 'i.number', 'i.status', 'i.verification', 'i.issued_at', 'i.issued_on', 'i.created_at', 'i.description'])
    .select(['i.patient_id', 'i.customer_name', 'i.member_number', 'v.track_number', 'c.name as insurer', nameOfUser.as('issued_by')])
    .select(['i.total', 'i.discount', 'i.rounding', 'i.waiver', 'i.insurer_total', 'i.patient_total'])
    .select(['i.paid_patient', 'i.paid_insurer', 'i.patient_balance', 'i.insurer_balance'])
    .where('i.id', '=', id)
    .executeTakeFirst()
export type Bill = NonNullable<Awaited<ReturnType<typeof findBill>>>

/** What stands on a bill, in the order in which it came; what was cancelled does not. */
export const findBillLines = (db: Db, invoiceId: number) =>
  db
    .selectFrom('charges as c')
    .innerJoin('items', 'items.id', 'c.item_id')
    .select(['c.item_name', 'items.code', 'c.quantity', 'c.unit_price', 'c.gross', 'c.discount', 'c.tax', 'c.tax_rate', 'c.tax_included'])
    .select(['c.total', 'c.insurer_amount', 'c.patient_amount', 'c.waiver'])
    .where('c.invoice_id', '=', invoiceId)
    .where('c.cancelled_at', 'is', null)
    .orderBy('c.id')
    .execute()
export type BillLine = Awaited<ReturnType<typeof findBillLines>>[number]

/** What was paid on a bill, paid back and taken back, in that order. */
export const findBillPayments = (db: Db, invoiceId: number) =>
  db
    .selectFrom('allocations as a')
    .innerJoin('payments as p', 'p.id', 'a.payment_id')
    .innerJoin('payment_modes as m', 'm.id', 'p.payment_mode_id')
    .innerJoin('receipts as r', 'r.id', 'p.receipt_id')
    .select(['a.amount', 'm.name as mode', 'p.reference', 'p.tendered', 'p.change', 'r.number', 'r.kind', 'r.received_on'])
    .where('a.invoice_id', '=', invoiceId)
    .orderBy('a.id')
    .execute()

export const findBillCredits = (db: Db, invoiceId: number) =>
  db
    .selectFrom('credit_notes')
    .select(['number', 'issued_on', 'reason', 'total'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
