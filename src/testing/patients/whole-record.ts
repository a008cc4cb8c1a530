import { asOwner } from '#platform/db/owner.ts'

/** A record to fill: whose, the mark that stands in every row, who on the staff wrote it, how many rows of each kind. */
interface Filled {
  patient: number
  mark: string
  by: number
  /** The account of the patient. */
  account: number
  count?: number
  at?: Date
}

/** What the staff write for each other, in every note that is not for the patient. */
export const STAFF_NOTE = 'Amongthestaff'

// $1 the patient, $2 the mark, $3 who wrote it, $4 the account, $5 how many rows, $6 when. A marked row names its kind: «mark kind n».
const statements = [
  `insert into patient_identifiers (patient_id, kind, value, issuer) select $1, 'other', $2 || ' identifiers ' || n, $2 from n`,
  `with insurers as (insert into insurance_companies (name) select $2 || ' insurances ' || n from n returning id)
   insert into patient_insurances (patient_id, insurance_company_id, member_number) select $1, id, $2 from insurers`,
  `with contacts as (insert into contact_details (patient_id, tel_no, residence) select $1, '0712000111', $2 || ' next_of_kin ' || n from n returning id)
   insert into next_of_kin (patient_id, first_name, second_name, relationship, contacts) select $1, $2, $2, $2, id from contacts`,
  `insert into allergies (patient_id, substance, category, severity, reaction) select $1, $2 || ' allergies ' || n, 'food', 'mild', $2 from n`,
  `insert into pregnancies (patient_id, source, lmp, edd, dated_by, noted_on, noted_at, noted_by, outcome, ended_on, ended_at, note)
   select $1, 'patient said', $6::date - 290, $6::date - 10, 'last period', $6::date - 200, $6, $3, 'live birth', $6::date, $6, $2 || ' pregnancies ' || n from n`,
  `insert into pregnancy_datings (pregnancy_id, patient_id, lmp, edd, dated_by, reason, recorded_at, recorded_by)
   select g.id, $1, g.lmp, g.edd, g.dated_by, '${STAFF_NOTE}', $6, $3 from pregnancies g where g.patient_id = $1`,
  `insert into pregnancy_answers (patient_id, said_on, recorded_at, recorded_by) select $1, $6::date, $6, $3 from n`,
  `insert into deaths (patient_id, died_on, place, cause, reported_by, noted_at, noted_by, withdrawn_at, withdrawn_by, withdraw_reason, restored)
   select $1, $6::date, 'here', '${STAFF_NOTE}', '${STAFF_NOTE}', $6, $3, $6, $3, '${STAFF_NOTE}', '[]' from n`,
  `insert into problems (patient_id, title, note, recorded_at, changed_at) select $1, $2 || ' problems ' || n, $2, $6, $6 from n`,
  `insert into patient_medicines (patient_id, name, directions, recorded_at) select $1, $2 || ' medicines ' || n, $2, $6 from n`,
  `insert into visits (track_number, patient_id, reason, track, track_since, created_at, closed_at, doctor_id)
   select $2 || '-V' || n, $1, $2 || ' visits ' || n, 'complete', $6, $6 - n * interval '1 hour', $6, $3 from n`,
  `insert into vital_signs (visit_id, patient_id, taken_at, taken_by, recorded_at, temperature, pulse, systolic, diastolic, notes)
   select v.id, $1, v.created_at, $3, $6, 37.5, 80, 120, 80, '${STAFF_NOTE}' from visits v where v.patient_id = $1`,
  `insert into consultations (visit_id, patient_id, doctor_id, complaint, history, plan, created_at, changed_at, changed_by, signed_at, signed_by)
   select v.id, $1, $3, $2 || ' consultations ' || v.id, $2, $2, v.created_at, $6, $3, $6, $3 from visits v where v.patient_id = $1`,
  `insert into consultation_addenda (consultation_id, text, added_at, added_by)
   select c.id, $2 || ' addenda', $6, $3 from consultations c where c.patient_id = $1`,
  `insert into diagnoses (consultation_id, visit_id, patient_id, title, certainty, is_primary, recorded_at, recorded_by)
   select c.id, c.visit_id, $1, $2 || ' diagnoses ' || c.id, 'confirmed', true, $6, $3 from consultations c where c.patient_id = $1`,
  `insert into referrals (visit_id, patient_id, type, provider, note, referred_at, referred_by, status_at, status_by)
   select v.id, $1, 'external', $2 || ' referrals ' || v.id, '${STAFF_NOTE}', $6, $3, $6, $3 from visits v where v.patient_id = $1`,
  `insert into order_drafts (visit_id, patient_id, author_id, kind, content, orders, key, created_at, changed_at)
   select v.id, $1, $3, 'tests', jsonb_build_object('tests', jsonb_build_array(), 'priority', 'routine', 'is_fasting', false, 'is_pregnant', false,
     'note', '${STAFF_NOTE}'), 1, $2, $6, $6 from visits v where v.patient_id = $1`,
  `insert into letters (number, patient_id, title, body, said, signed_at, signed_by)
   select $2 || '-L' || n, $1, $2 || ' letters ' || n, '${STAFF_NOTE}', '{}', $6, $3 from n`,
  `insert into prescriptions (visit_id, patient_id, created_at, status, note) select v.id, $1, $6, 'pending', '${STAFF_NOTE}' from visits v where v.patient_id = $1`,
  `insert into prescribed_drugs (prescription_id, patient_id, item_id, dosage, frequency, duration, note, quantity, prescribed_at, prescribed_by)
   select s.id, $1, (select min(id) from items), $2 || ' prescriptions ' || s.id, 'daily', '5 days', '${STAFF_NOTE}', 5, $6, $3 from prescriptions s where s.patient_id = $1`,
  `insert into dispense_items (prescribed_drug_id, quantity, item_id, dispensed_at, dispensed_by)
   select d.id, 1, d.item_id, $6, $3 from prescribed_drugs d where d.patient_id = $1`,
  `insert into lab_panels (code, name, kind, specimen_id) select 'WHOLE', 'Whole', 'text', min(id) from lab_specimens on conflict do nothing`,
  `insert into lab_results (patient_id, panel_id, observed_at, result, entered, origin, source, entered_at, approved_at, approved_by)
   select $1, (select min(id) from lab_panels where not is_withheld), $6, $2 || ' laboratory_results ' || n, $2, 'imported', $2 || n, $6, $6, $3 from n`,
  `insert into invoices (patient_id, created_at, number, verification, issued_at, issued_on, total, patient_total)
   select $1, $6, $2 || '-I' || n, gen_random_uuid(), $6, $6::date, 100, 100 from n`,
  `insert into charges (invoice_id, item_id, item_name, category, quantity, unit_price, price_source, tax_rate, tax_included, created_at)
   select i.id, (select min(id) from items), $2 || ' bills ' || i.id, 'other', 1, 100, 'cash', 0, true, $6 from invoices i where i.patient_id = $1`,
  `insert into receipts (number, verification, kind, patient_id, total, received_at, received_on)
   select $2 || '-R' || n, gen_random_uuid(), 'payment', $1, 100, $6, $6::date from n`,
  `insert into payments (receipt_id, payment_mode_id, amount, reference)
   select r.id, (select min(id) from payment_modes), 100, $2 || ' receipts ' || r.id from receipts r where r.patient_id = $1`,
  `insert into appointments (number, patient_id, appointment_date_time, ends_at, reason, status, created_at, changed_at, doctor_id, place)
   select $2 || '-A' || n, $1, $6 - n * interval '1 day', $6 - n * interval '1 day' + interval '20 minutes', $2 || ' appointments ' || n, 'completed', $6, $6, null, 1 from n`,
  `insert into medical_records (patient_id, title, kind, status, created_at, created_by, changed_at, changed_by)
   select $1, $2 || ' documents ' || n, 'other', 'ready', $6, $3, $6, $3 from n`,
  `with file as (insert into files (sha256, size, type, name, created_at) values (repeat('a', 64), 1, 'application/pdf', $2, $6) returning id)
   insert into public_prescription_requests (patient_id, file_id, note, date_created, created_by, date_changed)
   select $1, file.id, $2 || ' prescription_requests ' || n, $6, $4, $6 from n, file`,
  `with profile as (insert into lab_profiles (code, name) values ('W' || $1, $2) returning id)
   insert into public_lab_requests (patient_id, profile_id, appointment_date, note, date_created, date_changed)
   select $1, profile.id, $6, $2 || ' laboratory_requests ' || n, $6, $6 from n, profile`,
  `insert into messages (kind, channel, address, language, body, patient_id, once_key, state, send_after, created_at, sent_at)
   select 'booked', 'sms', '+254712000111', 'en', $2 || ' messages ' || n, $1, $2 || n, 'sent', $6, $6, $6 from n`,
]

const triggers = (verb: 'disable' | 'enable') => `do $$ declare t regclass; begin
  for t in select distinct tgrelid::regclass from pg_trigger where not tgisinternal loop execute format('alter table %s ${verb} trigger user', t); end loop;
end $$`
// Every value is named once, so that the server knows its type whichever of them a statement needs.
const known = `with given as (select $1::integer, $2::text, $3::integer, $4::integer, $6::timestamptz), n as (select generate_series(1, $5::integer) as n)`

/** Rows of everything that a clinic keeps of a patient, by SQL as its owner, without what the tables' triggers would ask or add. */
export const fillRecord = (ownerUrl: string, { patient, mark, by, account, count = 1, at = new Date('2026-03-01T06:00:00Z') }: Filled) =>
  asOwner(ownerUrl, async (client) => {
    await client.query('begin')
    await client.query(triggers('disable'))
    for (const statement of statements) {
      const text = statement.startsWith('with ') ? `${known}, ${statement.slice(5)}` : `${known} ${statement}`
      await client.query(text, [patient, mark, by, account, count, at])
    }
    await client.query(triggers('enable'))
    await client.query('commit')
  })
