import { Problem } from '#platform/errors/problem.ts'
import type { ImportWork } from '#platform/imports/kind.ts'
import { inBatch, findSettings, type Context } from './batch.ts'
import { conflictOf, findDateOrders } from './date-orders.ts'
import { kinds } from './kinds.ts'
import { fateOf, validateRows, open, readRows, type Cells, type FileSettings, type Validated } from './validate-rows.ts'
import { claimKeys, settle, writeRead, type ImportRecord } from './ledger.ts'
import type { Mapping } from './mapping.ts'
import { readFileRows, type Numbered } from './source.ts'

const BATCH = 1_000
export const MAX_ROWS = 250_000

/** The cells of a row by column; what all rows have fills those that are empty. */
const cellsOf = ({ row, record }: Numbered, mapping: [string, number][], constants: Record<string, string>): Cells => ({
  row,
  cells: {
    ...constants,
    ...Object.fromEntries(
      mapping.flatMap(([column, place]) => {
        const text = record[place] ?? ''
        return text === '' ? [] : [[column, text]]
      }),
    ),
  },
})

/** Later rows of the file that are the same as a new one are its duplicates. */
const claim = async (work: ImportWork, one: ImportRecord, validated: Validated[]): Promise<Validated[]> => {
  const kind = open(kinds[one.kind])
  const fresh = validated.filter(({ verdict }) => verdict.state === 'new')
  const keys = fresh.flatMap(({ row }) => kind.keysOf(row.values).map((key) => ({ key, row: row.row })))
  if (keys.length === 0) return validated
  const owners = await claimKeys(work.db, one.id, keys)
  return validated.map((row) => {
    if (row.verdict.state !== 'new') return row
    const first = Math.min(...kind.keysOf(row.row.values).map((key) => owners.get(key) ?? row.row.row))
    if (first >= row.row.row) return row
    return { ...row, verdict: { state: 'duplicate', message: 'Duplicate of an earlier row in the file.', resembles: `#${first}` } }
  })
}

const checkBatch = async (work: ImportWork, one: ImportRecord, settings: FileSettings, rows: readonly Numbered[]) => {
  const mapping = Object.entries(one.mapping as Mapping).toSorted((a, b) => a[1] - b[1])
  const read = readRows(
    kinds[one.kind],
    settings,
    rows.map((row) => cellsOf(row, mapping, one.constants as Record<string, string>)),
  )
  const validated = await claim(work, one, await validateRows(kinds[one.kind], work, read, { hold: false }))
  await writeRead(work.db, one.id, validated.map(fateOf), rows.at(-1)!.row)
}

/** Finds the order of days in the whole file before its first row is read; false, and the file waits for a person, where it contradicts itself or shows none. */
const settleDates = async (context: Context, one: ImportRecord): Promise<boolean> => {
  const date_orders = await findDateOrders(readFileRows(context.files, one), kinds[one.kind], one)
  const conflict = conflictOf(date_orders)
  return inBatch(context, one, 'checking', async ({ db }) => {
    await db
      .updateTable('imports')
      .set({ date_orders: JSON.stringify(date_orders) })
      .where('id', '=', one.id)
      .execute()
    if (conflict === null) return true
    await settle(db, one.id, 'mapping', { problem: conflict, now: context.now })
    return false
  })
}

/**
 * Looks at every row of an import's file and writes what it would become; nothing else is written. Goes on behind the last row that an
 * interrupted check has seen.
 */
export const checkFile = async (context: Context, begun: ImportRecord): Promise<void> => {
  let one = begun
  let settings: FileSettings
  let batch: Numbered[] = []
  let isGoing = true
  const flush = async () => {
    const rows = batch
    batch = []
    if (rows.length === 0) return
    isGoing = await inBatch(context, one, 'checking', async (work, now) => {
      // Another process may have gone on meanwhile.
      const left = rows.filter(({ row }) => row > now.last_row)
      if (left.length > 0) await checkBatch(work, now, settings, left)
      return true
    })
    context.publish('imports', one.id)
  }
  try {
    if (one.last_row <= one.heading_row) {
      if (!(await settleDates(context, one))) {
        context.publish('imports', one.id)
        return
      }
      one = await context.db.selectFrom('imports').selectAll().where('id', '=', one.id).executeTakeFirstOrThrow()
    }
    settings = await findSettings(context.db, one, context.now)
    for await (const row of readFileRows(context.files, one)) {
      if (row.row <= one.last_row) continue
      if (row.row > MAX_ROWS) throw new Problem(400, 'invalid', 'The file has more than 250,000 rows. Split it.')
      batch.push(row)
      if (batch.length >= BATCH) await flush()
      if (!isGoing || context.signal.aborted) return
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // Too many sheets are being read just now: whoever looks for work that was left takes it up.
    if (error.status === 503) return
    await inBatch(context, one, 'checking', async (work) => {
      await settle(work.db, one.id, 'stopped', { problem: error.message, now: context.now })
      return false
    })
    return
  }
  await flush()
  if (isGoing)
    await inBatch(context, one, 'checking', async ({ db, audit, now }, { new_rows, same_rows, duplicate_rows, refused_rows }) => {
      await db.updateTable('imports').set({ is_read: true }).where('id', '=', one.id).execute()
      await db.deleteFrom('import_keys').where('import_id', '=', one.id).execute()
      await settle(db, one.id, 'checked', { now })
      audit('check', { entity: 'import', id: one.id, change: { new_rows, same_rows, duplicate_rows, refused_rows } })
      return false
    })
}
