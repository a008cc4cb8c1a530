import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aDoctor, anAppointment, anItem, aPatient, aRoom, aSchedule } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { createAppointment, getAppointment } from './contract.ts'
import { appointmentStatuses, movesFrom, type AppointmentStatus } from './rules.ts'

type Appointment = ResponseOf<typeof createAppointment>
interface Refusal {
  code: string
  free?: { doctor: number; start: string }[]
  other?: { id: number }
  appointment?: number
}

const PATH = '/patients/appointments/'
/** 10:30 on Monday 2 March 2026 in Nairobi. */
const NOW = '2026-03-02T07:30:00Z'
let clinic: TestClinic
let desk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
})
afterAll(() => clinic.close())

const change = (id: number, body: object, version = 1, person = desk) => person.call('PATCH', `${PATH}${id}/`, { version, ...body })
const read = async (id: number) => (await desk.call('GET', `${PATH}${id}/`)).json<ResponseOf<typeof getAppointment>>()

/** An appointment in a state: of today and begun unless its time is said. */
const inState = (status: AppointmentStatus, at = '2026-03-02T07:00:00Z') =>
  anAppointment(clinic.db, { status, appointment_date_time: new Date(at), status_reason: status === 'cancelled' ? 'Ill' : '' })

const code = async (status: AppointmentStatus, at: string, to: AppointmentStatus) =>
  (await change((await inState(status, at)).id, { status: to, status_reason: 'As agreed' })).json<Refusal>().code

describe('every move between states', () => {
  const pairs = appointmentStatuses.flatMap((from) => appointmentStatuses.filter((to) => to !== from).map((to) => [from, to] as const))

  test.each(pairs)('from %s to %s', async (from, to) => {
    // What was cancelled comes back only while its time is ahead.
    const { id } = await inState(from, from === 'cancelled' ? '2026-03-02T09:00:00Z' : undefined)
    const reply = await change(id, { status: to, status_reason: 'As agreed' })
    if (movesFrom(from).includes(to)) {
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json()).toMatchObject({ status: to, status_reason: 'As agreed', version: 2 })
      expect((await read(id)).changes).toMatchObject([
        { kind: 'status', change: { status: [from, to] }, reason: 'As agreed', changed_by: desk.id },
      ])
    } else {
      expect([reply.status, reply.json<Refusal>().code]).toEqual([409, 'move_not_allowed'])
      expect(await read(id)).toMatchObject({ status: from, version: 1, changes: [] })
    }
  })

  test('a cancellation has a reason', async () => {
    const { id } = await inState('pending')
    expect((await change(id, { status: 'cancelled' })).json()).toEqual({ status_reason: ['Enter the reason for cancelling.'] })
    expect((await read(id)).status).toBe('pending')
  })

  test('what is over stays over, and nobody misses or comes to what is on another day', async () => {
    expect(await code('cancelled', '2026-03-02T07:00:00Z', 'pending')).toBe('move_not_allowed')
    expect(await code('pending', '2026-03-02T09:00:00Z', 'no-show')).toBe('move_not_allowed')
    expect(await code('pending', '2026-03-03T06:00:00Z', 'arrived')).toBe('move_not_allowed')
    // 21:00 UTC is the next day in Nairobi.
    expect(await code('pending', '2026-03-02T21:00:00Z', 'arrived')).toBe('move_not_allowed')
    expect(await code('no-show', '2026-03-01T07:00:00Z', 'arrived')).toBe('move_not_allowed')
  })

  test('what was cancelled or missed needs its place again', async () => {
    const doctor_id = (await aDoctor(clinic.db)).id
    const at = { doctor_id, appointment_date_time: new Date('2026-03-04T07:00:00Z') }
    const cancelled = await anAppointment(clinic.db, { ...at, status: 'cancelled' })
    await anAppointment(clinic.db, at)
    const reply = await change(cancelled.id, { status: 'confirmed' })
    expect([reply.status, reply.json<Refusal>().code]).toEqual([409, 'slot_taken'])
    expect(reply.json<Refusal>().free?.[0]).toMatchObject({ doctor: doctor_id, start: '2026-03-04T07:20:00.000Z' })
    expect(await read(cancelled.id)).toMatchObject({ status: 'cancelled', version: 1 })
  })

  test('who missed it and comes all the same is squeezed in', async () => {
    const doctor_id = (await aDoctor(clinic.db)).id
    const room_id = (await aRoom(clinic.db)).id
    const at = { doctor_id, room_id, appointment_date_time: new Date('2026-03-02T07:20:00Z') }
    const missed = await anAppointment(clinic.db, { ...at, status: 'no-show' })
    await anAppointment(clinic.db, at)
    const reply = await change(missed.id, { status: 'arrived' })
    expect(reply.json()).toMatchObject({ status: 'arrived', place: 2, room: room_id })
  })
})

describe('a change', () => {
  test('needs the version, and is refused with the appointment as it is when that is old', async () => {
    const { id } = await anAppointment(clinic.db)
    expect((await desk.call('PATCH', `${PATH}${id}/`, { reason: 'Fever' })).json()).toMatchObject({ version: [expect.any(String)] })
    expect((await change(id, { reason: 'Fever' })).json()).toMatchObject({ reason: 'Fever', version: 2 })
    const stale = await change(id, { reason: 'Cough' })
    expect(stale.status).toBe(412)
    expect(stale.json<{ current: Appointment }>().current).toMatchObject({ id, reason: 'Fever', version: 2 })
    const byTag = await desk.call('PATCH', `${PATH}${id}/`, { reason: 'Cough' }, { 'if-match': '"2"' })
    expect(byTag.json()).toMatchObject({ reason: 'Cough', version: 3 })
    expect((await change(2_000_000_000, { reason: 'Fever' })).status).toBe(404)
    expect((await change(id, {})).json()).toEqual({ non_field_errors: ['Nothing to change.'] })
  })

  test('to what it is already changes nothing', async () => {
    const { id } = await anAppointment(clinic.db)
    const reply = await change(id, {
      reason: 'Blurred sight',
      appointment_date_time: '2026-03-03T09:00:00+03:00',
      minutes: 20,
      status: 'pending',
    })
    expect(reply.json()).toMatchObject({ version: 1 })
  })

  test('of the time keeps the length, and what happened is written down', async () => {
    const doctor_id = (await aDoctor(clinic.db)).id
    const { id } = await anAppointment(clinic.db, { doctor_id, ends_at: new Date('2026-03-03T06:35:00Z') })
    const moved = await change(id, { appointment_date_time: '2026-03-05T14:00:00+03:00' })
    expect(moved.json()).toMatchObject({ ends_at: '2026-03-05T11:35:00.000Z', minutes: 35, version: 2 })
    const longer = await change(id, { ends_at: '2026-03-05T15:00:00+03:00' }, 2)
    expect(longer.json()).toMatchObject({ minutes: 60 })
    const { changes } = await read(id)
    expect(changes.map(({ kind, change: fields }) => [kind, Object.keys(fields).toSorted()])).toEqual([
      ['moved', ['appointment_date_time', 'ends_at']],
      ['moved', ['ends_at']],
    ])
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select('change')
      .where('entity_id', '=', id)
      .where('action', '=', 'update')
      .execute()
    expect(trail).toMatchObject([
      { change: { appointment_date_time: ['2026-03-03T06:00:00.000Z', '2026-03-05T11:00:00.000Z'] } },
      { change: { ends_at: ['2026-03-05T11:35:00.000Z', '2026-03-05T12:00:00.000Z'] } },
    ])
  })

  test('into the past, or of what is over, is refused', async () => {
    const { id } = await anAppointment(clinic.db)
    expect((await change(id, { appointment_date_time: '2026-03-02T10:29:59+03:00' })).json()).toEqual({
      appointment_date_time: ['An appointment cannot be in the past.'],
    })
    for (const status of ['arrived', 'completed', 'cancelled', 'no-show'] as const) {
      const over = await anAppointment(clinic.db, { status, appointment_date_time: new Date('2026-03-02T06:00:00Z') })
      const reply = await change(over.id, { appointment_date_time: '2026-03-05T14:00:00+03:00' })
      expect([reply.status, reply.json<Refusal>().code]).toEqual([409, 'not_open'])
    }
  })

  test('of the doctor asks for that doctor’s plan and room, and a whole object may be sent', async () => {
    const session = await aSchedule(clinic.db, { weekday: 2, room_id: (await aRoom(clinic.db)).id })
    const { id } = await anAppointment(clinic.db, { doctor_id: (await aDoctor(clinic.db)).id })
    const { doctor: _doctor, ...whole } = await read(id)
    const reply = await desk.call('PUT', `${PATH}${id}/`, { ...whole, assigned_doctor: session.doctor_id })
    expect(reply.json(), reply.text).toMatchObject({ doctor: session.doctor_id, room: session.room_id, version: 2 })
    const outside = await change(id, { appointment_date_time: '2026-03-03T12:00:00+03:00' }, 2)
    expect([outside.status, outside.json<Refusal>().code]).toEqual([409, 'outside_schedule'])
    const unknown = await change(id, { assigned_doctor: desk.id, room: 2_000_000_000, item: 2_000_000_000 }, 2)
    expect(Object.keys(unknown.json())).toEqual(['assigned_doctor', 'item', 'room'])
  })

  test('of the room is refused while another doctor has it, and may take it away', async () => {
    const room = (await aRoom(clinic.db)).id
    const [one, two] = [(await aDoctor(clinic.db)).id, (await aDoctor(clinic.db)).id]
    await anAppointment(clinic.db, { doctor_id: one, room_id: room })
    const { id } = await anAppointment(clinic.db, { doctor_id: two })
    const taken = await change(id, { room })
    expect([taken.status, taken.json<Refusal>().code]).toEqual([409, 'room_taken'])
    const own = (await aRoom(clinic.db)).id
    expect((await change(id, { room: own })).json()).toMatchObject({ room: own, version: 2 })
    expect((await change(id, { room: null }, 2)).json()).toMatchObject({ room: null, version: 3 })
  })

  test('of the service takes as long as that', async () => {
    const item = (await anItem(clinic.db)).id
    await clinic.db.insertInto('bookable_services').values({ item_id: item, minutes: 50 }).execute()
    const { id } = await anAppointment(clinic.db)
    expect((await change(id, { item })).json()).toMatchObject({ item, minutes: 50 })
  })

  test('of a patient who is elsewhere then is refused with the other appointment', async () => {
    const patient_id = (await aPatient(clinic.db)).id
    const other = await anAppointment(clinic.db, { patient_id })
    const { id } = await anAppointment(clinic.db, { patient_id, appointment_date_time: new Date('2026-03-05T06:00:00Z') })
    const reply = await change(id, { appointment_date_time: '2026-03-03T09:10:00+03:00' })
    expect([reply.status, reply.json<Refusal>().code, reply.json<Refusal>().other?.id]).toEqual([409, 'patient_busy', other.id])
  })

  test('is for those who may', async () => {
    const { id } = await anAppointment(clinic.db)
    const reader = await clinic.signedInAs(['appointments.view'])
    expect((await change(id, { reason: 'Fever' }, 1, reader)).status).toBe(403)
    expect((await reader.call('GET', `${PATH}${id}/`)).json()).toMatchObject({ may: { change: false, check_in: false, statuses: [] } })
  })
})

const statuses = (ids: number[], body: object) => desk.call('POST', `${PATH}statuses/`, { ids, ...body })

describe('several at once', () => {
  test('are all brought to a state', async () => {
    const ids = [(await anAppointment(clinic.db)).id, (await anAppointment(clinic.db)).id]
    const reply = await statuses([...ids, ids[0]!], { status: 'confirmed' })
    expect(reply.json<Appointment[]>().map(({ id, status }) => [id, status])).toEqual(ids.map((id) => [id, 'confirmed']))
  })

  test('that are in it already stay as they are', async () => {
    const { id } = await anAppointment(clinic.db, { status: 'confirmed' })
    expect((await statuses([id], { status: 'confirmed' })).json()).toMatchObject([{ id, status: 'confirmed', version: 1 }])
  })

  test('or none of them, and the reply names the first that does not follow', async () => {
    const fine = (await anAppointment(clinic.db)).id
    const over = (await anAppointment(clinic.db, { status: 'completed' })).id
    const reply = await statuses([over, fine], { status: 'cancelled', reason: 'Power cut' })
    expect([reply.status, reply.json<Refusal>()]).toMatchObject([409, { code: 'move_not_allowed', appointment: over }])
    expect(await read(fine)).toMatchObject({ status: 'pending', version: 1, changes: [] })
    expect((await statuses([fine, 2_000_000_000], { status: 'confirmed' })).status).toBe(404)
    expect((await statuses([fine], { status: 'cancelled' })).status).toBe(400)
    expect((await statuses([], { status: 'confirmed' })).status).toBe(400)
  })
})

test(`it is ${NOW} throughout`, () => expect(clinic.clock.now).toEqual(new Date(NOW)))
