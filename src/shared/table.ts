import { z } from 'zod'

/** What a column holds: words, a day of the clinic, how many, how much of something, an amount of money. */
export const columnKinds = ['text', 'date', 'count', 'quantity', 'money'] as const
export const TableColumn = z.object({ key: z.string(), title: z.string(), kind: z.enum(columnKinds) })
export type TableColumn = z.output<typeof TableColumn>

/** Days are YYYY-MM-DD, counts numbers, quantities and money decimal text. */
const Cell = z.union([z.string(), z.number(), z.null()])
export type Cell = z.output<typeof Cell>

/** A report: rows of one shape, and below them the sums of the columns that can be summed. A row may hold ids that no column shows. */
export const Table = z
  .object({
    title: z.string(),
    /** What it is about, where it is about one thing. */
    subject: z.string().nullable(),
    /** The days it covers, both included. */
    start_date: z.string(),
    end_date: z.string(),
    currency: z.string(),
    columns: z.array(TableColumn),
    rows: z.array(z.record(z.string(), Cell)),
    totals: z.record(z.string(), Cell),
  })
  .meta({ id: 'Table' })
export type Table = z.output<typeof Table>
export type TableRow = Table['rows'][number]

/** The files in which a table can be had. */
export const tableTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const
export type TableFile = keyof typeof tableTypes
