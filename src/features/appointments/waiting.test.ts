import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aDoctor, anAppointment, anItem, aPatient, aSchedule } from '../../testing/builders.ts'
import { openTestClinic, type Person, type Reply, type TestClinic } from '../../testing/clinic.ts'
import type { bookWaiting, listWaiting } from './contract-waiting.ts'

type Entry = ResponseOf<typeof listWaiting>[number]
const PATH = '/patients/appointments/waiting/'

let clinic: TestClinic
let desk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
})
afterAll(() => clinic.close())
beforeEach(() =>
  clinic.db
    .updateTable('waiting_list')
    .set({ status: 'removed', closed_at: new Date('2026-03-01T06:00:00Z'), closed_by: desk.id, close_reason: 'Ended' })
    .where('status', '=', 'waiting')
    .execute(),
)

const add = async (body: object = {}, person = desk) =>
  person.call('POST', PATH, { patient: (await aPatient(clinic.db)).id, from_day: '2026-03-02', ...body })
const added = async (body: object = {}) => (await add(body)).json<Entry>()
const list = async (more = '') => (await desk.call('GET', `${PATH}${more}`)).json<Entry[]>()
const timesOf = ({ free }: Entry) => free.map(({ start }) => start)
/** Tuesdays from 08:00 to 12:00 in Nairobi: the first is 3 March 2026. */
const aDoctorOnTuesdays = async (more: Parameters<typeof aSchedule>[1] = {}) =>
  (await aSchedule(clinic.db, { weekday: 2, ...more })).doctor_id

describe('the desk keeps the list', () => {
  test('a patient is put on it with what they wish, and the next free times stand beside', async () => {
    const doctor = await aDoctorOnTuesdays()
    const item = (await anItem(clinic.db, '10.00', { name: 'Eye test' })).id
    const wishes = { doctor, item, until_day: '2026-04-30', hours: 'mornings', priority: 'soon', note: 'Call after five' }
    const reply = await add(wishes)
    expect(reply.status, reply.text).toBe(201)
    expect(reply.json()).toMatchObject({ ...wishes, item_name: 'Eye test', status: 'waiting', version: 1, appointment: null })
    expect(timesOf(reply.json<Entry>())).toEqual(['2026-03-03T05:00:00.000Z', '2026-03-03T05:20:00.000Z', '2026-03-03T05:40:00.000Z'])
    expect(await list()).toEqual([reply.json()])
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select(['action', 'patient_id'])
      .where('entity', '=', 'waiting list')
      .orderBy('id')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['create', 'read'])
  })

  test('the most urgent stand first, then those who wait longest; page by page', async () => {
    const ids: number[] = []
    for (const priority of ['normal', 'urgent', 'soon', 'normal', 'urgent']) ids.push((await added({ priority })).id)
    const order = [1, 4, 2, 0, 3].map((at) => ids[at])
    expect((await list()).map(({ id }) => id)).toEqual(order)
    const first = await desk.call('GET', `${PATH}?limit=3&count=true`)
    expect(first.headers['x-total-count']).toBe('5')
    const next = /cursor=([^&>]+)/.exec(String(first.headers['link']))?.[1]
    expect([...first.json<Entry[]>(), ...(await list(`?limit=3&cursor=${next}`))].map(({ id }) => id)).toEqual(order)
  })

  test('a doctor is asked for: those who want them, and those who want anybody', async () => {
    const [one, other] = [(await aDoctor(clinic.db)).id, (await aDoctor(clinic.db)).id]
    const ids = [(await added({ doctor: one })).id, (await added()).id]
    await added({ doctor: other })
    expect((await list(`?doctor=${one}`)).map(({ id }) => id)).toEqual(ids)
  })

  test('a patient waits once for the same doctor and service', async () => {
    const patient = (await aPatient(clinic.db)).id
    const doctor = (await aDoctor(clinic.db)).id
    const first = await added({ patient })
    const again = await add({ patient })
    expect(again.status).toBe(409)
    expect(again.json()).toMatchObject({ code: 'already_waiting', other: { id: first.id } })
    const second = await added({ patient, doctor })
    const clash = await desk.call('PATCH', `${PATH}${second.id}/`, { doctor: null, version: 1 })
    expect(clash.json()).toMatchObject({ code: 'already_waiting', other: { id: first.id } })
    await desk.call('POST', `${PATH}${first.id}/remove/`, { reason: 'Found a place elsewhere' })
    expect((await add({ patient })).status).toBe(201)
  })

  test('what was wished is changed with its version', async () => {
    const { id } = await added({ priority: 'soon' })
    const change = { until_day: '2026-03-20', hours: 'afternoons', note: 'By telephone' }
    expect((await desk.call('PATCH', `${PATH}${id}/`, change)).json()).toHaveProperty('version')
    expect((await desk.call('PATCH', `${PATH}${id}/`, { ...change, version: 1 })).json()).toMatchObject({
      ...change,
      priority: 'soon',
      version: 2,
    })
    expect((await desk.call('PATCH', `${PATH}${id}/`, { note: '', version: 1 })).status).toBe(412)
    const early = await desk.call('PATCH', `${PATH}${id}/`, { from_day: '2026-03-21', version: 2 })
    expect(early.json()).toEqual({ until_day: ['The last day must not be before the first.'] })
  })

  test('what is not there is refused, every field by name', async () => {
    const reply = await add({ patient: 999_999, doctor: desk.id, item: 999_999 })
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.json<object>()).sort()).toEqual(['doctor', 'item', 'patient'])
    expect((await add({ until_day: '2026-03-01' })).json()).toEqual({ until_day: ['The last day must not be before the first.'] })
    expect((await desk.call('POST', `${PATH}999999/remove/`, { reason: 'Left' })).status).toBe(404)
  })

  test('a removed entry says why, and is over', async () => {
    const { id } = await added()
    const removed = await desk.call('POST', `${PATH}${id}/remove/`, { reason: 'Moved away', version: 1 })
    expect(removed.json()).toMatchObject({ status: 'removed', close_reason: 'Moved away', free: [] })
    expect(await list()).toEqual([])
    expect((await list('?status=removed'))[0]).toMatchObject({ id })
    expect((await desk.call('PATCH', `${PATH}${id}/`, { note: 'Back', version: 2 })).json()).toMatchObject({
      code: 'not_waiting',
      status: 'removed',
    })
  })

  test('it is for the desk: others read or see nothing', async () => {
    const patient = await clinic.signedInFrom('Patient', 'patient')
    const reader = await clinic.signedInAs(['appointments.view'])
    const { id } = await added()
    expect([(await patient.call('GET', PATH)).status, (await add({}, patient)).status]).toEqual([403, 403])
    expect([(await reader.call('GET', PATH)).status, (await add({}, reader)).status]).toEqual([200, 403])
    expect((await reader.call('POST', `${PATH}${id}/remove/`, { reason: 'Left' })).status).toBe(403)
  })
})

describe('free times', () => {
  test('fit the days, the half of the day, the service, and where the patient is already', async () => {
    const eyes = (await anItem(clinic.db)).id
    const doctor = await aDoctorOnTuesdays({ starts_at: '11:00', ends_at: '13:00', slot_minutes: 30 })
    await aSchedule(clinic.db, { doctor_id: doctor, weekday: 3, item_id: eyes })
    const patient = (await aPatient(clinic.db)).id
    await anAppointment(clinic.db, { patient_id: patient, appointment_date_time: new Date('2026-03-03T08:00:00Z') })
    expect(timesOf(await added({ doctor, patient, hours: 'mornings' }))).toEqual([
      '2026-03-03T08:30:00.000Z',
      '2026-03-10T08:00:00.000Z',
      '2026-03-10T08:30:00.000Z',
    ])
    expect(timesOf(await added({ doctor, hours: 'afternoons', from_day: '2026-03-04' }))).toEqual([
      '2026-03-10T09:00:00.000Z',
      '2026-03-10T09:30:00.000Z',
      '2026-03-17T09:00:00.000Z',
    ])
    expect(timesOf(await added({ doctor, until_day: '2026-03-02' }))).toEqual([])
    expect(timesOf(await added({ doctor, item: eyes, from_day: '2026-03-04', until_day: '2026-03-04' }))).toHaveLength(3)
  })

  test('any doctor will do: a time stands once, whoever has it', async () => {
    const item = (await anItem(clinic.db)).id
    for (let n = 0; n < 2; n++) await aDoctorOnTuesdays({ item_id: item })
    expect(new Set(timesOf(await added({ item }))).size).toBe(3)
  })
})

describe('who would fit a place that is given up', () => {
  test('the most urgent of those whose days, doctor and hours it suits', async () => {
    const doctor = await aDoctorOnTuesdays()
    const at = new Date('2026-03-03T06:00:00Z')
    const left = await anAppointment(clinic.db, { doctor_id: doctor, appointment_date_time: at })
    const own = await added({ doctor, patient: left.patient_id })
    const normal = await added({ doctor })
    const urgent = await added({ priority: 'urgent' })
    for (const wishes of [{ hours: 'afternoons' }, { doctor: (await aDoctor(clinic.db)).id }, { from_day: '2026-03-04' }])
      await added(wishes)
    const fits = async () => (await desk.call('GET', `${PATH}fits/?appointment=${left.id}`)).json<Entry[]>()
    expect((await fits()).map(({ id }) => id)).toEqual([urgent.id, normal.id])
    expect((await fits())[0]?.free).toMatchObject([{ start: '2026-03-03T06:00:00.000Z', doctor }])
    expect(own.status).toBe('waiting')
    // Somebody has the place by now.
    await clinic.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', left.id).execute()
    await anAppointment(clinic.db, { doctor_id: doctor, appointment_date_time: at })
    expect(await fits()).toEqual([])
    expect((await desk.call('GET', `${PATH}fits/?appointment=999999`)).status).toBe(404)
  })

  test('nobody for what is over, and for an appointment without a doctor', async () => {
    await added()
    for (const appointment_date_time of [new Date('2026-03-02T06:00:00Z'), new Date('2026-03-03T06:00:00Z')]) {
      const { id } = await anAppointment(clinic.db, { appointment_date_time })
      expect((await desk.call('GET', `${PATH}fits/?appointment=${id}`)).json()).toEqual([])
    }
  })
})

const book = (id: number, more: object = {}) =>
  desk.call('POST', `${PATH}${id}/book/`, { appointment_date_time: '2026-03-03T09:00:00+03:00', reason: 'Fever', ...more })
const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status).sort((a, b) => a - b)

describe('booking ends the waiting', () => {
  test('with the doctor and service that were waited for', async () => {
    const doctor = await aDoctorOnTuesdays()
    const item = (await anItem(clinic.db)).id
    const { id, patient } = await added({ doctor, item })
    const reply = await book(id, { status: 'confirmed', version: 1 })
    expect(reply.status, reply.text).toBe(201)
    const { entry, appointment } = reply.json<ResponseOf<typeof bookWaiting>>()
    expect(appointment).toMatchObject({ patient, doctor, item, status: 'confirmed', appointment_date_time: '2026-03-03T06:00:00.000Z' })
    expect(entry).toMatchObject({ status: 'booked', appointment: appointment.id, free: [], version: 2 })
    expect((await book(id)).json()).toMatchObject({ code: 'not_waiting' })
  })

  test('a place that is taken is refused with others, and the patient waits on', async () => {
    const doctor = await aDoctorOnTuesdays()
    const { id } = await added({ doctor })
    await anAppointment(clinic.db, { doctor_id: doctor })
    const reply = await book(id)
    expect(reply.json()).toMatchObject({ code: 'slot_taken', free: expect.arrayContaining([expect.objectContaining({ doctor })]) })
    expect((await list())[0]).toMatchObject({ id, status: 'waiting' })
  })

  test('twice at once is one appointment', async () => {
    for (let round = 0; round < 3; round++) {
      const doctor = await aDoctorOnTuesdays()
      const { id, patient } = await added({ doctor })
      const replies = await Promise.all(
        ['09:00', '09:20', '10:00'].map((at) => book(id, { appointment_date_time: `2026-03-03T${at}:00+03:00` })),
      )
      expect(statusesOf(replies)).toEqual([201, 409, 409])
      const rows = await clinic.db.selectFrom('appointments').select('id').where('patient_id', '=', patient).execute()
      expect(rows).toHaveLength(1)
    }
  })

  test('put on the list twice at once is one entry', async () => {
    const patient = (await aPatient(clinic.db)).id
    const replies = await Promise.all([1, 2, 3].map(() => add({ patient })))
    expect(statusesOf(replies)).toEqual([201, 409, 409])
  })
})
