import { sql } from 'kysely'
import { alertCount, type AlertRule } from '#features/notifications/public.ts'

const inbox: AlertRule = {
  kind: 'analyser_inbox',
  topics: ['analysers'],
  rows: () => alertCount(sql`select count(*) from lab_message_results where state = 'waiting'`),
}

// Nothing ends a message that cannot be read: after a week nobody will look at it any more.
const unreadable: AlertRule = {
  kind: 'analyser_messages',
  topics: ['analysers'],
  rows: (now) =>
    alertCount(sql`
      select count(*) from lab_messages where state = 'failed' and direction = 'in' and at > ${now}::timestamptz - interval '7 days'`),
}

/** What analysers sent that waits for somebody. */
export const analyserAlerts: readonly AlertRule[] = [inbox, unreadable]
