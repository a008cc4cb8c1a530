import { sql } from 'kysely'
import { profileNames, testNames } from '#features/catalogue/names.ts'
import { list, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'
import type { Sql, Topics } from '#platform/questions/subject.ts'

const specimenTable = readTable(new URL('knowledge/lab-specimen-names.tsv', import.meta.url), { name: text, also: list(text) }, ['name'])
const specimenNames = specimenTable.rows.map(({ name, also }) => [name, ...also])

/** The rows of a table of the catalogue by name, with their codes and with what else such a thing is called. */
const named = (table: string, codes: Sql, names: readonly (readonly string[])[]): Sql => {
  const lines = sql.join(names.map((words) => sql`(${words.join('; ')}::text)`))
  return sql`
    select c.id, c.name, array_remove(${codes}, null) || coalesce((
      select array_agg(distinct w.word) from (values ${lines}) l (line) cross join lateral unnest(string_to_array(l.line, '; ')) w (word)
      where strpos('; ' || l.line || '; ', '; ' || lower(c.name) || '; ') > 0 or strpos('; ' || l.line || '; ', '; ' || lower(c.code) || '; ') > 0
    ), '{}') as also
    from ${sql.table(table)} c`
}

/** Tests, profiles and specimens by the names that people use for them; those out of use too, for what was done with them. */
export const questions: Topics = {
  subjects: [],
  vocabularies: [
    { name: 'test', noun: 'test', rows: named('lab_panels', sql`array[c.code, c.loinc]`, testNames) },
    { name: 'profile', noun: 'test profile', rows: named('lab_profiles', sql`array[c.code, c.loinc]`, profileNames) },
    { name: 'specimen', noun: 'specimen', rows: named('lab_specimens', sql`array[c.code]`, specimenNames) },
  ],
}
