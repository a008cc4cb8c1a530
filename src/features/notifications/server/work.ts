import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { perform, type JobWork } from '#platform/jobs/job.ts'
import { lookAtNotifications } from '../jobs.ts'
import type { AlertRule } from './update-alerts.ts'
import { checkAlerts } from './watch.ts'

/** What was dealt with is of no use after this, nor what somebody was told. */
const KEPT_DAYS = 180
const PORTION = 5_000

/** Forgets what is old; what still waits for somebody stays. */
export const forgetOld = async (db: Db, now: Date): Promise<void> => {
  const before = sql`${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`
  // One after the other, so that each is found by its own index.
  for (const isOld of [sql`resolved_at < ${before}`, sql`user_id is not null and created_at < ${before}`])
    await sql`delete from notifications where id in (select id from notifications where ${isOld} limit ${PORTION})`.execute(db)
}

/** Looks every few minutes at everything that may stand: what no transaction makes, such as an expiry, and what was missed. */
export const notificationWork = (rules: readonly AlertRule[]): JobWork =>
  perform(lookAtNotifications, async ({ db, now, publish }) => {
    for (const { topic, id } of await checkAlerts(db, rules, now)) publish(topic, id)
    await forgetOld(db, now)
  })
