import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { ReceiptCounter, ReceiptKind } from '#platform/db/tables.gen.ts'

/** One payment of a receipt; amounts as text, negative when money goes out. */
export interface NewPayment {
  mode: number
  amount: string
  tendered?: string | undefined
  change?: string | undefined
  reference?: string | null | undefined
  /** Which bills it is set against; the amounts add up to its own. */
  allocations: readonly { invoice: number; party: 'patient' | 'insurer'; amount: string }[]
}
export interface NewReceipt {
  /** From `takeReceiptId`, for who wants to read the receipt without waiting for its id. */
  id?: number
  kind: ReceiptKind
  patient: number | null
  insurer: number | null
  reason?: string
  reverses?: number
  creditNote?: number
  /** Where the money is taken or given back; the cashier unless named. */
  counter?: ReceiptCounter
  payments: readonly NewPayment[]
}

/** The id of a receipt that is still to be written. */
export const takeReceiptId = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select nextval('receipts_id_seq')::integer as id`.execute(db)
  return rows[0]!.id
}

/**
 * Writes a receipt with its payments, what they are set against, and its postings, in one statement, and answers its id. The bills are
 * locked already; the caller numbers it, last of all. The database has the last word: a payment that is not the sum of its allocations, or makes a bill overpaid, fails whole.
 */
export const writeReceipt = async (db: Db, receipt: NewReceipt, by: number, now: Date): Promise<number> => {
  const payments = receipt.payments.map(({ allocations: _allocations, ...payment }, part) => ({ part, ...payment }))
  const allocations = receipt.payments.flatMap((payment, part) => payment.allocations.map((allocation) => ({ part, ...allocation })))
  const { rows } = await sql<{ id: number }>`
    with part as (
      select nextval('payments_id_seq')::integer as id, p.*
      from json_to_recordset(${JSON.stringify(payments)}::json)
        as p(part integer, mode integer, amount numeric, tendered numeric, change numeric, reference text)
    ), share as (
      select part.id as payment_id, part.mode, a.invoice, a.party, a.amount
      from json_to_recordset(${JSON.stringify(allocations)}::json) as a(part integer, invoice integer, party paying_party, amount numeric)
      join part on part.part = a.part
    ), receipt as (
      insert into receipts (id, number, verification, kind, patient_id, insurance_company_id, total, reason, reverses_id, credit_note_id,
        received_at, received_on, received_by, counter) overriding system value
      select coalesce(${receipt.id ?? null}::integer, nextval('receipts_id_seq')::integer), code::text, code, ${receipt.kind}::receipt_kind, ${receipt.patient}::integer, ${receipt.insurer}::integer,
        (select sum(amount) from part), ${receipt.reason ?? null}, ${receipt.reverses ?? null}::integer, ${receipt.creditNote ?? null}::integer,
        ${now}::timestamptz, ${clinicDay(now)}, ${by}::integer, ${receipt.counter ?? 'cashier'}::receipt_counter
      from (select gen_random_uuid() as code) u
      returning *
    ), paid as (
      insert into payments (id, receipt_id, payment_mode_id, amount, tendered, change, reference) overriding system value
      select part.id, receipt.id, part.mode, part.amount, part.tendered, coalesce(part.change, 0), part.reference from part, receipt
    ), allocated as (
      insert into allocations (payment_id, invoice_id, party, amount) select payment_id, invoice, party, amount from share
    ), entry as (
      insert into journal_entries (kind, day, happened_at, receipt_id, created_by)
      select kind::text::journal_kind, received_on, received_at, id, received_by from receipt returning id, day
    ), posted as (
      insert into postings (entry_id, day, account, amount, payment_mode_id, invoice_id, insurance_company_id)
      select entry.id, entry.day, p.* from entry, lateral (
        select 'money'::account, part.amount, part.mode, null::integer, null::integer from part
        union all select case s.party when 'patient' then 'patients' else 'insurers' end::account, -s.amount, null, s.invoice,
          case s.party when 'insurer' then (select i.insurance_company_id from invoices i where i.id = s.invoice) end
        from share s
      ) p
    )
    select id from receipt`.execute(db)
  return rows[0]!.id
}
