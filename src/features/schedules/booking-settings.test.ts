import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDoctor, aHoliday, anItem, aRoom, aSchedule, aTimeOff } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { BookableService, BookingSettings } from './contract.ts'
import { readPlan } from './public.ts'
import { slotsOf } from './rules.ts'

let clinic: TestClinic
let planner: Person
let viewer: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  await clinic.db.updateTable('company').set({ time_zone: 'Africa/Nairobi' }).execute()
  planner = await clinic.signedInAs(['appointments.view', 'schedules.change'])
  viewer = await clinic.signedInAs(['appointments.view'])
})
afterAll(() => clinic.close())

const put = (services: object[]) => planner.call('PUT', '/schedules/services/', { services })
const list = async (query = '') => (await viewer.call('GET', `/schedules/services/?${query}`)).json<BookableService[]>()
const set = (body: object, headers = {}) => planner.call('PUT', '/schedules/settings/', body, headers)
const read = async () => (await viewer.call('GET', '/schedules/settings/')).json<BookingSettings>()

describe('services', () => {
  test('are what one may come for, whole and by name; drugs and what is out of use are left out', async () => {
    const shown = [
      await anItem(clinic.db, null, { name: 'zoster vaccination' }),
      await anItem(clinic.db, null, { name: 'Antenatal visit' }),
    ]
    await anItem(clinic.db, null, { name: 'Aspirin', category: 'drug' })
    await anItem(clinic.db, null, { name: 'Old service', is_active: false })
    const rows = await list()
    expect(rows.map(({ name }) => name)).toEqual(['Antenatal visit', 'zoster vaccination'])
    expect(rows[1]).toEqual({
      id: shown[0]!.id,
      name: 'zoster vaccination',
      category: 'procedure',
      department_name: null,
      minutes: null,
      is_public: false,
      version: 0,
    })
    expect((await list('q=vacc')).map(({ name }) => name)).toEqual(['zoster vaccination'])
    const page = await viewer.call('GET', '/schedules/services/?limit=1&count=true')
    expect([page.json<BookableService[]>().length, page.headers['x-total-count']]).toEqual([1, '2'])
    const next = page.next!
    expect((await viewer.call('GET', next)).json<BookableService[]>().map(({ name }) => name)).toEqual(['zoster vaccination'])
  })

  test('are given their length and opened to the public, all that are named or none', async () => {
    const [a, b] = [await anItem(clinic.db), await anItem(clinic.db)]
    const saved = await put([
      { id: a.id, minutes: 45, is_public: true },
      { id: b.id, minutes: null, is_public: false, version: 0 },
    ])
    expect(saved.status).toBe(200)
    expect(saved.json<BookableService[]>().map(({ id, minutes, is_public, version }) => [id, minutes, is_public, version])).toEqual([
      [a.id, 45, true, 1],
      [b.id, null, false, 1],
    ])
    expect((await list('is_public=true')).map(({ id }) => id)).toEqual([a.id])
    const late = await put([
      { id: b.id, minutes: 30, is_public: true, version: 1 },
      { id: a.id, minutes: 30, is_public: true, version: 0 },
    ])
    expect([late.status, late.json<{ current: unknown[] }>().current.length]).toEqual([412, 2])
    expect((await list()).find(({ id }) => id === b.id)).toMatchObject({ minutes: null, version: 1 })
    const drug = await anItem(clinic.db, null, { category: 'drug' })
    const refused = await put([
      { id: a.id, minutes: 10, is_public: true },
      { id: drug.id, minutes: 10, is_public: true },
    ])
    expect([refused.status, refused.json()]).toEqual([400, { 'services.1.id': ['Choose an active service.'] }])
    const [one, twice] = [
      { id: a.id, minutes: 481, is_public: true },
      { id: a.id, minutes: 5, is_public: true },
    ]
    expect((await put([one])).json()).toHaveProperty(['services.0.minutes'])
    expect((await put([twice, twice])).json()).toEqual({ services: ['Send each service once.'] })
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select('change')
      .where('entity', '=', 'bookable service')
      .where('entity_id', '=', a.id)
      .execute()
    expect(trail).toEqual([{ change: { minutes: [null, 45], is_public: [false, true] } }])
  })

  test('are nothing that people change who may only look', async () => {
    const item = await anItem(clinic.db)
    const body = { services: [{ id: item.id, minutes: 5, is_public: true }] }
    expect((await viewer.call('PUT', '/schedules/services/', body)).status).toBe(403)
    expect((await (await clinic.signedInAs([])).call('GET', '/schedules/services/')).status).toBe(403)
  })
})

describe('settings', () => {
  test('are changed field by field; new words of consent are a new version of it', async () => {
    const before = await read()
    expect(before).toMatchObject({ is_public_open: false, default_minutes: 20, consent_version: 1, version: 1 })
    const opened = await set({ is_public_open: true, max_days_ahead: 30, consent_version: 9 })
    expect([opened.status, opened.json()]).toEqual([200, { ...before, is_public_open: true, max_days_ahead: 30, version: 2 }])
    expect(opened.headers['etag']).toBe('"2"')
    expect((await set({ consent_text: 'I agree.' })).json()).toHaveProperty('version')
    expect((await set({ consent_text: 'I agree.', intro: 'Welcome', version: 2 })).json()).toMatchObject({ consent_version: 2, version: 3 })
    expect((await set({ consent_text: 'I agree.', intro: 'Karibu' }, { 'if-match': '"3"' })).json()).toMatchObject({
      consent_version: 2,
      version: 4,
    })
    const late = await set({ is_public_open: false, version: 3 })
    expect([late.status, late.json<{ current: BookingSettings }>().current]).toEqual([412, await read()])
  })

  test('that do not fit are told by field', async () => {
    const fields = async (body: object) => Object.keys((await set(body)).json())
    expect(await fields({ default_minutes: 4 })).toEqual(['default_minutes'])
    expect(await fields({ max_days_ahead: 366, min_notice_minutes: -1 })).toEqual(['min_notice_minutes', 'max_days_ahead'])
    expect(await fields({ consent_text: ' \n ' })).toEqual(['consent_text'])
    expect((await set({})).status).toBe(400)
    expect((await viewer.call('PUT', '/schedules/settings/', { is_public_open: true })).status).toBe(403)
  })
})

describe('a plan', () => {
  test('is all that slots are computed from, of the doctors and days that are asked for', async () => {
    const { db } = clinic
    const [doctor, other, left] = [await aDoctor(db), await aDoctor(db), await aDoctor(db, { is_active: false })]
    const room = await aRoom(db)
    const session = await aSchedule(db, { doctor_id: doctor.id, room_id: room.id, valid_to: '2026-03-09', ends_at: '24:00' })
    await aSchedule(db, { doctor_id: other.id })
    await aSchedule(db, { doctor_id: left.id })
    const span = { starts_at: new Date('2026-03-09T20:59Z'), ends_at: new Date('2026-03-09T21:00Z') }
    const away = await aTimeOff(db, { doctor_id: doctor.id, ...span, note: 'Secret' })
    await aTimeOff(db, { doctor_id: other.id, starts_at: new Date('2026-03-09T21:00Z'), ends_at: new Date('2026-03-12T00:00Z') })
    await aHoliday(db, '2026-03-09', { name: 'Once' })
    await aHoliday(db, '2026-03-10', { name: 'Later' })
    const plan = await readPlan(db, { doctors: [doctor.id, left.id], from: '2026-03-09', to: '2026-03-09' })
    expect(plan.zone).toBe('Africa/Nairobi')
    expect(plan.settings.default_minutes).toBe(20)
    expect(plan.sessions).toEqual([
      {
        id: session.id,
        doctor: doctor.id,
        room: room.id,
        item: null,
        weekday: 1,
        starts_at: '08:00',
        ends_at: '24:00',
        slot_minutes: 20,
        capacity: 1,
        overbook: 0,
        is_public: true,
        on_holidays: false,
        valid_from: '2020-01-01',
        valid_to: '2026-03-09',
        every_weeks: 1,
      },
    ])
    expect(plan.timeOff).toEqual([{ id: away.id, doctor: doctor.id, kind: 'leave', ...span }])
    expect(plan.holidays).toEqual([{ day: '2026-03-09', name: 'Once', is_yearly: false }])
    const whole = await readPlan(db, { from: '2026-03-09', to: '2026-03-10' })
    expect(new Set(whole.sessions.map((one) => one.doctor))).toEqual(new Set([doctor.id, other.id]))
    expect(whole.timeOff.map((one) => one.doctor)).toEqual([doctor.id, other.id])
    expect((await readPlan(db, { from: '2026-03-10', to: '2026-03-16' })).sessions.map((one) => one.doctor)).toEqual([other.id])
    const days = slotsOf({ ...whole, now: clinic.clock.now, from: '2026-03-02', to: '2026-03-16' }).map(({ doctor: id, day }) => [id, day])
    expect(days).toEqual([
      [doctor.id, '2026-03-02'],
      [other.id, '2026-03-02'],
      [other.id, '2026-03-16'],
    ])
  })
})
