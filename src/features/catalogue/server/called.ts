import { sql, type RawBuilder } from 'kysely'
import { namesBeginning } from '../names.ts'

/** Whether a laboratory test with this name and code goes by one of these names, which are in small letters. */
export const isCalled = (name: RawBuilder<unknown>, code: RawBuilder<unknown>, names: readonly string[]): RawBuilder<boolean> =>
  names.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(lower(${name}) = any(${names}::text[]) or lower(${code}) = any(${names}::text[]))`

/** Whether each of the words begins a word of a name that a laboratory test with this name and code goes by. */
export const isCalledAll = (name: RawBuilder<unknown>, code: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([sql`true`, ...words.map((word) => isCalled(name, code, namesBeginning(word)))], sql` and `)})`
