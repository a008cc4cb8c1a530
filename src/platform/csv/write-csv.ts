import { stringify } from 'csv-stringify/sync'

/** What a spreadsheet would take for a formula; an apostrophe before it makes it a text. */
export const escapedAlready = /^'+[=+\-@\t\r＝＋－＠]/u

// The library escapes what begins like a formula; what begins with the escape itself gets a second, so that both can be told again.
const cellOf = (value: string | null) => (value !== null && escapedAlready.test(value) ? `'${value}` : (value ?? ''))

const written = (records: string[][], bom: boolean) =>
  Buffer.from(stringify(records, { bom, escape_formulas: true, record_delimiter: 'windows' }))

/** The first line of such a file, for one that is written piece by piece. */
export const csvHead = (columns: readonly string[]): Buffer => written([[...columns]], true)
/** Further lines of it. */
export const csvLines = (columns: readonly string[], rows: readonly Readonly<Record<string, string | null>>[]): Buffer =>
  written(
    rows.map((row) => columns.map((column) => cellOf(row[column] ?? null))),
    false,
  )

/** A table as CSV that Excel reads as it stands: UTF-8 with its mark, and no cell that it would take for a formula. */
export const writeCsv = <C extends string>(columns: readonly C[], rows: readonly Record<C, string | null>[]): Buffer => {
  const records = rows.map((row) => columns.map((column) => cellOf(row[column])))
  return written([[...columns], ...records], true)
}
