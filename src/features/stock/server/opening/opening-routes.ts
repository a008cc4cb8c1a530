import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { fileOf, tableFile } from '#platform/tables/render.ts'
import { exportStock, importOpeningStock, openingTemplate } from '#features/stock/contract-import.ts'
import { stockTable } from './export-stock.ts'
import { importOpeningFrom, readOpening } from './import-opening.ts'
import { openingTemplateOf } from './opening-template.ts'

/** Stock by file: in when a clinic begins, out whenever somebody asks. */
export const openingRoutes = ({ reader, printPdf }: Pick<Services, 'reader' | 'printPdf'>): Route[] => [
  handlePrepared(importOpeningStock, ({ files }) => readOpening(files), importOpeningFrom),
  handle(openingTemplate, ({ db }) => openingTemplateOf(db)),
  handlePrepared(
    exportStock,
    // Over a connection that only reads, and before the request takes one of the desk.
    async ({ query, now, type }) => {
      const { table, head } = await stockTable(reader, query, now)
      return { rows: table.rows.length, reply: fileOf(type) ? await tableFile(table, type, { name: 'stock', printPdf, head }) : table }
    },
    async ({ query, type, audit, prepared: { rows, reply } }) => {
      audit('export', { entity: 'stock', id: null, change: { ...query, rows, as: type } })
      return reply
    },
  ),
]
