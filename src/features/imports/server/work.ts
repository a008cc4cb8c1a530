import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { perform } from '#platform/jobs/job.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { workOnImports } from '../jobs.ts'
import type { Context } from './batch.ts'
import { checkFile } from './check-file.ts'
import { lockImport, settle, works, type ImportRecord, type Work } from './ledger.ts'
import { runImport } from './run-import.ts'
import { undoImport } from './undo-import.ts'

/** Queues work on an import in the lane of the account that asks. */
export const queueImport = (db: Db, id: number, user: number) => enqueue(db, workOnImports, { import: id }, user)

const doers: Record<Work, (context: Context, one: ImportRecord) => Promise<void>> = {
  checking: checkFile,
  running: runImport,
  undoing: undoImport,
}

const STOPPED = 'Something went wrong. Rows already written stay; continue, or contact your system administrator.'

/** Does what is under way with an import until it is done, stopped, or the program ends. */
export const workOn = async (context: Context, id: number): Promise<void> => {
  const one = await context.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!one || !works.includes(one.state)) return
  try {
    await doers[one.state as Work](context, one)
  } catch (error) {
    await context.db.transaction().execute(async (tx) => {
      const held = await lockImport(tx, id)
      if (held && works.includes(held.state)) await settle(tx, id, 'stopped', { problem: STOPPED, now: context.now })
    })
    throw error
  } finally {
    context.publish('imports', id)
  }
}

/** Nobody has worked on these for longer than a batch takes: whoever did is gone. */
export const findLeft = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select id from imports
    where state in ('checking', 'running', 'undoing') and worked_at < now() - interval '45 seconds' order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export const importWork = perform(workOnImports, async ({ data, ...context }) => {
  const ids = data.import === undefined ? await findLeft(context.db) : [data.import]
  for (const id of ids) if (!context.signal.aborted) await workOn(context, id)
})
