import { sql } from 'kysely'
import { alertRow, type AlertRule } from './update-alerts.ts'

/** Work outside requests whose last run failed, of the last week, and which was not done since with the same data: the names of its kinds. */
export const jobsFailed: AlertRule = {
  kind: 'jobs_failed',
  topics: ['system'],
  rows: (now) => sql`
    select ${alertRow({ words: sql`jsonb_build_object('count', f.count, 'names', f.names)`, weight: sql`f.count` })}
    from (
      select count(distinct j.name) as count, to_jsonb(array_agg(distinct j.name order by j.name)) as names
      from (
        select name, max(completed_on) filter (where state = 'failed') as failed_at, max(completed_on) filter (where state = 'completed') as done_at
        from pgboss.job where state in ('failed', 'completed') and completed_on > ${now}::timestamptz - interval '7 days'
        group by name, coalesce(data, '{}')
      ) j where j.failed_at > coalesce(j.done_at, '-infinity')
    ) f where f.count > 0`,
}
