import { sql } from 'kysely'
import type { z } from 'zod'
import { clinicDayStart } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { TrackWait } from '../contract.ts'
import { isAfterLeftOpen, isLeftOpenAt } from './left-open.ts'

const minutes = (interval: ReturnType<typeof sql>) => sql`floor(extract(epoch from ${interval}) / 60)::integer`

/**
 * Waiting times of every open track, in their order: people there at `now`, and the stays that ended on `day` of the clinic. A move that
 * was taken back ended no stay, and a visit that was left open is in none of it.
 */
export const findWaits = async (db: Db, now: Date, day: string): Promise<z.output<typeof TrackWait>[]> => {
  const { rows } = await sql<z.output<typeof TrackWait>>`
    with present as (
      select track, count(*) as waiting, avg(${now}::timestamptz - track_since) as mean, max(${now}::timestamptz - track_since) as longest
      from visits v where v.closed_at is null and not ${isLeftOpenAt(now)} group by track
    ), finished as (
      select m.from_track as track, count(*) as stays, avg(m.moved_at - m.from_since) as mean
      from visit_moves m
      where m.moved_at >= ${clinicDayStart(day)} and m.moved_at < ${clinicDayStart(day, 1)} and m.from_track is not null and m.undoes is null
        and not ${isAfterLeftOpen} and not exists (select from visit_moves u where u.undoes = m.id)
      group by m.from_track
    )
    select t.track, coalesce(p.waiting, 0) as waiting,
      coalesce(${minutes(sql`greatest(p.mean, interval '0')`)}, 0) as mean_minutes,
      coalesce(${minutes(sql`greatest(p.longest, interval '0')`)}, 0) as longest_minutes,
      coalesce(f.stays, 0) as finished, ${minutes(sql`f.mean`)} as finished_mean_minutes, g.minutes as target_minutes
    from unnest(enum_range(null::track)) as t (track)
    left join present p using (track) left join finished f using (track) left join track_targets g using (track)
    where t.track not in ('discharged', 'complete')
    order by t.track`.execute(db)
  return rows
}
