import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { aDoctor, anItem, aPatient, aRoom, aSchedule } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { Schedule } from './contract.ts'

// Monday, 10:30 in the clinic.
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

const morning = { weekday: 1, starts_at: '08:00', ends_at: '12:00', slot_minutes: 20, valid_from: '2026-03-02' }
const add = (body: object) => planner.call('POST', '/schedules/', body)
const change = (id: number, body: object, headers = {}) => planner.call('PATCH', `/schedules/${id}/`, body, headers)
const end = (id: number, headers = {}) => planner.call('DELETE', `/schedules/${id}/`, undefined, headers)
const list = async (query: string) => (await viewer.call('GET', `/schedules/?${query}`)).json<Schedule[]>()

test('a session is added with all that it says, or with what is usual', async () => {
  const doctor = await aDoctor(clinic.db, { first_name: 'Wanja', last_name: 'Kiptoo' })
  const [room, item] = [await aRoom(clinic.db), await anItem(clinic.db)]
  const usual = await add({ ...morning, doctor: doctor.id })
  expect([usual.status, usual.headers['etag']]).toEqual([201, '"1"'])
  expect(usual.json()).toEqual({
    ...morning,
    id: expect.any(Number),
    doctor: doctor.id,
    doctor_name: 'Wanja Kiptoo',
    room: null,
    room_name: null,
    item: null,
    item_name: null,
    capacity: 1,
    overbook: 0,
    is_public: true,
    on_holidays: false,
    valid_to: null,
    every_weeks: 1,
    version: 1,
  })
  const all = {
    ...morning,
    doctor: doctor.id,
    room: room.id,
    item: item.id,
    starts_at: '20:00',
    ends_at: '24:00',
    capacity: 3,
    overbook: 2,
    is_public: false,
    on_holidays: true,
    valid_to: '2026-12-31',
    every_weeks: 2,
  }
  const made = await add(all)
  expect(made.json()).toMatchObject({ ...all, room_name: room.name, item_name: item.name })
  const trail = await clinic.db.selectFrom('audit_log').select('action').where('entity', '=', 'schedule').execute()
  expect(trail.map(({ action }) => action)).toEqual(['create', 'create'])
})

describe('what does not fit is told by field', () => {
  let doctor: number
  let others: Record<string, number>
  beforeAll(async () => {
    doctor = (await aDoctor(clinic.db)).id
    others = {
      left: (await aDoctor(clinic.db, { is_active: false })).id,
      nurse: (await aDoctor(clinic.db, { role: 'nurse' })).id,
      room: (await aRoom(clinic.db, { is_active: false })).id,
      item: (await anItem(clinic.db, null, { is_active: false })).id,
    }
  })
  const cases: [string, string, () => object][] = [
    ['a doctor who left', 'doctor', () => ({ doctor: others['left'] })],
    ['somebody who is no doctor', 'doctor', () => ({ doctor: others['nurse'] })],
    ['nobody', 'doctor', () => ({ doctor: 2_000_000_000 })],
    ['no doctor', 'doctor', () => ({ doctor: undefined })],
    ['a room out of use', 'room', () => ({ room: others['room'] })],
    ['a service out of use', 'item', () => ({ item: others['item'] })],
    ['an end before the start', 'ends_at', () => ({ ends_at: '07:00' })],
    ['an end at the start', 'ends_at', () => ({ ends_at: '08:00' })],
    ['a slot longer than the session', 'slot_minutes', () => ({ slot_minutes: 241 })],
    ['a slot of nothing', 'slot_minutes', () => ({ slot_minutes: 0 })],
    ['a last day before the first', 'valid_to', () => ({ valid_to: '2026-03-01' })],
    ['a 30th of February', 'valid_from', () => ({ valid_from: '2026-02-30' })],
    ['the year 0', 'valid_from', () => ({ valid_from: '0000-01-01' })],
    ['a 25th hour', 'starts_at', () => ({ starts_at: '25:00' })],
    ['a start at 24:00', 'starts_at', () => ({ starts_at: '24:00' })],
    ['an eighth weekday', 'weekday', () => ({ weekday: 8 })],
    ['room for nobody', 'capacity', () => ({ capacity: 0 })],
    ['every ninth week', 'every_weeks', () => ({ every_weeks: 9 })],
  ]
  test.each(cases)('%s', async (_what, field, more) => {
    const reply = await add({ ...morning, doctor, ...more() })
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, [field]])
  })
  test('everything at once', async () => {
    const reply = await add({
      ...morning,
      doctor: others['nurse'],
      room: others['room'],
      item: others['item'],
      ends_at: '08:10',
      valid_to: '2026-01-01',
    })
    expect(Object.keys(reply.json()).toSorted()).toEqual(['doctor', 'item', 'room', 'slot_minutes', 'valid_to'])
  })
})

describe('sessions that overlap are refused with the other one', () => {
  test('of the doctor, whatever the room', async () => {
    const { doctor_id, id } = await aSchedule(clinic.db)
    const refused = await add({ ...morning, doctor: doctor_id, room: (await aRoom(clinic.db)).id, starts_at: '11:40', ends_at: '13:00' })
    expect([refused.status, refused.json()]).toEqual([
      409,
      {
        detail: 'The doctor has another session at that time.',
        code: 'session_overlap',
        other: expect.objectContaining({ id, starts_at: '08:00', ends_at: '12:00', weekday: 1, doctor_name: expect.any(String) }),
        day: '2026-03-02',
      },
    ])
    expect((await add({ ...morning, doctor: doctor_id, starts_at: '12:00', ends_at: '13:00' })).status).toBe(201)
  })

  test('of the room, whoever the doctor', async () => {
    const room = await aRoom(clinic.db)
    const { id } = await aSchedule(clinic.db, { room_id: room.id })
    const { id: doctor } = await aDoctor(clinic.db)
    const refused = await add({ ...morning, doctor, room: room.id })
    expect(refused.json()).toMatchObject({ code: 'session_overlap', other: { id, room_name: room.name } })
    const elsewhere = await add({ ...morning, doctor })
    expect(elsewhere.status).toBe(201)
    expect((await change(elsewhere.json<Schedule>().id, { room: room.id })).status).toBe(409)
  })

  test('not in weeks that never meet, nor after the other has ended', async () => {
    const { doctor_id } = await aSchedule(clinic.db, { valid_from: '2026-03-02', every_weeks: 2 })
    const fortnightly = { ...morning, doctor: doctor_id, every_weeks: 2 }
    expect((await add({ ...fortnightly, valid_from: '2026-03-16' })).status).toBe(409)
    expect((await add({ ...fortnightly, valid_from: '2026-03-09' })).status).toBe(201)
    expect((await add({ ...fortnightly, valid_from: '2026-03-09', every_weeks: 3 })).json()).toMatchObject({ day: '2026-03-30' })
    const ended = await aSchedule(clinic.db, { valid_to: '2026-03-08' })
    expect((await add({ ...morning, doctor: ended.doctor_id, valid_from: '2026-03-03' })).status).toBe(201)
  })

  test('when ten are sent at once, one is added', async () => {
    const { id: doctor } = await aDoctor(clinic.db)
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => add({ ...morning, doctor, starts_at: `08:0${n}` })))
    expect(statuses(replies)).toEqual([201, ...Array<number>(9).fill(409)])
    expect(await list(`doctor=${doctor}`)).toHaveLength(1)
  })
})

describe('a session is changed', () => {
  test('in any of its fields but its doctor, by whoever has seen it as it is', async () => {
    const session = await aSchedule(clinic.db)
    const reply = await change(session.id, { ends_at: '13:30', capacity: 2, valid_to: '2027-01-31', version: 1 })
    expect([reply.status, reply.json()]).toEqual([
      200,
      expect.objectContaining({ ends_at: '13:30', capacity: 2, valid_to: '2027-01-31', version: 2 }),
    ])
    const late = await change(session.id, { capacity: 3 }, { 'if-match': '"1"' })
    expect([late.status, late.json<{ current: Schedule }>().current]).toEqual([412, reply.json()])
    expect((await change(session.id, { doctor: session.doctor_id })).json()).toEqual({ non_field_errors: ['Nothing to change.'] })
    expect((await change(session.id, {})).status).toBe(400)
    expect((await change(2_000_000_000, { capacity: 2 })).status).toBe(404)
  })

  test('and keeps what has gone out of use meanwhile, but takes nothing such anew', async () => {
    const [room, gone] = [await aRoom(clinic.db), await aRoom(clinic.db, { is_active: false })]
    const session = await aSchedule(clinic.db, { room_id: room.id })
    await clinic.db.updateTable('rooms').set({ is_active: false }).where('id', '=', room.id).execute()
    await clinic.db.updateTable('users').set({ is_active: false }).where('id', '=', session.doctor_id).execute()
    expect((await change(session.id, { capacity: 2, room: room.id })).status).toBe(200)
    expect((await change(session.id, { room: gone.id })).json()).toEqual({ room: ['Choose an active room.'] })
  })
})

describe('a session ends', () => {
  test('one that was never held is removed', async () => {
    const later = await aSchedule(clinic.db, { valid_from: '2026-03-03' })
    expect((await end(later.id)).json()).toEqual({ is_removed: true, valid_to: null, affected: 0 })
    const thisAfternoon = await aSchedule(clinic.db, { valid_from: '2026-03-02', starts_at: '10:31' })
    expect((await end(thisAfternoon.id)).json()).toMatchObject({ is_removed: true })
    expect((await end(thisAfternoon.id)).status).toBe(404)
  })

  test('one that was held ends with the last time that it began', async () => {
    const running = await aSchedule(clinic.db, { starts_at: '10:30' })
    expect((await end(running.id)).json()).toMatchObject({ is_removed: false, valid_to: '2026-03-02' })
    const ahead = await aSchedule(clinic.db, { starts_at: '10:31' })
    expect((await end(ahead.id)).json()).toMatchObject({ is_removed: false, valid_to: '2026-03-01' })
    const again = await end(ahead.id)
    expect([again.status, again.json()]).toMatchObject([409, { detail: 'This session has already ended.' }])
    expect((await end(running.id, { 'if-match': '"1"' })).status).toBe(412)
    expect((await list(`doctor=${running.doctor_id}`))[0]).toMatchObject({ valid_to: '2026-03-02', version: 2 })
  })

  test('and says how many appointments lose it', async () => {
    const { id, doctor_id } = await aSchedule(clinic.db, { valid_from: '2026-02-23', every_weeks: 2, capacity: 9 })
    const book = async (at: string, more = {}) => {
      const start = new Date(`${at}+03:00`)
      await clinic.db
        .insertInto('appointments')
        .values({
          number: `T-${at}-${JSON.stringify(more)}`,
          patient_id: (await aPatient(clinic.db)).id,
          doctor_id,
          appointment_date_time: start,
          ends_at: new Date(start.getTime() + 1_200_000),
          reason: 'Fever',
          created_at: now,
          changed_at: now,
          ...more,
        })
        .execute()
    }
    await book('2026-03-09T08:00')
    await book('2026-03-23T11:40', { status: 'confirmed' })
    await book('2026-03-23T11:40', { status: 'confirmed', place: 2 })
    // Another week, another hour, another day, over, cancelled.
    await book('2026-03-16T08:00')
    await book('2026-03-23T12:00')
    await book('2026-03-24T08:00')
    await book('2026-02-23T08:00')
    await book('2026-03-23T08:00', { status: 'cancelled' })
    expect((await end(id)).json()).toEqual({ is_removed: false, valid_to: '2026-03-01', affected: 3 })
  })
})

test('sessions are found by doctor, room, service and days, and come by name, weekday and time', async () => {
  const doctor = await aDoctor(clinic.db, { first_name: 'aaron', last_name: 'Abel' })
  const [room, item] = [await aRoom(clinic.db), await anItem(clinic.db)]
  const one = (more: object) => aSchedule(clinic.db, { doctor_id: doctor.id, ...more })
  const tuesday = await one({ weekday: 2, room_id: room.id })
  const late = await one({ starts_at: '14:00', ends_at: '15:00', item_id: item.id })
  const early = await one({ valid_from: '2026-01-01', valid_to: '2026-02-28' })
  const ids = async (query: string) => (await list(query)).map(({ id }) => id)
  expect(await ids(`doctor=${doctor.id}`)).toEqual([early.id, late.id, tuesday.id])
  expect(await ids(`room=${room.id}`)).toEqual([tuesday.id])
  expect(await ids(`item=${item.id}`)).toEqual([late.id])
  expect(await ids(`doctor=${doctor.id}&from=2026-03-01`)).toEqual([late.id, tuesday.id])
  expect(await ids(`doctor=${doctor.id}&from=2026-02-28&to=2026-03-31`)).toEqual([early.id, late.id, tuesday.id])
  expect(await ids(`doctor=${doctor.id}&to=2025-12-31`)).toEqual([late.id, tuesday.id])
  expect((await list('')).slice(0, 3).map(({ id }) => id)).toEqual([early.id, late.id, tuesday.id])
})

test('nobody plans who may only look, and nobody looks who may not', async () => {
  const { id, doctor_id } = await aSchedule(clinic.db)
  expect((await viewer.call('POST', '/schedules/', { ...morning, doctor: doctor_id, weekday: 5 })).status).toBe(403)
  expect((await viewer.call('PATCH', `/schedules/${id}/`, { capacity: 2 })).status).toBe(403)
  expect((await viewer.call('DELETE', `/schedules/${id}/`)).status).toBe(403)
  expect((await (await clinic.signedInAs(['schedules.change'])).call('GET', '/schedules/')).status).toBe(403)
})
