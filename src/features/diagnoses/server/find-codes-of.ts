import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/**
 * The ICD-10 codes of names that the list has as a title or a synonym, whatever their letters' size and accents, in one question to its
 * index. Names that it does not have are missing.
 */
export const findCodesOf = async (db: Db, names: readonly string[]): Promise<Map<string, string>> => {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; code: string }>`
    select n.name, c.code
    from unnest(${[...names]}::text[]) n (name)
    cross join lateral (select ('''=' || diagnosis_spelling(left(search_fold(n.name), 400)) || '''')::tsquery as whole) q
    cross join lateral (
      select code from diagnosis_codes d
      where d.search_words @@ q.whole and d.system in ('icd-10', 'icd-10-cm') and d.is_active
      order by d.system, d.source = 'import', length(d.title), d.sort_code, d.id limit 1
    ) c`.execute(db)
  return new Map(rows.map(({ name, code }) => [name, code]))
}
