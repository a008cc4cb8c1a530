import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** Notes that the program runs. Answers since when it has, with pauses of five minutes at most: the same for all of its processes. */
export const noteUp = async (db: Db, now: Date): Promise<Date> => {
  const { rows } = await sql<{ since: Date }>`
    insert into system_watch as w (id, since, seen_at) values (1, ${now}, ${now})
    on conflict (id) do update set seen_at = excluded.seen_at,
      since = case when w.seen_at < excluded.seen_at - interval '5 minutes' or w.since > excluded.since then excluded.since else w.since end
    returning since`.execute(db)
  return rows[0]?.since ?? now
}

/** Since when the program has run, as it was noted last; `now` when it never was. */
export const findUpSince = async (db: Db, now: Date): Promise<Date> => {
  const row = await db.selectFrom('system_watch').select('since').executeTakeFirst()
  return row?.since ?? now
}
