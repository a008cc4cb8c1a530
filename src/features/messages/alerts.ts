import { sql } from 'kysely'
import { alertCount, type AlertRule } from '#features/notifications/public.ts'

/** Messages of the last week that were given up: what is older comes too late to be sent again. */
export const messageAlerts: readonly AlertRule[] = [
  {
    kind: 'messages_failed',
    topics: ['messages'],
    rows: (now) =>
      alertCount(sql`select count(*) from messages where state = 'failed' and created_at > ${now}::timestamptz - interval '7 days'`),
  },
]
