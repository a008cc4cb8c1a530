import { Problem } from '#platform/errors/problem.ts'
import type { ImportWork } from '#platform/imports/kind.ts'
import { MAX_WHOLE } from '../contract.ts'
import { CannotGoOn, inBatch, findSettings, type Context } from './batch.ts'
import { kinds } from './kinds.ts'
import { fateOf, validateRows, notesOf, open, readRows, type Cells, type FileSettings } from './validate-rows.ts'
import { findRows, moveRows, settle, type ImportRecord } from './ledger.ts'

const BATCH = 1_000

const finish = async ({ db, audit, now }: ImportWork, one: ImportRecord) => {
  await settle(db, one.id, 'done', { now })
  const { created_rows, same_rows, duplicate_rows, refused_rows } = one
  audit('import', { entity: 'import', id: one.id, change: { kind: one.kind, created_rows, same_rows, duplicate_rows, refused_rows } })
  return false
}

/** Creates the next new rows, judged again: since the check others may have written the same. */
const runBatch = async (work: ImportWork, one: ImportRecord, settings: FileSettings, limit: number): Promise<boolean> => {
  const kind = open(kinds[one.kind])
  const rows = await findRows(work.db, one.id, 'new', { limit: one.is_whole ? MAX_WHOLE : limit })
  if (rows.length === 0) return finish(work, one)
  const read = readRows(kinds[one.kind], settings, rows as Cells[])
  const validated = await validateRows(kinds[one.kind], work, read, { hold: true })
  // The check looks at 1,000 rows at a time: a row that repeats one of an earlier thousand adds nothing, and stands in nobody's way.
  if (one.is_whole && validated.some(({ verdict }) => verdict.state !== 'new' && verdict.state !== 'same'))
    throw new CannotGoOn('Nothing was imported: some new rows have since been entered in Kliniki. Check the file again.')
  const fresh = validated.flatMap(({ row, verdict }) => (verdict.state === 'new' ? [{ row: row.row, plan: verdict.plan }] : []))
  const ids =
    fresh.length > 0
      ? await kind.create(
          work,
          fresh.map(({ plan }) => plan),
        )
      : []
  const created = new Map(fresh.map(({ row }, place) => [row, ids[place]!]))
  const fates = validated.map((one_) => {
    const id = created.get(one_.row.row)
    return id === undefined ? fateOf(one_) : { row: one_.row.row, state: 'created' as const, notes: notesOf(one_), entity_id: id }
  })
  await moveRows(work.db, one.id, fates, 'new')
  return true
}

/** Refuses the one row that the database did not take, so that the others go on. */
const refuseNext = (context: Context, one: ImportRecord, message: string) =>
  inBatch(context, one, 'running', async ({ db }) => {
    const [row] = await findRows(db, one.id, 'new', { limit: 1 })
    if (row) await moveRows(db, one.id, [{ row: row.row, state: 'refused', problems: [{ column: '', message }] }], 'new')
    return row !== undefined
  })

/** What a row's own values brought about (SQLSTATE 22 and 23, a number or a day out of range), rather than what befell the database. */
const isOfRow = (error: unknown) =>
  error instanceof Problem ||
  error instanceof RangeError ||
  (error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code))

/** Creates the new rows of a checked import, batch after batch; whatever stops it, no row is created twice. */
export const runImport = async (context: Context, one: ImportRecord): Promise<void> => {
  const settings = await findSettings(context.db, one, context.now)
  let single = 0
  for (let goesOn = true; goesOn && !context.signal.aborted;) {
    try {
      goesOn = await inBatch(context, one, 'running', (work, now) => runBatch(work, now, settings, single > 0 ? 1 : BATCH))
      single = Math.max(0, single - 1)
    } catch (error) {
      const stops = error instanceof CannotGoOn || one.is_whole
      if (!stops && !isOfRow(error)) throw error
      if (stops) {
        if (!(error instanceof CannotGoOn) && !isOfRow(error)) throw error
        const problem = error instanceof CannotGoOn ? error.message : 'The database refused a row; nothing was imported.'
        await inBatch(context, one, 'running', async ({ db, now }) => {
          await settle(db, one.id, 'stopped', { problem, now })
          return false
        })
        return
      }
      if (single > 0) await refuseNext(context, one, error instanceof Problem ? error.message : 'The database refused this row.')
      else single = BATCH
    } finally {
      context.publish('imports', one.id)
    }
  }
}
