import { z } from 'zod'
import { fields } from './paging.ts'

/** A table that a spreadsheet saved: as text, or as itself. */
export const tableFile = {
  maxBytes: 5_000_000,
  types: ['text/csv', 'text/plain', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  required: true,
}

/** What an import did, or in a dry run would do. Rows are numbered as in the file, the heading being 1. */
export const ImportReport = z
  .object({
    dry_run: z.boolean(),
    rows: z.int(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** At most 200 of them; nothing is imported while there is one. */
    errors: z.array(z.object({ row: z.int(), field: z.string(), message: z.string() })),
    error_count: z.int(),
  })
  .meta({ id: 'ImportReport' })
export type ImportReport = z.output<typeof ImportReport>
export const importBody = fields({ dry_run: z.enum(['true', 'false']).optional() })
