import { sql, type RawBuilder } from 'kysely'
import { patientName } from '#features/patients/public.ts'
import type { RecordHit } from '#features/records/contract.ts'
import type { RecordKind } from '#features/records/contract-fields.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue } from '#platform/db/keyset.ts'
import { excerptOf } from './excerpt.ts'

const MOST_WORDS = 12

/** What was typed, taken apart: words in quotation marks stand together. */
const parts = (q: string) =>
  [...q.matchAll(/"([^"]*)"|([^"\s]+)/g)]
    .slice(0, MOST_WORDS)
    .map((match) => ({ text: match[1] ?? match[2]!, isPhrase: match[1] !== undefined }))

const asQuery = ({ text, isPhrase }: { text: string; isPhrase: boolean }, isLast: boolean): RawBuilder<unknown> => {
  const folded = sql`search_fold(${text})`
  if (isPhrase) return sql`phraseto_tsquery('simple', ${folded})`
  const stems = sql`plainto_tsquery('english', ${folded})`
  // search_fold leaves letters, digits and single spaces.
  const unfinished = sql`to_tsquery('simple', coalesce(nullif('''' || replace(${folded}, ' ', ''' & ''') || ''':*', ''''':*'), ''))`
  return sql`(${isLast ? unfinished : sql`plainto_tsquery('simple', ${folded})`} || ${stems})`
}

const queryOf = (q: string) => {
  const all = parts(q)
  return sql.join(
    all.map((part, index) => asQuery(part, index === all.length - 1)),
    sql` && `,
  )
}

export interface Searching {
  q: string
  /** A condition over `medical_records r`. */
  visible: RawBuilder<boolean>
  patient: number | undefined
  kind: RecordKind | undefined
  cursor: CursorValue | null
  limit: number
}

/** So many of the newest documents are looked through before the index is asked for all that hold the words. */
const NEWEST = 75

/**
 * Documents that hold all words, newest first; what holds no letter or digit finds nothing. Withdrawn ones are left out. Common words are
 * found in the newest documents, where looking stops as soon as there are enough: to sort a third of all pages would take longer.
 */
export const searchPages = async (
  db: Db,
  { q, visible, patient, kind, cursor, limit }: Searching,
): Promise<(RecordHit & { id: number })[]> => {
  if (!/[\p{L}\p{N}]/u.test(q)) return []
  const asked = sql.join(
    [
      sql`r.withdrawn_at is null`,
      visible,
      ...(patient === undefined ? [] : [sql`r.patient_id = ${patient}`]),
      ...(kind === undefined ? [] : [sql`r.kind = ${kind}`]),
      before(sql`r.id`, sql`r.id`, sql`bigint`, cursor),
    ],
    sql` and `,
  )
  const { rows } = await sql<Omit<RecordHit, 'snippet' | 'marks'> & { id: number; text: string }>`
    with typed as materialized (select ${queryOf(q)} as query),
    newest as materialized (select r.id from medical_records r where ${asked} order by r.id desc limit ${NEWEST}),
    near as materialized (
      select n.id, g.page, g.pages from newest n cross join typed t cross join lateral (
        select min(g.number) as page, count(*)::integer as pages from medical_record_pages g where g.record_id = n.id and g.search @@ t.query
      ) g
      where g.pages > 0 order by n.id desc limit ${limit}
    ),
    further as (
      select r.id, min(g.number) as page, count(*)::integer as pages
      from typed t, medical_record_pages g join medical_records r on r.id = g.record_id
      where g.search @@ t.query and ${patient === undefined ? sql`true` : sql`g.patient_id = ${patient}`} and ${asked}
        and r.id < (select min(id) from newest)
        and (select count(*) from near) < ${limit} and (select count(*) from newest) = ${NEWEST}
      group by r.id order by r.id desc limit ${limit}
    ),
    hits as (select * from near union all select * from further order by id desc limit ${limit})
    select h.id, h.id as record, r.patient_id as patient, ${patientName} as patient_name, p.unique_id as patient_number, r.title, r.kind,
      r.document_date, r.created_at, h.page, h.pages, g.text
    from hits h join medical_records r on r.id = h.id join patients p on p.id = r.patient_id
    join medical_record_pages g on g.record_id = h.id and g.number = h.page
    order by h.id desc`.execute(db)
  return rows.map(({ text, ...row }) => ({ ...row, ...excerptOf(text, q) }))
}
