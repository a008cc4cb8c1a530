import type { Client } from 'pg'

/** What a busy laboratory has after years: a million results, those of somebody who was measured ten thousand times, and today's work. */
export const LABORATORY = { reported: 62_500, measured: 10_000, waiting: 500, toCollect: 300 } as const
/** A tenth of its years, with as much of today's work as a clinic has. */
export const CLINIC_LABORATORY = { reported: 6_250, measured: 1000, waiting: 30, toCollect: 20 } as const
/** A tenth of a clinic's years, with the same work of today. */
export const TENTH_LABORATORY = { reported: 625, measured: 1000, waiting: 30, toCollect: 20 } as const
type LaboratorySize = { readonly [part in keyof typeof LABORATORY]: number }

/** One visit a person, after the first `skipped` of them: nobody has two that are open. */
const visitsOf = (mark: string, count: number, track: string, at: string, skipped: number) => `
  with person as (
    select id, row_number() over (order by id) as place from patients where unique_id like 'BL-%'
  ), visit as (
    insert into visits (track_number, patient_id, reason, track, track_since, created_at, closed_at)
    select '${mark}-' || n, p.id, 'Fever', '${track}', t.at, t.at, ${track === 'complete' ? 't.at' : 'null'}
    from generate_series(1, ${count}) n join person p on p.place = n + ${skipped} cross join lateral (select ${at} as at) t
    returning id, patient_id, created_at
  ), billed as (
    insert into invoices (visit_id, patient_id, created_at) select id, patient_id, created_at from visit
  ), process as (
    insert into process_test_requests (visit_id) select id from visit order by id returning id, visit_id
  ), request as (
    insert into lab_test_requests (process_id, patient_id, requested_at, requested_by, profile_id)
    select p.id, v.patient_id, v.created_at, u.id, f.id from process p join visit v on v.id = p.visit_id
    cross join (select min(id) as id from users) u cross join (select id from lab_profiles where code = 'FBC') f order by p.id
    returning id, process_id, patient_id, requested_at
  )
  insert into lab_orders (lab_test_request_id, profile_id, item_id)
  select r.id, f.id, f.item_id from request r cross join lab_profiles f where f.code = 'FBC'`

const samplesOf = (mark: string, state: string) => `
  insert into lab_samples (code, process_id, patient_id, specimen_id, state, requested_at, collected_at, collected_by, received_at, received_by)
  select '${mark}S-' || p.id, p.id, v.patient_id, s.id, '${state}', v.created_at,
    ${state === 'to collect' ? 'null, null, null, null' : "v.created_at + interval '5 minutes', u.id, v.created_at + interval '9 minutes', u.id"}
  from visits v join process_test_requests p on p.visit_id = v.id cross join (select min(id) as id from users) u
  join lab_specimens s on s.code = 'EDTA' where v.track_number like '${mark}-%'`
const panelsOf = (mark: string) => `
  insert into lab_test_request_panels (lab_test_request_id, lab_order_id, panel_id, patient_id, sample_id, requested_at, due_at)
  select q.id, o.id, x.panel_id, q.patient_id, s.id, q.requested_at, q.requested_at + interval '65 minutes'
  from visits v join process_test_requests p on p.visit_id = v.id join lab_test_requests q on q.process_id = p.id
  join lab_orders o on o.lab_test_request_id = q.id join lab_profile_panels x on x.profile_id = o.profile_id
  join lab_samples s on s.process_id = p.id where v.track_number like '${mark}-%' order by q.id, x.position`

const chargesOf = (mark: string) => `
  insert into charges (invoice_id, item_id, item_name, category, order_kind, order_id, quantity, unit_price, price_source, tax_rate, tax_included, created_at)
  select i.id, o.item_id, 'Full blood count', 'laboratory', 'laboratory', o.id, 1, 600, 'cash', 0, true, q.requested_at
  from visits v join invoices i on i.visit_id = v.id join lab_test_requests q on q.process_id = (select p.id from process_test_requests p where p.visit_id = v.id)
  join lab_orders o on o.lab_test_request_id = q.id where v.track_number like '${mark}-%'`

const reportAll = `
  insert into lab_results (request_panel_id, patient_id, panel_id, observed_at, result, value, unit, entered, flag, low, high, origin, entered_at,
    entered_by, approved_at, approved_by)
  select n.id, n.patient_id, n.panel_id, n.requested_at, t.value::text, t.value, p.unit, t.value::text, 'normal', 1, 500, 'typed', n.requested_at, u.id,
    n.requested_at + interval '40 minutes', u.id
  from lab_test_request_panels n join lab_panels p on p.id = n.panel_id cross join (select min(id) as id from users) u
  cross join lateral (select (10 + n.id % 300)::numeric / 10 as value) t
  where n.lab_test_request_id in (select q.id from visits v join process_test_requests g on g.visit_id = v.id
    join lab_test_requests q on q.process_id = g.id where v.track_number like 'BLD-%')
  order by n.id`

/** Somebody with a chronic illness: 20 tests, 500 times each. */
const measureOften = (count: number) => `
  insert into lab_results (patient_id, panel_id, observed_at, result, value, unit, entered, flag, origin, entered_at, source)
  select t.id, p.id, now() - n * interval '3 hours', v.value::text, v.value, p.unit, v.value::text, 'normal', 'imported', now(), 'bench:' || n
  from generate_series(1, ${count}) n
  join (select id, unit, row_number() over (order by id) - 1 as place from lab_panels where kind = 'quantitative' order by id limit 20) p on p.place = n % 20
  cross join lateral (select (30 + n % 200)::numeric / 10 as value) v
  cross join (select id from patients where unique_id = 'BL-1') t`

/** Writes all of it; the tests of the starter are there. */
export const loadLabWork = async (client: Client, { reported, measured, waiting, toCollect }: LaboratorySize) => {
  await client.query(
    `insert into patients (unique_id, first_name, second_name, gender, date_of_birth)
     select 'BL-' || n, 'Achieng', 'Bench ' || n, case n % 2 when 0 then 'female' else 'male' end::gender, '1950-01-01'::date + n % 18000
     from generate_series(1, $1::integer) n`,
    [reported],
  )
  const done = `now() - interval '3 days' - (${reported} - n) * interval '9 minutes'`
  const parts = [
    ['BLD', reported, 'complete', done, 'received'],
    ['BLW', waiting, 'awaiting result', `now() - interval '1 hour' - n * interval '20 seconds'`, 'received'],
    ['BLC', toCollect, 'lab', `now() - n * interval '10 seconds'`, 'to collect'],
  ] as const
  for (const [mark, count, track, at, state] of parts) {
    await client.query(visitsOf(mark, count, track, at, mark === 'BLC' ? waiting : 0))
    await client.query(samplesOf(mark, state))
    await client.query('analyze lab_orders, lab_samples, lab_test_requests, process_test_requests, visits')
    await client.query(panelsOf(mark))
    await client.query(chargesOf(mark))
  }
  await client.query('analyze lab_test_request_panels')
  await client.query(reportAll)
  await client.query(measureOften(measured))
}
