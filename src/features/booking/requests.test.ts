import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { getBookingRequest, listBookingMatches } from './contract.ts'
import { aRequest, at, BOOK, type Booked, callFrom, openToPublic, type Refused } from './samples.ts'

type Request = ResponseOf<typeof getBookingRequest>
type Match = ResponseOf<typeof listBookingMatches>[number]

let clinic: TestClinic
let call: ReturnType<typeof callFrom>
let desk: Person
let doctor: number
let item: number
beforeAll(async () => {
  clinic = await openTestClinic({ publicUrl: 'https://clinic.example' })
  call = callFrom(clinic)
  desk = await clinic.signedInFrom('Receptionist')
  ;({ doctor, item } = await openToPublic(clinic, { capacity: 50 }))
  await clinic.db.updateTable('message_settings').set({ email_is_on: true }).execute()
})
afterAll(() => clinic.close())

const book = async (more: object = {}) => {
  const reply = await call('POST', BOOK, aRequest({ doctor, item, ...more }))
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Booked>()
}
const list = async (query: string) => (await desk.call('GET', `${BOOK}?${query}`)).json<Request[]>()
const ids = async (query: string) => (await list(query)).map(({ id }) => id)
const read = async (id: number) => (await desk.call('GET', `${BOOK}${id}/`)).json<Request>()
const convert = (id: number, body: object, person = desk) => person.call('POST', `${BOOK}${id}/convert/`, body)
const unlink = (id: number, body: object = {}) => desk.call('POST', `${BOOK}${id}/unlink/`, body)
const patientOf = (id: number) => clinic.db.selectFrom('patients').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('the desk', () => {
  test('reads a booking with everything that was sent and agreed to', async () => {
    const booked = await book({ email: 'z@example.com', language: 'fr' })
    expect(await read(booked.id)).toMatchObject({
      id: booked.id,
      number: booked.number,
      first_name: 'Zawadi',
      second_name: booked.second_name,
      age: 34,
      gender: 'female',
      phone_number: booked.phone_number,
      email: 'z@example.com',
      language: 'fr',
      consent_version: 1,
      consent_text: expect.stringContaining('I agree'),
      item,
      doctor,
      minutes: 20,
      status: 'pending',
      patient: null,
      patient_name: null,
      is_open: true,
      taken_over: [],
      may: { convert: true, register: true, unlink: false, change: true },
    })
    expect(JSON.stringify(await read(booked.id))).not.toContain(booked.link)
    expect((await desk.call('GET', `${BOOK}2000000000/`)).status).toBe(404)
  })

  test('lists them newest first, by what is open, by state and by words', async () => {
    const [first, second] = [await book({ first_name: 'Wambuí' }), await book({ email: 'find.me@example.com' })]
    expect(await ids('limit=2')).toEqual([second.id, first.id])
    expect(await ids(`q=wambui`)).toEqual([first.id])
    expect(await ids(`q=${first.number.toLowerCase()}`)).toEqual([first.id])
    expect(await ids('q=FIND.me@example.com')).toEqual([second.id])
    expect(await ids(`q=${encodeURIComponent(`0${second.phone_number!.slice(4)}`)}`)).toEqual([second.id])
    expect(await ids('q=%25')).toEqual([])
    await call('POST', `/public/bookings/${first.link}/cancel/`, {})
    expect(await ids('status=cancelled')).toEqual([first.id])
    expect(await ids('is_open=false')).toEqual([first.id])
    expect(await ids('is_open=true')).not.toContain(first.id)
    const page = await desk.call('GET', `${BOOK}?limit=1&count=true&is_open=true`)
    const { open } = (await desk.call('GET', `${BOOK}count/`)).json<{ open: number }>()
    expect(page.headers['x-total-count']).toBe(String(open))
    const next = page.next!
    expect((await desk.call('GET', next)).json<Request[]>()[0]!.id).toBeLessThan(second.id)
  })

  test('only with the right to', async () => {
    const booked = await book()
    const unprivileged = await clinic.signedInAs([])
    for (const path of ['', 'count/', `${booked.id}/`, `${booked.id}/matches/`])
      expect((await unprivileged.call('GET', `${BOOK}${path}`)).status).toBe(403)
    const reader = await clinic.signedInAs(['appointments.view'])
    expect((await reader.call('GET', `${BOOK}${booked.id}/`)).json<Request>().may).toEqual({
      convert: false,
      register: false,
      unlink: false,
      change: false,
    })
    expect((await reader.call('GET', `${BOOK}${booked.id}/matches/`)).status).toBe(403)
    expect((await convert(booked.id, { register: {} }, reader)).status).toBe(403)
    const changer = await clinic.signedInAs(['appointments.view', 'appointments.change'])
    const refused = await convert(booked.id, { register: {} }, changer)
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('patients.add')])
  })
})

describe('matches', () => {
  test('are the likely records, with what is the same and what is not', async () => {
    const same = await aPatient(clinic.db, {
      first_name: 'Nekesa',
      second_name: 'Barasa',
      date_of_birth: '1991-05-17',
      phone: '0710000001',
      email: 'old@example.com',
    })
    const near = await aPatient(clinic.db, { first_name: 'Nekessa', second_name: 'Barasa', date_of_birth: '1991-05-16', gender: 'female' })
    await aPatient(clinic.db, { first_name: 'Somebody', second_name: 'Else' })
    const booked = await book({ first_name: 'Nekesa', second_name: 'Barasa', phone_number: '+254710000001', email: 'new@example.com' })
    const matches = (await desk.call('GET', `${BOOK}${booked.id}/matches/`)).json<Match[]>()
    expect(matches.map(({ patient }) => patient.id)).toEqual([same.id, near.id])
    expect(matches[0]).toMatchObject({ because: ['name', 'date of birth', 'telephone'], differs: ['email'] })
    expect(matches[0]!.score).toBeGreaterThan(matches[1]!.score)
    expect(matches[1]!.differs).toEqual(['name', 'date_of_birth'])
  })
})

describe('putting a booking on a record', () => {
  test('that is on file takes over what the record does not have, and nothing else', async () => {
    const patient = await aPatient(clinic.db, { phone: '+254700000001' })
    const booked = await book({ email: 'given@example.com' })
    const reply = await convert(booked.id, { patient: patient.id, confirm: true })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.json<Request>()).toMatchObject({
      patient: patient.id,
      patient_number: patient.unique_id,
      status: 'confirmed',
      taken_over: ['email', 'date_of_birth'],
      converted_by_name: 'Test receptionist',
      is_open: false,
      may: { convert: false, unlink: true },
    })
    expect(await patientOf(patient.id)).toMatchObject({
      first_name: patient.first_name,
      phone: '+254700000001',
      email: 'given@example.com',
      date_of_birth: '1991-05-17',
      version: patient.version + 1,
    })
    const { appointment } = reply.json<Request>()
    const changes = await clinic.db
      .selectFrom('appointment_changes')
      .select(['kind', 'changed_by'])
      .where('appointment_id', '=', appointment)
      .orderBy('id')
      .execute()
    expect(changes).toEqual([
      { kind: 'booked', changed_by: null },
      { kind: 'patient', changed_by: desk.id },
      { kind: 'status', changed_by: desk.id },
    ])
    const reported = await clinic.db
      .selectFrom('messages')
      .select(['kind', 'body', 'patient_id'])
      .where('entity_id', '=', appointment)
      .orderBy('id')
      .execute()
    expect(reported.map(({ kind }) => kind)).toEqual(['booked', 'confirmed'])
    expect(reported[1]).toMatchObject({
      patient_id: patient.id,
      body: expect.stringContaining(`https://clinic.example/booking/${booked.link}`),
    })
  })

  test('brings no contact that confirms a portal account: anybody may have sent it', async () => {
    const colleague = await clinic.signedInFrom('Receptionist')
    const born = '1991-05-17'
    const account = async () => {
      const person = await clinic.signedInFrom('Patient', 'patient')
      await clinic.db.updateTable('users').set({ first_name: 'Zawadi', last_name: 'Booked' }).where('id', '=', person.id).execute()
      return person
    }
    const wayOf = async (patient: number) => {
      const mine = await account()
      const { code } = (await mine.call('POST', '/portal/link-code/', {})).json<{ code: string }>()
      const reply = await colleague.call('PUT', `/patients/patients/${patient}/account/`, { code, account: mine.id })
      return reply.json<{ request: { way: string } }>().request.way
    }
    const names = { first_name: 'Zawadi', second_name: 'Booked' }
    const known = await aPatient(clinic.db, { ...names, date_of_birth: born, email: 'known@example.com' })
    expect(await wayOf(known.id)).toBe('contact')
    const filled = await aPatient(clinic.db, { ...names, date_of_birth: born })
    expect((await convert((await book({ ...names, email: 'filled@example.com' })).id, { patient: filled.id })).status).toBe(200)
    expect(await wayOf(filled.id)).toBe('colleague')
    const booked = await book({ ...names, email: 'new@example.com' })
    const made = await convert(booked.id, { register: {}, not_a_duplicate: true })
    expect(made.status, made.text).toBe(200)
    expect(await wayOf(made.json<Request>().patient!)).toBe('colleague')
  })

  test('registers a new one as at the desk, with what the desk knows better', async () => {
    const booked = await book({ first_name: 'Akinyi', second_name: 'Oduya' })
    const reply = await convert(booked.id, { register: { other_names: 'Rose', residence: 'Kibera' } })
    expect(reply.status, reply.text).toBe(200)
    const request = reply.json<Request>()
    expect(request).toMatchObject({ status: 'pending', patient_name: 'Akinyi Rose Oduya', taken_over: [] })
    expect(await patientOf(request.patient!)).toMatchObject({
      phone: booked.phone_number,
      date_of_birth: '1991-05-17',
      residence: 'Kibera',
      created_by: desk.id,
    })

    const duplicate = await book({ first_name: 'Akinyi', second_name: 'Oduya', phone_number: booked.phone_number })
    const refused = await convert(duplicate.id, { register: {} })
    expect([refused.status, refused.json<Refused>().code]).toEqual([409, 'possible_duplicate'])
    expect(await read(duplicate.id)).toMatchObject({ patient: null })
    const other = await convert(duplicate.id, { register: {}, not_a_duplicate: true })
    expect(other.json()).toMatchObject({ first_name: 'Akinyi', status: 'pending' })
  })

  test('is refused for a record that is not there, twice, or after it was cancelled', async () => {
    const booked = await book()
    for (const [body, status] of [
      [{}, 400],
      [{ patient: 1, register: {} }, 400],
      [{ patient: 2_000_000_000 }, 400],
      [{ register: { first_name: '' } }, 400],
      [{ patient: (await aPatient(clinic.db, { deactivated_at: clinic.clock.now })).id }, 400],
    ] as const)
      expect([body, (await convert(booked.id, body)).status]).toEqual([body, status])
    const patient = await aPatient(clinic.db)
    expect((await convert(booked.id, { patient: patient.id, version: 7 })).status).toBe(412)
    await call('POST', `/public/bookings/${booked.link}/cancel/`, {})
    const cancelled = await convert(booked.id, { patient: patient.id })
    expect([cancelled.status, cancelled.json<Refused>().code]).toEqual([409, 'not_open'])
    expect((await convert(2_000_000_000, { patient: patient.id })).status).toBe(404)
  })

  test('names the other appointment of a patient who is elsewhere then', async () => {
    const patient = await aPatient(clinic.db)
    const [one, two] = [await book(), await book()]
    expect((await convert(one.id, { patient: patient.id })).status).toBe(200)
    const busy = await convert(two.id, { patient: patient.id })
    expect(busy.json()).toMatchObject({ code: 'patient_busy', other: { number: one.number } })
    expect(await patientOf(patient.id)).toMatchObject({ phone: one.phone_number })
  })

  test('by two at once is done by one', async () => {
    const booked = await book()
    const patients = await Promise.all(Array.from({ length: 8 }, () => aPatient(clinic.db)))
    const replies = await Promise.all(patients.map(({ id }) => convert(booked.id, { patient: id, confirm: true })))
    expect(statuses(replies)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    for (const reply of replies.filter(({ status }) => status === 409)) expect(reply.json<Refused>().code).toBe('already_converted')
    const touched = await clinic.db.selectFrom('patients').select('id').where('phone', '=', booked.phone_number).execute()
    expect(touched).toHaveLength(1)
  })

  test('while the person moves it: both are done', async () => {
    const booked = await book()
    const patient = await aPatient(clinic.db)
    const [linked, moved] = await Promise.all([
      convert(booked.id, { patient: patient.id }),
      call('POST', `/public/bookings/${booked.link}/move/`, { appointment_date_time: at('11:00') }),
    ])
    expect([linked.status, moved.status]).toEqual([200, 200])
    expect(await read(booked.id)).toMatchObject({ patient: patient.id, appointment_date_time: new Date(at('11:00')).toISOString() })
  })
})

describe('taking it off a wrong record', () => {
  test('takes back what the record had from it, and can be put on another', async () => {
    const [wrong, right] = [await aPatient(clinic.db), await aPatient(clinic.db)]
    const booked = await book({ email: 'mine@example.com' })
    await convert(booked.id, { patient: wrong.id })
    await clinic.db.updateTable('patients').set({ email: 'changed@example.com' }).where('id', '=', wrong.id).execute()
    const reply = await unlink(booked.id, { reason: 'Her sister' })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.json<Request>()).toMatchObject({ patient: null, converted_at: null, taken_over: [], is_open: true })
    expect(await patientOf(wrong.id)).toMatchObject({ phone: null, date_of_birth: null, email: 'changed@example.com' })
    expect((await convert(booked.id, { patient: right.id })).status).toBe(200)
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select(['action', 'entity', 'change'])
      .where('patient_id', '=', wrong.id)
      .orderBy('id')
      .execute()
    expect(trail.map(({ action, entity }) => `${action} ${entity}`)).toEqual([
      'update patient',
      'convert public booking',
      'update patient',
      'unlink public booking',
    ])
    expect(trail[2]!.change).toEqual({ emptied: ['phone', 'date_of_birth'] })
  })

  test('is refused when it is on none, and once the patient has come', async () => {
    const booked = await book()
    expect((await unlink(booked.id)).json<Refused>().code).toBe('not_converted')
    const patient = await aPatient(clinic.db)
    await convert(booked.id, { patient: patient.id })
    const { appointment } = await read(booked.id)
    clinic.clock.now = new Date(at('07:50'))
    // A shift of that day: nobody is signed in for a week.
    desk = await clinic.signedInFrom('Receptionist')
    const here = await desk.call('POST', `/patients/appointments/${appointment}/check-in/`, {})
    expect(here.status, here.text).toBe(201)
    const late = await unlink(booked.id)
    expect([late.status, late.json<Refused>().code]).toEqual([409, 'visit_begun'])
    clinic.clock.now = new Date('2026-03-02T07:30:00Z')
    desk = await clinic.signedInFrom('Receptionist')
  })

  test('by two at once is done by one', async () => {
    const booked = await book()
    await convert(booked.id, { patient: (await aPatient(clinic.db)).id })
    const replies = await Promise.all(Array.from({ length: 5 }, () => unlink(booked.id)))
    expect(statuses(replies)).toEqual([200, 409, 409, 409, 409])
  })
})
