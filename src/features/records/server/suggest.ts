import { sql } from 'kysely'
import type { Mention } from '#features/clinical-text/public.ts'
import { findCodesOf } from '#features/diagnoses/public.ts'
import { inTransaction, type Db } from '#platform/db/connect.ts'
import type { MentionFinder } from './find-mentions.ts'
import type { Reading } from './reading-job.ts'
import { ReadingPassed } from './write-page.ts'

/** Nobody looks through more. */
const MAX_SUGGESTIONS = 5_000
const MAX_TEXT = 500
/** Of all pages: more are said of nobody. */
const MAX_STATEMENTS = 500

interface Suggestion {
  page: number
  mention: Mention
}

const nameOf = ({ value, text }: Mention) => value ?? text
const needsCode = ({ code, type }: Mention) => code === undefined && (type === 'diagnosis' || type === 'symptom')

/** Diagnoses and symptoms that the lexicon has no code for get the one that the clinic's own list has under their name. */
const withCodes = async (db: Db, suggestions: readonly Suggestion[]): Promise<Suggestion[]> => {
  const names = suggestions.flatMap(({ mention }) => (needsCode(mention) ? [nameOf(mention)] : []))
  const codes = await findCodesOf(db, [...new Set(names)])
  return suggestions.map(({ page, mention }) => {
    const code = needsCode(mention) ? codes.get(nameOf(mention)) : undefined
    return { page, mention: code === undefined ? mention : { ...mention, code } }
  })
}

const rowOf = ({ page, mention: { end, details = {}, ...mention } }: Suggestion) => ({ ...mention, page, until: end, details })

/** A finding in what was read from a picture is no surer than the reading itself. */
const sureness = sql`(n.confidence * case g.method when 'ocr' then coalesce(g.quality, 0.5) else 1 end)::real`

/** What people decided stays; of the new suggestions those go in that none of it stands in the place of. */
const replaceSuggestions = async (db: Db, record: number, suggestions: readonly Suggestion[]) => {
  await sql`delete from medical_record_entities where record_id = ${record} and state = 'suggested'`.execute(db)
  await sql`
    insert into medical_record_entities (record_id, patient_id, page, start, until, type, text, value, unit, code, certainty, negated, subject,
      temporality, usage, confidence, details)
    select r.id, r.patient_id, n.page, n.start, n.until, n.type, n.text, n.value, n.unit, n.code, n.certainty, n.negated, n.subject,
      n.temporality, n.usage, ${sureness}, n.details
    from medical_records r, jsonb_to_recordset(${JSON.stringify(suggestions.map(rowOf))}::jsonb) as n (page integer, start integer, until integer,
      type text, text text, value text, unit text, code text, certainty text, negated boolean, subject text, temporality text, usage text, confidence real,
      details jsonb) join medical_record_pages g on g.record_id = ${record} and g.number = n.page
    where r.id = ${record} and not exists (
      select from medical_record_entities e
      where e.record_id = r.id and e.page = n.page and e.type = n.type and e.start < n.until and n.start < e.until)
    order by n.page, n.start, n.until
    on conflict (record_id, page, start, until, type) do nothing`.execute(db)
}

/** Pages that the document no longer has, unless people have decided about something on them. */
const dropFurtherPages = (db: Db, record: number) =>
  sql`
  delete from medical_record_pages g using medical_records r
  where r.id = ${record} and g.record_id = r.id and g.number > r.pages_read and not exists (
    select from medical_record_entities e where e.record_id = g.record_id and e.page = g.number and e.state <> 'suggested')`.execute(db)

/**
 * Finds what the pages mention and ends the reading, all in one step: suggestions are replaced, what people decided stays, the document
 * is ready. Throws `ReadingPassed`.
 */
export const suggestAndFinish = async (db: Db, { record, reading }: Reading, finder: MentionFinder, at: () => Date): Promise<void> => {
  const written = sql<{ page: number; text: string }>`
    select g.number as page, g.text from medical_record_pages g join medical_records r on r.id = g.record_id
    where r.id = ${record} and g.number <= r.pages_read order by g.number`
  const { rows: pages } = await written.execute(db)
  const found = await Promise.all(pages.map(({ text }) => finder.find(text)))
  const identity = pages.flatMap(({ page }, index) => (found[index]?.identity ?? []).map((statement) => ({ ...statement, page })))
  const mentioned = pages.flatMap(({ page }, index) => (found[index]?.mentions ?? []).map((mention) => ({ page, mention })))
  const suggestions = await withCodes(db, mentioned.filter(({ mention }) => mention.text.length <= MAX_TEXT).slice(0, MAX_SUGGESTIONS))
  await inTransaction(db, async (tx) => {
    const { rows } = await sql`
      update medical_records set status = 'ready', read_at = ${at()}, rules_version = ${found[0]?.version ?? null},
        identity = ${JSON.stringify(identity.slice(0, MAX_STATEMENTS))}::jsonb
      where id = ${record} and reading = ${reading} and status = 'processing' returning 1`.execute(tx)
    if (rows.length === 0) throw new ReadingPassed()
    await dropFurtherPages(tx, record)
    await replaceSuggestions(tx, record, suggestions)
  })
}
