import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { FailedSignIn } from '../contract.ts'
import type { Outcome } from '../rules.ts'

interface Filters {
  user?: number | undefined
  outcome?: Outcome | undefined
  from?: Date | undefined
  to?: Date | undefined
}

export type FoundSignIn = FailedSignIn & { moment: string }

/** Sign-ins that failed, newest first, after the cursor. */
export const findFailedSignIns = async (
  db: Db,
  { user, outcome, from, to }: Filters,
  { cursor, limit }: Position,
): Promise<FoundSignIn[]> => {
  const conditions = [
    sql`l.outcome <> 'signed in'`,
    ...(user === undefined ? [] : [sql`l.user_id = ${user}`]),
    ...(outcome === undefined ? [] : [sql`l.outcome = ${outcome}`]),
    ...(from === undefined ? [] : [sql`l.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`l.at < ${to}`]),
    before(sql`l.at`, sql`l.id`, sql`timestamptz`, cursor),
  ]
  const { rows } = await sql<FoundSignIn>`
    select l.id, l.at, l.at::text as moment, l.outcome, l.user_id as "user", nullif(concat_ws(' ', u.first_name, u.last_name), '') as user_name,
      u.email, encode(substr(l.email_hash, 1, 4), 'hex') as address_mark, l.ip, l.request_id
    from login_attempts l left join users u on u.id = l.user_id
    where ${sql.join(conditions, sql` and `)} order by l.at desc, l.id desc limit ${limit}`.execute(db)
  return rows
}
