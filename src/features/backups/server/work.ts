import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { BackupError } from '#platform/backup/backup-error.ts'
import { superfluous } from '#platform/backup/rotation.ts'
import type { Db } from '#platform/db/connect.ts'
import { perform, type JobContext, type JobWork } from '#platform/jobs/job.ts'
import { enqueue, hasNoJob } from '#platform/jobs/queue.ts'
import { sentence, type Sentence } from '#shared/sentence.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import { clinicTimeZone } from '#features/company/public.ts'
import { isDue } from '../rules.ts'
import { noteFound } from './found.ts'
import { checkJob, nightlyJob, takeJob } from '../jobs.ts'
import { insertWanted, noteBackup } from './queries.ts'

const LONGEST = 600
const sentenceOf = (error: unknown): Sentence =>
  error instanceof BackupError ? error.sentence : sentence('Failed: {reason}', { reason: (error as Error).message.slice(0, LONGEST) })
/** As the column keeps it. */
const kept = (message: Sentence | null) => message && JSON.stringify(message)

const take = async ({ db, data: { id }, asOwner, now, publish, signal }: JobContext & { data: { id: number } }) => {
  const begun = await db
    .updateTable('backups')
    .set({ state: 'running', started_at: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (begun.numUpdatedRows === 0n) return
  publish('backups', id)
  const onProgress = (done_bytes: number, total_bytes: number) => {
    noteBackup(db, id, { done_bytes, total_bytes }).then(
      () => publish('backups', id),
      () => {},
    )
  }
  try {
    const { name, bytes } = await asOwner('take backup', { startedAt: now }, { signal, onProgress })
    await db.transaction().execute(async (tx) => {
      await noteBackup(tx, id, { state: 'done', name, bytes, finished_at: new Date(), check_state: 'waiting' })
      await enqueue(tx, checkJob, { id })
    })
  } catch (error) {
    await noteBackup(db, id, { state: 'failed', failure: kept(sentenceOf(error)), finished_at: new Date() })
    throw error
  } finally {
    publish('backups', id)
  }
}

/** Takes away what need not be kept, now that it is known of one more whether it can be restored. */
const rotate = async (db: Db, dir: string) => {
  const rows = await db
    .selectFrom('backups')
    .select(['name', 'check_state'])
    .where('state', '=', 'done')
    .where('name', 'is not', null)
    .execute()
  const known = rows.map(({ name, check_state }) => ({ name: name ?? '', isVerified: check_state === 'passed' }))
  for (const name of superfluous(known)) {
    await rm(join(dir, name), { force: true })
    await db.updateTable('backups').set({ state: 'removed' }).where('name', '=', name).execute()
  }
}

const check = async ({ db, data: { id }, backups: place, asOwner, publish, signal }: JobContext & { data: { id: number } }) => {
  const row = await db
    .updateTable('backups')
    .set({ check_state: 'running' })
    .where('id', '=', id)
    .where('state', '=', 'done')
    .where('check_state', '=', 'waiting')
    .returning('name')
    .executeTakeFirst()
  if (!row?.name) return
  publish('backups', id)
  try {
    const { restored, note } = await asOwner('check backup', { name: row.name }, { signal })
    const counts = restored && JSON.stringify(restored)
    await noteBackup(db, id, { check_state: 'passed', checked_at: new Date(), check_failure: kept(note), counts })
  } catch (error) {
    await noteBackup(db, id, { check_state: 'failed', checked_at: new Date(), check_failure: kept(sentenceOf(error)) })
    throw error
  } finally {
    await rotate(db, place.backupsDir)
    publish('backups', id)
  }
}

/** What was under way when the program stopped, and is not any more. */
const failInterrupted = async (db: Db, now: Date) => {
  const failure = kept(sentence('Interrupted: the program was stopped.'))
  await db
    .updateTable('backups')
    .set({ state: 'failed', failure, finished_at: now })
    .where('state', 'in', ['waiting', 'running'])
    .where(hasNoJob(takeJob, sql`backups.id`))
    .execute()
  await db
    .updateTable('backups')
    .set({ check_state: 'failed', check_failure: failure, checked_at: now })
    .where('check_state', 'in', ['waiting', 'running'])
    .where(hasNoJob(checkJob, sql`backups.id`))
    .execute()
}

/** Wants a backup when one is due. Also brings the list to what there is. */
export const lookAtBackups = async ({
  db,
  backups,
  now,
  publish,
}: Pick<JobContext, 'db' | 'backups' | 'now' | 'publish'>): Promise<void> => {
  await failInterrupted(db, now)
  await noteFound(db, backups, now)
  const { rows } = await sql<{ is_nightly: boolean; hour: number; since: number }>`
    select s.is_nightly, s.hour, extract(epoch from ${now}::timestamptz - coalesce(
      (select max(started_at) from backups where state = 'done' or (origin = 'nightly' and state <> 'removed')),
      (select min(applied_at) from schema_migrations)))::float8 / 3600 as since
    from backup_settings s`.execute(db)
  const [found] = rows
  const hour = Number(wallTimeOf(now, await clinicTimeZone(db)).time.slice(0, 2))
  if (!found?.is_nightly || !isDue({ hour, wanted: found.hour, since: found.since })) return
  const id = await db.transaction().execute(async (tx) => {
    const wanted = await insertWanted(tx, 'nightly', now, null)
    if (wanted !== undefined) await enqueue(tx, takeJob, { id: wanted })
    return wanted
  })
  if (id !== undefined) publish('backups', id)
}

/** Makes backups, at night and when asked, and verifies each. */
export const backupWorks: readonly JobWork[] = [perform(nightlyJob, lookAtBackups), perform(takeJob, take), perform(checkJob, check)]
