import { stringify } from 'csv-stringify/sync'
import type { Table } from '#shared/table.ts'

/**
 * The rows of a table as CSV (RFC 4180, UTF-8 with the mark by which spreadsheets know it), without the totals: for programs. No text can
 * become a formula; amounts stay amounts, negative ones too.
 */
export const tableToCsv = ({ columns, rows }: Pick<Table, 'columns' | 'rows'>): Buffer => {
  const texts = new Set(columns.flatMap(({ key, kind }) => (kind === 'text' ? [key] : [])))
  const isFigure = (value: string, column: string | number | undefined) => value.startsWith('-') && !texts.has(String(column))
  const text = stringify(rows, {
    bom: true,
    header: true,
    columns: columns.map(({ key, title }) => ({ key, header: title })),
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {
      number: String,
      string: (value, { header, column }) => (!header && isFigure(value, column) ? { value, escape_formulas: false } : value),
    },
  })
  return Buffer.from(text)
}
