import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { ExportError } from '#platform/export/export-error.ts'
import { perform, type JobContext, type JobWork } from '#platform/jobs/job.ts'
import { hasNoJob } from '#platform/jobs/queue.ts'
import { sentence } from '#shared/sentence.ts'
import { exportClinic, tidyExports } from '#features/imports/jobs.ts'
import { fileOf } from './queries.ts'

const HOUR = 3_600
/** How long the file is there for whoever asked for it. */
const KEPT_MS = 24 * HOUR * 1000

const LONGEST = 600
/** As the column keeps it. */
const saying = (error: unknown) =>
  JSON.stringify(
    error instanceof ExportError ? error.sentence : sentence('Failed: {reason}', { reason: (error as Error).message.slice(0, LONGEST) }),
  )

type Work = Pick<JobContext, 'db' | 'backups' | 'asOwner' | 'publish' | 'signal'> & { data: { id: number } }

const makeExport = async ({ db, backups: { dataDir }, asOwner, data: { id }, publish, signal }: Work) => {
  const note = (change: Partial<Parameters<typeof changed>[2]>) => changed(db, id, change)
  const begun = await note({ state: 'running' })
  if (begun === 0n) return
  publish('exports', id)
  const path = fileOf(dataDir, id)
  const onProgress = (done_rows: number, total_rows: number) => {
    note({ done_rows, total_rows }).then(
      () => publish('exports', id),
      () => {},
    )
  }
  try {
    await rm(path, { force: true })
    const { bytes, rows, documents, missing } = await asOwner('export', { path }, { signal, onProgress })
    const finished_at = new Date()
    const expires_at = new Date(finished_at.getTime() + KEPT_MS)
    await note({ state: 'done', bytes, rows, documents, missing_documents: missing, finished_at, expires_at })
  } catch (error) {
    await note({ state: 'failed', failure: saying(error), finished_at: new Date() })
    await rm(`${path}.unfinished`, { force: true })
    throw error
  } finally {
    publish('exports', id)
  }
}

interface Change {
  state: string
  bytes: number
  rows: number
  documents: number
  missing_documents: number
  done_rows: number
  total_rows: number
  failure: string
  finished_at: Date
  expires_at: Date
}

/** Writes what became of an export that is not over. Answers whether it was. */
const changed = async (db: Db, id: number, change: Partial<Change>): Promise<bigint> => {
  const { numUpdatedRows } = await db
    .updateTable('clinic_exports')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return numUpdatedRows
}

/** The export whose file, or half written file, has that name. What somebody put into the folder is none. */
const exportOf = (name: string) => {
  const [, id] = /^clinic-(\d+)\.zip(\.unfinished)?$/.exec(name) ?? []
  return id === undefined ? undefined : Number(id)
}

/** Ends the exports that no process works on any more. Answers how many there were. */
export const failStopped = async (db: Db, now: Date): Promise<bigint> => {
  const { numUpdatedRows } = await db
    .updateTable('clinic_exports')
    .set({ state: 'failed', failure: JSON.stringify(sentence('Interrupted: the program was stopped.')), finished_at: now })
    .where('state', 'in', ['waiting', 'running'])
    .where(hasNoJob(exportClinic, sql`clinic_exports.id`))
    .executeTakeFirst()
  return numUpdatedRows
}

/** Ends what is over: rows whose job is gone, files whose time has come, and files that no row keeps. */
export const tidy = async ({
  db,
  backups: { dataDir },
  now,
  publish,
}: Pick<JobContext, 'db' | 'backups' | 'now' | 'publish'>): Promise<void> => {
  const stopped = await failStopped(db, now)
  const expired = await db
    .updateTable('clinic_exports')
    .set({ state: 'removed' })
    .where('state', '=', 'done')
    .where('expires_at', '<=', now)
    .executeTakeFirst()
  const rows = await db.selectFrom('clinic_exports').select('id').where('state', 'in', ['waiting', 'running', 'done']).execute()
  const kept = new Set(rows.map(({ id }) => id))
  const names = await readdir(join(dataDir, 'exports')).catch(() => [])
  for (const name of names) {
    const id = exportOf(name)
    if (id !== undefined && !kept.has(id)) await rm(join(dataDir, 'exports', name), { force: true })
  }
  if (stopped + expired.numUpdatedRows > 0n) publish('exports')
}

export const clinicExportWorks: readonly JobWork[] = [perform(exportClinic, makeExport), perform(tidyExports, tidy)]
