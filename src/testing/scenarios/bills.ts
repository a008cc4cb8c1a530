import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { cents, fromCents } from '#shared/money.ts'
import { aPatient } from '../builders.ts'

// Four digits from the first one on: names sort as they were made.
let serial = 1000
const NOW = new Date('2026-03-02T07:30:00Z')
const TODAY = '2026-03-02'

interface Line {
  name?: string
  code?: string | null
  quantity?: string
  price?: string
  discount?: string
  waiver?: string
  taxRate?: string
  taxIncluded?: boolean
  /** The patient's part of what the insurer pays, in percent. */
  coPay?: string
}
interface Bill {
  patientId?: number | null
  customer?: string
  insurerId?: number
  memberNumber?: string
  lines?: Line[]
  rounding?: string
  isDraft?: boolean
  by?: number
}

/** A bill with its lines, by SQL, issued unless it is a draft; of a new patient unless somebody is named. */
export const aBill = async (db: Db, bill: Bill = {}) => {
  const { customer = null, insurerId = null, lines = [{}], rounding = '0', by = null } = bill
  const patientId = bill.patientId ?? (customer === null ? (await aPatient(db)).id : null)
  const { id } = await db
    .insertInto('invoices')
    .values({
      patient_id: patientId,
      customer_name: customer,
      insurance_company_id: insurerId,
      member_number: bill.memberNumber ?? null,
      created_at: NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { name = 'Malaria test', code = null, quantity = '1', price = '500', ...line } of lines) {
    const item = await db
      .insertInto('items')
      .values({ name: `${name} ${++serial}`, code: code && `${code}-${serial}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('charges')
      .values({
        invoice_id: id,
        item_id: item.id,
        item_name: name,
        category: 'other',
        quantity,
        unit_price: price,
        price_source: insurerId === null ? 'cash' : 'insurer',
        insurance_company_id: insurerId,
        co_pay_percent: insurerId === null ? null : (line.coPay ?? '0'),
        tax_rate: line.taxRate ?? '0',
        tax_included: line.taxIncluded ?? true,
        discount: line.discount ?? '0',
        waiver: line.waiver ?? '0',
        adjustment_reason: line.discount || line.waiver ? 'Hardship' : null,
        created_at: NOW,
      })
      .execute()
  }
  if (!bill.isDraft)
    await sql`
      update invoices i set number = next_document_number('invoice', ${TODAY}), verification = ${randomUUID()}, issued_at = ${NOW},
        issued_on = ${TODAY}, issued_by = ${by}, total = s.total + ${rounding}, tax = s.tax, discount = s.discount, rounding = ${rounding},
        waiver = s.waiver, insurer_total = s.insurer, patient_total = s.patient + ${rounding}
      from (select sum(total) as total, sum(tax) as tax, sum(discount) as discount, sum(waiver) as waiver, sum(insurer_amount) as insurer,
        sum(patient_amount) as patient from charges where invoice_id = ${id}) s
      where i.id = ${id}`.execute(db)
  return db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

interface Part {
  mode?: string
  amount: string
  tendered?: string
  reference?: string
  party?: 'patient' | 'insurer'
}
interface Received {
  kind?: 'payment' | 'refund' | 'reversal'
  reverses?: number
  creditNote?: number
  insurerId?: number
  by?: number
}

/** Money set against a bill, by SQL: a payment, or what `kind` says with negative amounts. */
export const aReceipt = async (db: Db, invoiceId: number, parts: Part[], received: Received = {}) => {
  const { kind = 'payment' } = received
  const { patient_id } = await db.selectFrom('invoices').select('patient_id').where('id', '=', invoiceId).executeTakeFirstOrThrow()
  const receipt = await db
    .insertInto('receipts')
    .values({
      number: sql<string>`next_document_number('receipt', ${TODAY})`,
      verification: randomUUID(),
      kind,
      patient_id: received.insurerId ? null : patient_id,
      insurance_company_id: received.insurerId ?? null,
      total: fromCents(parts.reduce((total, { amount }) => total + cents(amount), 0)),
      reason: kind === 'payment' ? null : 'Wrong bill',
      reverses_id: received.reverses ?? null,
      credit_note_id: received.creditNote ?? null,
      received_at: NOW,
      received_on: TODAY,
      received_by: received.by ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const { mode = 'Cash', amount, tendered, reference = null, party = 'patient' } of parts) {
    const change = tendered ? fromCents(cents(tendered) - cents(amount)) : '0'
    const payment = await db
      .insertInto('payments')
      .values({
        receipt_id: receipt.id,
        payment_mode_id: sql<number>`(select id from payment_modes where name = ${mode})`,
        amount,
        tendered: tendered ?? null,
        change,
        reference,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('allocations').values({ payment_id: payment.id, invoice_id: invoiceId, party, amount }).execute()
  }
  return receipt
}

/** A credit note over the whole of an issued bill, by SQL. */
export const aCreditNote = async (db: Db, invoiceId: number, { reason = 'Never done', by = null as number | null } = {}) => {
  const bill = await db.selectFrom('invoices').selectAll().where('id', '=', invoiceId).executeTakeFirstOrThrow()
  const note = await db
    .insertInto('credit_notes')
    .values({
      number: sql<string>`next_document_number('credit note', ${TODAY})`,
      verification: randomUUID(),
      invoice_id: invoiceId,
      reason,
      total: bill.total,
      tax: bill.tax,
      insurer_amount: bill.insurer_total,
      patient_amount: bill.patient_total,
      waiver: bill.waiver,
      rounding: bill.rounding,
      issued_at: NOW,
      issued_on: TODAY,
      issued_by: by,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`
    insert into credit_note_items (credit_note_id, charge_id, quantity, total, tax, insurer_amount, patient_amount, waiver)
    select ${note.id}, id, quantity, total, tax, insurer_amount, patient_amount, waiver from charges where invoice_id = ${invoiceId}`.execute(
    db,
  )
  return note
}
