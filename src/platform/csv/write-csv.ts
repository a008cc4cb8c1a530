import { stringify } from 'csv-stringify/sync'

/** What a spreadsheet would take for a formula; an apostrophe before it makes it a text. */
export const escapedAlready = /^'+[=+\-@\t\r＝＋－＠]/u

// The library escapes what begins like a formula; what begins with the escape itself gets a second, so that both can be told again.
const cellOf = (value: string | null) => (value !== null && escapedAlready.test(value) ? `'${value}` : (value ?? ''))

/** A table as CSV that Excel reads as it stands: UTF-8 with its mark, and no cell that it would take for a formula. */
export const writeCsv = <C extends string>(columns: readonly C[], rows: readonly Record<C, string | null>[]): Buffer => {
  const records = rows.map((row) => columns.map((column) => cellOf(row[column])))
  return Buffer.from(stringify([[...columns], ...records], { bom: true, escape_formulas: true, record_delimiter: 'windows' }))
}
