import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Reply, type TestClinic } from '../../testing/clinic.ts'
import { patiently } from '../../testing/calls/patiently.ts'
import { aRequest, at, BOOK, type Booked, callFrom, MONDAY, openToPublic, type Refused } from './samples.ts'

// Who is on file is nobody's business who has not signed in.
let clinic: TestClinic
let call: ReturnType<typeof callFrom>
beforeAll(async () => {
  clinic = await openTestClinic()
  call = callFrom(clinic)
  await clinic.db.updateTable('message_settings').set({ email_is_on: true, sms_is_on: true, country_code: '+254' }).execute()
})
afterAll(() => clinic.close())

const known = {
  first_name: 'Amina',
  second_name: 'Otieno',
  date_of_birth: '1984-02-29',
  phone_number: '+254722000111',
  email: 'amina@example.com',
}
const shapeOf = (reply: Reply) => {
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, 1).map(shape)
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shape(one)]))
    return value === null ? 'null' : typeof value
  }
  return { status: reply.status, headers: Object.keys(reply.headers).toSorted(), body: shape(reply.json()) }
}

test('a person on file and a stranger are answered alike, whatever they send', async () => {
  await aPatient(clinic.db, {
    first_name: known.first_name,
    second_name: known.second_name,
    date_of_birth: known.date_of_birth,
    phone: known.phone_number,
    email: known.email,
  })
  const { doctor, item } = await openToPublic(clinic)
  const stranger = { ...aRequest(), date_of_birth: '1984-03-01', email: 'nobody@example.com' }
  const bothWays = async (more: object, second: object = more) => {
    const ofKnown = await call('POST', BOOK, { ...stranger, ...known, ...more })
    const ofStranger = await call('POST', BOOK, { ...stranger, ...second })
    return [ofKnown, ofStranger] as const
  }
  const cases: (readonly [Reply, Reply])[] = [
    await bothWays({ doctor, item, appointment_date_time: at('08:00') }, { doctor, item, appointment_date_time: at('08:20') }),
    await bothWays({ item, appointment_date_time: at('08:40') }, { item, appointment_date_time: at('09:00') }),
    await bothWays({ doctor, appointment_date_time: at('08:00') }),
    await bothWays({ doctor, appointment_date_time: at('07:00') }),
    await bothWays({ consent_version: 9 }),
    await bothWays({ item: 2_000_000_000 }),
  ]
  for (const [ofKnown, ofStranger] of cases) expect(shapeOf(ofKnown)).toEqual(shapeOf(ofStranger))
  expect(cases.map(([{ status }]) => status)).toEqual([201, 201, 409, 409, 409, 400])
  // The second time is taken as the first one was.
  const again = await bothWays({ doctor, item, appointment_date_time: at('09:20') }, { doctor, item, appointment_date_time: at('09:40') })
  expect(again.map(({ status }) => status)).toEqual([201, 201])
})

test('no call of the public reads who is on file: all of them work where the program may not', async () => {
  const { doctor, item } = await openToPublic(clinic, { weekday: 2 })
  const tables = 'patients, patient_search_keys, patient_identifiers, patient_insurances, contact_details, next_of_kin, visits'
  await asOwner(clinic.ownerUrl, (client) => client.query(`revoke select on ${tables} from kliniki_app`))
  try {
    const day = '2026-03-10'
    expect((await call('GET', '/public/booking/')).status).toBe(200)
    expect((await call('GET', `/public/booking/slots/?from=${MONDAY}&to=${day}&item=${item}`)).status).toBe(200)
    const reply = await call('POST', BOOK, aRequest({ ...known, item, appointment_date_time: at('08:00', day) }))
    expect(reply.status, reply.text).toBe(201)
    expect((await call('POST', BOOK, aRequest({ doctor, appointment_date_time: at('08:00', day) }))).status).toBe(409)
    const { link } = reply.json<Booked>()
    expect((await call('GET', `/public/bookings/${link}/`)).status).toBe(200)
    expect((await call('GET', `/public/bookings/${'A'.repeat(32)}/`)).status).toBe(404)
  } finally {
    await asOwner(clinic.ownerUrl, (client) => client.query(`grant select on ${tables} to kliniki_app`))
  }
})

test('a hundred of the public want one slot: one has it, ninety-nine are told that it is gone', async () => {
  const { doctor, item } = await openToPublic(clinic, { weekday: 4 })
  const time = { item, appointment_date_time: at('08:00', '2026-03-12') }
  for (const who of [{ doctor }, {}]) {
    const replies = await Promise.all(Array.from({ length: 100 }, () => patiently(() => call('POST', BOOK, aRequest({ ...time, ...who })))))
    const done = replies.filter(({ status }) => status === 201).length
    const gone = replies.filter((one) => one.status === 409 && one.json<Refused>().code === 'slot_taken').length
    expect([done, gone]).toEqual('doctor' in who ? [1, 99] : [0, 100])
  }
  const held = await clinic.db.selectFrom('appointments').select('id').where('doctor_id', '=', doctor).execute()
  expect(held).toHaveLength(1)
})

test('a booking on a record is refused a time at which the patient is elsewhere as one that was taken a moment ago', async () => {
  const desk = await clinic.signedInFrom('Receptionist')
  const { doctor, item } = await openToPublic(clinic, { weekday: 3 })
  const day = '2026-03-11'
  const patient = await aPatient(clinic.db)
  const book = async (time: string) =>
    (await call('POST', BOOK, aRequest({ doctor, item, appointment_date_time: at(time, day) }))).json<Booked>()
  const [booked] = [await book('08:00'), await book('09:00')]
  expect((await desk.call('POST', `${BOOK}${booked.id}/convert/`, { patient: patient.id })).status).toBe(200)
  const elsewhere = { patient: patient.id, appointment_date_time: at('10:00', day), reason: 'Eyes' }
  expect((await desk.call('POST', '/patients/appointments/', elsewhere)).status).toBe(201)
  const move = (time: string) => call('POST', `/public/bookings/${booked.link}/move/`, { appointment_date_time: at(time, day) })
  const [taken, busy] = [await move('09:00'), await move('10:00')]
  expect(taken.json<Refused>()).toMatchObject({ code: 'slot_taken' })
  expect(taken.json<Refused>().free).toHaveLength(6)
  expect(shapeOf(busy)).toEqual(shapeOf(taken))
  expect(busy.text.includes('"other"')).toBe(false)
})
