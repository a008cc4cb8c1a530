import { sql, type RawBuilder } from 'kysely'
import type { Permission } from '#shared/permissions.ts'
import { nameOf } from '#features/users/public.ts'
import type { EventKind } from '../contract.ts'

interface Source {
  access: Permission
  /** A select of (ref, visit, at, title, detail, status, by_id) over the rows of one patient. */
  select: (patient: number) => RawBuilder<unknown>
}

const none = sql`null::text`
/** When a day began in the clinic; null for none. East of Greenwich the first of all days began in the year 0, which no cursor can name. */
const startOf = (day: RawBuilder<unknown>) =>
  sql`(select (case when ${day} < '0001-01-02' then '0001-01-02' else ${day} end)::timestamp at time zone o.time_zone from company o)`

/** Where each kind of event comes from, and who may read it there. */
export const sources: Record<EventKind, Source> = {
  visit: {
    access: 'attendance.view',
    select: (patient) => sql`
      select v.id as ref, v.id as visit, v.created_at as at, v.reason as title, v.track_number as detail, v.track::text as status, v.doctor_id as by_id
      from visits v where v.patient_id = ${patient}`,
  },
  vitals: {
    access: 'triage.view',
    select: (patient) => sql`
      select s.id::integer, s.visit_id, s.taken_at, ${none}, nullif(concat_ws(' · ',
          'BP ' || s.systolic || '/' || s.diastolic, 'P ' || s.pulse, s.temperature || ' °C', 'R ' || s.respiration, 'SpO2 ' || s.spo2 || ' %',
          s.weight::float8 || ' kg', 'NEWS2 ' || s.news2), ''),
        case when s.is_critical then 'critical' end, s.taken_by
      from vital_signs s where s.patient_id = ${patient} and s.replaced_by is null`,
  },
  note: {
    access: 'consultations.view',
    select: (patient) => sql`
      select c.id, c.visit_id, coalesce(c.signed_at, c.created_at),
        coalesce((select d.title from diagnoses d where d.consultation_id = c.id and d.removed_at is null order by d.is_primary desc, d.id limit 1),
          nullif(left(c.complaint, 120), ''), nullif(left(c.note, 120), '')),
        nullif((select string_agg(concat_ws(' ', d.code, d.title), ', ' order by d.is_primary desc, d.id) from diagnoses d
          where d.consultation_id = c.id and d.removed_at is null), ''),
        case when c.signed_at is null then 'draft' else 'signed' end, c.doctor_id
      from consultations c where c.patient_id = ${patient}`,
  },
  problem: {
    access: 'consultations.view',
    select: (patient) => sql`
      select b.id, null::integer, coalesce(${startOf(sql`b.onset_on`)}, b.recorded_at), b.title, b.code, b.status::text, b.recorded_by
      from problems b where b.patient_id = ${patient}`,
  },
  prescription: {
    access: 'prescriptions.view',
    select: (patient) => sql`
      select s.id, s.visit_id, d.at, d.names, ${none}, s.status::text, d.by_id
      from prescriptions s cross join lateral (
        select min(d.prescribed_at) as at, string_agg(t.name, ', ' order by d.id) as names, (array_agg(d.prescribed_by order by d.id))[1] as by_id
        from prescribed_drugs d join items t on t.id = d.item_id
        where d.prescription_id = s.id and (d.cancelled_at is null or s.status = 'cancelled')) d
      where s.patient_id = ${patient} and s.status is not null`,
  },
  medicine: {
    access: 'prescriptions.view',
    select: (patient) => sql`
      select m.id, null::integer, coalesce(${startOf(sql`m.started_on`)}, m.recorded_at), m.name, m.directions,
        case when m.stopped_on is not null then 'stopped' end, m.recorded_by
      from patient_medicines m where m.patient_id = ${patient}`,
  },
  laboratory: {
    access: 'laboratory.view',
    select: (patient) => sql`
      select q.id, g.visit_id, q.requested_at,
        (select string_agg(coalesce(f.name, t.name), ', ' order by n.id) from lab_orders n left join lab_profiles f on f.id = n.profile_id left join lab_panels t on t.id = n.panel_id
          where n.lab_test_request_id = q.id and n.cancelled_at is null),
        q.note, case when exists (select from lab_test_request_panels n where n.lab_test_request_id = q.id and n.cancelled_at is null)
          then 'requested' else 'cancelled' end, q.requested_by
      from lab_test_requests q join process_test_requests g on g.id = q.process_id where q.patient_id = ${patient}`,
  },
  referral: {
    access: 'referrals.view',
    select: (patient) => sql`
      select r.id, r.visit_id, r.referred_at, coalesce(r.provider, ${nameOf(sql`r.doctor_id`)},
          (select e.name from departments e where e.id = r.department_id)),
        concat_ws(': ', r.service, r.note), r.status::text, r.referred_by
      from referrals r where r.patient_id = ${patient}`,
  },
  letter: {
    access: 'letters.view',
    select: (patient) => sql`
      select l.id, l.visit_id, l.signed_at, l.title, l.number, ${none}, l.signed_by from letters l where l.patient_id = ${patient}`,
  },
  allergy: {
    access: 'patients.view',
    select: (patient) => sql`
      select a.id, null::integer, a.recorded_at, a.substance, a.reaction, case when a.ended_at is not null then 'ended' when a.is_intolerance then 'intolerance' else a.severity::text end,
        a.recorded_by
      from allergies a where a.patient_id = ${patient}
      union all
      select -n.id, null::integer, n.recorded_at, ${none}, n.end_reason, case when n.ended_at is null then 'none known' else 'none known, ended' end,
        n.recorded_by
      from no_known_allergies n where n.patient_id = ${patient}`,
  },
  pregnancy: {
    access: 'patients.view',
    select: (patient) => sql`
      select g.id * 4, null::integer, g.noted_at, g.source, g.note, 'begun', g.noted_by from pregnancies g where g.patient_id = ${patient}
      union all
      select d.id * 4 + 1, null::integer, d.recorded_at, to_char(d.edd, 'YYYY-MM-DD'), concat_ws(' · ', d.dated_by,
          'LMP ' || to_char(d.lmp, 'YYYY-MM-DD'),
          to_char(d.scan_on, 'YYYY-MM-DD') || ': ' || d.scan_days / 7 || 'w ' || d.scan_days % 7 || 'd', d.reason),
        'dated', d.recorded_by
      from pregnancy_datings d where d.patient_id = ${patient}
      union all
      select g.id * 4 + 2, null::integer, least(g.ended_at, ${startOf(sql`g.ended_on + 1`)}), g.outcome, g.note, 'outcome', g.ended_by
      from pregnancies g where g.patient_id = ${patient} and g.outcome is not null
      union all
      select a.id * 4 + 3, null::integer, a.recorded_at, ${none}, ${none}, 'not pregnant', a.recorded_by
      from pregnancy_answers a where a.patient_id = ${patient} and a.withdrawn_at is null`,
  },
  death: {
    access: 'patients.view',
    select: (patient) => sql`
      select d.id * 2, d.visit_id, d.noted_at, to_char(d.died_on, 'YYYY-MM-DD'), concat_ws(' · ', to_char(d.died_at, 'HH24:MI'), d.cause), 'died', d.noted_by
      from deaths d where d.patient_id = ${patient}
      union all
      select d.id * 2 + 1, null::integer, d.withdrawn_at, to_char(d.died_on, 'YYYY-MM-DD'), d.withdraw_reason, 'undone', d.withdrawn_by
      from deaths d where d.patient_id = ${patient} and d.withdrawn_at is not null`,
  },
  appointment: {
    access: 'appointments.view',
    select: (patient) => sql`
      select a.id, null::integer, a.appointment_date_time, a.reason, ${none}, a.status::text, a.doctor_id
      from appointments a where a.patient_id = ${patient}`,
  },
  bill: {
    access: 'billing.view',
    select: (patient) => sql`
      select i.id, i.visit_id, i.issued_at, i.number, i.total::text, i.status::text, i.issued_by
      from invoices i where i.patient_id = ${patient} and i.issued_at is not null`,
  },
  document: {
    access: 'records.view',
    select: (patient) => sql`
      select r.id, null::integer, coalesce(${startOf(sql`r.document_date`)}, r.created_at), r.title, r.kind,
        case when r.is_from_patient and r.verified_at is null then 'unverified' end, r.created_by
      from medical_records r where r.patient_id = ${patient} and r.withdrawn_at is null`,
  },
}
