import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { User } from '#platform/http/handle.ts'
import type { Permission } from '#shared/permissions.ts'
import { MOST_COUNTED } from '../rules.ts'

type Reader = Pick<User, 'id' | 'permissions'>

/** What waits behind an entry of the menu, for those who may deal with it. */
export interface WaitingRule {
  /** The address of the entry. */
  at: string
  access: Permission
  /** A select of one row for each thing that waits. It is read up to the longest count, so that it needs an index that finds what is open. */
  rows: (reader: Reader, now: Date) => RawBuilder<unknown>
}

/** How many wait for a person behind each entry of the menu that their rights let them act on: one statement, which reads a bounded number of rows of each. */
export const findWaiting = async (db: Db, reader: Reader, rules: readonly WaitingRule[], now: Date) => {
  const own = rules.filter(({ access }) => reader.permissions.has(access))
  if (own.length === 0) return []
  const counts = own.map(
    ({ at, rows }) => sql`
    select ${at}::text as at, (select count(*) from (select from (${rows(reader, now)}) w limit ${sql.lit(MOST_COUNTED)}) w)::integer as count`,
  )
  return (await sql<{ at: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db)).rows
}
