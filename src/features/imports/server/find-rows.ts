import type { Db } from '#platform/db/connect.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import type { ImportRowState } from '#platform/db/tables.gen.ts'
import type { ImportRow } from '../contract.ts'
import { findSettings } from './batch.ts'
import { kinds } from './kinds.ts'
import { readRows, type Cells } from './validate-rows.ts'
import { findNotedRows, findRows, type ImportRecord } from './ledger.ts'

type Found = Awaited<ReturnType<typeof findRows>>[number]

const textOf = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value))

const asRow = ({ row, state, cells, problems, notes, resembles, entity_id }: Found): ImportRow => ({
  id: row,
  state,
  cells: (cells ?? {}) as ImportRow['cells'],
  problems: (problems ?? []) as ImportRow['problems'],
  notes: (notes ?? []) as ImportRow['notes'],
  resembles,
  entity_id,
})

/** The rows of an import in one state: new ones as they would become, others as they stand in the file. */
export const findImportRows = async (
  db: Db,
  one: ImportRecord,
  { state, limit, cursor }: { state: ImportRowState; limit?: number | undefined; cursor?: string | undefined },
  now: Date,
) => {
  const size = limitOf(limit)
  const after = readCursor(cursor)?.[1] ?? 0
  const found = await findRows(db, one.id, state, { after, limit: size + 1 })
  const rows = found.map(asRow)
  if (state === 'new') {
    const settings = await findSettings(db, one, now)
    for (const [place, { values }] of readRows(kinds[one.kind], settings, found as Cells[]).entries()) {
      const row = rows[place]
      if (row) row.cells = Object.fromEntries(Object.entries(values).map(([column, value]) => [column, textOf(value)]))
    }
  }
  return pageOf(rows, size, ({ id }) => id)
}

/** The rows of an import that have a problem or a note, whatever became of them, as they stand in the file. */
export const findImportProblems = async (
  db: Db,
  one: ImportRecord,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
) => {
  const size = limitOf(limit)
  const found = await findNotedRows(db, one.id, { after: readCursor(cursor)?.[1] ?? 0, limit: size + 1 })
  return pageOf(found.map(asRow), size, ({ id }) => id)
}
