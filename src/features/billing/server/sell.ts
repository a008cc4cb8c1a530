import { cents, fromCents } from '#shared/money.ts'
import { chargeOn, lockInvoice, numberDocuments, type Order } from '#features/charges/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Receipt } from '../contract-payments.ts'
import { openDraft } from './change-invoice.ts'
import { checkPayments, refuseMoreThan, type CheckedPayment, type SentPayment } from './check-payments.ts'
import { findSums, issueInvoice, requireIssuable } from './issue-invoice.ts'
import { getReceipt } from './receipts.ts'
import { receiptFor, withNumbers } from './take-payment.ts'
import { takeReceiptId, writeReceipt } from './write-receipt.ts'

const at = (index: number, field: string) => `payments.${index}.${field}`

/** The insurer's part is billed to it; the payments come to what the buyer owes, no more and no less. */
const requireExactly = (due: string, payments: readonly CheckedPayment[]) => {
  const insurer = payments.findIndex(({ party }) => party === 'insurer')
  if (insurer >= 0) throw fieldError(at(insurer, 'payment_mode'), 'The insurer is billed for its share: enter how the patient pays.')
  refuseMoreThan({ patient: due, insurer: '0.00' }, payments, at)
  const paid = payments.reduce((sum, { amount }) => sum + cents(amount), 0)
  if (paid === cents(due)) return
  const field = payments.length === 0 ? 'payments' : at(payments.length - 1, 'amount')
  throw fieldError(field, `The payments add up to ${fromCents(paid)}; the amount due is ${due}.`)
}

export interface Sale {
  /** Whose insurer pays its part; or somebody by name. */
  patient: number | null
  customer: string | null
  /** What the buyer was told to pay. */
  total: string
  payments: readonly SentPayment[]
  /** Hands over what is sold, on the bill that is open for it, and answers what is charged. */
  handOver: (invoice: number) => Promise<readonly Order[]>
}
export interface Sold {
  invoice: number
  invoice_number: string | null
  /** Null where nothing was to be paid. */
  receipt: Receipt | null
}

/**
 * Sells outside a visit: opens a bill, charges, issues it, takes the money and numbers both, which is the last that may be done. 409
 * `unpriced`, and `price_changed` with what it comes to when that is not `total`; 400 on an amount when the payments are more or less.
 */
export const sell = async (db: Db, { patient, customer, total, payments, handOver }: Sale, by: number, now: Date): Promise<Sold> => {
  const invoice = await openDraft(db, { patient, customer_name: customer }, now)
  await chargeOn(db, invoice, await handOver(invoice), by, now)
  const [bill, sums, receiptId] = await Promise.all([lockInvoice(db, invoice), findSums(db, invoice), takeReceiptId(db)])
  requireIssuable(bill, sums)
  if (cents(sums.patient) !== cents(total)) throw conflict(`This costs ${sums.patient} now.`, { total: sums.patient }, 'price_changed')
  const checked = await checkPayments(db, payments, at)
  requireExactly(sums.patient, checked)
  await issueInvoice(db, invoice, by, now)
  if (checked.length === 0) {
    const { invoice: invoice_number } = await numberDocuments(db, { invoice })
    return { invoice, invoice_number, receipt: null }
  }
  await writeReceipt(db, { ...receiptFor(bill, receiptId, checked), counter: 'pharmacy' }, by, now)
  const receipt = await getReceipt(db, receiptId)
  const numbers = await numberDocuments(db, { invoice, receipt: receiptId })
  return { invoice, invoice_number: numbers.invoice, receipt: withNumbers(receipt, numbers.receipt, numbers.invoice) }
}
