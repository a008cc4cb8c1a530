import { sql } from 'kysely'
import type { NamedDimension, Sql } from '#platform/questions/subject.ts'

export const drugWords = ['drug', 'medicine', 'medication', 'med', 'medicament', 'molecule'] as const
/** Which drug of the catalogue it is; `item` among the joins brings it in as `i`. */
export const drugDimension = (key: Sql, joins: readonly string[] = ['item']) =>
  ({
    is: 'named',
    title: 'Drug',
    words: drugWords,
    joins,
    key,
    sql: sql`i.name`,
    vocabulary: 'drug',
  }) as const satisfies NamedDimension

/** How a line is taken, as it was typed. */
export const typedDirections = (line: Sql): Sql =>
  sql`coalesce(nullif(${line}.directions, ''), concat_ws(', ', nullif(${line}.dosage, ''), nullif(${line}.frequency, ''), nullif(${line}.duration, '')))`
