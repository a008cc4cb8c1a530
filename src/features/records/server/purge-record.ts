import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import type { LockedRecord } from './find-records.ts'
import { removePurged } from '../jobs.ts'
import { CANCELLED } from './reading-job.ts'

/** What stands in the place of a decided finding's words. */
const REMOVED = '(removed)'

/** What was deleted, for the audit trail. */
export interface Purged {
  sha256: string | null
  pages: number
  findings: number
}

const listFiles = async (db: Db, record: number, now: Date) => {
  await sql`
    insert into purged_files (sha256, record_id, purged_at)
    select sha256, ${record}, ${now} from (
      select f.sha256 from medical_records r join files f on f.id = r.file_id where r.id = ${record}
      union select r.thumbnail_sha256 from medical_records r where r.id = ${record}
      union select g.image_sha256 from medical_record_pages g where g.record_id = ${record}
    ) named where sha256 is not null
    on conflict (sha256) do update set removed_at = null`.execute(db)
}

/** Decided findings stay, as what they became names them; their words go. */
const removeFindings = async (db: Db, record: number): Promise<number> => {
  const dropped = await sql`delete from medical_record_entities where record_id = ${record} and state = 'suggested'`.execute(db)
  const emptied = await sql`
    update medical_record_entities
    set text = ${REMOVED}, value = null, unit = null, code = null, details = '{}', suggested = null, version = version + 1
    where record_id = ${record}`.execute(db)
  return Number(dropped.numAffectedRows ?? 0n) + Number(emptied.numAffectedRows ?? 0n)
}

/**
 * Deletes the content of a locked document that was withdrawn: pages, their text and pictures, findings, its note, and replies that are kept
 * with any of it; the bytes go from the disk right after. The row, the file's name and its hash stay.
 * @throws Problem 409 `not_withdrawn`, `purged`.
 */
export const purgeContent = async (
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  record: LockedRecord,
  reason: string,
): Promise<Purged> => {
  if (record.purged_at) throw conflict('The content of this document is already deleted.', {}, 'purged')
  if (!record.withdrawn_at) throw conflict('Withdraw this document first. Then its content can be deleted.', {}, 'not_withdrawn')
  const { id, patient } = record
  await listFiles(db, id, now)
  const { rows } = await sql<{ sha256: string | null }>`
    select f.sha256 from medical_records r left join files f on f.id = r.file_id where r.id = ${id}`.execute(db)
  // A reading that is under way finds its number passed before it writes another page.
  await sql`
    update medical_records set purged_at = ${now}, purged_by = ${user.id}, purge_reason = ${reason}, thumbnail_sha256 = null, note = '',
      identity = '[]', kept_here_against = null,
      reading = reading + 1, changed_at = ${now}, changed_by = ${user.id}, version = version + 1,
      error = case when status in ('uploaded', 'processing') then ${CANCELLED} else error end,
      status = case when status in ('uploaded', 'processing') then 'failed' else status end
    where id = ${id}`.execute(db)
  const pages = await sql`delete from medical_record_pages where record_id = ${id}`.execute(db)
  const findings = await removeFindings(db, id)
  await sql`delete from idempotency_keys where reply like ${`{"id":${id},"patient":${patient},%`}`.execute(db)
  await enqueue(db, removePurged, {})
  return { sha256: rows[0]?.sha256 ?? null, pages: Number(pages.numAffectedRows ?? 0n), findings }
}
