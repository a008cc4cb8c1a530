import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { inTransaction } from '#platform/db/connect.ts'
import { aDoctor, anAppointment, anItem, aPatient, aRoom, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { checkIn } from './contract.ts'
import { attachPatient, detachPatient } from './public.ts'

type Reply = ResponseOf<typeof checkIn>

const PATH = '/patients/appointments/'
const TODAY = new Date('2026-03-02T08:00:00Z')
let clinic: TestClinic
let desk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
})
afterAll(() => clinic.close())

const arrive = (id: number, body: object = {}, person = desk) => person.call('POST', `${PATH}${id}/check-in/`, body)
const ofToday = (overrides: Parameters<typeof anAppointment>[1] = {}) =>
  anAppointment(clinic.db, { appointment_date_time: TODAY, ...overrides })
const chargesOf = (visit: number) =>
  clinic.db
    .selectFrom('charges as c')
    .innerJoin('invoices as i', 'i.id', 'c.invoice_id')
    .select(['c.item_id', 'c.order_kind', 'c.order_id', 'c.unit_price'])
    .where('i.visit_id', '=', visit)
    .orderBy('c.id')
    .execute()

const arriveAt = async (time: string) =>
  (await arrive((await anAppointment(clinic.db, { appointment_date_time: new Date(time) })).id)).status

describe('check-in', () => {
  test('starts the visit with its papers and ties it to the appointment', async () => {
    const doctor_id = (await aDoctor(clinic.db)).id
    const row = await ofToday({ doctor_id, status: 'confirmed' })
    const reply = await arrive(row.id, { priority: 'urgent', version: 1 })
    expect(reply.status, reply.text).toBe(201)
    const { appointment, visit } = reply.json<Reply>()
    expect(visit).toMatchObject({
      patient: row.patient_id,
      reason: 'Blurred sight',
      track: 'doctor',
      priority: 'urgent',
      doctor: doctor_id,
    })
    expect([visit.invoice, visit.prescription, visit.process_test_req, visit.triage].every((id) => id !== null)).toBe(true)
    expect(appointment).toMatchObject({
      status: 'arrived',
      visit: visit.id,
      version: 2,
      may: { change: false, check_in: false, statuses: [] },
    })
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select(['action', 'entity'])
      .where('patient_id', '=', row.patient_id)
      .orderBy('id')
      .execute()
    expect(trail).toEqual([
      { action: 'check in', entity: 'appointment' },
      { action: 'start', entity: 'visit' },
    ])
  })

  test('is over with the visit, and open again with it', async () => {
    const row = await ofToday()
    const { visit } = (await arrive(row.id, { track: 'reception' })).json<Reply>()
    const status = async () =>
      (await clinic.db.selectFrom('appointments').select('status').where('id', '=', row.id).executeTakeFirstOrThrow()).status
    const path = `/patients/initiate-attendance-process/${visit.id}/`
    expect((await desk.call('PATCH', path, { track: 'complete', version: visit.version })).status).toBe(200)
    expect(await status()).toBe('completed')
    expect((await desk.call('POST', `${path}undo/`, {})).status).toBe(200)
    expect(await status()).toBe('arrived')
    // The visit decides, not the desk.
    const { version } = (await desk.call('GET', `${PATH}${row.id}/`)).json<{ version: number }>()
    const reply = await desk.call('PATCH', `${PATH}${row.id}/`, { status: 'completed', version })
    expect(reply.json()).toMatchObject({ code: 'move_not_allowed' })
  })

  test('charges the consultation that was booked in place of the doctor’s fee, once', async () => {
    const [usual, booked] = [
      await anItem(clinic.db, '500.00', { category: 'consultation' }),
      await anItem(clinic.db, '900.00', { category: 'consultation' }),
    ]
    const doctor_id = (await aDoctor(clinic.db)).id
    await clinic.db.insertInto('doctor_fees').values({ doctor_id, item_id: usual.id }).execute()
    const { visit } = (await arrive((await ofToday({ doctor_id, item_id: booked.id })).id)).json<Reply>()
    expect(await chargesOf(visit.id)).toEqual([
      { item_id: booked.id, order_kind: 'consultation', order_id: visit.id, unit_price: '900.00' },
    ])
    // The doctor's own fee for who comes without one, and another doctor changes nothing about what was booked.
    const plain = (await arrive((await ofToday({ doctor_id, place: 2 })).id)).json<Reply>().visit
    expect(await chargesOf(plain.id)).toMatchObject([{ item_id: usual.id, order_kind: 'consultation' }])
    const other = (await aDoctor(clinic.db)).id
    await desk.call('PATCH', `/patients/initiate-attendance-process/${visit.id}/`, { doctor: other, version: visit.version })
    expect(await chargesOf(visit.id)).toMatchObject([{ item_id: booked.id }])
  })

  test('charges any other service as an order of its own', async () => {
    const item = await anItem(clinic.db, '350.00')
    const row = await ofToday({ item_id: item.id })
    const { visit } = (await arrive(row.id)).json<Reply>()
    expect(visit.track).toBe('reception')
    expect(await chargesOf(visit.id)).toEqual([{ item_id: item.id, order_kind: 'appointment', order_id: row.id, unit_price: '350.00' }])
  })

  test.each(['pending', 'confirmed', 'arrived', 'no-show'] as const)('is for who is %s', async (status) => {
    expect((await arrive((await ofToday({ status })).id)).status).toBe(201)
  })

  test.each(['completed', 'cancelled'] as const)('is not for what is %s', async (status) => {
    expect((await arrive((await ofToday({ status })).id)).json()).toMatchObject({ code: 'move_not_allowed' })
  })

  test('is for the day itself, as the clinic counts it', async () => {
    expect(await arriveAt('2026-03-01T20:59:00Z')).toBe(409)
    expect(await arriveAt('2026-03-01T21:00:00Z')).toBe(201)
    expect(await arriveAt('2026-03-02T20:59:00Z')).toBe(201)
    expect(await arriveAt('2026-03-02T21:00:00Z')).toBe(409)
  })

  test('finds a place for who missed it, although somebody has it by now', async () => {
    const doctor_id = (await aDoctor(clinic.db)).id
    const room_id = (await aRoom(clinic.db)).id
    const row = await ofToday({ doctor_id, status: 'no-show' })
    await ofToday({ doctor_id, room_id })
    expect((await arrive(row.id)).json<Reply>().appointment).toMatchObject({ status: 'arrived', place: 2, room: null })
  })

  test('is refused with the open visit while the patient is in one, and nothing is charged', async () => {
    const open = await aVisit(clinic.db)
    const row = await ofToday({ patient_id: open.patient_id, item_id: (await anItem(clinic.db)).id })
    const reply = await arrive(row.id)
    expect([reply.status, reply.json()]).toMatchObject([409, { code: 'visit_open', visit: open.id }])
    const after = await clinic.db
      .selectFrom('appointments')
      .select(['status', 'visit_id', 'version'])
      .where('id', '=', row.id)
      .executeTakeFirst()
    expect(after).toEqual({ status: 'pending', visit_id: null, version: 1 })
  })

  test('waits until a public booking is on a record, and refuses an old version', async () => {
    const booking = await aPublicBooking()
    const row = await ofToday({ public_booking_id: booking })
    expect((await arrive(row.id)).json()).toMatchObject({ code: 'not_converted' })
    expect((await desk.call('PATCH', `${PATH}${row.id}/`, { status: 'arrived', version: 1 })).json()).toMatchObject({
      code: 'not_converted',
    })
    expect((await arrive((await ofToday()).id, { version: 2 })).status).toBe(412)
    expect((await arrive(2_000_000_000)).status).toBe(404)
  })

  test('is for those who start visits and see appointments', async () => {
    const { id } = await ofToday()
    expect((await arrive(id, {}, await clinic.signedInAs(['appointments.change', 'appointments.view']))).status).toBe(403)
    expect((await arrive(id, {}, await clinic.signedInAs(['attendance.start']))).status).toBe(403)
    expect((await arrive(id, {}, await clinic.signedInAs(['attendance.start', 'appointments.view']))).status).toBe(201)
  })
})

const aPublicBooking = async () => {
  const at = new Date('2026-03-01T06:00:00Z')
  const { id } = await clinic.db
    .insertInto('public_bookings')
    .values({
      first_name: 'Zuri',
      second_name: 'Ali',
      date_of_birth: '1990-01-01',
      gender: 'female',
      phone_number: '+254700000001',
      consent_version: 1,
      consent_text: 'I agree.',
      consented_at: at,
      link_nonce: 'nonce',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('a public booking', () => {
  test('shows who booked until it is on a record', async () => {
    const row = await ofToday({ public_booking_id: await aPublicBooking() })
    expect((await desk.call('GET', `${PATH}${row.id}/`)).json()).toMatchObject({
      patient: null,
      patient_name: 'Zuri Ali',
      first_name: 'Zuri',
      age: 36,
      gender: 'female',
      phone_number: '+254700000001',
      may: { change: true, check_in: false, statuses: ['confirmed', 'cancelled'] },
    })
    expect((await desk.call('GET', `${PATH}?q=zuri&limit=1`)).json()).toMatchObject([{ id: row.id }])
    const day = await desk.call('GET', `${PATH}calendar/?from=2026-03-02&to=2026-03-02`)
    expect(day.json<{ entries: object[] }>().entries).toContainEqual(
      expect.objectContaining({ id: row.id, name: 'Zuri Ali', patient: null }),
    )
  })

  test('goes on the record of a patient who has nothing else then, and off it again', async () => {
    const row = await ofToday({ public_booking_id: await aPublicBooking() })
    const patient = (await aPatient(clinic.db)).id
    const other = await ofToday({ patient_id: patient })
    const attach = (to: number) => inTransaction(clinic.db, (tx) => attachPatient(tx, row.id, to, desk.id, clinic.clock.now))
    await expect(attach(patient)).rejects.toMatchObject({ status: 409, code: 'patient_busy', extra: { other: { id: other.id } } })
    await expect(attach(2_000_000_000)).rejects.toMatchObject({ status: 400 })
    const free = (await aPatient(clinic.db)).id
    expect((await attach(free)).after.patient).toBe(free)
    await expect(attach(free)).rejects.toMatchObject({ status: 409, code: 'already_converted' })
    const detach = () => inTransaction(clinic.db, (tx) => detachPatient(tx, row.id, desk.id, clinic.clock.now))
    expect((await detach()).after.patient).toBeNull()
    await expect(detach()).rejects.toMatchObject({ status: 409, code: 'not_converted' })
    await attach(free)
    await arrive(row.id)
    await expect(detach()).rejects.toMatchObject({ status: 409, code: 'visit_begun' })
    const { changes } = (await desk.call('GET', `${PATH}${row.id}/`)).json<{ changes: { kind: string; change: object }[] }>()
    expect(changes.map(({ kind }) => kind)).toEqual(['patient', 'patient', 'patient', 'status'])
  })
})
