import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { anAppointment, aPatient, aRoom, aSchedule } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { createAppointment, getAppointment } from './contract.ts'

type Appointment = ResponseOf<typeof createAppointment>
const PATH = '/patients/appointments/'
const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let desk: Person
let own: Person
let other: Person
let doctor: number
let records: number[]
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  desk = await clinic.signedInFrom('Receptionist')
  own = await clinic.signedInFrom('Patient', 'patient')
  other = await clinic.signedInFrom('Patient', 'patient')
  records = [(await aPatient(clinic.db, { user_id: own.id })).id, (await aPatient(clinic.db, { user_id: other.id })).id]
  const room_id = (await aRoom(clinic.db)).id
  // Wednesdays from eight to twelve, of twenty minutes, for one at a time.
  doctor = (await aSchedule(clinic.db, { weekday: 3, room_id })).doctor_id
  await set({ is_public_open: true })
})
afterAll(() => clinic.close())
// Nobody may have more than five ahead, or change without end.
afterEach(async () => {
  await clinic.db.updateTable('appointments').set({ status: 'cancelled' }).execute()
  await clinic.db.deleteFrom('rate_limits').execute()
})

const on = (day: number, time: string) => `2026-03-${String(day).padStart(2, '0')}T${time}:00+03:00`
const book = async (at: string, person = own) => {
  const reply = await person.call('POST', PATH, { appointment_date_time: at, assigned_doctor: doctor, reason: 'Fever' })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Appointment>()
}
const change = (id: number, body: object, person = own) => person.call('PATCH', `${PATH}${id}/`, body)
const read = async (id: number, person = own) => (await person.call('GET', `${PATH}${id}/`)).json<ResponseOf<typeof getAppointment>>()
const set = (settings: object) => clinic.db.updateTable('booking_settings').set(settings).execute()
/** Until somebody waits for this transaction. */
const isWaitedFor = (db: Db) =>
  expect
    .poll(
      async () => (await sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(db)).rows,
    )
    .toHaveLength(1)

describe('a patient', () => {
  test('moves their own to a free time; the desk has to confirm it again', async () => {
    const made = await book(on(4, '08:00'))
    const confirmed = (await change(made.id, { status: 'confirmed', version: 1 }, desk)).json<Appointment>()
    const moved = await change(made.id, { appointment_date_time: on(4, '09:20'), version: confirmed.version })
    expect(moved.json(), moved.text).toMatchObject({ status: 'pending', minutes: 20, appointment_date_time: '2026-03-04T06:20:00.000Z' })
    const { changes, version } = await read(made.id)
    expect(changes.map(({ kind, changed_by }) => [kind, changed_by])).toEqual([
      ['booked', own.id],
      ['status', desk.id],
      ['moved', own.id],
      ['status', own.id],
    ])
    expect((await change(made.id, { reason: 'Fever and cough', version })).json()).toMatchObject({ reason: 'Fever and cough' })
    // Where bookings confirm themselves, a new one and a moved one are.
    await set({ confirms_itself: true })
    const sure = await book(on(4, '08:40'))
    expect(sure.status).toBe('confirmed')
    const later = await change(sure.id, { appointment_date_time: on(4, '10:20'), version: sure.version })
    expect(later.json(), later.text).toMatchObject({ status: 'confirmed' })
    // No plan confirms a time that is of no doctor.
    const alone = await change(sure.id, { assigned_doctor: null, appointment_date_time: on(5, '03:00'), version: 2 })
    expect([alone.status, alone.json()]).toMatchObject([400, { assigned_doctor: [expect.any(String)] }])
    const wish = await anAppointment(clinic.db, { patient_id: records[0]!, status: 'confirmed', doctor_id: null })
    const night = await change(wish.id, { appointment_date_time: on(5, '03:00'), version: 1 })
    expect(night.json(), night.text).toMatchObject({ status: 'pending', doctor: null })
    await set({ confirms_itself: false })
  })

  test('moves nothing while the clinic takes no bookings from the public, and still cancels', async () => {
    const made = await book(on(11, '10:00'))
    await set({ is_public_open: false })
    const moved = await change(made.id, { appointment_date_time: on(11, '10:20'), version: 1 })
    expect([moved.status, moved.json()]).toMatchObject([409, { code: 'booking_closed' }])
    const cancelled = await change(made.id, { status: 'cancelled', status_reason: 'Travelling', version: 1 })
    expect(cancelled.json(), cancelled.text).toMatchObject({ status: 'cancelled' })
    await set({ is_public_open: true })
  })

  test('is offered other times when one is taken, and keeps the old one', async () => {
    const made = await book(on(11, '08:00'))
    const foreign = await book(on(11, '09:00'), other)
    const refused = await change(made.id, { appointment_date_time: on(11, '09:00'), version: 1 })
    const { code, free } = refused.json<{ code: string; free: { start: string }[] }>()
    expect([refused.status, code, free[0]?.start]).toEqual([409, 'slot_taken', '2026-03-11T06:20:00.000Z'])
    expect(refused.text).not.toContain(foreign.number)
    expect(await read(made.id)).toMatchObject({ appointment_date_time: '2026-03-11T05:00:00.000Z', version: 1 })
    const code2 = async (at: string) => (await change(made.id, { appointment_date_time: at, version: 1 })).json<{ code: string }>().code
    expect(await code2(on(11, '09:10'))).toBe('outside_schedule')
    expect(await code2(on(11, '14:00'))).toBe('outside_schedule')
    const fields = async (at: string) =>
      Object.keys((await change(made.id, { appointment_date_time: at, version: 1 })).json<Record<string, unknown>>())
    // Too soon, too far ahead, and gone.
    expect(await fields(on(2, '12:29'))).toEqual(['appointment_date_time'])
    expect(await fields('2026-05-06T09:00:00+03:00')).toEqual(['appointment_date_time'])
    expect(await fields(on(1, '09:00'))).toEqual(['appointment_date_time'])
  })

  test('cancels with a reason, until the settings say that it is too late', async () => {
    // 2730 minutes from now.
    const made = await book(on(4, '08:00'))
    const cancel = (body: object) => change(made.id, { status: 'cancelled', version: 1, ...body })
    expect((await cancel({})).json()).toEqual({ status_reason: ['Enter the reason for cancelling.'] })
    await set({ change_until_minutes: 2731 })
    expect((await read(made.id)).may).toEqual({ change: false, check_in: false, statuses: [] })
    const late = await cancel({ status_reason: 'Travelling' })
    expect([late.status, late.json()]).toMatchObject([409, { code: 'too_late' }])
    await set({ change_until_minutes: 2730 })
    expect((await read(made.id)).may).toEqual({ change: true, check_in: false, statuses: ['cancelled'] })
    const done = await cancel({ status_reason: 'Travelling' })
    expect(done.json(), done.text).toMatchObject({ status: 'cancelled', status_reason: 'Travelling' })
    const again = await change(made.id, { appointment_date_time: on(25, '08:00'), version: 2 })
    expect([again.status, again.json()]).toMatchObject([409, { code: 'not_open' }])
    await set({ change_until_minutes: 60 })
  })

  test('leaves to the desk what is the desk’s, field by field', async () => {
    const made = await book(on(18, '09:00'))
    const fields = async (body: object) => {
      const reply = await change(made.id, { version: 1, ...body })
      return [reply.status, ...Object.keys(reply.json<Record<string, unknown>>())]
    }
    expect(await fields({ room: null, minutes: 240, overbook: true })).toEqual([400, 'minutes', 'room', 'overbook'])
    expect(await fields({ ends_at: on(18, '12:00') })).toEqual([400, 'ends_at'])
    for (const status of ['confirmed', 'arrived', 'completed', 'no-show']) expect(await fields({ status })).toEqual([400, 'status'])
    expect(await fields({ status: 'cancelled', status_reason: 'Ill', assigned_doctor: null })).toEqual([400, 'status'])
    expect(await fields({ version: undefined, reason: 'Cough' })).toEqual([400, 'version'])
    expect((await change(made.id, { reason: 'Cough', version: 7 })).status).toBe(412)
  })

  test('learns of another’s appointment nothing but that there is none', async () => {
    const foreign = await book(on(18, '10:00'), other)
    const unmatched = await anAppointment(clinic.db, { patient_id: records[1]!, status: 'cancelled' })
    const bodies = [{ reason: 'x' }, { reason: 'x', version: 1 }, { status: 'cancelled', status_reason: 'x', version: 1 }, { minutes: 20 }]
    const replies = await Promise.all([foreign.id, unmatched.id, 2_000_000_000].flatMap((id) => bodies.map((body) => change(id, body))))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(await read(foreign.id, other)).toMatchObject({ status: 'pending', version: 1 })
    const stranger = await clinic.signedInFrom('Patient', 'patient')
    expect((await change(foreign.id, { reason: 'x', version: 1 }, stranger)).json()).toMatchObject({ code: 'not_linked' })
    // Rights that a patient was given by mistake open nobody else's.
    const mighty = await clinic.signedInAs(['appointments.view', 'appointments.change'], 'patient')
    await aPatient(clinic.db, { user_id: mighty.id })
    expect((await change(foreign.id, { reason: 'x', version: 1 }, mighty)).status).toBe(404)
    const wish = { patient: records[1], appointment_date_time: on(20, '10:00'), reason: 'x' }
    expect((await mighty.call('POST', PATH, wish)).status).toBe(404)
    const cleaner = await clinic.signedInAs(['appointments.view'])
    expect((await change(foreign.id, { reason: 'x', version: 1 }, cleaner)).status).toBe(403)
  })
})

test('what the desk puts on another record meanwhile is not there for its patient any more', async () => {
  for (const status of [404, 412]) {
    const made = await book(on(18, '11:00'))
    const moving = await clinic.db.startTransaction().execute()
    const moved = { version: 2, ...(status === 404 && { patient_id: records[1]! }) }
    await moving.updateTable('appointments').set(moved).where('id', '=', made.id).execute()
    const asked = change(made.id, { reason: 'Cough', version: 1 })
    await isWaitedFor(moving)
    await moving.commit().execute()
    const reply = await asked
    expect(reply.status, reply.text).toBe(status)
    if (status === 412) expect(reply.json()).toMatchObject({ current: { id: made.id, patient: records[0], version: 2 } })
    else expect(reply.json()).toEqual({ detail: 'Appointment not found.', code: 'not_found' })
    await clinic.db.updateTable('appointments').set({ status: 'cancelled' }).execute()
  }
})

test('who books and changes again and again is slowed down, and nobody else', async () => {
  const eager = await clinic.signedInFrom('Patient', 'patient')
  const statuses = []
  for (let n = 0; n < 31; n++) statuses.push((await change(1, { reason: 'x' }, eager)).status)
  expect(statuses.slice(0, 30)).not.toContain(429)
  expect(statuses.at(-1)).toBe(429)
  expect((await book(on(25, '11:00'), other)).status).toBe('pending')
})

test('of two patients who want one time one gets it, whether they book or move', async () => {
  const wish = { appointment_date_time: on(25, '08:00'), assigned_doctor: doctor, reason: 'Fever' }
  const booked = await Promise.all([own, other].map((person) => person.call('POST', PATH, wish)))
  expect(booked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(booked.find(({ status }) => status === 409)?.json()).toMatchObject({ code: 'slot_taken' })
  const two = [await book(on(25, '09:00')), await book(on(25, '09:20'), other)]
  const at = { appointment_date_time: on(25, '10:00'), version: 1 }
  const moved = await Promise.all(two.map(({ id }, index) => change(id, at, [own, other][index])))
  expect(moved.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})
