import { sql, type RawBuilder } from 'kysely'
import type { Page } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { pageAt } from '#platform/db/keyset.ts'
import type { DiagnosisCode } from '../contract.ts'
import { typedCode } from '../rules.ts'
import type { CodeFilters } from './codes.ts'

/** So many terms of each kind are looked at; of more, those that joined the list first, which in an import are the shortest. */
const WIDEST = 1000

const filter = ({ system, active }: CodeFilters): RawBuilder<boolean> =>
  sql<boolean>`${system === undefined ? sql`true` : sql`system = ${system}::diagnosis_system`}
    and ${active === undefined ? sql`true` : sql`is_active = ${active}`}`

interface Part {
  limit: number
  /** How many come before. */
  place: number
}
type Look = Pick<Part, 'limit'> & Partial<Part> & { tolerant: boolean }

/**
 * One look: by code, by the whole of what is typed, by terms that begin with it, by words of which each begins one of the term. The
 * questions are asked of the index one by one; only what they find is ranked.
 */
export const findMatches = async (db: Db, q: string, filters: CodeFilters, { limit, place = 0, tolerant }: Look) => {
  const code = typedCode(q)
  const among = filter(filters)
  const asked = (question: 'phrase' | 'begins' | 'in_any', most: number) =>
    sql`(select id from diagnosis_codes where search_words @@ (select ${sql.ref(question)} from typed) and ${among} limit ${most})`
  const byCode = sql`(select id from diagnosis_codes where sort_code >= ${code} and sort_code < ${`${code}~`} and ${among}
    order by sort_code, id limit 200) union`
  const { rows } = await sql<DiagnosisCode>`
    with typed as materialized (select * from diagnosis_queries(${q}, ${tolerant})),
    best as (
      select c.*, case
          when c.sort_code = ${code} then 0 when c.search_words @@ t.phrase then 1 when ${code} <> '' and starts_with(c.sort_code, ${code}) then 2
          when c.search_words @@ t.begins then 3 when c.search_words @@ t.in_title then 4 else 5
        end as rank
      from typed t, diagnosis_codes c
      where c.id = any (array(${code === '' ? sql`` : byCode} ${asked('phrase', 200)} union ${asked('begins', 500)} union ${asked('in_any', WIDEST)}))
      order by rank, c.source = 'import', length(c.title), c.sort_code, c.id limit ${limit} offset ${place}
    )
    select b.id, b.system, b.code, b.title, b.plain_title, b.icd11_code, b.synonyms, b.chapter, b.is_active, b.source, b.version,
      case when not b.search_words @@ t.in_title then (
        select s from unnest(b.synonyms) with ordinality u (s, n) cross join lateral diagnosis_lexemes(s, '{}') found
        where found @@ t.in_title order by not found @@ t.phrase, not found @@ t.begins, n limit 1
      ) end as matched
    from best b, typed t order by b.rank, b.source = 'import', length(b.title), b.sort_code, b.id`.execute(db)
  return rows
}

/** The terms that are meant by plain words or a code, the likeliest first. Only when nothing matches, what looks or sounds alike. */
export const searchCodes = async (db: Db, q: string, filters: CodeFilters, { limit, place }: Part): Promise<Page<DiagnosisCode>> => {
  const part = { limit: limit + 1, place }
  const found = await findMatches(db, q, filters, { ...part, tolerant: false })
  return pageAt(found.length > 0 ? found : await findMatches(db, q, filters, { ...part, tolerant: true }), { limit, place })
}
