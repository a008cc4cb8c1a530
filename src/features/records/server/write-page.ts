import { sql } from 'kysely'
import type { ReadPage } from '#platform/documents/read.ts'
import { inTransaction, type Db } from '#platform/db/connect.ts'
import type { Reading } from './reading-job.ts'

/** Thrown where a reading finds that it is no longer the one: it was cancelled, or begun anew. */
export class ReadingPassed extends Error {}

/** The record while this reading of it is under way. */
const going = ({ record, reading }: Reading) => sql`id = ${record} and reading = ${reading} and status = 'processing'`

const requireGoing = (rows: readonly unknown[]) => {
  if (rows.length === 0) throw new ReadingPassed()
}

/** True while nobody has cancelled this reading or begun another. */
export const isGoing = async (db: Db, reading: Reading): Promise<boolean> =>
  (await sql`select from medical_records where ${going(reading)}`.execute(db)).rows.length > 0

/** Says how many pages there are. */
export const writePageCount = async (db: Db, reading: Reading, pages: number) =>
  requireGoing((await sql`update medical_records set page_count = ${pages} where ${going(reading)} returning 1`.execute(db)).rows)

/** What the column holds; a page of more is no page of words. */
const MAX_LETTERS = 200_000

const isDecided = ({ record }: Reading, number: number) => sql`
  exists (select from medical_record_entities e where e.record_id = ${record} and e.page = ${number} and e.state <> 'suggested')`

/**
 * Writes a page that was read, and that so many have been. When its text has become another, its suggestions go, for their places would no
 * longer be right; a page on which people have decided stays as they saw it. Throws `ReadingPassed`.
 */
export const writePage = (db: Db, reading: Reading, page: ReadPage, image: string | null) =>
  inTransaction(db, async (tx) => {
    const text = page.text.slice(0, MAX_LETTERS).toWellFormed()
    const words = page.words.flatMap(({ start, end, x, y, w, h }) => (end <= MAX_LETTERS ? [[start, end, x, y, w, h]] : []))
    const { number, method, quality, width, height } = page
    // Waits for who decides at this moment: only the statements behind this one see what was decided.
    requireGoing((await sql`update medical_records set pages_read = ${number} where ${going(reading)} returning 1`.execute(tx)).rows)
    await sql`
      delete from medical_record_entities e using medical_record_pages g
      where e.record_id = ${reading.record} and e.page = ${number} and g.record_id = e.record_id and g.number = e.page
        and g.text <> ${text} and not ${isDecided(reading, number)}`.execute(tx)
    await sql`
      insert into medical_record_pages as g (record_id, number, patient_id, text, words, method, quality, image_sha256, width, height)
      select id, ${number}, patient_id, ${text}, ${JSON.stringify(words)}::jsonb, ${method}, ${quality}, ${image}, ${width}, ${height}
      from medical_records where id = ${reading.record}
      on conflict (record_id, number) do update set text = excluded.text, words = excluded.words, method = excluded.method,
        quality = excluded.quality, image_sha256 = coalesce(excluded.image_sha256, g.image_sha256), width = excluded.width,
        height = excluded.height
      where g.text = excluded.text or not ${isDecided(reading, number)}`.execute(tx)
  })

/** Says which picture shows a page. Throws `ReadingPassed`. */
export const writeImage = async (db: Db, reading: Reading, number: number, image: string) => {
  const { rows } = await sql`
    update medical_record_pages set image_sha256 = ${image}
    where record_id = (select id from medical_records where ${going(reading)}) and number = ${number} returning 1`.execute(db)
  requireGoing(rows)
}

/** Says which small picture shows the document. */
export const writeThumbnail = async (db: Db, reading: Reading, image: string) =>
  requireGoing((await sql`update medical_records set thumbnail_sha256 = ${image} where ${going(reading)} returning 1`.execute(db)).rows)
