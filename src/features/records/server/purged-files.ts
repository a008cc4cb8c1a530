import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { perform, type JobContext } from '#platform/jobs/job.ts'
import { removePurged } from '../jobs.ts'

/** What a reading kept while the content of its document was deleted goes as well. */
export const listLateFiles = async (db: Db, record: number, hashes: readonly string[]) => {
  await sql`
    insert into purged_files (sha256, record_id, purged_at)
    select distinct h, r.id, r.purged_at from medical_records r, unnest(${[...hashes]}::text[]) h where r.id = ${record} and r.purged_at is not null
    on conflict (sha256) do update set removed_at = null`.execute(db)
}

const BATCH = 500
/** Whoever keeps the same bytes just now has not written down yet that they do; the next round looks again. */
const JUST_KEPT_MS = 120_000

/** Which of the files to be removed something else names: another document, an import, a request, a page of another document. */
const findKept = async (db: Db, hashes: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ sha256: string }>`
    with wanted as (select unnest(${[...hashes]}::text[]) as sha256)
    select w.sha256 from wanted w where exists (
      select from files f where f.sha256 = w.sha256 and (
        not exists (select from medical_records r where r.file_id = f.id and r.purged_at is not null)
        or exists (select from medical_records r where r.file_id = f.id and r.purged_at is null)))
    union select i.sha256 from imports i join wanted w using (sha256) where i.cleaned_at is null
    union select g.image_sha256 from medical_record_pages g join wanted w on w.sha256 = g.image_sha256
    union select r.thumbnail_sha256 from medical_records r join wanted w on w.sha256 = r.thumbnail_sha256`.execute(db)
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** One round of it. Safe to run again, and beside another. */
export const removePurgedFiles = async ({ db, files, now }: Pick<JobContext, 'db' | 'files' | 'now'>): Promise<void> => {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from purged_files where removed_at is null order by purged_at limit ${BATCH}`.execute(db)
  const kept = await findKept(
    db,
    rows.map(({ sha256 }) => sha256),
  )
  const limit = new Date(now.getTime() - JUST_KEPT_MS)
  for (const { sha256 } of rows) {
    if (!kept.has(sha256) && !(await files.removeUnused(sha256, limit))) continue
    await sql`update purged_files set removed_at = ${now} where sha256 = ${sha256}`.execute(db)
  }
}

export const purgedFilesWork = perform(removePurged, removePurgedFiles)
