import { sql } from 'kysely'
import { standingCount, type Standing } from '#features/notifications/public.ts'

/** Messages of the last week that were given up: what is older comes too late to be sent again. */
export const messageStanding: readonly Standing[] = [
  {
    kind: 'messages_failed',
    topics: ['messages'],
    rows: (now) =>
      standingCount(sql`select count(*) from messages where state = 'failed' and created_at > ${now}::timestamptz - interval '7 days'`),
  },
]
