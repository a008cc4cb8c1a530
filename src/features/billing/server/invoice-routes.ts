import { requirePatient } from '#features/patients/public.ts'
import { changedFields } from '#platform/audit/audit.ts'
import { sharedRead } from '#platform/db/shared-read.ts'
import { findHidden, withoutHiddenLines } from '#platform/http/restricted.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { readPage } from '#platform/db/keyset.ts'
import { lockInvoice, numberDocuments, type TillRequests } from '#features/charges/public.ts'
import {
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
import { changeInvoice, openDraft } from './change-invoice.ts'
import { addItem, changeItem } from './change-item.ts'
import { discountBill } from './discount-invoice.ts'
import { countInvoices, findIds, findInvoices, findPatientOf, getInvoice } from './invoices.ts'
import { findSums, issueInvoice, requireIssuable } from './issue-invoice.ts'
import { countItems, findItems, findItemsOfInvoice, getItem } from './items.ts'
import { findQueue } from './queue.ts'

/** Bills, their lines and the queue at the till; what the till bills of the stock is asked of the pharmacy by `requests`. */
export const invoiceRoutes = (requests: TillRequests): Route[] => [
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
    const whose = invoice === undefined ? {} : { patient: await findPatientOf(db, invoice), bills: [invoice] }
    audit('read', { entity: 'invoice items', id: null, ...whose })
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
