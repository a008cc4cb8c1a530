import type { Client } from 'pg'
import { withoutChecks } from './dataset-years.ts'

/** The mark of what came from the laboratory's earlier system. */
const EARLIER = 'bench:earlier:'
const TABLES = ['lab_samples', 'lab_test_request_panels', 'lab_results']

/** The tests of every order of a visit that is over and of which nothing was reported. */
const asked = `
  create temporary table asked on commit drop as
  select distinct on (q.id, n.panel_id) o.id as order_id, q.id as request_id, q.process_id, q.patient_id, q.requested_at, n.panel_id, p.specimen_id,
    p.kind, p.unit, (select c ->> 'value' from jsonb_array_elements(p.choices) c order by c ->> 'flag' <> 'normal' limit 1) as choice
  from lab_orders o join lab_test_requests q on q.id = o.lab_test_request_id
  join process_test_requests g on g.id = q.process_id join visits v on v.id = g.visit_id and v.closed_at is not null
  cross join lateral (
    select o.panel_id where o.panel_id is not null union all select x.panel_id from lab_profile_panels x where x.profile_id = o.profile_id) n
  join lab_panels p on p.id = n.panel_id
  where o.cancelled_at is null and not exists (select from lab_test_request_panels t where t.lab_order_id = o.id)`
const tubes = `
  insert into lab_samples (code, process_id, patient_id, specimen_id, state, requested_at, collected_at, collected_by, received_at, received_by)
  select 'DS-' || process_id || '-' || specimen_id, process_id, patient_id, specimen_id, 'received', min(requested_at),
    min(requested_at) + interval '5 minutes', min(u.id), min(requested_at) + interval '9 minutes', min(u.id)
  from asked cross join (select min(id) as id from users) u group by process_id, patient_id, specimen_id order by 6`
const tests = `
  insert into lab_test_request_panels (lab_test_request_id, lab_order_id, panel_id, patient_id, sample_id, state, requested_at, due_at, approved_at)
  select a.request_id, a.order_id, a.panel_id, a.patient_id, s.id, 'approved', a.requested_at, a.requested_at + interval '65 minutes',
    a.requested_at + interval '40 minutes'
  from asked a join lab_samples s on s.process_id = a.process_id and s.specimen_id = a.specimen_id and s.code like 'DS-%' order by a.requested_at, a.order_id`
const reports = `
  insert into lab_results (request_panel_id, patient_id, panel_id, observed_at, result, value, unit, entered, flag, low, high, origin, entered_at,
    entered_by, approved_at, approved_by)
  select n.id, n.patient_id, n.panel_id, n.requested_at, t.result, case when t.is_number then t.value end, case when t.is_number then a.unit end, t.result,
    case when t.is_number or a.kind = 'qualitative' then 'normal'::lab_flag end, case when t.is_number then 1 end, case when t.is_number then 500 end,
    'typed', n.requested_at, u.id, n.approved_at, u.id
  from asked a join lab_test_request_panels n on n.lab_order_id = a.order_id and n.panel_id = a.panel_id
  cross join (select min(id) as id from users) u
  cross join lateral (select a.kind in ('quantitative', 'calculated') as is_number, (10 + n.id % 300)::numeric / 10 as value) k
  cross join lateral (select k.is_number, k.value, case when k.is_number then k.value::text when a.kind = 'qualitative' then coalesce(a.choice, 'Negative')
    else 'Nothing abnormal seen.' end as result) t
  order by n.id`

/** Results of the years before, as they were taken over from the earlier system: so many that all come to $1. */
const earlier = `
  insert into lab_results (patient_id, panel_id, observed_at, result, value, unit, entered, flag, origin, entered_at, source)
  select t.id, p.id, now() - interval '7 years' + n * interval '60 seconds', v.value::text, v.value, p.unit, v.value::text, 'normal', 'imported', now(),
    '${EARLIER}' || n
  from generate_series(1, greatest(0, $1::integer - (select count(*)::integer from lab_results))) n
  cross join (select count(*) as people from patients where merged_into is null) c
  join (select id, row_number() over (order by id) - 1 as place from patients where merged_into is null) t on t.place = n % c.people
  join (select id, unit, row_number() over (order by id) - 1 as place from lab_panels where kind = 'quantitative' order by id limit 20) p
    on p.place = n / c.people % 20
  cross join lateral (select (30 + n % 200)::numeric / 10 as value) v
  where not exists (select from lab_results where source like '${EARLIER}%')`

/** Reports every test that was ordered, and adds what was found in earlier years until there are `wanted` results. Once more changes nothing. */
export const loadResults = async (client: Client, wanted: number): Promise<void> => {
  await client.query(`set local maintenance_work_mem = '512MB'`)
  await client.query(`set local work_mem = '128MB'`)
  await client.query(asked)
  await client.query('analyze asked')
  await withoutChecks(client, TABLES, async () => {
    await client.query(tubes)
    await client.query('analyze lab_samples')
    await client.query(tests)
    await client.query('analyze lab_test_request_panels')
    await client.query(reports)
    await client.query(earlier, [wanted])
  })
}
