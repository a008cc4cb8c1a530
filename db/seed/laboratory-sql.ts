/** Tests that were asked for and have no rows yet get their samples and panels, as the visit's way through the house says. */
export const laboratorySql = {
  open: `
    create temporary table if not exists new_tests (order_id integer, request_id integer, process_id integer, visit_id integer, patient_id integer,
      panel_id integer, specimen_id integer, place integer, requested_at timestamptz, collected_at timestamptz, received_at timestamptz,
      sample_id integer, is_waiting boolean) on commit drop;
    truncate new_tests`,
  find: `
    insert into new_tests
    select distinct on (q.id, p.id) o.id, q.id, q.process_id, g.visit_id, q.patient_id, p.id, p.specimen_id, p.position, q.requested_at,
      case when v.track <> 'lab' then least(coalesce(m.at, q.requested_at + interval '11 minutes'), $1) end,
      case when v.track <> 'lab' then least(coalesce(m.at, q.requested_at + interval '11 minutes') + interval '4 minutes', $1) end,
      null::integer, v.track = 'lab'
    from lab_orders o join lab_test_requests q on q.id = o.lab_test_request_id join process_test_requests g on g.id = q.process_id
    join visits v on v.id = g.visit_id
    left join lateral (select min(moved_at) as at from visit_moves where visit_id = v.id and to_track = 'awaiting result') m on true
    join lab_panels p on p.id = o.panel_id or p.id in (select x.panel_id from lab_profile_panels x where x.profile_id = o.profile_id)
    where o.cancelled_at is null
      and not exists (select from lab_test_request_panels n where n.lab_test_request_id = q.id and n.panel_id = p.id)
    order by q.id, p.id, o.id`,
  sample: `
    with wanted as (
      select process_id, patient_id, specimen_id, bool_and(is_waiting) as is_waiting, min(requested_at) as requested_at,
        min(collected_at) as collected_at, min(received_at) as received_at
      from new_tests group by process_id, patient_id, specimen_id order by min(requested_at), process_id, specimen_id
    ), taken as (
      select (array_agg(u.id order by u.id))[1] as technician from users u where u.role = 'labtech' and u.email like '%@demo.kliniki.example'
    ), made as (
      insert into lab_samples (code, process_id, patient_id, specimen_id, state, requested_at, collected_at, collected_by, received_at, received_by)
      select next_number('sample', extract(year from w.requested_at at time zone c.time_zone)::integer), process_id, patient_id, specimen_id,
        case when is_waiting then 'to collect' else 'received' end::lab_sample_state, requested_at, collected_at,
        case when collected_at is not null then technician end, received_at, case when received_at is not null then technician end
      from wanted w, taken, company c returning id, process_id, specimen_id
    )
    update new_tests t set sample_id = m.id from made m where m.process_id = t.process_id and m.specimen_id = t.specimen_id`,
  place: `
    insert into lab_test_request_panels (lab_test_request_id, lab_order_id, panel_id, patient_id, sample_id, requested_at, due_at)
    select t.request_id, t.order_id, t.panel_id, t.patient_id, t.sample_id, t.requested_at,
      t.collected_at + make_interval(mins => p.turnaround_minutes)
    from new_tests t join lab_panels p on p.id = t.panel_id order by t.request_id, t.place, t.panel_id`,
  /** Samples of visits that have gone on meanwhile were taken. */
  catchUp: `
    update lab_samples s set state = 'received', collected_at = least(s.requested_at + interval '9 minutes', $1),
      received_at = least(s.requested_at + interval '14 minutes', $1), collected_by = u.id, received_by = u.id, version = s.version + 1
    from process_test_requests g join visits v on v.id = g.visit_id, (select min(id) as id from users where role = 'labtech' and email like '%@demo.kliniki.example') u
    where g.id = s.process_id and s.state in ('to collect', 'collected') and v.track <> 'lab'`,
  /** What is done by now and never had a result: one that somebody has withdrawn is left to them. A visit that awaits its results has half of them entered. */
  due: `
    select n.id, n.patient_id as patient, n.panel_id as panel, p.code, p.kind, p.choices, p.decimals, n.lab_test_request_id as request, s.collected_at, v.track,
      pt.gender as sex, pt.date_of_birth as born, coalesce(d.codes, '{}') as codes,
      m.at as reported_at
    from lab_test_request_panels n join lab_samples s on s.id = n.sample_id join lab_panels p on p.id = n.panel_id
    join patients pt on pt.id = n.patient_id join process_test_requests g on g.id = s.process_id join visits v on v.id = g.visit_id
    left join lateral (select array_agg(left(x.code, 3)) as codes from diagnoses x where x.visit_id = v.id and x.code is not null) d on true
    left join lateral (select min(moved_at) as at from visit_moves where visit_id = v.id and to_track = 'added result') m on true
    where n.state = 'requested' and s.state = 'received' and (v.track <> 'awaiting result' or n.id % 2 = 0)
      and not exists (select from lab_results r where r.request_panel_id = n.id)
    order by n.id`,
  save: `
    insert into lab_results (request_panel_id, patient_id, panel_id, observed_at, result, value, unit, entered, flag, range_id, low, high,
      low_critical, high_critical, range_text, origin, entered_at, entered_by, approved_at, approved_by)
    select x.id, x.patient, x.panel, x.observed_at, x.result, x.value, p.unit, x.result, x.flag::lab_flag, r.id, r.low, r.high, r.low_critical,
      r.high_critical, coalesce(r.text, ''), x.origin::lab_result_origin, x.entered_at, x.entered_by, x.approved_at, x.approved_by
    from json_to_recordset($1::json) x (id integer, patient integer, panel integer, observed_at timestamptz, result text, value numeric, flag text,
      range integer, origin text, entered_at timestamptz, entered_by integer, approved_at timestamptz, approved_by integer)
    join lab_panels p on p.id = x.panel left join lab_reference_ranges r on r.id = x.range order by x.id`,
  /** Whoever reported a critical value told the doctor; that of today's visits is still to be told. */
  call: `
    with opened as (
      insert into lab_critical_calls (result_id, patient_id, visit_id, opened_at, closed_at, close_reason)
      select r.id, r.patient_id, g.visit_id, r.entered_at, case when r.approved_at is not null then r.entered_at + interval '6 minutes' end,
        case when r.approved_at is not null then 'told' end
      from lab_results r join lab_test_request_panels n on n.id = r.request_panel_id join lab_samples s on s.id = n.sample_id
      join process_test_requests g on g.id = s.process_id
      where r.is_current and r.flag::text like 'critical%' and not exists (select from lab_critical_calls c where c.result_id = r.id)
      returning id, result_id, closed_at
    )
    insert into lab_critical_tries (critical_call_id, called_at, called_by, called_to, is_reached, is_read_back)
    select o.id, o.closed_at, r.entered_by, 'The doctor', true, true from opened o join lab_results r on r.id = o.result_id
    where o.closed_at is not null`,
} as const
