import { sql } from 'kysely'
import { alertRow, type AlertRule } from '#features/notifications/public.ts'
import { TOLERATED_HOURS } from './rules.ts'

/** For two days the clinic has had no backup that was verified: since when. A clinic that began yesterday has nothing to lose yet. */
export const backupAlerts: readonly AlertRule[] = [
  {
    kind: 'backup_missing',
    topics: ['backups'],
    rows: (now) => sql`
      select ${alertRow({ words: sql`jsonb_build_object('hours', floor(extract(epoch from ${now}::timestamptz - l.at) / 3600))` })}
      from (
        select coalesce(
          (select max(started_at) from backups where state = 'done' and check_state = 'passed'),
          (select min(applied_at) from schema_migrations)) as at
      ) l where l.at < ${now}::timestamptz - make_interval(hours => ${TOLERATED_HOURS})`,
  },
]
