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
  select ${visitOf(sql`d.visit_id`)}, d.code, d.title, case when lower(d.title) = lower(t.title) then t.plain_title end as plain_title,
    d.certainty, d.is_primary, d.recorded_at
  from diagnoses d join consultations c on c.id = d.consultation_id left join diagnosis_codes t on t.id = d.diagnosis_code_id
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

const identifiers: Select = (patient) => sql`
  select i.kind, i.value, i.issuer from patient_identifiers i where i.patient_id = ${patient} order by i.id desc`

const insurances: Select = (patient) => sql`
  select c.name, i.member_number, i.valid_until
  from patient_insurances i join insurance_companies c on c.id = i.insurance_company_id where i.patient_id = ${patient} order by i.id desc`

const next_of_kin: Select = (patient) => sql`
  select k.first_name, k.second_name, k.relationship, c.tel_no as phone, c.email_address as email, c.residence, k.ended_at
  from next_of_kin k left join contact_details c on c.id = k.contacts where k.patient_id = ${patient} order by k.id desc`

const allergies: Select = (patient) => sql`
  select a.substance, a.category, a.severity, a.reaction, a.is_intolerance, a.recorded_at, a.ended_at, a.end_reason
  from allergies a where a.patient_id = ${patient} order by a.id desc`

const pregnancies: Select = (patient) => sql`
  select g.noted_on as recorded_on, g.source, g.lmp as last_period, g.edd as due_date, g.dated_by, g.outcome, g.ended_on, g.note
  from pregnancies g where g.patient_id = ${patient} order by g.id desc`

const problems: Select = (patient) => sql`
  select b.code, b.title, b.status, b.onset_on, b.resolved_on, b.note, b.recorded_at
  from problems b where b.patient_id = ${patient} order by b.id desc`

const medicines: Select = (patient) => sql`
  select m.name, m.directions, m.reason, m.started_on, m.stopped_on, m.stop_reason, m.recorded_at
  from patient_medicines m where m.patient_id = ${patient} order by m.id desc`

const bills: Select = (patient) => sql`
  select i.number, i.issued_on, i.status, (select c.name from insurance_companies c where c.id = i.insurance_company_id) as insurer,
    i.total::text, i.insurer_total::text, i.patient_total::text, i.paid_patient::text as paid, i.credited_patient::text as credited,
    i.patient_balance::text as still_due,
    ${list(
      sql`'name', g.item_name, 'quantity', g.quantity::text, 'unit_price', g.unit_price::text, 'total', g.total::text`,
      sql`charges g where g.invoice_id = i.id and g.cancelled_at is null`,
      sql`g.id`,
    )} as lines,
    ${list(
      sql`'number', n.number, 'issued_on', n.issued_on, 'reason', n.reason, 'total', n.total::text`,
      sql`credit_notes n where n.invoice_id = i.id`,
      sql`n.id`,
    )} as credit_notes
  from invoices i where i.patient_id = ${patient} and i.issued_at is not null order by i.issued_at desc, i.id desc`

// Each bill by its own id: a plan that joins all bills for every payment takes a second.
const paidBills = sql`(select coalesce(json_agg(distinct b.number) filter (where b.number is not null), '[]')
  from (select (select i.number from invoices i where i.id = l.invoice_id and i.patient_id = r.patient_id) as number
    from allocations l where l.payment_id = p.id) b)`
const receipts: Select = (patient) => sql`
  select r.number, r.kind, r.received_on, r.total::text, r.reason,
    ${list(
      sql`'mode', m.name, 'amount', p.amount::text, 'reference', p.reference, 'bills', ${paidBills}`,
      sql`payments p join payment_modes m on m.id = p.payment_mode_id where p.receipt_id = r.id`,
      sql`p.id`,
    )} as payments
  from receipts r where r.patient_id = ${patient} order by r.id desc`

const appointments: Select = (patient) => sql`
  select a.number, a.appointment_date_time as starts_at, a.ends_at, a.reason, a.status, ${nameOf(sql`a.doctor_id`)} as doctor,
    (select t.name from items t where t.id = a.item_id) as service
  from appointments a where a.patient_id = ${patient} order by a.appointment_date_time desc, a.id desc`

const documents: Select = (patient) => sql`
  select r.title, r.kind, r.document_date, r.created_at as added_at, r.is_from_patient,
    (select f.name from files f where f.id = r.file_id) as file, '/patient-overview/documents/' || r.id as page
  from medical_records r where r.patient_id = ${patient} and r.withdrawn_at is null order by r.id desc`

const prescription_requests: Select = (patient) => sql`
  select q.date_created as sent_at, q.status, q.note, q.answer,
    ${list(
      sql`'at', ${at(sql`m.created_at`)}, 'is_mine', m.is_from_patient, 'text', m.body`,
      sql`prescription_request_remarks m where m.public_prescription_request_id = q.id`,
      sql`m.id`,
    )} as remarks
  from public_prescription_requests q where q.patient_id = ${patient} order by q.id desc`

const laboratory_requests: Select = (patient) => sql`
  select q.date_created as sent_at, f.name as tests, q.appointment_date as wanted_at, q.status, q.note, q.answer
  from public_lab_requests q join lab_profiles f on f.id = q.profile_id where q.patient_id = ${patient} order by q.id desc`

const messages: Select = (patient) => sql`
  select m.sent_at, m.channel, m.address, m.subject, m.body as text
  from messages m where m.patient_id = ${patient} and m.sent_at is not null and m.state in ('sent', 'delivered') order by m.id desc`

export const backgroundSelects = { identifiers, insurances, next_of_kin, allergies, pregnancies, problems, medicines }
export const moneySelects = { bills, receipts }
export const contactSelects = { appointments, documents, prescription_requests, laboratory_requests, messages }
