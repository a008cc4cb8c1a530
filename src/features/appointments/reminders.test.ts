import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDoctor, anAppointment, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { remindPatients } from './server/remind.ts'

const PATH = '/patients/appointments/'
let clinic: TestClinic
let desk: Person
let patient: number
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
  await clinic.db
    .updateTable('message_settings')
    .set({ sms_is_on: true, quiet_from: '00:00', quiet_to: '00:00', reminder_hours: [48, 2] })
    .execute()
})
beforeEach(async () => {
  patient = (await aPatient(clinic.db, { first_name: 'Rehema', phone: '+254711000222', language: 'fr' })).id
})
afterAll(() => clinic.close())

const messages = () =>
  clinic.db
    .selectFrom('messages')
    .select(['kind', 'state', 'language', 'address', 'body'])
    .where('patient_id', '=', patient)
    .orderBy('id')
    .execute()
const reported = async () => (await messages()).map(({ kind, state }) => `${kind} ${state}`)
const remind = (now: string) => remindPatients({ db: clinic.db, now: new Date(now), signal: new AbortController().signal })
const change = (id: number, body: object, version = 1) => desk.call('PATCH', `${PATH}${id}/`, { version, ...body })

describe('a patient is told', () => {
  test('of a booking, once, in their language and without a word about why', async () => {
    const assigned_doctor = (await aDoctor(clinic.db, { first_name: 'Amina', last_name: 'Yusuf' })).id
    const reply = await desk.call('POST', PATH, {
      patient,
      assigned_doctor,
      appointment_date_time: '2026-03-03T09:00:00+03:00',
      reason: 'Syphilis',
    })
    expect(reply.status, reply.text).toBe(201)
    const [message, ...more] = await messages()
    expect(more).toEqual([])
    expect(message).toMatchObject({ kind: 'booked', state: 'queued', language: 'fr', address: '+254711000222' })
    expect(message!.body).toContain('09:00')
    expect(message!.body).not.toContain('Syphilis')
  })

  test('when it is confirmed, moved and cancelled, and not of what is over', async () => {
    const { id } = await anAppointment(clinic.db, { patient_id: patient })
    await change(id, { status: 'confirmed' })
    await change(id, { reason: 'Cough' }, 2)
    await change(id, { appointment_date_time: '2026-03-04T09:00:00+03:00' }, 3)
    await change(id, { status: 'cancelled', status_reason: 'Ill' }, 4)
    expect(await reported()).toEqual(['confirmed skipped', 'moved skipped', 'cancelled queued'])
    const past = await anAppointment(clinic.db, { patient_id: patient, appointment_date_time: new Date('2026-03-02T06:00:00Z') })
    await desk.call('POST', `${PATH}statuses/`, { ids: [past.id], status: 'no-show' })
    expect(await reported()).toHaveLength(3)
  })
})

describe('what waits', () => {
  test('of a cancellation that was taken back is not sent', async () => {
    const { id } = await anAppointment(clinic.db, { patient_id: patient })
    await change(id, { status: 'cancelled', status_reason: 'Wrong line' })
    await change(id, { status: 'pending' }, 2)
    expect(await reported()).toEqual(['cancelled skipped', 'booked queued'])
  })

  test('is nothing for somebody whose record was put away', async () => {
    const { id } = await anAppointment(clinic.db, { patient_id: patient, appointment_date_time: new Date('2026-03-03T07:30:00Z') })
    await clinic.db.updateTable('patients').set({ deactivated_at: clinic.clock.now }).where('id', '=', patient).execute()
    await remind('2026-03-02T07:30:00Z')
    await change(id, { status: 'cancelled', status_reason: 'Died' })
    expect(await reported()).toEqual([])
  })
})

describe('a reminder', () => {
  test('of a booking that nobody was told of, because too many named the same telephone, is none until the desk knows whose it is', async () => {
    const { id: public_booking_id } = await clinic.db
      .insertInto('public_bookings')
      .values({
        first_name: 'Any user',
        second_name: 'Else',
        date_of_birth: '1990-01-01',
        gender: 'female',
        phone_number: '+254711000222',
        consent_version: 1,
        consent_text: 'Yes',
        consented_at: clinic.clock.now,
        link_nonce: 'x',
        created_at: clinic.clock.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const appointment_date_time = new Date('2026-03-20T06:00:00Z')
    const { id } = await anAppointment(clinic.db, { public_booking_id, appointment_date_time, patient_id: null })
    await remind('2026-03-20T05:00:00Z')
    const reminders = () => clinic.db.selectFrom('messages').select('kind').where('entity_id', '=', id).execute()
    expect(await reminders()).toEqual([])
    await clinic.db.updateTable('appointments').set({ patient_id: patient }).where('id', '=', id).execute()
    await remind('2026-03-20T05:05:00Z')
    expect(await reminders()).toEqual([{ kind: 'reminder' }])
  })

  test('goes out once for each time ahead, of what is pending or confirmed', async () => {
    await anAppointment(clinic.db, { patient_id: patient, status: 'confirmed', appointment_date_time: new Date('2026-03-10T06:00:00Z') })
    await anAppointment(clinic.db, { patient_id: patient, status: 'cancelled', appointment_date_time: new Date('2026-03-10T07:00:00Z') })
    const run = async (now: string) => {
      await remind(now)
      await remind(now)
      return (await reported()).length
    }
    expect(await run('2026-03-08T05:59:00Z')).toBe(0)
    expect(await run('2026-03-08T06:00:00Z')).toBe(1)
    expect(await run('2026-03-09T06:00:00Z')).toBe(1)
    expect(await run('2026-03-10T04:00:00Z')).toBe(2)
    expect(await run('2026-03-10T06:00:00Z')).toBe(2)
    expect(await reported()).toEqual(['reminder queued', 'reminder queued'])
  })

  test('of what was moved or cancelled is taken back, and its new time has its own', async () => {
    const { id } = await anAppointment(clinic.db, { patient_id: patient, appointment_date_time: new Date('2026-03-03T12:00:00Z') })
    await remind('2026-03-02T07:30:00Z')
    await change(id, { appointment_date_time: '2026-03-03T16:00:00+03:00' })
    // It is pending, so its new time is told as a request.
    expect(await reported()).toEqual(['reminder skipped', 'booked queued'])
    // Who was told a moment ago is not told again at once.
    await remind('2026-03-02T07:35:00Z')
    expect(await reported()).toHaveLength(2)
    await remind('2026-03-02T08:30:00Z')
    expect((await reported()).at(-1)).toBe('reminder queued')
    await change(id, { status: 'cancelled', status_reason: 'Ill' }, 2)
    await remind('2026-03-03T11:30:00Z')
    expect((await reported()).slice(1)).toEqual(['booked skipped', 'reminder skipped', 'cancelled queued'])
  })

  test('that was taken back by mistake goes out all the same', async () => {
    const start = '2026-03-24T12:00:00.000Z'
    const { id } = await anAppointment(clinic.db, { patient_id: patient, appointment_date_time: new Date(start) })
    await remind('2026-03-22T13:00:00Z')
    await change(id, { status: 'cancelled', status_reason: 'Wrong line' })
    await change(id, { status: 'confirmed' }, 2)
    await remind('2026-03-22T15:00:00Z')
    await remind('2026-03-22T15:05:00Z')
    expect(await reported()).toEqual(['reminder skipped', 'cancelled skipped', 'confirmed queued', 'reminder queued'])
  })

  test('reaches more than one page', async () => {
    for (let index = 0; index < 230; index++) await anAppointment(clinic.db, { patient_id: patient, status: 'confirmed', ...at(index) })
    expect(await remind('2026-04-09T06:00:00Z')).toBe(230)
    expect(await remind('2026-04-09T06:05:00Z')).toBe(0)
  })

  test('is none while no channel is on', async () => {
    await clinic.db.updateTable('message_settings').set({ sms_is_on: false }).execute()
    await anAppointment(clinic.db, { patient_id: patient, appointment_date_time: new Date('2026-05-10T06:00:00Z') })
    expect(await remind('2026-05-10T05:00:00Z')).toBe(0)
  })
})

/** One minute after the other. */
const at = (index: number) => {
  const start = Date.parse('2026-04-10T06:00:00Z') + index * 60_000
  return { appointment_date_time: new Date(start), ends_at: new Date(start + 60_000) }
}
