import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { aRequest, at, BOOK, type Booked, callFrom, newAddress, openToPublic } from './samples.ts'

let clinic: TestClinic
let call: ReturnType<typeof callFrom>
beforeAll(async () => {
  clinic = await openTestClinic({ publicUrl: 'https://clinic.example' })
  call = callFrom(clinic)
  await clinic.db.updateTable('message_settings').set({ sms_is_on: true, country_code: '+254' }).execute()
})
afterAll(() => clinic.close())

const statuses = async (count: number, send: (turn: number) => ReturnType<typeof call>) => {
  const replies = []
  for (let turn = 0; turn < count; turn++) replies.push(await send(turn))
  return replies
}

test('one address books twenty times a minute at most, whatever it sends', async () => {
  await openToPublic(clinic)
  const ip = newAddress()
  const replies = await statuses(21, () => call('POST', BOOK, {}, { ip }))
  expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 400), 429])
  expect(Number(replies.at(-1)!.headers['retry-after'])).toBeGreaterThan(0)
})

test('one device books ten times an hour at most, wherever it is', async () => {
  await openToPublic(clinic)
  const headers = { cookie: 'kliniki_device=one-and-the-same' }
  const replies = await statuses(11, () => call('POST', BOOK, aRequest({ appointment_date_time: at('07:00') }), { headers }))
  expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 409), 429])
  const wait = Number(replies.at(-1)!.headers['retry-after'])
  expect(wait).toBeGreaterThan(60)
  expect(wait).toBeLessThanOrEqual(3600)
})

test('a household with a whole network of addresses is one place', async () => {
  const replies = await statuses(61, (turn) =>
    call('POST', BOOK, aRequest({ appointment_date_time: at('07:00') }), { ip: `2001:db8:7:8::${turn.toString(16)}` }),
  )
  expect(replies.at(-1)!.status).toBe(429)
})

test('links are tried thirty times a minute at most', async () => {
  const ip = newAddress()
  const replies = await statuses(31, (turn) => call('GET', `/public/bookings/${String(turn).padStart(32, 'A')}/`, undefined, { ip }))
  expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 30 }, () => 404), 429])
})

test('one booking is moved a dozen times a day at most', async () => {
  const { doctor, item } = await openToPublic(clinic)
  const { link } = (await call('POST', BOOK, aRequest({ doctor, item }))).json<Booked>()
  const replies = await statuses(13, (turn) =>
    call('POST', `/public/bookings/${link}/move/`, { appointment_date_time: at(turn % 2 === 0 ? '09:00' : '10:00') }),
  )
  expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 12 }, () => 200), 429])
})

test('a stranger whose number somebody types is written to five times a day, and the reply does not say so', async () => {
  const { doctor, item } = await openToPublic(clinic, { weekday: 2 })
  // However it is written.
  const phone_number = '+254733123456'
  const ways = [phone_number, '0733123456', '254733123456', '00254733123456']
  const replies = await statuses(7, (turn) => {
    const appointment_date_time = new Date(Date.parse(at('08:00', '2026-03-10')) + turn * 20 * 60_000).toISOString()
    return call('POST', BOOK, aRequest({ doctor, item, phone_number: ways[turn % 4], appointment_date_time }))
  })
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 201))
  const written = async () => (await clinic.db.selectFrom('messages').select('id').where('address', '=', phone_number).execute()).length
  expect(await written()).toBe(5)
  const last = replies.at(-1)!.json<Booked>()
  expect((await call('POST', `/public/bookings/${last.link}/cancel/`, {})).status).toBe(200)
  expect(await written()).toBe(5)
})

test('a body of a megabyte is refused unread', async () => {
  const reply = await call('POST', BOOK, aRequest({ reason: 'x'.repeat(1_100_000) }))
  expect(reply.status).toBe(413)
})
