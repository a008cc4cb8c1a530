import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { perform, type JobContext } from '#platform/jobs/job.ts'
import { retention } from '#platform/jobs/retention.ts'
import { cleanImports } from '../jobs.ts'

const BATCH = 5_000

/** Closes imports that are over: from here on none of them is taken back, checked or gone on with. */
const closeOld = async (db: Db, now: Date): Promise<void> => {
  const limit = new Date(now.getTime() - retention.imports)
  await sql`update imports set cleaned_at = ${now}, sample = '[]'
    where cleaned_at is null and worked_at < ${limit} and state not in ('checking', 'running', 'undoing')`.execute(db)
}

const deleteRows = async (db: Db, table: 'import_rows' | 'import_keys', signal: AbortSignal) => {
  for (let deleted = BATCH; deleted === BATCH && !signal.aborted;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select r.ctid from ${sql.table(table)} r join imports i on i.id = r.import_id and i.cleaned_at is not null limit ${BATCH}))`.execute(
      db,
    )
    deleted = Number(numAffectedRows)
  }
}

/** Files of closed imports that no import and no document names; those of the last days are tried again, lest a stop leaves one behind. */
const findFiles = async (db: Db, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ sha256: string }>`
    select distinct i.sha256 from imports i
    where i.cleaned_at > ${now}::timestamptz - interval '7 days'
      and not exists (select from imports o where o.sha256 = i.sha256 and o.cleaned_at is null)
      and not exists (select from files f where f.sha256 = i.sha256)`.execute(db)
  return rows.map(({ sha256 }) => sha256)
}

/** One round of it: the rows, the sample and the file of each import go, its counts and its trail stay. */
export const cleanUpImports = async ({ db, files, now, signal }: Pick<JobContext, 'db' | 'files' | 'now' | 'signal'>): Promise<void> => {
  await closeOld(db, now)
  await deleteRows(db, 'import_rows', signal)
  await deleteRows(db, 'import_keys', signal)
  const limit = new Date(now.getTime() - retention.strayUploads)
  for (const sha256 of await findFiles(db, now)) await files.removeUnused(sha256, limit)
}

export const importCleaning = perform(cleanImports, cleanUpImports)
