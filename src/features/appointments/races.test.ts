import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDoctor, anAppointment, aPatient, aRoom, aSchedule } from '../../testing/builders.ts'
import { openTestClinic, type Person, type Reply, type TestClinic } from '../../testing/clinic.ts'
import { patiently } from '../../testing/calls/patiently.ts'

const PATH = '/patients/appointments/'
/** Tuesday at 09:00 in Nairobi. */
const SLOT = '2026-03-03T09:00:00+03:00'
let clinic: TestClinic
let desk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
})
afterAll(() => clinic.close())

const patients = (count: number) => Promise.all(Array.from({ length: count }, async () => (await aPatient(clinic.db)).id))
const bookAll = async (count: number, body: object) =>
  Promise.all(
    (await patients(count)).map((patient) =>
      patiently(() => desk.call('POST', PATH, { patient, appointment_date_time: SLOT, reason: 'Fever', ...body })),
    ),
  )
const tally = (replies: Reply[]) => {
  const codes = replies.map((reply) => (reply.status === 201 || reply.status === 200 ? 'done' : reply.json<{ code: string }>().code))
  return Object.fromEntries([...new Set(codes)].sort().map((code) => [code, codes.filter((one) => one === code).length]))
}
const freeOf = (reply: Reply) => reply.json<{ free: { doctor: number; start: string }[] }>().free

test('a hundred bookings of one slot: one has it, the others are offered the next', async () => {
  const { doctor_id } = await aSchedule(clinic.db, { weekday: 2 })
  const replies = await bookAll(100, { assigned_doctor: doctor_id })
  expect(tally(replies)).toEqual({ done: 1, slot_taken: 99 })
  for (const reply of replies.filter(({ status }) => status === 409))
    expect(freeOf(reply)).toMatchObject([
      { doctor: doctor_id, doctor_name: expect.stringContaining('Doctor'), start: '2026-03-03T06:20:00.000Z', room: null },
      { start: '2026-03-03T06:40:00.000Z' },
      { start: '2026-03-03T07:00:00.000Z' },
      { start: '2026-03-03T07:20:00.000Z' },
      { start: '2026-03-03T07:40:00.000Z' },
      { start: '2026-03-03T08:00:00.000Z' },
    ])
})

test('a doctor without a plan has one place too', async () => {
  expect(tally(await bookAll(20, { assigned_doctor: (await aDoctor(clinic.db)).id }))).toEqual({ done: 1, slot_taken: 19 })
})

test('a capacity of three is three, and overbooking by two is two more', async () => {
  const { doctor_id } = await aSchedule(clinic.db, { weekday: 2, capacity: 3, overbook: 2 })
  const first = await bookAll(10, { assigned_doctor: doctor_id })
  expect(tally(first)).toEqual({ done: 3, slot_taken: 7 })
  expect(first.find(({ status }) => status === 409)!.json()).toMatchObject({ may_overbook: true })
  expect(tally(await bookAll(10, { assigned_doctor: doctor_id, overbook: true }))).toEqual({ done: 2, overbook_full: 8 })
  const { rows } = {
    rows: await clinic.db.selectFrom('appointments').select('place').where('doctor_id', '=', doctor_id).orderBy('place').execute(),
  }
  expect(rows.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5])
})

test('one patient, booked with ten doctors at once, sees one of them', async () => {
  const doctors = await Promise.all(Array.from({ length: 10 }, async () => (await aDoctor(clinic.db)).id))
  const patient = (await aPatient(clinic.db)).id
  const replies = await Promise.all(
    doctors.map((assigned_doctor) => desk.call('POST', PATH, { patient, appointment_date_time: SLOT, reason: 'Fever', assigned_doctor })),
  )
  expect(tally(replies)).toEqual({ done: 1, patient_busy: 9 })
})

test('one room, asked for by ten doctors at once, takes one of them', async () => {
  const room = (await aRoom(clinic.db)).id
  const doctors = await Promise.all(Array.from({ length: 10 }, async () => (await aDoctor(clinic.db)).id))
  const people = await patients(10)
  const replies = await Promise.all(
    doctors.map((assigned_doctor, index) =>
      desk.call('POST', PATH, { patient: people[index], appointment_date_time: SLOT, reason: 'Fever', assigned_doctor, room }),
    ),
  )
  expect(tally(replies)).toEqual({ done: 1, room_taken: 9 })
})

const stands = async (id: number) =>
  clinic.db
    .selectFrom('appointments')
    .select(['appointment_date_time', 'doctor_id', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const at = (hour: number) => new Date(`2026-03-03T${hour}:00:00Z`)

test('two moves onto one slot: one wins, the other stays where it was', async () => {
  for (let round = 0; round < 5; round++) {
    const doctor_id = (await aDoctor(clinic.db)).id
    const rows = [
      await anAppointment(clinic.db, { doctor_id, appointment_date_time: at(10) }),
      await anAppointment(clinic.db, { doctor_id, appointment_date_time: at(11) }),
    ]
    const replies = await Promise.all(
      rows.map(({ id }) => desk.call('PATCH', `${PATH}${id}/`, { appointment_date_time: at(12), version: 1 })),
    )
    expect(tally(replies)).toEqual({ done: 1, slot_taken: 1 })
    const loser = rows[replies.findIndex(({ status }) => status === 409)]!
    expect(await stands(loser.id)).toEqual({ appointment_date_time: loser.appointment_date_time, doctor_id, version: 1 })
  }
})

test('a move against a booking of the target: one wins', async () => {
  for (let round = 0; round < 5; round++) {
    const { doctor_id } = await aSchedule(clinic.db, { weekday: 2 })
    const row = await anAppointment(clinic.db, { doctor_id, appointment_date_time: new Date('2026-03-03T08:00:00Z') })
    const [moved, [booked]] = await Promise.all([
      desk.call('PATCH', `${PATH}${row.id}/`, { appointment_date_time: SLOT, version: 1 }),
      bookAll(1, { assigned_doctor: doctor_id }),
    ])
    expect(tally([moved, booked!])).toEqual({ done: 1, slot_taken: 1 })
    if (moved.status === 409)
      expect(await stands(row.id)).toEqual({ appointment_date_time: row.appointment_date_time, doctor_id, version: 1 })
  }
})

test('two appointments that change places at once never meet', async () => {
  const doctor_id = (await aDoctor(clinic.db)).id
  const times = [new Date('2026-03-04T10:00:00Z'), new Date('2026-03-04T11:00:00Z')]
  const rows = [
    await anAppointment(clinic.db, { doctor_id, appointment_date_time: times[0] }),
    await anAppointment(clinic.db, { doctor_id, appointment_date_time: times[1] }),
  ]
  const replies = await Promise.all(
    rows.map(({ id }, index) => desk.call('PATCH', `${PATH}${id}/`, { appointment_date_time: times[1 - index], version: 1 })),
  )
  expect(tally(replies)).toEqual({ slot_taken: 2 })
})

test('checked in twice at once is one visit', async () => {
  for (let round = 0; round < 3; round++) {
    const row = await anAppointment(clinic.db, { appointment_date_time: new Date('2026-03-02T08:00:00Z') })
    const replies = await Promise.all([1, 2, 3].map(() => desk.call('POST', `${PATH}${row.id}/check-in/`, {})))
    expect(tally(replies)).toEqual({ done: 1, checked_in: 2 })
    const visits = await clinic.db.selectFrom('visits').select('id').where('patient_id', '=', row.patient_id!).execute()
    expect(visits).toHaveLength(1)
  }
})
