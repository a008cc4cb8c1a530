import { sql } from 'kysely'
import type { ReplyOf } from '#shared/endpoint.ts'
import { clinicDay, clinicDayStart } from '#features/company/public.ts'
import type { getLabDashboard } from '#features/laboratory/contract-reports.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { isAmendment } from '../results/result-row.ts'

type Dashboard = ReplyOf<typeof getLabDashboard>
type Now = Pick<Dashboard, 'pending' | 'overdue' | 'critical_open'>
type OfDays = Omit<Dashboard, keyof Now>

export interface DashboardDays {
  /** Days in the clinic, YYYY-MM-DD, both inclusive. One alone is that day, none is today. */
  start_date?: string | undefined
  end_date?: string | undefined
}
interface Span {
  zone: string
  from: Date
  until: Date
}
const DAY_MS = 86_400_000
const MOST_DAYS = 366

/** What waits at this moment, by where it waits and how long: samples until they are received, then tests. */
export const findWaiting = async (db: Db, { start_date: first, end_date: last }: DashboardDays, now: Date): Promise<Now & Span> => {
  const today = clinicDay(now)
  const from = (first ?? last) ? clinicDayStart((first ?? last)!) : sql`(${today}::timestamp at time zone c.time_zone)`
  const until = (first ?? last) ? clinicDayStart((last ?? first)!, 1) : sql`((${today} + 1)::timestamp at time zone c.time_zone)`
  const { rows } = await sql<Now & Span>`
    with waiting as (
      select state::text as state, coalesce(collected_at, requested_at) as since, null::timestamptz as due_at
      from lab_samples where state in ('to collect', 'collected')
      union all
      select n.state::text, coalesce(r.entered_at, s.received_at, s.collected_at, n.requested_at), n.due_at
      from lab_test_request_panels n join lab_panels p on p.id = n.panel_id left join lab_samples s on s.id = n.sample_id
      left join lab_results r on r.request_panel_id = n.id and r.is_current and n.state = 'entered'
      where n.state in ('requested', 'entered')
        and (n.state = 'entered' or p.kind <> 'calculated' and (s.id is null or s.state in ('collected', 'received')))
    ), ages as (
      select k.place, k.state, count(w.since) filter (where w.since > ${now}::timestamptz - interval '1 hour')::integer as under_1h,
        count(w.since) filter (where w.since <= ${now}::timestamptz - interval '1 hour'
          and w.since > ${now}::timestamptz - interval '4 hours')::integer as under_4h,
        count(w.since) filter (where w.since <= ${now}::timestamptz - interval '4 hours'
          and w.since > ${now}::timestamptz - interval '1 day')::integer as under_24h,
        count(w.since) filter (where w.since <= ${now}::timestamptz - interval '1 day')::integer as older
      from (values (1, 'to collect', 'to collect'), (2, 'to receive', 'collected'), (3, 'to do', 'requested'), (4, 'to approve', 'entered'))
        k (place, state, kept) left join waiting w on w.state = k.kept
      group by k.place, k.state
    )
    select c.time_zone as zone, ${from} as "from", ${until} as until,
      (select json_agg(json_build_object('state', state, 'under_1h', under_1h, 'under_4h', under_4h, 'under_24h', under_24h, 'older', older)
        order by place) from ages) as pending,
      (select count(*)::integer from waiting where due_at < ${now}) as overdue,
      (select count(*)::integer from lab_critical_calls where closed_at is null) as critical_open
    from company c`.execute(db)
  return rows[0]!
}

const hourOf = (at: string, zone: string) => sql`extract(hour from ${sql.ref(at)} at time zone ${zone})::integer`

/** What was done in a span. A corrected result counts as one approved again, and in no turnaround. */
export const findDone = async (db: Db, { zone, from, until }: Span): Promise<OfDays> => {
  const { rows } = await sql<OfDays>`
    with done as (
      select k.section, n.approved_at, n.due_at, ${isAmendment} as is_amended, extract(epoch from n.approved_at - s.collected_at) / 60 as minutes
      from lab_test_request_panels n join lab_panels k on k.id = n.panel_id
      join lab_results r on r.request_panel_id = n.id and r.is_current left join lab_samples s on s.id = n.sample_id
      where n.approved_at >= ${from} and n.approved_at < ${until} and n.state = 'approved'
    ), asked as (
      select ${hourOf('n.requested_at', zone)} as hour, count(*)::integer as count
      from lab_test_requests q join lab_test_request_panels n on n.lab_test_request_id = q.id
      where q.requested_at >= ${from} and q.requested_at < ${until} group by 1
    ), given as (
      select ${hourOf('d.approved_at', zone)} as hour, count(*)::integer as count from done d group by 1
    ), rejected as (
      select reject_reason as reason, count(*)::integer as count from lab_samples where rejected_at >= ${from} and rejected_at < ${until} group by 1
    )
    select (select count(*)::integer from done) as approved, (select count(*)::integer from done where is_amended) as amended,
      (select count(*)::integer from lab_samples where collected_at >= ${from} and collected_at < ${until}) as samples_collected,
      (select coalesce(sum(count), 0)::integer from rejected) as samples_rejected,
      (select coalesce(json_agg(json_build_object('reason', reason, 'count', count) order by count desc, reason), '[]') from rejected) as rejections,
      (select coalesce(json_agg(b order by b.section), '[]') from (
        select section, count(*)::integer as approved,
          round(percentile_cont(0.5) within group (order by minutes) filter (where not is_amended))::integer as median_minutes,
          round(percentile_cont(0.9) within group (order by minutes) filter (where not is_amended))::integer as p90_minutes,
          count(due_at) filter (where not is_amended)::integer as with_target,
          count(*) filter (where not is_amended and approved_at <= due_at)::integer as within_target
        from done group by section) b) as by_section,
      (select json_agg(json_build_object('hour', h, 'requested', coalesce(a.count, 0), 'approved', coalesce(g.count, 0)) order by h)
        from generate_series(0, 23) h left join asked a on a.hour = h left join given g on g.hour = h) as by_hour`.execute(db)
  return rows[0]!
}

/** How the laboratory's days go, in two looks. 400 for days that are not in order, or more than a year. */
export const findDashboard = async (db: Db, days: DashboardDays, now: Date): Promise<Dashboard> => {
  const { start_date: first, end_date: last } = days
  if (first && last && first > last) throw fieldError('end_date', 'The last day must not be before the first.')
  if (first && last && Date.parse(last) - Date.parse(first) >= MOST_DAYS * DAY_MS)
    throw fieldError('end_date', 'Choose a period of one year at most.')
  const { zone, from, until, ...waiting } = await findWaiting(db, days, now)
  return { ...waiting, ...(await findDone(db, { zone, from, until })) }
}
