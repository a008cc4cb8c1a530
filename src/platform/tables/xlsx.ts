import writeExcelFile, { type CellObject } from 'write-excel-file/node'
import type { Cell, Table, TableColumn } from '#shared/table.ts'

const formats: Record<TableColumn['kind'], string | undefined> = {
  text: undefined,
  date: 'yyyy-mm-dd',
  count: '#,##0',
  quantity: '#,##0.###',
  money: '#,##0.00',
}
const widths: Record<TableColumn['kind'], number> = { text: 32, date: 12, count: 10, quantity: 12, money: 16 }

const cellOf = (value: Cell | undefined, { kind }: TableColumn): CellObject | null => {
  if (value === null || value === undefined) return null
  if (kind === 'text') return { type: String, value: String(value) }
  if (kind === 'date') return { type: Date, value: new Date(`${value}T00:00:00Z`), format: formats.date }
  return { type: Number, value: Number(value), format: formats[kind] }
}

const bold = (cell: CellObject | null) => cell && { ...cell, fontWeight: 'bold' as const }

/** What a sheet may be called: 31 characters, some of them never. */
const sheetName = (title: string) => title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)

/** A table as a spreadsheet: numbers are numbers, days are days, texts are never formulas, the sums stand in the last row. */
export const tableToXlsx = ({ title, columns, rows, totals }: Table): Promise<Buffer> => {
  const head = columns.map((column): CellObject => ({
    type: String,
    value: column.title,
    fontWeight: 'bold',
    align: column.kind === 'text' || column.kind === 'date' ? 'left' : 'right',
  }))
  const sums = columns.map((column, at) =>
    at === 0 ? { type: String, value: 'Total', fontWeight: 'bold' as const } : bold(cellOf(totals[column.key], column)),
  )
  const body = rows.map((row) => columns.map((column) => cellOf(row[column.key], column)))
  return writeExcelFile([head, ...body, ...(Object.keys(totals).length > 0 ? [sums] : [])], {
    sheet: sheetName(title),
    columns: columns.map(({ kind }) => ({ width: widths[kind] })),
    stickyRowsCount: 1,
  }).toBuffer()
}
