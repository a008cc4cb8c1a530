import type { Cell, Table, TableColumn } from '#shared/table.ts'
import { Problem } from '#platform/errors/problem.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'

const template = new URL('./table.typ', import.meta.url)
const MAX_ROWS = 5_000
/** Columns that fit on upright paper. */
const UPRIGHT = 7

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const dayText = (value: string) => day.format(new Date(`${value}T00:00:00Z`))
const grouped = (figure: string) =>
  figure.replace(/^(-?)(\d+)/, (_, sign: string, whole: string) => sign + whole.replaceAll(/\B(?=(\d{3})+$)/g, ','))

const textOf = (value: Cell | undefined, { kind }: TableColumn): string => {
  if (value === null || value === undefined) return ''
  if (kind === 'text') return String(value)
  return kind === 'date' ? dayText(String(value)) : grouped(String(value))
}

export interface Letterhead {
  clinic: string
  /** When it was printed, in the clinic's own time. */
  printed: string
}

/** A table on A4, its head repeated on every page, pages counted. Longer than 5,000 rows is a 400: nobody reads that on paper. */
export const tableToPdf = (printPdf: PrintPdf, table: Table, { clinic, printed }: Letterhead): Promise<Uint8Array> => {
  const { title, subject, start_date, end_date, currency, columns, rows, totals } = table
  if (rows.length > MAX_ROWS) throw new Problem(400, 'too_long', 'Too long to print. Export it as CSV or Excel.')
  return printPdf(template, {
    clinic,
    printed,
    title,
    subject: subject ?? '',
    days: start_date === end_date ? dayText(start_date) : `${dayText(start_date)} – ${dayText(end_date)}`,
    currency,
    wide: columns.length > UPRIGHT,
    columns: columns.map(({ title, kind }) => ({ title, is_text: kind === 'text', is_figure: kind !== 'text' && kind !== 'date' })),
    rows: rows.map((row) => columns.map((column) => textOf(row[column.key], column))),
    totals: Object.keys(totals).length > 0 ? columns.map((column, at) => (at === 0 ? 'Total' : textOf(totals[column.key], column))) : [],
  })
}
