import { sql } from 'kysely'
import type { Check } from './check.ts'

/**
 * What was under way in a process that was killed is given up when it has run out, or was not heard of, and somebody looks: a process does each
 * minute of its life, and one that is killed within a minute never. A quarter of an hour is many lives.
 */
const LOOKED_AFTER_S = 900
/** Documents that were left are looked for every five minutes. */
const LEFT_AFTER_S = 480
/** The longest pause between two rounds of work that comes round within the hour, and as much again. */
const ROUND_S = 2_400

export const jobs: Check = {
  name: 'work in the background',
  counts: {
    done: sql`(select from pgboss.job where state = 'completed')`,
    waiting: sql`(select from pgboss.job where state in ('created', 'retry'))`,
    'under way': sql`(select from pgboss.job where state = 'active')`,
  },
  rules: {
    'work is under way for ever': sql`
      select name, id, started_on, heartbeat_on from pgboss.job where state = 'active'
        and coalesce(heartbeat_on + heartbeat_seconds * interval '1 second', started_on + expire_seconds * interval '1 second')
          < now() - ${sql.lit(LOOKED_AFTER_S)} * interval '1 second'`,
    'work was given up': sql`
      select name, id, retry_count, left(output::text, 200) as output from pgboss.job j where state = 'failed'
        and name not in (select name from pgboss.schedule)
        -- A document says itself that it could not be read, and who sees it may ask again.
        and not (name = 'read-record' and exists (select from medical_records r where r.id = (j.data ->> 'record')::integer
          and (r.status in ('failed', 'ready') or r.reading <> (j.data ->> 'reading')::integer)))`,
    'work that comes round by itself does not any more': sql`
      select name, completed_on from pgboss.job j where state = 'failed' and name in (select name from pgboss.schedule)
        and completed_on < now() - ${sql.lit(ROUND_S)} * interval '1 second'
        and not exists (select from pgboss.job n where n.name = j.name and n.state = 'completed' and n.completed_on > j.completed_on)`,
    'a document is being read by nobody': sql`
      select r.id, r.status, r.created_at from medical_records r where r.status in ('uploaded', 'processing') and r.withdrawn_at is null
        and r.changed_at < now() - ${sql.lit(LEFT_AFTER_S)} * interval '1 second'
        and not exists (select from pgboss.job j where j.name = 'read-record' and j.state in ('created', 'retry', 'active')
          and (j.data ->> 'record')::integer = r.id)`,
    'a backup is made by nobody': sql`
      select b.id, b.state, b.started_at from backups b where b.state in ('waiting', 'running')
        and coalesce(b.started_at, b.created_at) < now() - ${sql.lit(LOOKED_AFTER_S)} * interval '1 second'
        and not exists (select from pgboss.job j where j.name like '%backup%' and j.state in ('created', 'retry', 'active'))`,
  },
}
