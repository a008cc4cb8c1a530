import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isRestricted } from '#features/patients/public.ts'
import { DocumentProblem, readDocument } from '#platform/documents/read.ts'
import type { DocumentType } from '#platform/documents/kind.ts'
import type { Db } from '#platform/db/connect.ts'
import { perform, type JobContext } from '#platform/jobs/job.ts'
import { unfinishedJobs } from '#platform/jobs/queue.ts'
import { findLeftReadings, readRecord, removePurged } from '../jobs.ts'
import { openMentionFinder, type MentionFinder } from './find-mentions.ts'
import { FAILED, type Reading } from './reading-job.ts'
import { suggestAndFinish } from './suggest.ts'
import { isGoing, ReadingPassed, writeImage, writePage, writePageCount, writeThumbnail } from './write-page.ts'

/** What a reading kept while the content of its document was deleted goes as well. */
const listLateFiles = async (db: Db, record: number, hashes: readonly string[]) => {
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
const removePurgedFiles = async ({ db, files, now }: Pick<JobContext, 'db' | 'files' | 'now'>): Promise<void> => {
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

const purgedFilesWork = perform(removePurged, removePurgedFiles)

const limits = { seconds: 480, pageSeconds: 240, megabytes: 900, pages: 200 }
const EVERY_MS = 1_000

interface ReadableFile {
  sha256: string
  type: DocumentType
  /** That of the patient, who sees how far it is. */
  account: number | null
  /** Whose it is, so that lists of other patients do not ask again; null of a restricted record, of which no news says whose it is. */
  patient: number | null
}
const named = sql`case when ${isRestricted(sql`p.id`)} then null else p.id end as patient`

/** Begins a reading, or goes on with one that a stopped process left; undefined for one that is over or was cancelled. */
const begin = async (db: Db, { record, reading }: Reading): Promise<ReadableFile | undefined> => {
  const { rows } = await sql<ReadableFile>`
    update medical_records r set status = 'processing', page_count = null, pages_read = 0 from files f, patients p
    where r.id = ${record} and r.reading = ${reading} and r.status in ('uploaded', 'processing') and f.id = r.file_id and p.id = r.patient_id
    returning f.sha256, f.type, p.user_id as account, ${named}`.execute(db)
  return rows[0]
}

const markFailed = (db: Db, { record, reading }: Reading, error: string) =>
  sql`
  update medical_records set status = 'failed', error = ${error}
  where id = ${record} and reading = ${reading} and status in ('uploaded', 'processing')`.execute(db)

/** A signal that is given within a second of somebody cancelling the reading. */
const whileGoing = (db: Db, reading: Reading) => {
  const passed = new AbortController()
  const look = async () => {
    // A database that is away for a moment has cancelled nothing.
    const is = await isGoing(db, reading).catch(() => true)
    if (!is) passed.abort(new ReadingPassed())
  }
  const timer = setInterval(() => void look(), EVERY_MS)
  return { signal: passed.signal, end: () => clearInterval(timer) }
}

/** A reading began or is over: to who works with the document, and to the account of its patient. */
const notifyReviewers = (
  { publish }: Pick<JobContext, 'publish'>,
  record: number,
  { account, patient }: Pick<ReadableFile, 'account' | 'patient'>,
) => {
  publish('records', record, patient ?? undefined)
  if (account !== null) publish('portal', account)
}

/** Calls `report` at once, and then at most once a second. */
const seldom = (report: () => void) => {
  let last = -Infinity
  return () => {
    const now = performance.now()
    if (now - last < EVERY_MS) return
    last = now
    report()
  }
}

interface Parts extends Pick<JobContext, 'db' | 'files' | 'publish'> {
  finder: MentionFinder
  /** Where pictures of its pages lie until they are kept. */
  folder: string
  /** Pictures that were kept. */
  kept: string[]
}

const readPages = async (
  { db, files, publish, finder, folder, kept }: Parts,
  reading: Reading,
  { sha256, type, patient }: ReadableFile,
  signal: AbortSignal,
) => {
  const reportProgress = seldom(() => publish('records', reading.record, patient ?? undefined))
  const keepPicture = async (path: string) => {
    const { sha256 } = await files.putFile(path)
    kept.push(sha256)
    await rm(path, { force: true })
    return sha256
  }
  const keepImage = async (image: string, thumbnail: string | null) => {
    if (thumbnail) await writeThumbnail(db, reading, await keepPicture(thumbnail))
    return keepPicture(image)
  }
  // What was read is written while the reader goes on: one piece at a time, and never more than one behind.
  let written: Promise<unknown> = Promise.resolve()
  const write = (work: () => Promise<unknown>) => {
    written = written.then(work)
    written.catch(() => {})
  }
  const document = await files.checkOut(sha256)
  try {
    await readDocument(document.path, type, {
      folder,
      limits,
      signal,
      onStart: (pages) => write(() => writePageCount(db, reading, pages)),
      onPage: async (page) => {
        // Looked through meanwhile, too.
        finder.find(page.text).catch(() => {})
        await written
        write(async () => writePage(db, reading, page, page.image && (await keepImage(page.image, page.thumbnail))))
        reportProgress()
      },
      onImage: async (number, image, thumbnail) => {
        await written
        write(async () => writeImage(db, reading, number, await keepImage(image, thumbnail)))
        reportProgress()
      },
    })
    await written
  } finally {
    await written.catch(() => {})
    await document.release()
  }
}

/**
 * Reads a document: its pages one by one as they come, then what they mention. Safe to run again: a reading that a stopped process left is
 * begun anew, one that is over or was cancelled is not. What goes wrong stands on the document, for people.
 */
export const readRecordNow = async (context: JobContext & { data: Reading }): Promise<void> => {
  const { db, files, uploadDir, data: reading, now, publish, signal } = context
  const begun = performance.now()
  const at = () => new Date(now.getTime() + performance.now() - begun)
  const file = await begin(db, reading)
  if (!file) return
  const notify = () => notifyReviewers(context, reading.record, file)
  notify()
  const watch = whileGoing(db, reading)
  const finder = openMentionFinder()
  const either = AbortSignal.any([signal, watch.signal])
  either.addEventListener('abort', () => void finder.close(), { once: true })
  const folder = await mkdtemp(join(uploadDir, 'reading-'))
  const kept: string[] = []
  try {
    await readPages({ db, files, publish, finder, folder, kept }, reading, file, either)
    await suggestAndFinish(db, reading, finder, at)
  } catch (error) {
    if (error instanceof ReadingPassed || watch.signal.aborted) return await listLateFiles(db, reading.record, kept)
    // The program stops, or it took too long: it is tried again.
    if (signal.aborted) throw error
    const isOfFile = error instanceof DocumentProblem
    await markFailed(db, reading, isOfFile ? error.message : FAILED)
    if (!isOfFile) throw error
  } finally {
    watch.end()
    await finder.close()
    await rm(folder, { recursive: true, force: true })
    notify()
  }
}

/** Documents that wait for a reading which is in no queue any more have failed, so that somebody may ask for another. */
export const failLeftReadings = async ({ db, publish }: Pick<JobContext, 'db' | 'publish'>): Promise<void> => {
  const { rows } = await sql<Reading & Pick<ReadableFile, 'account' | 'patient'>>`
    select r.id as record, r.reading, p.user_id as account, ${named} from medical_records r join patients p on p.id = r.patient_id
    where r.status in ('uploaded', 'processing')`.execute(db)
  if (rows.length === 0) return
  const queued = new Set((await unfinishedJobs(db, readRecord)).map(({ record, reading }) => `${record} ${reading}`))
  for (const one of rows.filter(({ record, reading }) => !queued.has(`${record} ${reading}`))) {
    await markFailed(db, one, FAILED)
    notifyReviewers({ publish }, one.record, one)
  }
}

export const recordWorks = [perform(readRecord, readRecordNow), perform(findLeftReadings, failLeftReadings), purgedFilesWork]
