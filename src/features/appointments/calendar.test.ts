import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aDoctor, aHoliday, anAppointment, anItem, aPatient, aRoom, aSchedule, aTimeOff } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import type { getCalendar, listSlots } from './contract.ts'

type Slots = ResponseOf<typeof listSlots>

const PATH = '/patients/appointments/'
let clinic: TestClinic
let desk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
})
afterAll(() => clinic.close())

const book = async (start: string, body: object, person = desk) => {
  const patient = (await aPatient(clinic.db)).id
  return person.call('POST', PATH, { patient, appointment_date_time: start, reason: 'Fever', ...body })
}
/** Whether it was booked, or why not. */
const outcome = async (start: string, body: object, person = desk) => {
  const reply = await book(start, body, person)
  const { code, why, detail } = reply.json<{ code?: string; why?: string; detail?: string }>()
  return reply.status === 201 ? 'booked' : (why ?? code ?? detail ?? reply.text)
}
const slots = async (query: string) => (await desk.call('GET', `${PATH}slots/?${query}`)).json<Slots>()
const inZone = (time_zone: string) => clinic.db.updateTable('company').set({ time_zone }).execute()

describe('a doctor with a plan is booked', () => {
  test('within a session, for what it is for, and at no other time', async () => {
    const [eyes, ears] = [(await anItem(clinic.db)).id, (await anItem(clinic.db)).id]
    const room_id = (await aRoom(clinic.db)).id
    // Tuesdays from 08:00 to 12:00, eyes alone from 14:00 to 16:00.
    const { doctor_id: assigned_doctor } = await aSchedule(clinic.db, { weekday: 2, room_id })
    await aSchedule(clinic.db, {
      doctor_id: assigned_doctor,
      weekday: 2,
      starts_at: '14:00',
      ends_at: '16:00',
      slot_minutes: 30,
      item_id: eyes,
    })
    const first = await book('2026-03-03T08:00:00+03:00', { assigned_doctor })
    expect(first.json()).toMatchObject({ room: room_id, minutes: 20, place: 1 })
    expect((await book('2026-03-03T14:00:00+03:00', { assigned_doctor, item: eyes })).json()).toMatchObject({ room: null, minutes: 30 })
    expect(await outcome('2026-03-03T14:30:00+03:00', { assigned_doctor, item: ears })).toBe('other_service')
    expect(await outcome('2026-03-03T15:00:00+03:00', { assigned_doctor })).toBe('other_service')
    expect(await outcome('2026-03-03T11:50:00+03:00', { assigned_doctor })).toBe('no_session')
    expect(await outcome('2026-03-03T11:50:00+03:00', { assigned_doctor, minutes: 10 })).toBe('booked')
    expect(await outcome('2026-03-03T07:50:00+03:00', { assigned_doctor })).toBe('no_session')
    expect(await outcome('2026-03-04T09:00:00+03:00', { assigned_doctor })).toBe('no_session')
    const refused = await book('2026-03-04T09:00:00+03:00', { assigned_doctor })
    expect(refused.json<{ free: object[] }>().free[0]).toMatchObject({
      doctor: assigned_doctor,
      start: '2026-03-10T05:00:00.000Z',
      room: room_id,
    })
  })

  test('not on leave, and not on a holiday unless the session is held then', async () => {
    const { doctor_id: one } = await aSchedule(clinic.db, { weekday: 3 })
    const { doctor_id: two } = await aSchedule(clinic.db, { weekday: 3, on_holidays: true })
    await aTimeOff(clinic.db, { doctor_id: one, starts_at: new Date('2026-03-11T06:00:00Z'), ends_at: new Date('2026-03-11T07:00:00Z') })
    expect(await outcome('2026-03-11T09:40:00+03:00', { assigned_doctor: one })).toBe('leave')
    expect(await outcome('2026-03-11T10:00:00+03:00', { assigned_doctor: one })).toBe('booked')
    await aHoliday(clinic.db, '2020-03-18', { is_yearly: true })
    expect(await outcome('2026-03-18T09:00:00+03:00', { assigned_doctor: one })).toBe('holiday')
    expect(await outcome('2026-03-18T09:00:00+03:00', { assigned_doctor: two })).toBe('booked')
  })

  test('on a leap day, and on 1 March of other years although the 29th of February is a holiday', async () => {
    await aHoliday(clinic.db, '2024-02-29', { is_yearly: true })
    const doctor_id = (await aDoctor(clinic.db)).id
    for (const weekday of [1, 2, 7]) await aSchedule(clinic.db, { doctor_id, weekday })
    const on = async (now: string, start: string) => {
      clinic.clock.now = new Date(now)
      // Nobody stays signed in for years.
      const person = await clinic.signedInFrom('Receptionist')
      return outcome(start, { assigned_doctor: doctor_id }, person)
    }
    try {
      expect(await on('2027-02-20T07:30:00Z', '2027-03-01T09:00:00+03:00')).toBe('booked')
      expect(await on('2027-02-20T07:30:00Z', '2027-02-28T09:00:00+03:00')).toBe('booked')
      expect(await on('2028-02-20T07:30:00Z', '2028-02-29T09:00:00+03:00')).toBe('holiday')
      await clinic.db.updateTable('holidays').set({ is_yearly: false }).where('day', '=', '2024-02-29').execute()
      expect(await on('2028-02-20T07:30:00Z', '2028-02-29T09:00:00+03:00')).toBe('booked')
    } finally {
      clinic.clock.now = new Date('2026-03-02T07:30:00Z')
    }
  })

  test('by elapsed time where the clocks change', async () => {
    await inZone('Europe/Paris')
    // On 29 March 2026 the clocks go from 02:00 to 03:00.
    const { doctor_id } = await aSchedule(clinic.db, { weekday: 7, starts_at: '01:00', ends_at: '04:00', slot_minutes: 60 })
    const [row] = await slots(`from=2026-03-29&to=2026-03-29&doctor=${doctor_id}`)
    expect(row?.starts).toEqual(['2026-03-29T00:00:00.000Z', '2026-03-29T01:00:00.000Z'])
    expect(await outcome('2026-03-29T01:00:00+01:00', { assigned_doctor: doctor_id })).toBe('booked')
    expect(await outcome('2026-03-29T03:00:00+02:00', { assigned_doctor: doctor_id })).toBe('booked')
    expect(await outcome('2026-03-29T04:00:00+02:00', { assigned_doctor: doctor_id })).toBe('no_session')
    await inZone('Africa/Nairobi')
  })
})

const found = (rows: Slots) => rows.map(({ doctor }) => doctor)

const refused = async (query: string) => (await desk.call('GET', `${PATH}slots/?${query}`)).json()

describe('free slots', () => {
  test('are what nobody holds, with what is left of each', async () => {
    const { doctor_id } = await aSchedule(clinic.db, { weekday: 2, starts_at: '08:00', ends_at: '09:00', capacity: 2 })
    const ofDay = `from=2026-03-24&to=2026-03-24&doctor=${doctor_id}`
    const booked = (await book('2026-03-24T08:20:00+03:00', { assigned_doctor: doctor_id })).json<{ id: number }>()
    await book('2026-03-24T08:00:00+03:00', { assigned_doctor: doctor_id })
    await book('2026-03-24T08:00:00+03:00', { assigned_doctor: doctor_id })
    const row = { doctor: doctor_id, day: '2026-03-24', room: null, minutes: 20 }
    expect(await slots(ofDay)).toEqual([{ ...row, starts: ['2026-03-24T05:20:00.000Z', '2026-03-24T05:40:00.000Z'], left: [1, 2] }])
    expect((await slots(`${ofDay}&moving=${booked.id}`))[0]?.left).toEqual([2, 2])
    expect(await slots(`${ofDay}&minutes=60`)).toEqual([])
    await clinic.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', booked.id).execute()
    expect((await slots(ofDay))[0]?.left).toEqual([2, 2])
  })

  test('are asked for by doctor, room and service, a month at most', async () => {
    const room_id = (await aRoom(clinic.db)).id
    const item = (await anItem(clinic.db)).id
    const { doctor_id } = await aSchedule(clinic.db, { weekday: 4, room_id, item_id: item, starts_at: '08:00', ends_at: '08:20' })
    expect(found(await slots(`from=2026-03-05&to=2026-03-05&room=${room_id}`))).toEqual([doctor_id])
    expect(found(await slots(`from=2026-03-05&to=2026-03-05&item=${item}`))).toEqual([doctor_id])
    expect(found(await slots(`from=2026-03-05&to=2026-03-05&room=${room_id}&item=${(await anItem(clinic.db)).id}`))).toEqual([])
    // Another doctor sits in the room.
    await anAppointment(clinic.db, {
      doctor_id: (await aDoctor(clinic.db)).id,
      room_id,
      appointment_date_time: new Date('2026-03-05T05:10:00Z'),
    })
    expect(found(await slots(`from=2026-03-05&to=2026-03-05&doctor=${doctor_id}`))).toEqual([])
    expect(await refused('from=2026-03-01&to=2026-04-01')).toEqual({ to: ['Ask for 31 days at most.'] })
    expect(await refused('from=2026-03-02&to=2026-03-01')).toEqual({ to: ['The last day must not be before the first.'] })
    expect(Object.keys(await refused('from=2026-02-30&to=2026-03-01'))).toEqual(['from'])
    expect(Object.keys(await refused('from=9999-12-31&to=9999-12-31'))).toEqual(['from', 'to'])
  })
})

const calendar = async (query: string) => (await desk.call('GET', `${PATH}calendar/?${query}`)).json<ResponseOf<typeof getCalendar>>()

describe('the calendar', () => {
  test('has the appointments of the days, what lies behind them, and the names of all', async () => {
    const room = await aRoom(clinic.db)
    const doctor = await aDoctor(clinic.db)
    const session = await aSchedule(clinic.db, { doctor_id: doctor.id, weekday: 1, room_id: room.id, starts_at: '22:00', ends_at: '24:00' })
    const away = await aTimeOff(clinic.db, {
      doctor_id: doctor.id,
      starts_at: new Date('2026-05-04T05:00:00Z'),
      ends_at: new Date('2026-05-04T06:00:00Z'),
    })
    const holiday = await aHoliday(clinic.db, '2026-05-05')
    const at = (time: string) => ({ doctor_id: doctor.id, appointment_date_time: new Date(time) })
    const patient = await aPatient(clinic.db, { first_name: 'Amani', other_names: null, second_name: 'Kileo' })
    const late = await anAppointment(clinic.db, { ...at('2026-05-04T20:40:00Z'), patient_id: patient.id })
    const cancelled = await anAppointment(clinic.db, { ...at('2026-05-04T07:00:00Z'), status: 'cancelled' })
    await anAppointment(clinic.db, at('2026-05-05T21:00:00Z'))
    const read = await calendar(`from=2026-05-04&to=2026-05-05&doctor=${doctor.id}`)
    expect(read).toEqual({
      time_zone: 'Africa/Nairobi',
      entries: [
        {
          id: late.id,
          number: late.number,
          start: '2026-05-04T20:40:00.000Z',
          end: '2026-05-04T21:00:00.000Z',
          doctor: doctor.id,
          room: null,
          place: 1,
          status: 'pending',
          patient: patient.id,
          name: 'Amani Kileo',
          item_name: null,
          public_booking: null,
          visit: null,
          version: 1,
        },
      ],
      sessions: [
        {
          schedule: session.id,
          doctor: doctor.id,
          room: room.id,
          item: null,
          start: '2026-05-04T19:00:00.000Z',
          end: '2026-05-04T21:00:00.000Z',
          slot_minutes: 20,
          capacity: 1,
          overbook: 0,
        },
      ],
      time_off: [{ id: away.id, doctor: doctor.id, start: '2026-05-04T05:00:00.000Z', end: '2026-05-04T06:00:00.000Z', kind: 'leave' }],
      holidays: [{ day: '2026-05-05', name: holiday.name }],
      doctors: [{ id: doctor.id, name: `${doctor.first_name} ${doctor.last_name}` }],
      rooms: [{ id: room.id, name: room.name }],
    })
    const all = await calendar(`from=2026-05-04&to=2026-05-05&doctor=${doctor.id}&cancelled=true`)
    expect(all.entries.map(({ id }) => id)).toEqual([cancelled.id, late.id])
    expect((await calendar(`from=2026-05-04&to=2026-05-04&room=${room.id}`)).sessions).toHaveLength(1)
    expect((await desk.call('GET', `${PATH}calendar/?from=2026-05-04&to=2026-06-18`)).json()).toEqual({ to: ['Ask for 45 days at most.'] })
    const counted = await desk.call('GET', `${PATH}days/?from=2026-05-01&to=2026-05-31&doctor=${doctor.id}`)
    expect(counted.json()).toEqual([
      { day: '2026-05-04', total: 2, counts: { pending: 1, confirmed: 0, arrived: 0, completed: 0, cancelled: 1, 'no-show': 0 } },
      { day: '2026-05-06', total: 1, counts: { pending: 1, confirmed: 0, arrived: 0, completed: 0, cancelled: 0, 'no-show': 0 } },
    ])
  })
})

const list = (query: string) => desk.call('GET', `${PATH}day/?${query}`)
const printed = async (query: string) => {
  const authorization = `Bearer ${desk.token}`
  const { rawPayload } = await clinic.app.inject({ method: 'GET', url: `${PATH}day/?${query}`, headers: { authorization } })
  return pdfPages(rawPayload)
}

describe('the list of a day', () => {
  test('is printed by doctor, with the head of its table on every page, and read is read', async () => {
    const doctor = await aDoctor(clinic.db)
    const start = Date.parse('2026-06-01T00:00:00Z')
    const patient_id = (
      await aPatient(clinic.db, { first_name: 'Rehema', second_name: 'Nyambura', phone: '+254711000222', date_of_birth: '1990-06-01' })
    ).id
    for (let index = 0; index < 200; index++)
      await anAppointment(clinic.db, {
        doctor_id: doctor.id,
        place: 1 + (index % 100),
        appointment_date_time: new Date(start + Math.floor(index / 100) * 3_600_000),
        ...(index === 0 && { patient_id }),
      })
    const reply = await list('date=2026-06-01')
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(reply.headers['content-disposition']).toContain('appointments-2026-06-01.pdf')
    const pages = await printed('date=2026-06-01')
    const text = pages.flat().join('\n')
    expect(text).toContain('200 appointments')
    expect(text).toContain('Rehema Nyambura')
    expect(text).toContain('+254711000222')
    expect(pages.length).toBeGreaterThan(3)
    expect(pages.every((page) => page.join(' ').includes('Phone'))).toBe(true)
    const seen = await clinic.db
      .selectFrom('audit_log')
      .select('id')
      .where('entity', '=', 'appointments of a day')
      .where('patient_id', '=', patient_id)
      .execute()
    expect(seen).toHaveLength(2)
  })

  test('says so when there is nobody, and is for those who see appointments', async () => {
    expect((await printed('date=2026-12-25')).flat().join('\n')).toContain('No appointments on this day.')
    expect((await (await clinic.signedInAs([])).call('GET', `${PATH}day/?date=2026-06-01`)).status).toBe(403)
    expect((await list('date=2026-02-30')).status).toBe(400)
  })
})
