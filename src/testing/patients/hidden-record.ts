import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { aBill, aReceipt } from '../scenarios/bills.ts'
import { aConsultation, anAppointment, anItem } from '../builders.ts'
import { aLabPanel } from '../scenarios/laboratory.ts'

/** Stands in every text of the record that is hidden. */
export const MARK = 'Zubeidahidden'

/** The name of the service that the patient is booked for, which the catalogue shows to everybody. */
export const MARKED_SERVICE = 'Zubeidaservice'

/** What the laboratory has of a patient, under ids that a path names. */
const aLaboratoryRecord = async (db: Db, visit: number, patient: number, by: number) => {
  await sql`insert into process_test_requests (id, visit_id) overriding system value values (${patient}, ${visit})`.execute(db)
  await sql`insert into lab_test_requests (id, process_id, patient_id, note, requested_at, requested_by) overriding system value
    values (${patient}, ${patient}, ${patient}, ${MARK}, now(), ${by})`.execute(db)
  await sql`insert into lab_samples (id, code, process_id, patient_id, specimen_id, note, requested_at) overriding system value
    select ${patient}, ${MARK}, ${patient}, ${patient}, min(id), ${MARK}, now() from lab_specimens`.execute(db)
  await sql`with profile as (insert into lab_profiles (code, name) values ('HIDDEN', 'Hidden') returning id)
    insert into public_lab_requests (id, patient_id, profile_id, appointment_date, note, answer, date_created, date_changed)
    overriding system value select ${patient}, ${patient}, id, now(), ${MARK}, ${MARK}, now(), now() from profile`.execute(db)
  const [item, panel] = [await anItem(db, '5.00'), await aLabPanel(db)]
  await sql`with one as (insert into lab_orders (lab_test_request_id, item_id, panel_id) values (${patient}, ${item.id}, ${panel.id}) returning id)
    insert into lab_test_request_panels (id, lab_test_request_id, lab_order_id, panel_id, patient_id, requested_at) overriding system value
    select ${patient}, ${patient}, id, ${panel.id}, ${patient}, now() from one`.execute(db)
  await sql`insert into lab_results (id, request_panel_id, patient_id, panel_id, observed_at, result, entered, comment, origin, entered_at,
      entered_by, approved_at, approved_by) overriding system value
    values (${patient}, ${patient}, ${patient}, ${panel.id}, now(), ${MARK}, ${MARK}, ${MARK}, 'typed', now(), ${by}, now(), ${by})`.execute(
    db,
  )
}

/** A document with a page and a finding, under ids that a path names. */
const aDocument = async (db: Db, patient: number, file: number, by: number) => {
  await sql`insert into medical_records (id, patient_id, title, kind, note, file_id, thumbnail_sha256, status, created_at, created_by, changed_at,
      changed_by) overriding system value
    values (${patient}, ${patient}, ${MARK}, 'other', ${MARK}, ${file}, ${'a'.repeat(64)}, 'ready', now(), ${by}, now(), ${by})`.execute(db)
  await sql`insert into medical_record_pages (record_id, number, patient_id, text, method, image_sha256)
    values (${patient}, ${patient}, ${patient}, ${MARK}, 'ocr', ${'a'.repeat(64)})`.execute(db)
  await sql`insert into medical_record_entities (id, record_id, patient_id, page, start, until, type, text) overriding system value
    values (${patient}, ${patient}, ${patient}, ${patient}, 0, 1, 'diagnosis', ${MARK})`.execute(db)
}

/** What somebody else asked the assistant, under an id that a path names. */
const aMessage = (db: Db, patient: number, by: number) =>
  sql`insert into assistant_messages (id, user_id, asked_at, question, reply, needs, patient_id) overriding system value
    values (${patient}, ${by}, now(), ${MARK}, ${JSON.stringify({ response: MARK, status: 'refused' })}, '{}', ${patient})`.execute(db)

/** The first rows of their tables, so that a path names them by the patient's own id. */
const requireSameId = (patient: number, ids: Readonly<Record<string, number>>) => {
  for (const [what, id] of Object.entries(ids)) if (id !== patient) throw new Error(`The ${what} is ${id}, not ${patient}.`)
}

/**
 * A bill that is paid in part; a booking of the public page for a marked service, an appointment that is over, a message and a place on the
 * waiting list.
 */
const aBillAndBookings = async (db: Db, patient: number) => {
  const bill = await aBill(db, { patientId: patient, lines: [{ name: MARK }] })
  // On the bill it stands for good; the catalogue is everybody's.
  await sql`update items set name = 'Something ' || id where name like ${`${MARK}%`}`.execute(db)
  await aReceipt(db, bill.id, [{ amount: '100', reference: MARK }])
  const service = await anItem(db, '5.00', { category: 'consultation', name: MARKED_SERVICE })
  const first = async (statement: RawBuilder<{ id: number }>) => (await statement.execute(db)).rows[0]!.id
  const booking =
    await first(sql`insert into public_bookings (first_name, second_name, date_of_birth, gender, phone_number, email, consent_version,
      consent_text, consented_at, link_nonce, created_at)
    values ('Zubeida', 'Kept', '1980-02-03', 'female', ${MARK}, ${MARK}, 1, 'Yes', now(), '', now()) returning id`)
  const of = { patient_id: patient, item_id: service.id, reason: MARK, status_reason: MARK }
  const { id: appointment } = await anAppointment(db, { ...of, public_booking_id: booking })
  await anAppointment(db, {
    ...of,
    status: 'completed',
    appointment_date_time: new Date('2026-02-03T08:00:00Z'),
    ends_at: new Date('2026-02-03T08:30:00Z'),
  })
  const message =
    await first(sql`insert into messages (kind, channel, address, language, body, patient_id, state, once_key, send_after, created_at)
    values ('booked', 'sms', ${MARK}, 'en', ${MARK}, ${patient}, 'failed', ${MARK}, now(), now()) returning id`)
  const waiting = await first(sql`insert into waiting_list (patient_id, item_id, from_day, note, created_at)
    values (${patient}, ${service.id}, '2026-03-02', ${MARK}, now()) returning id`)
  requireSameId(patient, { booking, appointment, message, waiting })
}

/** A row of everything that is written of a patient in a visit, each with the mark in it; answers the ids of what a path names as a part. */
export const aHiddenRecord = async (db: Db, visit: number, patient: number, by: number): Promise<number[]> => {
  const note = await aConsultation(db, { visit_id: visit, complaint: MARK })
  const item = await anItem(db, '5.00', { category: 'drug', name: 'Amoxicillin 500 mg capsule' })
  const first = async (statement: RawBuilder<{ id: number }>) => (await statement.execute(db)).rows[0]!.id
  await sql`insert into triages (visit_id, patient_id, created_at, critical_at, critical_text) values (${visit}, ${patient}, now(), now(), ${MARK})`.execute(
    db,
  )
  await sql`insert into vital_signs (visit_id, patient_id, taken_at, recorded_at, notes) values (${visit}, ${patient}, now(), now(), ${MARK})`.execute(
    db,
  )
  await sql`insert into referrals (visit_id, patient_id, type, note, provider, referred_at, referred_by, status_at, status_by)
    values (${visit}, ${patient}, 'external', ${MARK}, ${MARK}, now(), ${by}, now(), ${by})`.execute(db)
  const prescription =
    await first(sql`insert into prescriptions (visit_id, patient_id, created_at, note) values (${visit}, ${patient}, now(), ${MARK})
    returning id`)
  await sql`insert into prescribed_drugs (prescription_id, patient_id, item_id, dosage, frequency, duration, note, quantity, prescribed_at,
      prescribed_by) values (${prescription}, ${patient}, ${item.id}, '', '', '', ${MARK}, 5, now(), ${by})`.execute(db)
  await sql`with given as (
      insert into dispenses (id, number, kind, store_id, prescription_id, patient_id, note, dispensed_at, dispensed_by) overriding system value
      select ${patient}, ${MARK}, 'prescription', min(id), ${prescription}, ${patient}, ${MARK}, now(), ${by} from stores where kind = 'pharmacy' returning id)
    insert into dispense_items (dispense_id, prescribed_drug_id, quantity, item_id, units, directions, dispensed_at, dispensed_by)
    select given.id, d.id, 1, ${item.id}, 1, ${MARK}, now(), ${by} from given, prescribed_drugs d where d.prescription_id = ${prescription}`.execute(
    db,
  )
  const file =
    await first(sql`insert into files (sha256, size, type, name, created_at) values (${'a'.repeat(64)}, 1, 'application/pdf', ${MARK}, now())
    returning id`)
  await sql`insert into public_prescription_requests (patient_id, file_id, note, date_created, created_by, date_changed)
    values (${patient}, ${file}, ${MARK}, now(), ${by}, now())`.execute(db)
  await aLaboratoryRecord(db, visit, patient, by)
  await aDocument(db, patient, file, by)
  await aMessage(db, patient, by)
  await aBillAndBookings(db, patient)
  return [
    await first(sql`insert into diagnoses (consultation_id, visit_id, patient_id, title, certainty, is_primary, recorded_at, recorded_by)
      values (${note.id}, ${visit}, ${patient}, ${MARK}, 'confirmed', true, now(), ${by}) returning id`),
    await first(
      sql`insert into problems (patient_id, title, recorded_at, changed_at) values (${patient}, ${MARK}, now(), now()) returning id`,
    ),
    await first(sql`insert into patient_medicines (patient_id, name, recorded_at) values (${patient}, ${MARK}, now()) returning id`),
  ]
}
