import { notFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { printCreditNote, printInvoice, printReceipt, verifyDocument } from '../contract-papers.ts'
import { paperPress, type PaperKind } from './papers/paper-press.ts'
import { findDocument } from './verify-document.ts'

type Printing = typeof printInvoice | typeof printReceipt | typeof printCreditNote

/** The papers of billing, and the public check of what is printed on them. */
export const paperRoutes = (services: Services): Route[] => {
  const { letterhead, print } = paperPress(services)
  const printing = (endpoint: Printing, kind: PaperKind): Route =>
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
      const document = await findDocument(db, params.code)
      if (!document) throw notFound('Document')
      return document
    }),
  ]
}
