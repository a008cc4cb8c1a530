import { sql } from 'kysely'
import { cents, fromCents } from '#shared/money.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { lockInvoice } from '#features/charges/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { ReceiptCounter } from '#platform/db/tables.gen.ts'
import { conflict, fieldError, notFound } from '#platform/errors/problem.ts'
import type { refundCreditNote } from '../contract-payments.ts'
import { checkPayments, refuseMoreThan } from './check-payments.ts'
import { writeReceipt } from './write-receipt.ts'

interface Note {
  invoice_id: number
  reason: string
  patient_amount: string
  insurer_amount: string
}
interface Given {
  patient: string
  insurer: string
}
/** What was paid out on a credit note so far, refunds that were taken back left out. */
const findGiven = async (db: Db, note: number): Promise<Given> => {
  const { rows } = await sql<Given>`
    select coalesce(-sum(a.amount) filter (where a.party = 'patient'), 0) as patient,
      coalesce(-sum(a.amount) filter (where a.party = 'insurer'), 0) as insurer
    from receipts r join payments p on p.receipt_id = r.id join allocations a on a.payment_id = p.id
    where r.credit_note_id = ${note} and not exists (select from receipts b where b.reverses_id = r.id)`.execute(db)
  return rows[0] ?? { patient: '0.00', insurer: '0.00' }
}
/** No more than the note gave back, and no more than was paid too much. */
const refundable = (credited: string, given: string, balance: string) =>
  fromCents(Math.max(0, Math.min(cents(credited) - cents(given), -cents(balance))))

/**
 * Pays money back on a credit note and answers the receipt's id: never more than was credited by it and paid before (400 on the amount).
 * `list` is what the body calls the payments, `counter` where the money goes back.
 */
export const refund = async (
  db: Db,
  id: number,
  body: ParsedOf<typeof refundCreditNote>['body'],
  by: number,
  now: Date,
  { list = 'payments', counter = 'cashier' }: { list?: string; counter?: ReceiptCounter } = {},
) => {
  const at = (index: number, field: string) => `${list}.${index}.${field}`
  const { rows } = await sql<Note>`
    select invoice_id, reason, patient_amount, insurer_amount from credit_notes where id = ${id}`.execute(db)
  const [note] = rows
  if (!note) throw notFound('Credit note')
  const payments = await checkPayments(
    db,
    body.payments.map((payment) => ({ ...payment, same_reference: true })),
    at,
  )
  const invoice = await lockInvoice(db, note.invoice_id)
  const given = await findGiven(db, id)
  const due = {
    patient: refundable(note.patient_amount, given.patient, invoice.patient_balance),
    insurer: refundable(note.insurer_amount, given.insurer, invoice.insurer_balance),
  }
  const stranger = payments.findIndex(({ insurer }) => insurer !== null && insurer !== invoice.insurance_company_id)
  if (stranger >= 0) throw fieldError(at(stranger, 'payment_mode'), 'That insurer is not the payer of this bill.')
  refuseMoreThan(due, payments, at)
  return writeReceipt(
    db,
    {
      kind: 'refund',
      counter,
      creditNote: id,
      reason: note.reason,
      patient: payments.some(({ party }) => party === 'patient') ? invoice.patient_id : null,
      insurer: payments.find(({ insurer }) => insurer !== null)?.insurer ?? null,
      payments: payments.map(({ amount, ...payment }) => ({
        ...payment,
        amount: `-${amount}`,
        allocations: [{ invoice: invoice.id, party: payment.party, amount: `-${amount}` }],
      })),
    },
    by,
    now,
  )
}

interface BillState {
  kind: string
  number: string
  patient_id: number | null
  insurance_company_id: number | null
  counter: ReceiptCounter
  reversed_by: string | null
}
const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

/** Takes a payment or refund back as a whole and answers the new receipt's id. 409 for a second time, and for a reversal. */
export const reverse = async (db: Db, id: number, reason: string, by: number, now: Date) => {
  const { rows: bills } = await sql<{ id: number }>`
    select distinct a.invoice_id as id from payments p join allocations a on a.payment_id = p.id where p.receipt_id = ${id} order by 1`.execute(
    db,
  )
  for (const bill of bills) await lockInvoice(db, bill.id)
  const { rows } = await sql<BillState>`
    select r.kind, r.number, r.patient_id, r.insurance_company_id, r.counter, b.number as reversed_by
    from receipts r left join receipts b on b.reverses_id = r.id where r.id = ${id}`.execute(db)
  const [receipt] = rows
  if (!receipt) throw notFound('Receipt')
  if (receipt.reversed_by) throw conflict(`This receipt is already reversed, by ${receipt.reversed_by}.`, {}, 'reversed')
  if (receipt.kind === 'reversal') throw conflict('A reversal cannot be reversed: take the payment again instead.', {}, 'reversal')
  const { rows: parts } = await sql<{
    mode: number
    amount: string
    reference: string | null
    allocations: { invoice: number; party: 'patient' | 'insurer'; amount: string }[]
  }>`
    select p.payment_mode_id as mode, p.amount, p.reference,
      (select json_agg(json_build_object('invoice', a.invoice_id, 'party', a.party, 'amount', (-a.amount)::text) order by a.id)
        from allocations a where a.payment_id = p.id) as allocations
    from payments p where p.receipt_id = ${id} order by p.id`.execute(db)
  return writeReceipt(
    db,
    {
      kind: 'reversal',
      reverses: id,
      counter: receipt.counter,
      reason,
      patient: receipt.patient_id,
      insurer: receipt.insurance_company_id,
      payments: parts.map(({ amount, ...part }) => ({ ...part, amount: negated(amount) })),
    },
    by,
    now,
  )
}
