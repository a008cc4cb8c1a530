import type { Download } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { printCreditNote, printInvoice, printReceipt, verifyDocument } from '../contract-papers.ts'
import { readLetterhead } from './papers/letterhead.ts'
import { printPaper, type PaperSize } from './papers/paper.ts'
import type { Press, Printed } from './papers/press.ts'
import { layOutCreditNote } from './papers/print-credit-note.ts'
import { layOutInvoice } from './papers/print-invoice.ts'
import { layOutReceipt } from './papers/print-receipt.ts'
import { findDocument } from './verify-document.ts'

type Printing = typeof printInvoice | typeof printReceipt | typeof printCreditNote
type Kind = 'invoice' | 'receipt' | 'credit note'
type LayOut = (db: Db, id: number, press: Press) => Promise<Printed>

const filenameOf = (kind: Kind, number: string | null, id: number) =>
  `${number === null ? `draft-${kind.replace(' ', '-')}-${id}` : number.replaceAll('/', '-')}.pdf`

/** The papers of billing, and the public check of what is printed on them. */
export const paperRoutes = ({ files, printPdf, publicUrl }: Services): Route[] => {
  const printing = (endpoint: Printing, kind: Kind, usual: PaperSize, layOut: LayOut): Route =>
    handlePrepared(
      endpoint,
      // The logo is read and fitted before the transaction begins.
      ({ db, query }) => readLetterhead(db, files, query.paper ?? usual),
      async ({ db, params: { id }, query, now, user, request, prepared: head, audit }): Promise<Download> => {
        const size = query.paper ?? usual
        const { paper, patient, copy } = await layOut(db, id, { head, size, now, user, address: publicUrl ?? request.origin })
        const body = await printPaper(printPdf, paper)
        audit('print', { entity: kind, id, patient, change: { paper: size, copy: copy ?? 'draft' } })
        return { body, filename: filenameOf(kind, paper.number, id), inline: true }
      },
    )
  return [
    printing(printInvoice, 'invoice', 'a4', layOutInvoice),
    printing(printReceipt, 'receipt', '80mm', layOutReceipt),
    printing(printCreditNote, 'credit note', 'a4', layOutCreditNote),
    handle(verifyDocument, async ({ db, params }) => {
      const document = await findDocument(db, params.code)
      if (!document) throw notFound('Document')
      return document
    }),
  ]
}
