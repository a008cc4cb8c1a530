import { sql } from 'kysely'
import { expect } from 'vitest'
import { anAppointment, anItem, aPatient, aVisitWithOrders } from '../builders.ts'
import type { Person, TestClinic } from '../clinic.ts'
import { aLabPanel, aLabProfile } from '../scenarios/laboratory.ts'
import { aTablet } from '../scenarios/pharmacy.ts'

const ok = async <T>(reply: ReturnType<Person['call']>, status = 201): Promise<T> => {
  const answer = await reply
  expect(answer.status, answer.text).toBe(status)
  return answer.json<T>()
}

let busyPatients = 0
/** A patient with a piece of every kind of open work. */
export const aBusyPatient = async (clinic: TestClinic, { all, desk, doctor }: Record<'all' | 'desk' | 'doctor', Person>) => {
  const began = clinic.clock.now
  const { id: patient } = await aPatient(clinic.db, { date_of_birth: '1961-05-04', gender: 'male', phone: '+254712000111' })
  const visit = await aVisitWithOrders(all, patient)
  const tablet = await aTablet(clinic.db)
  const panel = await aLabPanel(clinic.db, { item_id: (await anItem(clinic.db, '300.00', { category: 'laboratory' })).id })
  const profile = await aLabProfile(clinic.db, [panel], { item_id: (await anItem(clinic.db, '500.00', { category: 'laboratory' })).id })
  const prescription = await ok<{ id: number; version: number; prescribed_drugs: { id: number; version: number }[] }>(
    doctor.call('POST', '/patients/prescriptions/', {
      attendance_process: visit.id,
      prescribed_drugs: [{ item: tablet.id, directions: '1 tab tds 5/7', quantity: '15' }],
      overrides: [],
    }),
  )
  const request = await ok<{ id: number }>(
    doctor.call('POST', '/lab/lab-test-requests/', { process: visit.process_test_req, panels: [{ test_panel: panel.id }] }),
  )
  const referral = await ok<{ id: number }>(
    doctor.call('POST', '/patients/referrals/', { attendance_process: visit.id, note: 'Please see', provider: 'Coast General' }),
  )
  const appointment = await anAppointment(clinic.db, {
    patient_id: patient,
    doctor_id: doctor.id,
    appointment_date_time: new Date(Date.parse('2026-03-03T06:00:00Z') + ++busyPatients * 1_800_000),
  })
  const past = await anAppointment(clinic.db, { patient_id: patient, appointment_date_time: new Date('2026-02-20T06:00:00Z') })
  const waiting = await ok<{ id: number }>(
    desk.call('POST', '/patients/appointments/waiting/', { patient, doctor: doctor.id, from_day: '2026-03-04' }),
  )
  const medicine = await ok<{ id: number }>(
    doctor.call('POST', `/patients/patients/${patient}/medicines/`, { name: 'Herbal tea', started_on: '2026-01-01' }),
  )
  const sentIn = await ok<{ id: number }>(
    all.call('POST', '/lab/public-lab-test-request/', { patient, test_profile: profile.id, appointment_date: '2026-03-05T06:00:00Z' }),
  )
  await ok(
    doctor.call('PUT', '/patients/order-drafts/', {
      visit: visit.id,
      key: `draft-${patient}`,
      tests: {
        tests: [
          {
            kind: 'panel',
            id: panel.id,
            name: panel.name,
            item: panel.item_id,
            panels: [{ id: panel.id, name: panel.name }],
            repeat: false,
          },
        ],
        priority: 'routine',
        note: 'Chosen',
        is_fasting: false,
        is_pregnant: false,
      },
    }),
    200,
  )
  const { rows } = await sql<{ id: number }>`
    insert into messages (kind, channel, address, language, body, patient_id, once_key, send_after, created_at)
    values ('reminder', 'sms', '+254712000111', 'en', 'Tomorrow at 9', ${patient}, ${`m-${patient}`}, ${new Date('2026-03-03T04:00:00Z')}, ${began})
    returning id`.execute(clinic.db)
  return {
    patient,
    visit,
    tablet,
    panel,
    profile,
    prescription,
    request,
    referral,
    appointment,
    past,
    waiting,
    medicine,
    sentIn,
    message: rows[0]!.id,
  }
}
export type Busy = Awaited<ReturnType<typeof aBusyPatient>>
