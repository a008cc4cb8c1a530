import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { aDoctor, aHoliday, aPatient, aTimeOff } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { Holiday, TimeOff } from './contract.ts'

const now = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let planner: Person
let viewer: Person
beforeAll(async () => {
  clinic = await openTestClinic({ now })
  await clinic.db.updateTable('company').set({ time_zone: 'Africa/Nairobi' }).execute()
  planner = await clinic.signedInAs(['appointments.view', 'schedules.change'])
  viewer = await clinic.signedInAs(['appointments.view'])
})
afterAll(() => clinic.close())

const week = { starts_at: '2026-03-09T00:00:00+03:00', ends_at: '2026-03-16T00:00:00+03:00' }
const add = (body: object) => planner.call('POST', '/schedules/time-off/', body)
const change = (id: number, body: object, headers = {}) => planner.call('PATCH', `/schedules/time-off/${id}/`, body, headers)
const cancel = (id: number, body = {}, headers = {}) => planner.call('POST', `/schedules/time-off/${id}/cancel/`, body, headers)
const list = async (query: string) => (await viewer.call('GET', `/schedules/time-off/?${query}`)).json<TimeOff[]>()

const write = (body: object) => planner.call('POST', '/schedules/holidays/', body)
const holidays = async (query = '') => (await viewer.call('GET', `/schedules/holidays/?${query}`)).json<Holiday[]>()
const fields = async (body: object) => Object.keys((await add(body)).json())

describe('leave', () => {
  test('is written down, and says how many appointments stand in it', async () => {
    const doctor = await aDoctor(clinic.db, { first_name: 'Wanja', last_name: 'Kiptoo' })
    const book = async (at: string, more = {}) => {
      const start = new Date(`${at}+03:00`)
      const values = {
        number: `T-${at}-${doctor.id}`,
        patient_id: (await aPatient(clinic.db)).id,
        doctor_id: doctor.id,
        appointment_date_time: start,
        ends_at: new Date(start.getTime() + 1_200_000),
        reason: 'Fever',
        created_at: now,
        changed_at: now,
        ...more,
      }
      await clinic.db.insertInto('appointments').values(values).execute()
    }
    await book('2026-03-08T23:50')
    await book('2026-03-12T10:00', { status: 'confirmed' })
    await book('2026-03-12T11:00', { status: 'cancelled' })
    await book('2026-03-12T12:00', { doctor_id: (await aDoctor(clinic.db)).id })
    await book('2026-03-08T23:30')
    await book('2026-03-16T00:00')
    const made = await add({ doctor: doctor.id, ...week, kind: 'sick', note: 'Back on Monday' })
    expect([made.status, made.headers['etag']]).toEqual([201, '"1"'])
    expect(made.json()).toEqual({
      id: expect.any(Number),
      doctor: doctor.id,
      doctor_name: 'Wanja Kiptoo',
      starts_at: '2026-03-08T21:00:00.000Z',
      ends_at: '2026-03-15T21:00:00.000Z',
      kind: 'sick',
      note: 'Back on Monday',
      created_at: now.toISOString(),
      created_by: 'Test receptionist',
      cancelled_at: null,
      cancelled_by: null,
      affected: 2,
      version: 1,
    })
    expect((await list(`doctor=${doctor.id}`))[0]).toEqual(made.json())
  })

  test('that does not fit is told by field', async () => {
    const [doctor, left] = [await aDoctor(clinic.db), await aDoctor(clinic.db, { is_active: false })]
    expect(await fields({ doctor: left.id, ...week })).toEqual(['doctor'])
    expect(await fields({ doctor: viewer.id, ...week })).toEqual(['doctor'])
    expect(await fields({ doctor: doctor.id, ...week, ends_at: week.starts_at })).toEqual(['ends_at'])
    expect(await fields({ doctor: doctor.id, ...week, starts_at: '1999-01-01T00:00:00Z' })).toEqual(['starts_at'])
    expect(await fields({ doctor: doctor.id, ...week, starts_at: '2026-03-09' })).toEqual(['starts_at'])
    expect(await fields({ doctor: doctor.id, ...week, kind: 'holiday' })).toEqual(['kind'])
  })

  test('that overlaps with other leave is refused with it; what was cancelled is no hindrance', async () => {
    const doctor = await aDoctor(clinic.db)
    const first = (await add({ doctor: doctor.id, ...week })).json<TimeOff>()
    const refused = await add({ doctor: doctor.id, starts_at: '2026-03-15T10:00:00Z', ends_at: '2026-03-20T10:00:00Z' })
    expect([refused.status, refused.json()]).toMatchObject([
      409,
      { code: 'time_off_overlap', other: { id: first.id, starts_at: first.starts_at } },
    ])
    const next = await add({ doctor: doctor.id, starts_at: week.ends_at, ends_at: '2026-03-20T10:00:00Z' })
    expect(next.status).toBe(201)
    expect((await change(next.json<TimeOff>().id, { starts_at: '2026-03-15T10:00:00Z' })).status).toBe(409)
    expect((await cancel(first.id)).status).toBe(200)
    expect((await change(next.json<TimeOff>().id, { starts_at: '2026-03-15T10:00:00Z' })).status).toBe(200)
    const all = await Promise.all(
      Array.from({ length: 6 }, () => add({ doctor: doctor.id, starts_at: '2027-01-01T00:00:00Z', ends_at: '2027-01-02T00:00:00Z' })),
    )
    expect(statuses(all)).toEqual([201, 409, 409, 409, 409, 409])
  })

  test('is changed by whoever has seen its note, and cancelled once', async () => {
    const leave = await aTimeOff(clinic.db, {
      starts_at: new Date('2026-04-01T00:00Z'),
      ends_at: new Date('2026-04-02T00:00Z'),
      note: 'Old',
    })
    expect((await change(leave.id, { note: 'New' })).json()).toEqual({ version: ['Send the version, or If-Match, of what you change.'] })
    expect((await change(leave.id, { note: 'New', kind: 'training', version: 1 })).json()).toMatchObject({
      note: 'New',
      kind: 'training',
      version: 2,
    })
    const late = await change(leave.id, { note: 'Other' }, { 'if-match': '"1"' })
    expect([late.status, late.json()]).toMatchObject([412, { current: { note: 'New', starts_at: '2026-04-01T00:00:00.000Z' } }])
    expect((await change(leave.id, { ends_at: '2026-04-01T00:00:00Z' })).json()).toEqual({
      ends_at: ['The end of the leave must be after its start.'],
    })
    expect((await cancel(leave.id, {}, { 'if-match': '"1"' })).status).toBe(412)
    const over = await cancel(leave.id, { version: 2 })
    expect(over.json()).toMatchObject({ cancelled_at: now.toISOString(), cancelled_by: 'Test receptionist', affected: 0, version: 3 })
    expect((await cancel(leave.id)).json()).toMatchObject({ detail: 'This leave has already been cancelled.' })
    expect((await change(leave.id, { kind: 'other' })).status).toBe(409)
    expect((await cancel(2_000_000_000)).status).toBe(404)
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'time off')
      .where('entity_id', '=', leave.id)
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['change', 'cancel'])
  })

  test('is listed latest first, by days of the clinic, page after page', async () => {
    const { id: doctor } = await aDoctor(clinic.db)
    const made: number[] = []
    for (let n = 0; n < 5; n++) {
      const leave = await aTimeOff(clinic.db, {
        doctor_id: doctor,
        starts_at: new Date(`2026-05-0${n + 1}T21:00Z`),
        ends_at: new Date(`2026-05-0${n + 2}T21:00Z`),
      })
      made.unshift(leave.id)
    }
    await cancel(made[0]!)
    const ids = async (query: string) => (await list(`doctor=${doctor}&${query}`)).map(({ id }) => id)
    expect(await ids('')).toEqual(made)
    // The leave from the 3rd to the 4th, in the clinic, is one day: the 4th.
    expect(await ids('from=2026-05-04&to=2026-05-04')).toEqual([made[2]])
    expect(await ids('from=2026-05-06')).toEqual([made[0]])
    expect(await ids('to=2026-05-02')).toEqual([made[4]])
    const inverted = await viewer.call('GET', '/schedules/time-off/?from=2026-05-04&to=2026-05-03')
    expect([inverted.status, inverted.json()]).toEqual([400, { to: ['The last day must not be before the first.'] }])
    expect(await ids('cancelled=true')).toEqual([made[0]])
    expect(await ids('cancelled=false')).toEqual(made.slice(1))
    const seen: number[] = []
    let url: string | undefined = `/schedules/time-off/?doctor=${doctor}&limit=2&count=true`
    while (url) {
      const reply = await viewer.call('GET', url)
      expect(reply.headers['x-total-count']).toBe('5')
      seen.push(...reply.json<TimeOff[]>().map(({ id }) => id))
      url = reply.next
    }
    expect(seen).toEqual(made)
  })

  test('is nothing that people write who may only look', async () => {
    const leave = await aTimeOff(clinic.db, { starts_at: now, ends_at: new Date('2026-03-03T00:00Z') })
    expect((await viewer.call('POST', '/schedules/time-off/', { doctor: leave.doctor_id, ...week })).status).toBe(403)
    expect((await viewer.call('PATCH', `/schedules/time-off/${leave.id}/`, { kind: 'other' })).status).toBe(403)
    expect((await viewer.call('POST', `/schedules/time-off/${leave.id}/cancel/`, {})).status).toBe(403)
    expect((await (await clinic.signedInAs([])).call('GET', '/schedules/time-off/')).status).toBe(403)
  })
})

describe('holidays', () => {
  test('are added, changed and removed; a day is one holiday', async () => {
    const made = await write({ day: '2026-06-01', name: 'Madaraka Day', is_yearly: true })
    const holiday = made.json<Holiday>()
    expect([made.status, holiday]).toEqual([201, { id: holiday.id, day: '2026-06-01', name: 'Madaraka Day', is_yearly: true, version: 1 }])
    const twice = await write({ day: '2026-06-01', name: 'Again' })
    expect([twice.status, twice.json()]).toEqual([400, { day: ['This day is already a holiday.'] }])
    const path = `/schedules/holidays/${holiday.id}/`
    expect((await planner.call('PATCH', path, { name: 'Madaraka', version: 1 })).json()).toEqual({
      ...holiday,
      name: 'Madaraka',
      version: 2,
    })
    expect((await planner.call('PATCH', path, { day: '2026-06-02' }, { 'if-match': '"1"' })).status).toBe(412)
    const other = await aHoliday(clinic.db, '2026-06-03')
    expect((await planner.call('PATCH', path, { day: other.day })).json()).toEqual({ day: ['This day is already a holiday.'] })
    expect((await planner.call('DELETE', path, undefined, { 'if-match': '"1"' })).status).toBe(412)
    expect((await planner.call('DELETE', path)).status).toBe(204)
    expect((await planner.call('DELETE', path)).status).toBe(404)
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'holiday')
      .where('entity_id', '=', holiday.id)
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['create', 'change', 'delete'])
    const race = await Promise.all([1, 2, 3].map(() => write({ day: '2026-06-09', name: 'Once' })))
    expect(statuses(race)).toEqual([201, 400, 400])
  })

  test('of a year are its own and the yearly ones, through the year', async () => {
    await aHoliday(clinic.db, '2031-07-07', { name: 'Once' })
    await aHoliday(clinic.db, '2032-07-07', { name: 'Another year' })
    await aHoliday(clinic.db, '2024-02-29', { name: 'Leap day', is_yearly: true })
    await aHoliday(clinic.db, '2020-12-25', { name: 'Christmas', is_yearly: true })
    expect((await holidays('year=2031')).map(({ name }) => name)).toEqual(['Leap day', 'Once', 'Christmas'])
    expect((await holidays()).length).toBeGreaterThan(3)
    expect((await write({ day: '2026-02-29', name: 'No day' })).json()).toHaveProperty('day')
    expect((await viewer.call('POST', '/schedules/holidays/', { day: '2026-07-01', name: 'Mine' })).status).toBe(403)
  })
})
