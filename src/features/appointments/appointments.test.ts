import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aDoctor, anInsurer, anItem, aPatient, aRoom, aSchedule } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { createAppointment } from './contract.ts'

type Appointment = ResponseOf<typeof createAppointment>

const TOMORROW = '2026-03-03T09:00:00+03:00'
const BOOK = '/patients/appointments/'
let clinic: TestClinic
let desk: Person
let doctor: number
let service: number
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
  doctor = (await clinic.signedInFrom('Doctor', 'doctor')).id
  service = (await anItem(clinic.db, '800.00', { category: 'consultation', name: 'Eye clinic' })).id
})
afterAll(() => clinic.close())

let booked = 0
/** A booking at a time that nobody has yet. */
const book = async (body: object) => {
  const start = new Date(Date.parse(TOMORROW) + ++booked * 3_600_000)
  const reply = await desk.call('POST', BOOK, { appointment_date_time: start, reason: 'Blurred sight', ...body })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Appointment>()
}
const list = async (query: string, person = desk) => (await person.call('GET', `${BOOK}${query}`)).json<Appointment[]>()

const ids = async (query: string) => (await list(query)).map(({ id }) => id)

describe('booking', () => {
  test('answers the appointment with the patient, the doctor and the service', async () => {
    const patient = await aPatient(clinic.db, { first_name: 'Neema', second_name: 'Said', date_of_birth: '1990-03-03' })
    const reply = await desk.call('POST', BOOK, {
      patient: patient.id,
      appointment_date_time: TOMORROW,
      reason: ' Blurred  sight ',
      assigned_doctor: doctor,
      item: service,
    })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.headers['etag']).toBe('"1"')
    expect(reply.json<Appointment>()).toMatchObject({
      patient: patient.id,
      patient_number: patient.unique_id,
      first_name: 'Neema',
      second_name: 'Said',
      gender: 'female',
      age: 35,
      doctor,
      assigned_doctor: 'Test doctor',
      number: 'A-2026-00001',
      appointment_date_time: '2026-03-03T06:00:00.000Z',
      ends_at: '2026-03-03T06:20:00.000Z',
      minutes: 20,
      patient_name: 'Neema Said',
      room: null,
      place: 1,
      visit: null,
      may: { change: true, check_in: false, statuses: ['confirmed', 'cancelled'] },
      reason: 'Blurred sight',
      status: 'pending',
      item: service,
      item_name: 'Eye clinic',
      sale_price: '800.00',
      created_by: desk.id,
    })
  })

  test('takes as long as its service, else as the settings say, or as long as the desk says', async () => {
    const long = (await anItem(clinic.db, null)).id
    await clinic.db.insertInto('bookable_services').values({ item_id: long, minutes: 45 }).execute()
    const minutes = async (body: object) => (await book({ patient: (await aPatient(clinic.db)).id, ...body })).minutes
    expect([await minutes({}), await minutes({ item: long }), await minutes({ item: long, minutes: 10 })]).toEqual([20, 45, 10])
    const patient = (await aPatient(clinic.db)).id
    const both = { patient, appointment_date_time: TOMORROW, ends_at: '2026-03-03T10:00:00+03:00', minutes: 60, reason: 'Fever' }
    expect((await desk.call('POST', BOOK, both)).json()).toEqual({ minutes: ['Send the end or the length, not both.'] })
    const refused = async (body: object) =>
      Object.keys((await desk.call('POST', BOOK, { patient, appointment_date_time: TOMORROW, reason: 'Fever', ...body })).json())
    expect(await refused({ ends_at: '2026-03-03T09:04:00+03:00' })).toEqual(['ends_at'])
    expect(await refused({ ends_at: '2026-03-03T08:00:00+03:00' })).toEqual(['ends_at'])
    expect(await refused({ ends_at: '2026-03-04T09:01:00+03:00' })).toEqual(['ends_at'])
    expect(await refused({ appointment_date_time: '2028-04-01T09:00:00Z' })).toEqual(['appointment_date_time'])
    expect(await refused({ appointment_date_time: '0001-01-01T09:00:00Z' })).toEqual(['appointment_date_time'])
    expect(await refused({ appointment_date_time: '9999-12-31T23:59:00Z' })).toEqual(['appointment_date_time'])
  })

  test('finds nobody before a doctor’s first session, and any hour where a doctor has none', async () => {
    const coming = await aDoctor(clinic.db)
    await aSchedule(clinic.db, { doctor_id: coming.id, weekday: 3, valid_from: '2026-06-01' })
    const ask = (assigned_doctor: number) =>
      desk.call('POST', BOOK, { patient, appointment_date_time: start, reason: 'Check-up', assigned_doctor })
    const patient = (await aPatient(clinic.db)).id
    const start = '2026-04-01T23:00:00+03:00'
    const refused = await ask(coming.id)
    expect([refused.status, refused.json()]).toEqual([409, expect.objectContaining({ code: 'outside_schedule', why: 'no_session' })])
    expect((await ask((await aDoctor(clinic.db)).id)).status).toBe(201)
  })

  test('charges nothing', async () => {
    const patient = (await aPatient(clinic.db)).id
    await book({ patient, item: service })
    expect(await clinic.db.selectFrom('invoices').select('id').where('patient_id', '=', patient).execute()).toEqual([])
  })

  test('names everything that does not fit, and books nothing', async () => {
    const gone = await aPatient(clinic.db, { deactivated_at: new Date('2026-01-01T00:00:00Z') })
    const unused = await anItem(clinic.db, null, { is_active: false })
    const away = await clinic.signedInFrom('Doctor', 'doctor')
    await clinic.db.updateTable('users').set({ is_active: false }).where('id', '=', away.id).execute()
    const refused = async (body: object) => {
      const reply = await desk.call('POST', BOOK, { appointment_date_time: TOMORROW, reason: 'Fever', ...body })
      expect(reply.status).toBe(400)
      return Object.keys(reply.json())
    }
    const past = '2026-03-02T07:29:59Z'
    expect(await refused({ patient: gone.id, assigned_doctor: away.id, item: unused.id, appointment_date_time: past })).toEqual([
      'patient',
      'assigned_doctor',
      'item',
      'appointment_date_time',
    ])
    expect(await refused({ patient: 2_000_000_000, assigned_doctor: desk.id, item: 2_000_000_000 })).toEqual([
      'patient',
      'assigned_doctor',
      'item',
    ])
    // A medicine is handed out, not come for: it would be charged at check-in.
    const drug = await anItem(clinic.db, '50.00', { category: 'drug' })
    expect(await refused({ patient: gone.id, item: drug.id })).toEqual(['patient', 'item'])
    expect(await refused({ patient: gone.id, status: 'completed' })).toEqual(['status'])
    expect(await refused({ patient: gone.id, appointment_date_time: '2026-03-03T09:00:00' })).toEqual(['appointment_date_time'])
    expect(await list(`?patient__id=${gone.id}`)).toEqual([])
  })

  test('sent twice with one key is one appointment', async () => {
    const patient = (await aPatient(clinic.db)).id
    const body = { patient, appointment_date_time: TOMORROW, reason: 'Fever' }
    const replies = await Promise.all([1, 2, 3].map(() => desk.call('POST', BOOK, body, { 'idempotency-key': 'booked-once' })))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(await list(`?patient__id=${patient}`)).toHaveLength(1)
  })

  test('is for those who may, and leaves its row in the trail', async () => {
    const patient = (await aPatient(clinic.db)).id
    const cashier = await clinic.signedInFrom('Cashier', 'cashier')
    const body = { patient, appointment_date_time: TOMORROW, reason: 'Fever' }
    expect((await cashier.call('POST', BOOK, body)).status).toBe(403)
    expect((await clinic.call('POST', BOOK, body)).status).toBe(401)
    const { id } = await book({ patient })
    const row = await clinic.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'book')
      .where('entity_id', '=', id)
      .executeTakeFirst()
    expect(row).toMatchObject({ entity: 'appointment', patient_id: patient, actor_id: desk.id })
  })
})

describe('the lists', () => {
  test('are filtered by patient, doctor and status, those made last first', async () => {
    const patient = (await aPatient(clinic.db)).id
    const first = await book({ patient, assigned_doctor: doctor })
    const second = await book({ patient, status: 'confirmed' })
    await book({ patient: (await aPatient(clinic.db)).id, assigned_doctor: doctor })
    expect(await ids(`?patient__id=${patient}`)).toEqual([second.id, first.id])
    expect(await ids(`?patient__id=${patient}&assigned_doctor__id=${doctor}`)).toEqual([first.id])
    expect(await ids(`?patient__id=${patient}&status=confirmed`)).toEqual([second.id])
    expect(await ids(`by_patient_id/${patient}/`)).toEqual([second.id, first.id])
    expect(await ids(`by_patient_id/${patient}/?status=pending`)).toEqual([first.id])
    expect(await ids(`by_patient_id/${(await aPatient(clinic.db)).id}/`)).toEqual([])
    expect((await desk.call('GET', `${BOOK}by_patient_id/2000000000/`)).status).toBe(404)
    expect(await ids(`by_doctor/${doctor}/?status=pending`)).toContain(first.id)
    expect((await desk.call('GET', `${BOOK}by_doctor/${desk.id}/`)).status).toBe(404)
    expect((await desk.call('GET', `${BOOK}?doctor=1`)).status).toBe(400)
  })

  test('are filtered by days, room, number and who is sought, and run by time', async () => {
    const room = (await aRoom(clinic.db)).id
    const patient = (await aPatient(clinic.db, { first_name: 'Zawadi', second_name: 'Mwakyusa' })).id
    const at = (time: string) => ({ patient, appointment_date_time: time, room })
    const late = await book(at('2026-04-02T23:30:00+03:00'))
    const early = await book(at('2026-04-02T00:00:00+03:00'))
    await book({ ...at('2026-04-03T00:00:00+03:00') })
    expect(await ids(`?from=2026-04-02&to=2026-04-02&room=${room}&sort=time`)).toEqual([early.id, late.id])
    expect(await ids(`?from=2026-04-02&to=2026-04-02&room=${room}&sort=-time`)).toEqual([late.id, early.id])
    expect(await ids(`?number=${late.number.toLowerCase()}`)).toEqual([late.id])
    expect(await ids(`?q=mwakyusa&to=2026-04-02&sort=time`)).toEqual([early.id, late.id])
    expect(await ids(`?q=${early.number}&unassigned=true`)).toEqual([early.id])
    expect(await ids(`?q=${early.number}&unassigned=false`)).toEqual([])
    expect((await desk.call('GET', `${BOOK}?from=2026-04-03&to=2026-04-02`)).json()).toEqual({
      to: ['The last day must not be before the first.'],
    })
    const first = await desk.call('GET', `${BOOK}?room=${room}&sort=time&limit=1`)
    const { next = '' } = first
    expect((await desk.call('GET', next)).json<Appointment[]>()).toMatchObject([{ id: late.id }])
  })

  test('go on from page to page', async () => {
    const patient = (await aPatient(clinic.db)).id
    for (const reason of ['One', 'Two', 'Three']) await book({ patient, reason })
    const reply = await desk.call('GET', `${BOOK}?patient__id=${patient}&limit=2&count=true`)
    expect(reply.headers['x-total-count']).toBe('3')
    const { next = '' } = reply
    expect([...reply.json<Appointment[]>(), ...(await desk.call('GET', next)).json<Appointment[]>()].map(({ reason }) => reason)).toEqual([
      'Three',
      'Two',
      'One',
    ])
  })

  test('show a price only to those who see services, and the price of the patient’s payer', async () => {
    const insurer = await anInsurer(clinic.db, { [service]: '650.00' })
    const patient = (await aPatient(clinic.db)).id
    await clinic.db.insertInto('patient_insurances').values({ patient_id: patient, insurance_company_id: insurer.id }).execute()
    await book({ patient, item: service })
    const blind = await clinic.signedInAs(['appointments.view'])
    expect(await list(`?patient__id=${patient}`)).toMatchObject([{ item_name: 'Eye clinic', sale_price: '650.00' }])
    expect(await list(`?patient__id=${patient}`, blind)).toMatchObject([{ item_name: 'Eye clinic', sale_price: null }])
  })

  test('are a read of the record of everybody on them', async () => {
    const patients = [(await aPatient(clinic.db)).id, (await aPatient(clinic.db)).id]
    for (const patient of patients) await book({ patient })
    const reader = await clinic.signedInAs(['appointments.view'])
    const seen = async () => {
      const rows = await clinic.db.selectFrom('audit_log').select('patient_id').where('actor_id', '=', reader.id).orderBy('id').execute()
      return rows.map(({ patient_id }) => patient_id)
    }
    await list('?limit=2', reader)
    expect(await seen()).toEqual([patients[1], patients[0]])
    await list(`by_patient_id/${patients[0]}/`, reader)
    expect((await seen()).slice(2)).toEqual([patients[0]])
  })
})
