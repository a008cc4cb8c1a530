import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aSchedule, anItem } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import type { getBookingPage, listPublicSlots } from './contract.ts'
import { aRequest, at, BOOK, callFrom, MONDAY, openToPublic, type Refused } from './samples.ts'

type Page = ResponseOf<typeof getBookingPage>
type Slots = ResponseOf<typeof listPublicSlots>

let clinic: TestClinic
let call: ReturnType<typeof callFrom>
let open: Awaited<ReturnType<typeof openToPublic>>
beforeAll(async () => {
  clinic = await openTestClinic()
  call = callFrom(clinic)
  open = await openToPublic(clinic)
  await clinic.db
    .updateTable('company')
    .set({ name: 'Bondeni Clinic', phone1: '+254700111222', address1: 'Moi Avenue 4', email1: 'secret@clinic.example' })
    .execute()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.db
    .updateTable('booking_settings')
    .set({ is_public_open: true, min_notice_minutes: 120, max_days_ahead: 60, intro: 'Bring your card.' })
    .execute()
})

const page = async () => (await call('GET', '/public/booking/')).json<Page>()
const slots = async (query: string) => call('GET', `/public/booking/slots/?${query}`)
const week = `from=${MONDAY}&to=${MONDAY}`

describe('the booking page', () => {
  test('says what may be booked, with whom, until when, and the words of consent', async () => {
    const reply = await call('GET', '/public/booking/')
    expect(reply.status, reply.text).toBe(200)
    expect(reply.json<Page>()).toEqual({
      clinic: { name: 'Bondeni Clinic', phone: '+254700111222', address: 'Moi Avenue 4' },
      is_open: true,
      intro: 'Bring your card.',
      time_zone: 'Africa/Nairobi',
      today: '2026-03-02',
      last_day: '2026-05-01',
      min_notice_minutes: 120,
      change_until_minutes: 60,
      services: [{ id: open.item, name: open.service, minutes: null, doctors: [open.doctor] }],
      doctors: [{ id: open.doctor, name: expect.any(String) }],
      consent: { version: 1, text: expect.stringContaining('I agree') },
    })
    expect(reply.headers['set-cookie']).toMatch(/^kliniki_device=.+HttpOnly; SameSite=Strict/)
  })

  test('names neither services of the desk alone, nor doctors whom the public cannot book', async () => {
    const hidden = await anItem(clinic.db, '900.00', { name: 'Hidden service' })
    await clinic.db.insertInto('bookable_services').values({ item_id: hidden.id, is_public: false }).execute()
    const ofHidden = await aSchedule(clinic.db, { item_id: hidden.id })
    const ofDesk = await aSchedule(clinic.db, { is_public: false })
    const later = await aSchedule(clinic.db, { valid_from: '2026-12-01' })
    const { services, doctors } = await page()
    expect(services.map(({ id }) => id)).toEqual([open.item])
    expect(doctors.map(({ id }) => id)).toEqual([open.doctor])
    for (const { doctor_id } of [ofHidden, ofDesk, later]) expect(doctors.map(({ id }) => id)).not.toContain(doctor_id)
    for (const query of [`doctor=${ofDesk.doctor_id}`, `doctor=${ofHidden.doctor_id}&item=${hidden.id}`, `item=${hidden.id}`])
      expect((await slots(`${week}&${query}`)).json<Slots>()).toEqual([])
    const reply = await call('POST', BOOK, aRequest({ item: hidden.id, doctor: ofDesk.doctor_id }))
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.json()).toSorted()).toEqual(['doctor', 'item'])
  })

  test('of a clinic that takes no bookings is its name and telephone', async () => {
    await clinic.db.updateTable('booking_settings').set({ is_public_open: false }).execute()
    expect(await page()).toMatchObject({
      clinic: { name: 'Bondeni Clinic', phone: '+254700111222' },
      is_open: false,
      intro: '',
      services: [],
      doctors: [],
      consent: { text: '' },
    })
    for (const reply of [await slots(week), await call('POST', BOOK, aRequest())])
      expect([reply.status, reply.json<Refused>().code]).toEqual([409, 'booking_closed'])
  })
})

describe('free times', () => {
  test('are those of public sessions, and say nothing but when and with whom', async () => {
    const reply = await slots(`${week}&item=${open.item}`)
    expect(reply.status, reply.text).toBe(200)
    const rows = reply.json<Slots>()
    expect(rows).toHaveLength(1)
    expect(Object.keys(rows[0]!).toSorted()).toEqual(['day', 'doctor', 'minutes', 'starts'])
    expect(rows[0]).toMatchObject({ doctor: open.doctor, day: MONDAY, minutes: 20 })
    expect(rows[0]!.starts).toHaveLength(12)
    expect(rows[0]!.starts[0]).toBe('2026-03-09T05:00:00.000Z')
  })

  test('begin after the notice and end with the last day', async () => {
    clinic.clock.now = new Date(at('08:10'))
    const [today] = (await slots(`${week}&item=${open.item}`)).json<Slots>()
    expect(today!.starts[0]).toBe(new Date(at('10:20')).toISOString())
    clinic.clock.now = new Date('2026-03-02T07:30:00Z')
    await clinic.db.updateTable('booking_settings').set({ max_days_ahead: 6 }).execute()
    expect((await slots(`${week}&item=${open.item}`)).json()).toEqual([])
  })

  test('are asked for in order, at most a month, of real days', async () => {
    for (const query of [
      'from=2026-03-09&to=2026-03-08',
      'from=2026-03-09&to=2026-04-09',
      'from=2026-02-30&to=2026-03-01',
      'from=1900-01-01&to=1900-01-02',
    ])
      expect((await slots(query)).status, query).toBe(400)
    expect((await slots('from=2026-03-09&to=2026-04-08')).status).toBe(200)
  })
})

const zoneOf = (time_zone: string) => clinic.db.updateTable('company').set({ time_zone }).execute()

describe('clocks and calendars', () => {
  test('a slot that the clocks skip is offered when they have changed, and one that comes twice once', async () => {
    await zoneOf('Europe/Berlin')
    // Sundays, in the night: the clocks go forward on the 29th of March and back on the 25th of October.
    const { doctor, item } = await openToPublic(clinic, { weekday: 7, starts_at: '01:00', ends_at: '04:00', slot_minutes: 60 })
    const of = async (day: string) => (await slots(`from=${day}&to=${day}&doctor=${doctor}&item=${item}`)).json<Slots>()[0]!.starts
    expect(await of('2026-03-29')).toEqual(['2026-03-29T00:00:00.000Z', '2026-03-29T01:00:00.000Z'])
    await clinic.db.updateTable('booking_settings').set({ max_days_ahead: 365 }).execute()
    const autumn = await of('2026-10-25')
    expect(autumn).toEqual(['2026-10-24T23:00:00.000Z', '2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z'])
    for (const appointment_date_time of [...(await of('2026-03-29')), ...autumn]) {
      const reply = await call('POST', BOOK, aRequest({ appointment_date_time, doctor, item }))
      expect(reply.status, reply.text).toBe(201)
    }
    await zoneOf('Africa/Nairobi')
  })

  test('the 29th of February is a day of leap years', async () => {
    clinic.clock.now = new Date('2028-02-21T07:30:00Z')
    const { doctor, item } = await openToPublic(clinic, { weekday: 2, valid_from: '2020-01-01' })
    const rows = (await slots(`from=2028-02-28&to=2028-03-01&doctor=${doctor}&item=${item}`)).json<Slots>()
    expect(rows.map(({ day }) => day)).toEqual(['2028-02-29'])
    const reply = await call(
      'POST',
      BOOK,
      aRequest({ appointment_date_time: at('09:00', '2028-02-29'), doctor, item, date_of_birth: '2000-02-29' }),
    )
    expect(reply.status, reply.text).toBe(201)
    expect((await slots('from=2027-02-28&to=2027-02-29')).status).toBe(400)
    clinic.clock.now = new Date('2026-03-02T07:30:00Z')
  })
})
