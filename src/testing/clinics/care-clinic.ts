import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { aConsultation, anAppointment, anItem, aRoom, aVisit } from '../builders.ts'
import { at, careNow, insertPatients, insertPeople, type Patients, type Staff } from './care-people.ts'

const move = (
  visit_id: number,
  from_track: 'reception' | 'triage' | 'doctor',
  since: string,
  moved: string,
  to: 'triage' | 'doctor' | 'complete',
) => ({ visit_id, from_track, from_since: at(since), to_track: to, moved_at: at(moved) }) as const
const triage = (visit_id: number, patient_id: number) => ({ visit_id, patient_id, created_at: careNow })

const insertVisits = async (db: Db, staff: Staff, patients: Patients) => {
  const { id: item } = await anItem(db, '500.00', { name: 'Review', category: 'consultation' })
  const visit = (patient_id: number, created: string, rest: object) =>
    aVisit(db, { patient_id, created_at: at(created), track_since: at(created), ...rest })
  const first = await visit(patients.amina, '03-02T05:00', {
    track: 'complete',
    closed_at: at('03-02T06:30'),
    doctor_id: staff.ouma,
    consultation_item_id: item,
  })
  const open = await visit(patients.baraka, '03-02T06:00', {
    track: 'triage',
    track_since: at('03-02T06:10'),
    priority: 'urgent',
    doctor_id: staff.kilonzo,
  })
  const night = await visit(patients.chebet, '03-01T21:30', { track: 'discharged', closed_at: at('03-01T22:30'), doctor_id: staff.ouma })
  const old = await visit(patients.amina, '02-27T08:00', { track: 'complete', closed_at: at('02-27T10:00'), doctor_id: staff.ouma })
  await visit(patients.esther, '03-02T08:00', { track: 'doctor', track_since: at('03-02T08:30'), priority: 'emergency' })
  const { id: undone } = await db
    .insertInto('visit_moves')
    .values(move(open.id, 'triage', '03-02T06:10', '03-02T06:55', 'doctor'))
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('visit_moves')
    .values([
      { visit_id: first.id, to_track: 'reception', moved_at: at('03-02T05:00'), from_track: null, from_since: null },
      move(first.id, 'reception', '03-02T05:00', '03-02T05:20', 'triage'),
      move(first.id, 'triage', '03-02T05:20', '03-02T05:30', 'doctor'),
      move(first.id, 'doctor', '03-02T05:30', '03-02T06:30', 'complete'),
      move(open.id, 'reception', '03-02T06:00', '03-02T06:10', 'triage'),
      { ...move(open.id, 'doctor', '03-02T06:55', '03-02T06:56', 'triage'), undoes: undone },
      move(old.id, 'doctor', '02-27T08:00', '02-27T10:00', 'complete'),
    ])
    .execute()
  return { first: first.id, open: open.id, night: night.id, old: old.id, item }
}
type Visits = Awaited<ReturnType<typeof insertVisits>>

const insertTriage = async (db: Db, staff: Staff, patients: Patients, visits: Visits) => {
  const level = (scale: 'manchester' | 'ctas', of: number) => ({ scale, level: of, level_at: careNow, level_by: staff.nurse })
  const none = { scale: null, level: null, level_at: null, level_by: null, news2: null }
  const calm = { is_critical: false, critical_at: null, critical_text: null }
  await db
    .insertInto('triages')
    .values([
      { ...triage(visits.first, patients.amina), ...level('manchester', 3), news2: 2, ...calm },
      { ...triage(visits.open, patients.baraka), ...none, news2: 7, is_critical: true, critical_at: careNow, critical_text: 'SpO2 88' },
      { ...triage(visits.night, patients.chebet), ...none, ...calm },
      { ...triage(visits.old, patients.amina), ...level('ctas', 1), news2: null, ...calm },
    ])
    .execute()
  const set = (patient_id: number, visit_id: number | null, taken: string, values: object) =>
    db
      .insertInto('vital_signs')
      .values({ patient_id, visit_id, taken_at: at(taken), recorded_at: at(taken), taken_by: staff.nurse, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  const right = await set(patients.amina, visits.first, '03-02T05:25', { temperature: 38.5, weight: 70.5, systolic: 120, diastolic: 80 })
  await set(patients.amina, visits.first, '03-02T05:22', { temperature: 37, replaced_by: right.id })
  await set(patients.baraka, visits.open, '03-02T06:15', { temperature: 40.1, spo2: 88, is_critical: true })
  await set(patients.amina, visits.old, '02-27T08:10', { weight: 72 })
  await set(patients.chebet, null, '02-01T08:00', { weight: 65, source: 'letter' })
}

const insertNotes = async (db: Db, staff: Staff, patients: Patients, visits: Visits) => {
  const { rows: codes } = await sql<{ id: number; title: string }>`
    select id, title from diagnosis_codes where code in ('I10', 'B54') order by code`.execute(db)
  const [malaria, pressure] = codes as [{ id: number; title: string }, { id: number; title: string }]
  const note = (visit_id: number, doctor_id: number, begun: string, rest: object = {}) =>
    aConsultation(db, { visit_id, doctor_id, created_at: at(begun), ...rest })
  const first = await note(visits.first, staff.ouma, '03-02T05:40', { disposition: 'discharged', follow_up_on: '2026-03-02' })
  const draft = await note(visits.open, staff.kilonzo, '03-02T06:30', { follow_up_on: '2026-03-02' })
  const night = await note(visits.night, staff.ouma, '03-01T21:40', { disposition: 'died' })
  const old = await note(visits.old, staff.ouma, '02-27T08:20', { disposition: 'follow up' })
  const diagnosis = (of: typeof first, title: string, rest: object = {}) => ({
    consultation_id: of.id,
    visit_id: of.visit_id,
    patient_id: of.patient_id,
    title,
    certainty: 'confirmed' as const,
    recorded_at: of.created_at,
    recorded_by: staff.ouma,
    ...rest,
  })
  await db
    .insertInto('diagnoses')
    .values(
      [
        diagnosis(first, malaria.title, { diagnosis_code_id: malaria.id, code: 'B54', is_primary: true }),
        diagnosis(first, 'Tired of work', { certainty: 'provisional' }),
        diagnosis(first, 'Gout', { removed_at: careNow, removed_by: staff.ouma }),
        diagnosis(draft, 'Influenza'),
        diagnosis(night, malaria.title, { diagnosis_code_id: malaria.id, code: 'B54', certainty: 'ruled out' }),
        diagnosis(night, 'tired of WORK'),
        diagnosis(old, 'Malaria as it was called', { diagnosis_code_id: malaria.id, code: 'B54', certainty: 'provisional' }),
      ].map((row) => ({ is_primary: false, diagnosis_code_id: null, code: null, removed_at: null, removed_by: null, ...row })),
    )
    .execute()
  for (const { id } of [first, night, old])
    await db.updateTable('consultations').set({ signed_at: careNow, signed_by: staff.ouma }).where('id', '=', id).execute()
  const problem = { recorded_at: at('03-02T06:00'), changed_at: careNow, status: 'active' as const, diagnosis_code_id: null }
  await db
    .insertInto('problems')
    .values([
      { ...problem, patient_id: patients.amina, title: pressure.title, diagnosis_code_id: pressure.id },
      { ...problem, patient_id: patients.amina, title: 'Gout', status: 'resolved' },
      { ...problem, patient_id: patients.chebet, title: pressure.title, diagnosis_code_id: pressure.id, recorded_at: at('02-01T06:00') },
    ])
    .execute()
}

const insertPrescriptions = async (db: Db, staff: Staff, patients: Patients, visits: Visits) => {
  const { id: department } = await db.insertInto('departments').values({ name: 'Dental chair' }).returning('id').executeTakeFirstOrThrow()
  const referral = { referred_by: staff.ouma, note: 'Please see', status_by: staff.ouma, status_at: careNow }
  await db
    .insertInto('referrals')
    .values([
      {
        ...referral,
        visit_id: visits.first,
        patient_id: patients.amina,
        type: 'external',
        provider: 'County',
        is_urgent: true,
        referred_at: at('03-02T06:00'),
        department_id: null,
        doctor_id: null,
      },
      {
        ...referral,
        visit_id: visits.first,
        patient_id: patients.amina,
        type: 'internal',
        provider: null,
        is_urgent: false,
        referred_at: at('03-01T20:59'),
        department_id: department,
        doctor_id: staff.kilonzo,
      },
    ])
    .execute()
  const document = { created_by: staff.nurse, changed_by: staff.nurse, created_at: at('03-02T06:00'), changed_at: careNow }
  const whole = { is_from_patient: false, error: null, withdrawn_at: null, withdrawn_by: null, withdraw_reason: null }
  await db
    .insertInto('medical_records')
    .values([
      { ...document, ...whole, patient_id: patients.amina, title: 'Letter', kind: 'referral letter', status: 'ready' },
      {
        ...document,
        ...whole,
        patient_id: patients.amina,
        title: 'Rash',
        kind: 'photo',
        status: 'failed',
        error: 'Nothing to read',
        is_from_patient: true,
        created_at: at('02-01T06:00'),
      },
      {
        ...document,
        ...whole,
        patient_id: patients.baraka,
        title: 'Wrong',
        kind: 'other',
        status: 'ready',
        withdrawn_at: careNow,
        withdrawn_by: staff.nurse,
        withdraw_reason: 'Of somebody else',
      },
    ])
    .execute()
}

const insertPlans = async (db: Db, staff: Staff, patients: Patients, visits: Visits) => {
  const { id: room_id } = await aRoom(db)
  const plan = (patient_id: number, time: string, rest: object) =>
    anAppointment(db, { patient_id, appointment_date_time: at(time), ...rest })
  await plan(patients.amina, '03-02T05:00', {
    doctor_id: staff.ouma,
    room_id,
    status: 'arrived',
    visit_id: visits.first,
    item_id: visits.item,
    created_by: staff.nurse,
  })
  await plan(patients.baraka, '03-01T21:00', { doctor_id: staff.kilonzo, status: 'no-show' })
  await plan(patients.chebet, '03-01T20:40', { status: 'cancelled' })
  await plan(patients.amina, '02-20T06:00', { doctor_id: staff.ouma, status: 'no-show', created_by: staff.account })
  const wish = { doctor_id: staff.ouma, from_day: '2026-03-02', created_by: staff.nurse }
  await db
    .insertInto('waiting_list')
    .values([
      {
        ...wish,
        patient_id: patients.amina,
        created_at: at('02-28T09:00'),
        priority: 'urgent',
        status: 'waiting',
        closed_at: null,
        closed_by: null,
        close_reason: '',
      },
      {
        ...wish,
        patient_id: patients.baraka,
        created_at: at('03-01T09:00'),
        priority: 'soon',
        status: 'waiting',
        closed_at: null,
        closed_by: null,
        close_reason: '',
      },
      {
        ...wish,
        patient_id: patients.chebet,
        created_at: at('02-01T09:00'),
        priority: 'normal',
        status: 'removed',
        closed_at: careNow,
        closed_by: staff.nurse,
        close_reason: 'Called',
      },
    ])
    .execute()
}

/** Four patients and one who is on file twice, their visits and papers: of everything something that counts and something that does not. */
export const insertCare = async (db: Db) => {
  const staff = await insertPeople(db)
  const patients = await insertPatients(db, staff.account)
  const visits = await insertVisits(db, staff, patients)
  await insertTriage(db, staff, patients, visits)
  await insertNotes(db, staff, patients, visits)
  await insertPrescriptions(db, staff, patients, visits)
  await insertPlans(db, staff, patients, visits)
  const death = { died_on: '2026-03-02', place: 'here', reported_by_user: staff.ouma, noted_at: at('03-01T22:00'), noted_by: staff.ouma }
  const undone = { withdrawn_at: careNow, withdrawn_by: staff.ouma, withdraw_reason: 'Another patient', restored: '[]' }
  await db
    .insertInto('deaths')
    .values([
      { ...death, patient_id: patients.chebet },
      { ...death, ...undone, patient_id: patients.esther },
    ])
    .execute()
  return { staff, patients, visits }
}
