import { sql } from 'kysely'
import { cents, fromCents } from '#shared/money.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { lockInvoice, numberDocuments, type InvoiceRow } from '#features/charges/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, forbidden, invalidInput } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { Invoice } from '../contract.ts'
import type { payInvoice, Receipt, receivePayment } from '../contract-payments.ts'
import { checkPayments, refuseMoreThan, requireDecimals, type CheckedPayment } from './check-payments.ts'
import { getInvoice } from './invoices.ts'
import { findSums, issueInvoice, requireIssuable, type Sums } from './issue-invoice.ts'
import { getReceipt } from './receipts.ts'
import { takeReceiptId, writeReceipt, type NewReceipt } from './write-receipt.ts'

const at = (index: number, field: string) => `payments.${index}.${field}`

/** The insurer's mode pays the insurer's part of a bill in its name, and nothing else. */
const refuseStrangers = (invoice: InvoiceRow, payments: readonly CheckedPayment[]) => {
  const stranger = payments.findIndex(({ insurer }) => insurer !== null && insurer !== invoice.insurance_company_id)
  if (stranger >= 0) throw fieldError(at(stranger, 'payment_mode'), 'That insurer is not the payer of this bill.')
}

/** What is due on a bill that is locked: of a draft what it comes to, if it may be issued and the caller wants that. */
const dueOn = (invoice: InvoiceRow, sums: Sums, issue: boolean, user: User) => {
  if (invoice.issued_at !== null) return { patient: invoice.patient_balance, insurer: invoice.insurer_balance }
  if (!issue) throw conflict('Issue this bill before taking a payment.', {}, 'draft')
  if (!user.permissions.has('billing.issue')) throw forbidden('billing.issue')
  requireIssuable(invoice, sums)
  return sums
}

/** The receipt of payments for one bill, as it is to be written. */
export const receiptFor = (bill: InvoiceRow, id: number, payments: readonly CheckedPayment[]): NewReceipt => ({
  id,
  kind: 'payment',
  patient: payments.some(({ party }) => party === 'patient') ? bill.patient_id : null,
  insurer: payments.find(({ insurer }) => insurer !== null)?.insurer ?? null,
  payments: payments.map((payment) => ({ ...payment, allocations: [{ invoice: bill.id, party: payment.party, amount: payment.amount }] })),
})
/** A receipt that was read before it and its bill had a number. */
export const withNumbers = (receipt: Receipt, number: string | null, invoice: string | null): Receipt => ({
  ...receipt,
  number: number ?? receipt.number,
  invoices: receipt.invoices.map((part) => ({ ...part, number: invoice ?? part.number })),
})

/**
 * Takes money for one bill, which is locked meanwhile, and answers receipt and bill. Never more than what is due: 400 on the amount. With
 * `issue` a draft is issued in the same transaction; without it 409 `draft`. 412 when the bill is not the version that was seen. What does
 * not wait for an answer goes out together: the counter is held, and others wait, for as few round trips as can be.
 */
export const takePayment = async (
  db: Db,
  id: number,
  body: ParsedOf<typeof payInvoice>['body'],
  seen: number | null,
  user: User,
  now: Date,
): Promise<{ receipt: Receipt; invoice: Invoice }> => {
  const [bill, sums, receiptId, payments] = await Promise.all([
    lockInvoice(db, id),
    findSums(db, id),
    takeReceiptId(db),
    checkPayments(db, body.payments, at),
  ])
  await requireUnchanged(bill, seen, () => getInvoice(db, id))
  const due = dueOn(bill, sums, body.issue ?? false, user)
  refuseStrangers(bill, payments)
  refuseMoreThan(due, payments, at)
  const isDraft = bill.issued_at === null
  const written = receiptFor(bill, receiptId, payments)
  const [, , receipt, invoice] = await Promise.all([
    isDraft ? issueInvoice(db, id, user.id, now) : null,
    writeReceipt(db, written, user.id, now),
    getReceipt(db, receiptId),
    getInvoice(db, id),
  ])
  const numbers = await numberDocuments(db, { receipt: receipt.id, ...(isDraft && { invoice: id }) })
  const invoice_number = numbers.invoice ?? invoice.invoice_number
  return { receipt: withNumbers(receipt, numbers.receipt, invoice_number), invoice: { ...invoice, invoice_number } }
}

const lockInvoices = async (db: Db, ids: readonly number[]): Promise<Map<number, InvoiceRow>> => {
  const invoices = new Map<number, InvoiceRow>()
  // One after the other, by id: two remittances over the same bills wait for each other instead of standing in each other's way.
  for (const id of ids.toSorted((a, b) => a - b)) {
    const { rows } = await sql`select from invoices where id = ${id}`.execute(db)
    if (rows.length > 0) invoices.set(id, await lockInvoice(db, id))
  }
  return invoices
}

/** Why so much of a payment cannot be set against a bill. */
const findFault = (invoice: InvoiceRow | undefined, amount: string, { party, insurer }: CheckedPayment) => {
  if (!invoice) return { field: 'invoice', message: 'Bill not found.' }
  if (invoice.issued_at === null) return { field: 'invoice', message: 'This bill is a draft.' }
  if (insurer !== null && invoice.insurance_company_id !== insurer)
    return { field: 'invoice', message: 'That insurer is not the payer of this bill.' }
  const due = party === 'insurer' ? invoice.insurer_balance : invoice.patient_balance
  return cents(amount) > cents(due) ? { field: 'amount', message: `This is more than the amount due: ${due}.` } : null
}

/** Takes one payment for several bills and answers the receipt's id; each amount at most what is due on its bill, together the payment. */
export const receive = async (db: Db, body: ParsedOf<typeof receivePayment>['body'], user: User, now: Date) => {
  const { allocations, ...sent } = body
  const given = allocations.reduce((sum, { amount }) => sum + cents(amount), 0)
  if (given !== cents(sent.amount)) throw fieldError('amount', `The bills add up to ${fromCents(given)}.`)
  if (new Set(allocations.map(({ invoice }) => invoice)).size !== allocations.length)
    throw fieldError('allocations', 'Each bill may be listed only once.')
  const invoices = await lockInvoices(
    db,
    allocations.map(({ invoice }) => invoice),
  )
  // After the bills, as in every payment: whoever waits for a reference holds the bills already.
  const [payment] = await checkPayments(db, [sent], (_index, field) => field)
  if (!payment) throw new Error('One payment was checked.')
  await requireDecimals(db, Object.fromEntries(allocations.map(({ amount }, index) => [`allocations.${index}.amount`, amount])))
  const faults = allocations.flatMap(({ invoice, amount }, index) => {
    const fault = findFault(invoices.get(invoice), amount, payment)
    return fault ? [{ [`allocations.${index}.${fault.field}`]: [fault.message] }] : []
  })
  if (faults.length > 0) throw invalidInput(Object.assign({}, ...faults))
  const patients = new Set([...invoices.values()].map(({ patient_id }) => patient_id))
  const [patient = null] = patients
  return writeReceipt(
    db,
    {
      kind: 'payment',
      patient: payment.party === 'patient' && patients.size === 1 ? patient : null,
      insurer: payment.insurer,
      payments: [{ ...payment, allocations: allocations.map((allocation) => ({ ...allocation, party: payment.party })) }],
    },
    user.id,
    now,
  )
}
