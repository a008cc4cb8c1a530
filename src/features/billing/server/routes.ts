import type { Program } from '#features/feature.ts'
import { type Route, handle, type Context, handlePrepared } from '#platform/http/handle.ts'
import { changedFields } from '#platform/audit/audit.ts'
import { findHidden, withoutHiddenLines } from '#platform/http/restricted.ts'
import { creditInvoice, lockInvoice, numberDocuments, type TillRequests } from '#features/charges/public.ts'
import {
  createCreditNote,
  createPaymentMode,
  getBillingSettings,
  getReceipt as getReceiptContract,
  listCreditNotes,
  listPaymentModes,
  listReceipts,
  payInvoice,
  receivePayment,
  refundCreditNote,
  reverseReceipt,
  sumReceipts,
  updateBillingSettings,
  updatePaymentMode,
  type Receipt,
} from '../contract-payments.ts'
import { countCreditNotes, findCreditedOrders, findCreditNotes, getCreditNote } from './credit-notes.ts'
import { refund, reverse } from './give-back.ts'
import { findPatientOf, getInvoice, countInvoices, findIds, findInvoices } from './invoices.ts'
import { addPaymentMode, changePaymentMode, findPaymentModes } from './payment-modes.ts'
import { allowedTaker, findReceiptSums, isOfFew } from './receipt-sums.ts'
import { countReceipts, findReceipts, getReceipt, numbered } from './receipts.ts'
import { changeSettings, getSettings } from './settings.ts'
import { receive, takePayment } from './take-payment.ts'
import type { Services } from '#platform/services.ts'
import {
  printCreditNote,
  printInvoice,
  printReceipt,
  verifyDocument,
  createInvoice,
  createInvoiceItem,
  getInvoice as getInvoiceContract,
  discountInvoice as discountContract,
  issueInvoice as issueContract,
  listCashierQueue,
  QueueRow,
  listInvoiceItems,
  listInvoices,
  listInvoicesOfPatient,
  listItemsOfInvoice,
  updateInvoice,
  updateInvoiceItem,
} from '../contract.ts'
import { documentPrinter, type PrintKind } from './documents/document-printer.ts'
import { sql } from 'kysely'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { requireFound } from '#platform/errors/problem.ts'
import { readPage } from '#platform/db/keyset.ts'
import { requirePatient } from '#features/patients/public.ts'
import { sharedRead } from '#platform/db/shared-read.ts'
import { changeInvoice, openDraft } from './change-invoice.ts'
import { addItem, changeItem } from './change-item.ts'
import { discountBill } from './discount-invoice.ts'
import { findSums, issueInvoice, requireIssuable } from './issue-invoice.ts'
import { countItems, findItems, findItemsOfInvoice, getItem } from './items.ts'
import { findQueue } from './queue.ts'

/** Bills, their lines and the queue at the till; what the till bills of the stock is asked of the pharmacy by `requests`. */
const invoiceRoutes = (requests: TillRequests): Route[] => [
  handle(listInvoices, async ({ db, query, user, now, audit }) => {
    const { q = '', ...sent } = query
    const filters = { ...sent, ids: q.trim() === '' ? undefined : await findIds(db, q.trim(), { user, now }) }
    // A page of bills of many is no reading of one person's record.
    audit('read', { entity: 'invoices', id: null, patient: filters.patient_id })
    return readPage(query, {
      find: (position) => findInvoices(db, filters, position),
      count: () => countInvoices(db, filters),
    })
  }),

  handle(listInvoicesOfPatient, ({ db, params: { patient_id }, query, audit }) => {
    const filters = { patient_id, status: query.status }
    audit('read', { entity: 'invoices', id: null, patient: patient_id })
    return readPage(query, {
      find: (position) => findInvoices(db, filters, position),
      ifEmpty: () => requirePatient(db, patient_id),
      count: () => countInvoices(db, filters),
    })
  }),

  handle(getInvoiceContract, async ({ db, params, audit }) => {
    const invoice = await getInvoice(db, params.id)
    audit('read', { entity: 'invoice', id: invoice.id, patient: invoice.patient, bills: [invoice.id] })
    return invoice
  }),

  handle(createInvoice, async ({ db, body, now, audit, publish }) => {
    const id = await openDraft(db, body, now)
    const invoice = await getInvoice(db, id)
    audit('open', { entity: 'invoice', id, patient: invoice.patient, bills: [id] })
    publish('billing', id)
    return invoice
  }),

  handle(updateInvoice, async ({ db, params, body, ifMatch, now, audit, publish }) => {
    const { before, after } = await changeInvoice(db, params.id, body, body.version ?? ifMatch, now)
    audit('update', { entity: 'invoice', id: params.id, patient: after.patient, bills: [params.id], change: changedFields(before, after) })
    publish('billing', params.id)
    return after
  }),

  handle(issueContract, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    const [locked, sums] = await Promise.all([lockInvoice(db, params.id), findSums(db, params.id)])
    await requireUnchanged(locked, body.version ?? ifMatch, () => getInvoice(db, params.id))
    requireIssuable(locked, sums)
    const [, unnumbered] = await Promise.all([issueInvoice(db, params.id, user.id, now), getInvoice(db, params.id)])
    const { invoice: invoice_number } = await numberDocuments(db, { invoice: params.id })
    const { invoice_amount, patient } = unnumbered
    audit('issue', { entity: 'invoice', id: params.id, patient, bills: [params.id], change: { invoice_number, invoice_amount } })
    publish('billing', params.id)
    return { ...unnumbered, invoice_number }
  }),

  handle(discountContract, async ({ db, params, body, ifMatch, user, audit, publish }) => {
    const { before, after } = await discountBill(db, params.id, body, body.version ?? ifMatch, user.id)
    const { discount_percent, discount, reason } = body
    audit('discount', {
      entity: 'invoice',
      id: params.id,
      patient: after.patient,
      bills: [params.id],
      change: {
        discount: [before.discount, after.discount],
        ...(discount_percent === undefined ? { amount: discount } : { percent: discount_percent }),
        reason,
      },
    })
    publish('billing', params.id)
    return after
  }),

  handle(listInvoiceItems, async ({ db, user, now, query, audit }) => {
    const page = await readPage(query, {
      find: (position) => findItems(db, query, { user, now, ...position }),
      count: () => countItems(db, query),
    })
    const invoice = query.invoice ?? (query.invoice_item === undefined ? undefined : page.rows[0]?.invoice)
    const ofInvoice = invoice === undefined ? {} : { patient: await findPatientOf(db, invoice), bills: [invoice] }
    audit('read', { entity: 'invoice items', id: null, ...ofInvoice })
    return page
  }),

  handle(listItemsOfInvoice, async ({ db, params: { invoice_id }, audit }) => {
    const items = await findItemsOfInvoice(db, invoice_id)
    if (items.length === 0) await getInvoice(db, invoice_id)
    audit('read', { entity: 'invoice items', id: invoice_id, patient: await findPatientOf(db, invoice_id), bills: [invoice_id] })
    return items
  }),

  handle(createInvoiceItem, async ({ db, body, user, now, audit, publish }) => {
    const { id, patient } = await addItem({ db, user, now, audit, publish }, body, requests)
    const item = await getItem(db, id)
    const { item_name, quantity, sale_price, price_source } = item
    audit('charge', {
      entity: 'invoice',
      id: item.invoice,
      patient,
      bills: [item.invoice],
      change: { invoice_item: item.id, item_name, quantity, sale_price, price_source },
    })
    publish('billing', item.invoice)
    return item
  }),

  handle(updateInvoiceItem, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    const before = await getItem(db, params.id)
    const { invoice } = await changeItem({ db, user, now, audit, publish }, params.id, body, body.version ?? ifMatch, requests)
    const item = await getItem(db, params.id)
    const { version: _before, ...old } = before
    const { version: _after, ...next } = item
    audit(body.status === 'cancelled' ? 'cancel charge' : 'change charge', {
      entity: 'invoice',
      id: invoice.id,
      patient: invoice.patient_id,
      bills: [invoice.id],
      change: { invoice_item: item.id, ...changedFields(old, next) },
    })
    publish('billing', invoice.id)
    return item
  }),

  handle(listCashierQueue, async ({ db, user, now }) =>
    withoutHiddenLines(
      { db, user, now },
      QueueRow,
      await findHidden(db, user, now),
      await sharedRead(db, 'cashier queue', () => findQueue(db, now)),
    ),
  ),
]

type Proof = ReplyOf<typeof verifyDocument>

/** The document that bears a code, and what it is worth now; undefined when none does. Nobody's name, nothing that was done. */
const findDocument = async (db: Db, code: string): Promise<Proof | undefined> => {
  const { rows } = await sql<Proof>`
    select c.name as clinic, c.currency, d.document, d.number, d.date, d.total, d.state
    from company c, (
      select 'invoice' as document, number, issued_on::text as date, total::text,
        case status when 'issued' then 'valid' else status::text end as state
      from invoices where verification = ${code}
      union all
      select case kind when 'payment' then 'receipt' else kind::text end, number, received_on::text, abs(total)::text,
        case when exists (select from receipts o where o.reverses_id = r.id) then 'reversed' else 'valid' end
      from receipts r where verification = ${code}
      union all
      select 'credit note', number, issued_on::text, total::text, 'valid' from credit_notes where verification = ${code}
    ) d`.execute(db)
  return rows[0]
}

type Printing = typeof printInvoice | typeof printReceipt | typeof printCreditNote

/** The papers of billing, and the public check of what is printed on them. */
const documentRoutes = (services: Services): Route[] => {
  const { letterhead, print } = documentPrinter(services)
  const printing = (endpoint: Printing, kind: PrintKind): Route =>
    handlePrepared(
      endpoint,
      ({ db, query }) => letterhead(db, kind, query.paper),
      (context) => print(context, kind, context.params.id, context.prepared),
    )
  return [
    printing(printInvoice, 'invoice'),
    printing(printReceipt, 'receipt'),
    printing(printCreditNote, 'credit note'),
    handle(verifyDocument, async ({ db, params }) => {
      return requireFound(await findDocument(db, params.code), 'Document')
    }),
  ]
}

const billsOf = ({ invoices }: Receipt) => [...new Set(invoices.map(({ id }) => id))]

/** The receipt as it was written, in the trail and in the news. */
const announce = (receipt: Receipt, { audit, publish }: Pick<Context, 'audit' | 'publish'>): Receipt => {
  const { id, kind, number, total, reason } = receipt
  audit(kind, {
    entity: 'receipt',
    id,
    patient: receipt.patient,
    bills: billsOf(receipt),
    change: { number, total, ...(reason && { reason }) },
  })
  for (const invoice of receipt.invoices) publish('billing', invoice.id)
  return receipt
}

/** Payments, refunds and credit notes; a credited line that the till asked of the pharmacy is asked no more, by `requests`. */
const paymentRoutes = (requests: TillRequests): Route[] => [
  handle(payInvoice, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    const paid = await takePayment(db, params.id, body, body.version ?? ifMatch, user, now)
    announce(paid.receipt, { audit, publish })
    return paid
  }),
  handle(receivePayment, async ({ db, body, user, now, audit, publish }) =>
    announce(await numbered(db, await receive(db, body, user, now)), { audit, publish }),
  ),
  handle(reverseReceipt, async ({ db, params, body, user, now, audit, publish }) =>
    announce(await numbered(db, await reverse(db, params.id, body.reason, user.id, now)), { audit, publish }),
  ),
  handle(refundCreditNote, async ({ db, params, body, user, now, audit, publish }) =>
    announce(await numbered(db, await refund(db, params.id, body, user.id, now)), { audit, publish }),
  ),

  handle(sumReceipts, async ({ db, query, user, now }) => {
    const filters = { ...query, received_by: allowedTaker(user, query.received_by) }
    return findReceiptSums(db, filters, isOfFew(query) ? await findHidden(db, user, now) : undefined)
  }),
  handle(listReceipts, async ({ db, query, audit }) => {
    const { patient_id, invoice } = query
    const page = await readPage(query, { find: (position) => findReceipts(db, query, position), count: () => countReceipts(db, query) })
    const patient = patient_id ?? (invoice === undefined ? null : await findPatientOf(db, invoice))
    const bills = patient_id === undefined && invoice !== undefined ? { bills: [invoice] } : {}
    audit('read', { entity: 'receipts', id: null, patient, ...bills })
    return page
  }),
  handle(getReceiptContract, async ({ db, params, audit }) => {
    const receipt = await getReceipt(db, params.id)
    audit('read', { entity: 'receipt', id: receipt.id, patient: receipt.patient, bills: billsOf(receipt) })
    return receipt
  }),

  handle(createCreditNote, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    await requests.hold(db, params.id)
    const locked = await lockInvoice(db, params.id)
    await requireUnchanged(locked, body.version ?? ifMatch, () => getInvoice(db, params.id))
    const lines = body.items?.map(({ invoice_item, quantity, amount }) => ({ charge: invoice_item, quantity, amount }))
    const creditNote = await creditInvoice(db, locked, lines, body.reason, user.id, now)
    if (creditNote === null) throw new Error('A credit note was neither written nor refused.')
    const gone = await findCreditedOrders(db, creditNote)
    await requests.withdraw({ db, user, now, audit, publish }, gone, body.reason, { leaveDispensed: true })
    const unnumbered = await getCreditNote(db, creditNote)
    const numbers = await numberDocuments(db, { creditNote })
    const note = { ...unnumbered, number: numbers.credit_note ?? unnumbered.number }
    const { number, total, reason } = note
    audit('credit', { entity: 'invoice', id: params.id, patient: locked.patient_id, bills: [params.id], change: { number, total, reason } })
    publish('billing', params.id)
    return note
  }),
  handle(listCreditNotes, async ({ db, query, audit }) => {
    const { invoice } = query
    const page = await readPage(query, {
      find: (position) => findCreditNotes(db, invoice, position),
      count: () => countCreditNotes(db, invoice),
    })
    const ofInvoice = invoice === undefined ? {} : { patient: await findPatientOf(db, invoice), bills: [invoice] }
    audit('read', { entity: 'credit notes', id: null, ...ofInvoice })
    return page
  }),

  handle(listPaymentModes, ({ db, query }) => findPaymentModes(db, query.active)),
  handle(createPaymentMode, async ({ db, body, audit, publish }) => {
    const mode = await addPaymentMode(db, body)
    audit('add', { entity: 'payment mode', id: mode.id, change: mode })
    publish('billing')
    publish('settings')
    return mode
  }),
  handle(updatePaymentMode, async ({ db, params, body, ifMatch, audit, publish }) => {
    const { before, after } = await changePaymentMode(db, params.id, body, body.version ?? ifMatch)
    audit('update', { entity: 'payment mode', id: params.id, change: changedFields(before, after) })
    publish('billing')
    publish('settings')
    return after
  }),

  handle(getBillingSettings, ({ db }) => getSettings(db)),
  handle(updateBillingSettings, async ({ db, body, ifMatch, audit, publish }) => {
    const { before, after } = await changeSettings(db, body, body.version ?? ifMatch)
    audit('update', { entity: 'billing settings', id: 1, change: changedFields(before, after) })
    publish('billing')
    return after
  }),
]

export const routes = (program: Program): Route[] => [
  ...invoiceRoutes(program.tillRequests),
  ...paymentRoutes(program.tillRequests),
  ...documentRoutes(program),
]
