import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aDoctor, anAppointment, anItem, aPatient, aRoom, aSchedule } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { createAppointment } from './contract.ts'

type Appointment = ResponseOf<typeof createAppointment>
const PATH = '/patients/appointments/'
let clinic: TestClinic
let own: Person
let record: number
let foreign: Awaited<ReturnType<typeof anAppointment>>
beforeAll(async () => {
  clinic = await openTestClinic()
  own = await clinic.signedInFrom('Patient', 'patient')
  record = (await aPatient(clinic.db, { user_id: own.id })).id
  foreign = await anAppointment(clinic.db)
  await set({ is_public_open: true })
})
afterAll(() => clinic.close())

const set = (settings: object) => clinic.db.updateTable('booking_settings').set(settings).execute()
const ids = async (query: string, person = own) => (await person.call('GET', `${PATH}${query}`)).json<Appointment[]>().map(({ id }) => id)
const book = (body: object, person = own) =>
  person.call('POST', PATH, { appointment_date_time: '2026-03-03T09:00:00+03:00', reason: 'Fever', ...body })

describe('a patient', () => {
  test('sees their own appointments and learns of no others', async () => {
    const mine = await anAppointment(clinic.db, { patient_id: record })
    expect(await ids('')).toEqual([mine.id])
    expect(await ids(`?patient__id=${record}`)).toEqual([mine.id])
    expect(await ids(`?patient__id=${foreign.patient_id}`)).toEqual([])
    expect(await ids(`?number=${foreign.number}`)).toEqual([])
    // Their own numbers are found, and the search over all patients is not asked.
    expect(await ids(`?q=${mine.number.toLowerCase()}`)).toEqual([mine.id])
    expect([await ids(`?q=${foreign.number}`), await ids('?q=Test&count=true')]).toEqual([[], []])
    expect(await ids(`by_patient_id/${record}/`)).toEqual([mine.id])
    const statuses = [`by_patient_id/${foreign.patient_id}/`, `by_patient_id/2000000000/`, `${foreign.id}/`, '2000000000/'].map(
      async (path) => (await own.call('GET', `${PATH}${path}`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404])
    expect((await own.call('GET', `${PATH}${mine.id}/`)).json()).toMatchObject({
      id: mine.id,
      may: { change: true, check_in: false, statuses: ['cancelled'] },
    })
    // On whose record it was by mistake is nothing for its patient.
    await clinic.db
      .insertInto('appointment_changes')
      .values(
        (['booked', 'patient'] as const).map((kind) => ({
          appointment_id: mine.id,
          changed_at: clinic.clock.now,
          kind,
          change: JSON.stringify({ patient: [foreign.patient_id, null] }),
        })),
      )
      .execute()
    const { changes } = (await own.call('GET', `${PATH}${mine.id}/`)).json<{ changes: { kind: string }[] }>()
    expect(changes.map(({ kind }) => kind)).toEqual(['booked'])
    const seen = await clinic.db.selectFrom('audit_log').select('patient_id').where('actor_id', '=', own.id).execute()
    expect(new Set(seen.map(({ patient_id }) => patient_id))).toEqual(new Set([record]))
  })

  test('has five ahead at most, also when several are booked at once', async () => {
    const eager = await clinic.signedInFrom('Patient', 'patient')
    const patient_id = (await aPatient(clinic.db, { user_id: eager.id })).id
    const at = (hour: number) => book({ appointment_date_time: `2026-03-05T${hour}:00:00+03:00` }, eager)
    const replies = await Promise.all(Array.from({ length: 8 }, (_, i) => at(10 + i)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 201, 201, 409, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.json()).toMatchObject({ code: 'too_many_ahead' })
    const { rows } = await sql<{ count: number }>`select count(*) from appointments where patient_id = ${patient_id}`.execute(clinic.db)
    expect(rows).toEqual([{ count: 5 }])
  })

  test('has an empty list while their account is on no record, and books nothing', async () => {
    const stranger = await clinic.signedInFrom('Patient', 'patient')
    expect(await ids('', stranger)).toEqual([])
    const reply = await book({}, stranger)
    expect([reply.status, reply.json()]).toMatchObject([409, { code: 'not_linked' }])
  })

  test('asks for a slot that is open to the public, and the desk confirms', async () => {
    const room_id = (await aRoom(clinic.db)).id
    const { doctor_id: assigned_doctor } = await aSchedule(clinic.db, { weekday: 3, room_id, overbook: 2 })
    const at = { appointment_date_time: '2026-03-04T09:00:00+03:00', assigned_doctor }
    const reply = await book({ ...at, status: 'confirmed', minutes: 240, room: null })
    expect(reply.json(), reply.text).toMatchObject({ patient: record, status: 'pending', minutes: 20, room: room_id, created_by: own.id })
    const code = async (body: object) => (await book({ ...at, ...body })).json<{ code: string }>().code
    expect(await code({ appointment_date_time: '2026-03-04T09:10:00+03:00' })).toBe('outside_schedule')
    expect(await code({ appointment_date_time: '2026-03-04T13:00:00+03:00' })).toBe('outside_schedule')
    await anAppointment(clinic.db, { doctor_id: assigned_doctor, appointment_date_time: new Date('2026-03-04T07:00:00Z') })
    expect(await code({ appointment_date_time: '2026-03-04T10:00:00+03:00', overbook: true })).toBe('slot_taken')
    expect(await code({ assigned_doctor: (await aDoctor(clinic.db)).id })).toBe('outside_schedule')
    expect(await code({ item: (await anItem(clinic.db)).id })).toBe('outside_schedule')
    await clinic.db.updateTable('schedules').set({ is_public: false }).where('doctor_id', '=', assigned_doctor).execute()
    expect(await code({ appointment_date_time: '2026-03-04T11:00:00+03:00' })).toBe('outside_schedule')
  })

  test('says a wish where there is no doctor, neither too soon nor too far ahead', async () => {
    const field = async (time: string) => Object.keys((await book({ appointment_date_time: time })).json())
    expect(await field('2026-03-02T12:29:00+03:00')).toEqual(['appointment_date_time'])
    expect(await field('2026-05-02T09:00:00+03:00')).toEqual(['appointment_date_time'])
    await set({ confirms_itself: true })
    const wish = await book({ appointment_date_time: '2026-05-01T09:00:00+03:00' })
    expect([wish.status, wish.json()]).toMatchObject([201, { status: 'pending' }])
    const code = async (body: object) => (await book(body)).json<{ code: string }>().code
    const hidden = (await anItem(clinic.db)).id
    expect(await code({ appointment_date_time: '2026-05-01T12:00:00+03:00', item: hidden })).toBe('outside_schedule')
    await set({ confirms_itself: false, is_public_open: false })
    expect(await code({ appointment_date_time: '2026-05-01T12:00:00+03:00' })).toBe('booking_closed')
    await set({ is_public_open: true })
  })

  test('books for nobody else, and leaves to the desk what is its own', async () => {
    expect((await book({ patient: foreign.patient_id })).status).toBe(404)
    expect((await book({ patient: record, appointment_date_time: '2026-03-06T09:00:00+03:00' })).status).toBe(201)
    const mine = await anAppointment(clinic.db, { patient_id: record, appointment_date_time: new Date('2026-03-07T06:00:00Z') })
    const calls = [
      own.call('PUT', `${PATH}${mine.id}/`, { appointment_date_time: '2026-03-07T09:00:00+03:00', reason: 'Fever', version: 1 }),
      own.call('POST', `${PATH}statuses/`, { ids: [mine.id], status: 'confirmed' }),
      own.call('POST', `${PATH}${mine.id}/check-in/`, {}),
      own.call('GET', `${PATH}calendar/?from=2026-03-02&to=2026-03-02`),
      own.call('GET', `${PATH}slots/?from=2026-03-02&to=2026-03-02`),
      own.call('GET', `${PATH}by_doctor/1/`),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  })
})

test('staff without the permission see and book nothing', async () => {
  const cleaner = await clinic.signedInAs([])
  expect((await cleaner.call('GET', PATH)).status).toBe(403)
  expect((await cleaner.call('GET', `${PATH}by_patient_id/${record}/`)).status).toBe(403)
  expect((await cleaner.call('GET', `${PATH}${foreign.id}/`)).status).toBe(403)
  expect((await book({ patient: record }, cleaner)).status).toBe(403)
  const desk = await clinic.signedInFrom('Receptionist')
  expect((await book({}, desk)).json()).toEqual({ patient: ['This field is required.'] })
})
