import { sql, type RawBuilder } from 'kysely'
import { isReleased } from '#features/laboratory/public.ts'
import { nameOf } from '#features/users/public.ts'
import { at, list } from './json-lists.ts'

type Select = (patient: number, now: Date) => RawBuilder<unknown>

/** The number by which a patient knows a visit. */
const visitOf = (id: RawBuilder<unknown>) => sql`(select v.track_number from visits v where v.id = ${id}) as visit`
const number = (column: RawBuilder<unknown>) => sql`${column}::float8`

const visits: Select = (patient) => sql`
  select v.track_number as number, v.created_at as started_at, v.closed_at as ended_at, v.reason, v.priority, ${nameOf(sql`v.doctor_id`)} as doctor
  from visits v where v.patient_id = ${patient} order by v.id desc`

// A measurement that was corrected is told as corrected alone.
const vital_signs: Select = (patient) => sql`
  select s.taken_at, ${visitOf(sql`s.visit_id`)}, ${number(sql`s.temperature`)} as temperature, s.pulse, s.systolic, s.diastolic, s.respiration,
    s.spo2, s.on_oxygen, ${number(sql`s.oxygen_flow`)} as oxygen_flow, s.consciousness, s.pain, ${number(sql`s.glucose`)} as glucose,
    ${number(sql`s.height`)} as height, ${number(sql`s.weight`)} as weight, s.muac,
    ${number(sql`s.head_circumference`)} as head_circumference
  from vital_signs s where s.patient_id = ${patient} and s.replaced_by is null order by s.taken_at desc, s.id desc`

const diagnoses: Select = (patient) => sql`
  select ${visitOf(sql`d.visit_id`)}, d.code, d.title, d.certainty, d.is_primary, d.recorded_at
  from diagnoses d join consultations c on c.id = d.consultation_id
  where d.patient_id = ${patient} and d.removed_at is null and c.signed_at is not null order by d.id desc`

const consultations: Select = (patient) => sql`
  select ${visitOf(sql`c.visit_id`)}, coalesce(${nameOf(sql`c.doctor_id`)}, '') as doctor, c.signed_at, c.complaint, c.history, c.examination,
    c.note, c.plan, c.disposition, c.follow_up_on,
    ${list(
      sql`'at', ${at(sql`a.added_at`)}, 'by', coalesce(${nameOf(sql`a.added_by`)}, ''), 'text', a.text`,
      sql`consultation_addenda a where a.consultation_id = c.id`,
      sql`a.id`,
    )} as addenda
  from consultations c where c.patient_id = ${patient} and c.signed_at is not null order by c.signed_at desc, c.id desc`

const referrals: Select = (patient) => sql`
  select ${visitOf(sql`r.visit_id`)}, r.referred_at, coalesce(${nameOf(sql`r.referred_by`)}, '') as referred_by, r.type,
    nullif(concat_ws(', ', ${nameOf(sql`r.doctor_id`)}, (select e.name from departments e where e.id = r.department_id), r.provider), '') as to,
    r.service, r.is_urgent, r.status, r.replied_at
  from referrals r where r.patient_id = ${patient} order by r.id desc`

const dispensed = list(
  sql`'at', ${at(sql`g.dispensed_at`)}, 'medicine', o.name, 'units', g.units - g.returned`,
  sql`dispense_items g join items o on o.id = g.item_id
    where g.prescribed_drug_id = d.id and (g.units is null or g.units > g.returned)`,
  sql`g.id`,
)
// A prescription opens with every visit: one without lines is none yet.
const prescriptions: Select = (patient) => sql`
  select ${visitOf(sql`s.visit_id`)}, s.created_at as written_at, s.start_date as starts_on, s.status,
    ${list(
      sql`'medicine', t.name, 'directions', d.directions, 'structure', d.structure, 'dosage', d.dosage, 'frequency', d.frequency,
        'duration', d.duration, 'quantity', d.quantity::text,
        'prescribed_by', coalesce(d.written_by, ${nameOf(sql`d.prescribed_by`)}, ''), 'cancelled_at', ${at(sql`d.cancelled_at`)},
        'cancel_reason', d.cancel_reason, 'dispensed', ${dispensed}`,
      sql`prescribed_drugs d join items t on t.id = d.item_id where d.prescription_id = s.id`,
      sql`d.id`,
    )} as lines
  from prescriptions s where s.patient_id = ${patient} and exists (select from prescribed_drugs d where d.prescription_id = s.id)
  order by s.id desc`

const laboratory_results: Select = (patient, now) => sql`
  select k.name as test, k.code, r.result, r.unit, r.flag, ${number(sql`r.low`)} as low, ${number(sql`r.high`)} as high, case when r.low is null and r.high is null and r.range_text = '' and k.kind in ('quantitative', 'calculated') then 'No range for this patient'
    else r.range_text end as normal,
    r.comment, r.observed_at, r.approved_at
  from lab_results r join lab_panels k on k.id = r.panel_id
  where r.patient_id = ${patient} and ${isReleased(now)} order by r.observed_at desc, r.id desc`

export const careSelects = { visits, vital_signs, diagnoses, consultations, referrals, prescriptions, laboratory_results }
