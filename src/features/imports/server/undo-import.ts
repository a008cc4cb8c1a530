import type { ImportWork } from '#platform/imports/kind.ts'
import type { Db } from '#platform/db/connect.ts'
import { inBatch, type Context } from './batch.ts'
import { kinds } from './kinds.ts'
import { findRows, moveRows, settle, type ImportRecord } from './ledger.ts'

const BATCH = 200
const PREVIEW_BATCH = 5_000

const finish = async ({ db, audit, now }: ImportWork, { id, withdrawn_rows, kept_rows }: ImportRecord) => {
  await settle(db, id, 'undone', { now })
  audit('undo', { entity: 'import', id, change: { withdrawn_rows, kept_rows } })
  return false
}

const undoBatch = async (work: ImportWork, one: ImportRecord): Promise<boolean> => {
  const kind = kinds[one.kind]
  const rows = await findRows(work.db, one.id, 'created', { limit: BATCH })
  if (rows.length === 0) return finish(work, one)
  const ids = rows.flatMap(({ entity_id }) => entity_id ?? [])
  const kept = new Map(await kind.whyKept(work.db, ids, true))
  const free = ids.filter((id) => !kept.has(id))
  if (free.length > 0) for (const [id, reason] of await kind.withdraw(work, free)) kept.set(id, reason)
  const fates = rows.map(({ row, entity_id }) => {
    const reason = kept.get(entity_id ?? 0)
    return reason === undefined
      ? { row, state: 'withdrawn' as const }
      : { row, state: 'kept' as const, problems: [{ column: '', message: reason }] }
  })
  await moveRows(work.db, one.id, fates, 'created')
  return true
}

/** Takes back what an import created, batch after batch, where nothing depends on it; the rest is kept, each with its reason. */
export const undoImport = async (context: Context, one: ImportRecord): Promise<void> => {
  for (let goesOn = true; goesOn && !context.signal.aborted;) {
    goesOn = await inBatch(context, one, 'undoing', undoBatch)
    context.publish('imports', one.id)
  }
}

/** What undoing would come to, without doing it. It names no records: of those of restricted patients it is not known who asks. */
export const undoPreview = async (db: Db, { id, kind }: Pick<ImportRecord, 'id' | 'kind'>) => {
  const reasons = new Map<string, number>()
  let free = 0
  for (const state of ['created', 'kept'] as const)
    for (let after = 0, isLast = false; !isLast;) {
      const rows = await findRows(db, id, state, { after, limit: PREVIEW_BATCH })
      const ids = rows.flatMap(({ entity_id }) => entity_id ?? [])
      const kept = ids.length > 0 ? await kinds[kind].whyKept(db, ids, false) : new Map<number, string>()
      free += ids.length - kept.size
      for (const reason of kept.values()) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      after = rows.at(-1)?.row ?? after
      isLast = rows.length < PREVIEW_BATCH
    }
  return { free, kept: [...reasons].map(([reason, rows]) => ({ reason, rows })) }
}
