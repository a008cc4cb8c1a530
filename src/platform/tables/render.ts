import type { Download } from '#shared/endpoint.ts'
import { tableTypes, type Table, type TableFile } from '#shared/table.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { tableToCsv } from './csv.ts'
import { tableToPdf, type Letterhead } from './pdf.ts'
import { tableToXlsx } from './xlsx.ts'

/** The kind of file that a media type stands for; undefined for JSON. */
export const fileOf = (type: string) => (Object.keys(tableTypes) as TableFile[]).find((file) => tableTypes[file] === type)

/** A table as a file of a media type that tables can be had in, with a name that says its days. */
export const tableFile = async (
  table: Table,
  type: string,
  { name, printPdf, head }: { name: string; printPdf: PrintPdf; head: Letterhead },
): Promise<Download> => {
  const file = fileOf(type)
  if (!file) throw new Error(`There is no table as ${type}`)
  const days = [...new Set([table.start_date, table.end_date])].join('-to-')
  const makers = { csv: () => tableToCsv(table), xlsx: () => tableToXlsx(table), pdf: () => tableToPdf(printPdf, table, head) }
  return { body: await makers[file](), filename: `${name}-${days}.${file}`, inline: file === 'pdf' }
}
