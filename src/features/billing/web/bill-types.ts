import type { ResponseOf } from '#shared/endpoint.ts'
import type { getInvoice, listItemsOfInvoice } from '../contract.ts'
import type { getReceipt, listCreditNotes } from '../contract-payments.ts'

/** What the server answers, as screens hold it: instants are texts. */
export type Invoice = ResponseOf<typeof getInvoice>
export type InvoiceItem = ResponseOf<typeof listItemsOfInvoice>[number]
export type Receipt = ResponseOf<typeof getReceipt>
export type CreditNote = ResponseOf<typeof listCreditNotes>[number]
