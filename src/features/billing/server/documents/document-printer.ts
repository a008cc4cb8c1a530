import { sql } from 'kysely'
import type { Download } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { readPrintWording } from '#features/company/public.ts'
import { readLetterhead, usualSize, type Letterhead } from './letterhead.ts'
import { printPages, type PaperSize } from './print-pages.ts'
import { layOutCreditNote } from './print-credit-note.ts'
import { layOutInvoice } from './print-invoice.ts'
import { layOutReceipt } from './print-receipt.ts'

export type PrintKind = 'invoice' | 'receipt' | 'credit note'

/** A sheet for invoices and credit notes, a roll for receipts, unless it is said; and how each is laid out. */
const printers = {
  invoice: { usual: 'a4', wording: 'invoice', layOut: layOutInvoice },
  receipt: { usual: '80mm', wording: 'receipt', layOut: layOutReceipt },
  'credit note': { usual: 'a4', wording: 'credit-note', layOut: layOutCreditNote },
} as const

/** The bills that a document is about. */
const findPrintedBills = async (db: Db, kind: PrintKind, id: number): Promise<number[]> => {
  if (kind === 'invoice') return [id]
  const { rows } = await (
    kind === 'receipt'
      ? sql<{
          id: number
        }>`select distinct a.invoice_id as id from payments p join allocations a on a.payment_id = p.id where p.receipt_id = ${id}`
      : sql<{ id: number }>`select invoice_id as id from credit_notes where id = ${id}`
  ).execute(db)
  return rows.map((row) => row.id)
}

const filenameOf = (kind: PrintKind, number: string | null, id: number) =>
  `${number === null ? `draft-${kind.replace(' ', '-')}-${id}` : number.replaceAll('/', '-')}.pdf`

/**
 * Prints the papers of billing, with their count of copies and their row in the trail. The letterhead is read, and its logo fitted, before
 * the transaction begins.
 */
export const documentPrinter = ({ files, printPdf, publicUrl }: Pick<Services, 'files' | 'printPdf' | 'publicUrl'>) => ({
  letterhead: async (db: Db, kind: PrintKind, asked?: PaperSize): Promise<{ head: Letterhead; size: PaperSize }> => {
    const wording = await readPrintWording(db, printers[kind].wording)
    const size = asked ?? usualSize(wording, printers[kind].usual)
    return { head: await readLetterhead(db, files, size, wording), size }
  },
  /** 404 when there is no such paper; whose it is the caller has looked at. */
  print: async (
    { db, now, user, request, audit }: Pick<Context, 'db' | 'now' | 'user' | 'request' | 'audit'>,
    kind: PrintKind,
    id: number,
    { head, size }: { head: Letterhead; size: PaperSize },
  ): Promise<Download> => {
    const press = { head, size, now, user, address: publicUrl ?? request.origin }
    const { printed, patient, copy } = await printers[kind].layOut(db, id, press)
    const body = await printPages(printPdf, printed, head.own)
    audit('print', {
      entity: kind,
      id,
      patient,
      bills: await findPrintedBills(db, kind, id),
      change: { paper: size, copy: copy ?? 'draft' },
    })
    return { body, filename: filenameOf(kind, printed.number, id), inline: true }
  },
})
