import type { OwnWords } from '#features/company/public.ts'
import { breakable, breakAll } from '#platform/pdf/breakable.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'

export type PaperSize = 'a4' | '80mm'

/** A label and what stands beside it. */
export type Fact = [label: string, value: string]

interface Column {
  title: string
  /** Figures stand at the right. The first column is text and takes the room that is left. */
  align: 'start' | 'end'
}
export interface Cell {
  text: string
  /** In small print beneath. */
  sub?: string
}
export interface Total {
  label: string
  amount: string
  tone: 'plain' | 'quiet' | 'strong' | 'total'
}
export interface Entry {
  label: string
  detail: string
  amount: string
}

/** What stands on a paper, in words as they are printed: the templates decide only where. */
export interface PrintedDocument {
  size: PaperSize
  title: string
  number: string | null
  isDraft: boolean
  /** What changes the worth of the paper: DUPLICATE, REVERSED, DRAFT. */
  stamps: string[]
  clinic: { name: string; lines: string[]; logo: string | null }
  facts: Fact[]
  party: { title: string; name: string; facts: Fact[] }
  /** Of a sheet: one row for each thing; and what the same rows are on a roll. */
  table: { columns: Column[]; rows: Cell[][] }
  lines: Entry[]
  totals: Total[]
  /** Money that came or went, and credit notes. */
  entries: { title: string; rows: Entry[] }[]
  closing: Total[]
  note: string | null
  /** Who issued or received, and when this sheet was printed. */
  foot: string[]
  proof: { qr: string; code: string; address: string } | null
}

const templates = { a4: new URL('./a4.typ', import.meta.url), '80mm': new URL('./roll.typ', import.meta.url) }

/** The paper as PDF, worded as the clinic words it: `own` changes what stands around the figures, and none of them. */
export const printPages = (printPdf: PrintPdf, printed: PrintedDocument, own: OwnWords): Promise<Uint8Array> => {
  const { clinic, proof, ...words } = printed
  return printPdf(templates[printed.size], {
    ...breakAll(words),
    // The longest figure decides how small a table is set.
    longest: Math.max(0, ...printed.table.rows.map((row) => row.slice(1).reduce((sum, { text }) => sum + Math.max(7, text.length), 0))),
    clinic: { ...clinic, name: breakable(clinic.name), lines: clinic.lines.map(breakable) },
    proof: own.shows.proof ? proof : null,
    own,
  })
}
