import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSchedule } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { aRequest, at, BOOK, type Booked, callFrom, newAddress, openToPublic, type Refused } from './samples.ts'

let clinic: TestClinic
let call: ReturnType<typeof callFrom>
beforeAll(async () => {
  clinic = await openTestClinic({ publicUrl: 'https://clinic.example' })
  call = callFrom(clinic)
  await clinic.db.updateTable('company').set({ name: 'Bondeni Clinic', phone1: '+254700111222' }).execute()
  await clinic.db.updateTable('message_settings').set({ email_is_on: true, sms_is_on: true, country_code: '+254' }).execute()
})
afterAll(() => clinic.close())

const book = (body: object, from: Parameters<typeof call>[3] = {}) => call('POST', BOOK, body, from)
const settings = (change: object) => clinic.db.updateTable('booking_settings').set(change).execute()
const rowOf = (id: number) =>
  clinic.db
    .selectFrom('public_bookings as b')
    .innerJoin('appointments as a', 'a.public_booking_id', 'b.id')
    .select([
      'b.consent_text',
      'b.consent_version',
      'b.consented_at',
      'b.gender',
      'b.ip',
      'b.language',
      'a.id as appointment',
      'a.patient_id',
      'a.status',
    ])
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow()

describe('a public booking', () => {
  test('is answered with what was sent, its number, its link and its square code', async () => {
    const { item, service, doctor } = await openToPublic(clinic)
    const ip = newAddress()
    const sent = aRequest({ item, doctor, email: 'Zawadi@Example.com', language: 'sw', first_name: ' Zawadi  ' })
    const reply = await book(sent, { ip })
    expect(reply.status, reply.text).toBe(201)
    const booked = reply.json<Booked>()
    expect(booked).toEqual({
      id: expect.any(Number),
      number: expect.stringMatching(/^A-2026-\d{5}$/),
      clinic: { name: 'Bondeni Clinic', phone: '+254700111222', address: null },
      time_zone: 'Africa/Nairobi',
      item: service,
      item_id: item,
      doctor: expect.any(String),
      doctor_id: doctor,
      first_name: 'Zawadi',
      second_name: sent.second_name,
      date_of_birth: '1991-05-17',
      gender: 'female',
      phone_number: sent.phone_number,
      email: 'zawadi@example.com',
      appointment_date_time: '2026-03-09T05:00:00.000Z',
      minutes: 20,
      status: 'pending',
      reason: 'Check-up',
      date_created: '2026-03-02T07:30:00.000Z',
      link: expect.stringMatching(/^[\w-]{32}$/),
      qr: expect.any(Array),
      change_until: '2026-03-09T04:00:00.000Z',
    })
    expect(booked.qr.length).toBeGreaterThan(20)
    for (const row of booked.qr) expect(row).toMatch(new RegExp(`^[01]{${booked.qr.length}}$`))
    expect(booked.qr[0]!.slice(0, 7)).toBe('1111111')

    const row = await rowOf(booked.id)
    expect(row).toMatchObject({
      consent_version: 1,
      consented_at: clinic.clock.now,
      gender: 'female',
      ip,
      language: 'sw',
      patient_id: null,
      status: 'pending',
    })
    expect(row.consent_text).toContain('I agree')
    const messages = await clinic.db
      .selectFrom('messages')
      .selectAll()
      .where('entity_id', '=', row.appointment)
      .orderBy('channel')
      .execute()
    expect(messages.map(({ kind, channel, language, state }) => [kind, channel, language, state])).toEqual([
      ['booked', 'email', 'sw', 'queued'],
      ['booked', 'sms', 'sw', 'queued'],
    ])
    for (const { body } of messages) expect(body).toContain(`https://clinic.example/booking/${booked.link}`)
    const trail = await clinic.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'appointment')
      .where('entity_id', '=', row.appointment)
      .execute()
    expect(trail).toHaveLength(1)
    expect(trail[0]).toMatchObject({ action: 'book', actor_id: null, patient_id: null })
    expect(JSON.stringify(trail)).not.toContain(booked.link)
    const changes = await clinic.db.selectFrom('appointment_changes').selectAll().where('appointment_id', '=', row.appointment).execute()
    expect(changes.map(({ kind, changed_by }) => [kind, changed_by])).toEqual([['booked', null]])
  })

  test('is confirmed at once where the clinic says so', async () => {
    const { doctor } = await openToPublic(clinic)
    await settings({ confirms_itself: true })
    const booked = (await book(aRequest({ doctor }))).json<Booked>()
    await settings({ confirms_itself: false })
    expect(booked.status).toBe('confirmed')
  })

  test('takes short words for the gender', async () => {
    const { doctor } = await openToPublic(clinic)
    for (const [index, [sent, kept]] of [
      ['M', 'male'],
      ['F', 'female'],
      ['O', 'other'],
    ].entries()) {
      const booked = (await book(aRequest({ doctor, gender: sent, appointment_date_time: at(`09:${index * 20 || '00'}`) }))).json<Booked>()
      expect(booked.gender).toBe(kept)
    }
  })

  test('without a doctor goes to whoever is free, and never beyond what they have room for', async () => {
    const { item, doctor } = await openToPublic(clinic, { weekday: 3, capacity: 2, overbook: 5, item_id: null })
    const second = await aSchedule(clinic.db, { weekday: 3, item_id: item })
    const time = { item, appointment_date_time: at('08:20', '2026-03-11') }
    const booked = await Promise.all(Array.from({ length: 3 }, async () => (await book(aRequest(time))).json<Booked>()))
    expect(booked.map(({ doctor_id }) => doctor_id!).toSorted((a, b) => a - b)).toEqual(
      [doctor, doctor, second.doctor_id].toSorted((a, b) => a - b),
    )
    const full = await book(aRequest(time))
    expect([full.status, full.json<Refused>().code]).toEqual([409, 'slot_taken'])
    expect(full.json<Refused>().free![0]).toEqual({
      doctor: expect.any(Number),
      doctor_name: expect.any(String),
      start: at('08:40', '2026-03-11').replace('08:40:00+03:00', '05:40:00.000Z'),
    })
  })

  test('keeps names as they are written, and refuses what no name holds', async () => {
    const { doctor } = await openToPublic(clinic)
    const names = [
      'O’Neill-Ñandú',
      'محمد',
      '李小龍',
      "Robert'); drop table patients;--",
      '<script>alert(1)</script>',
      '=1+1',
      'A\u0301kos 👩🏽‍⚕️',
    ]
    for (const [index, first_name] of names.entries()) {
      const time = new Date(Date.parse(at('08:00')) + index * 20 * 60_000).toISOString()
      const reply = await book(aRequest({ doctor, first_name, reason: first_name, appointment_date_time: time }))
      expect(reply.status, reply.text).toBe(201)
      expect(reply.json<Booked>()).toMatchObject({ first_name: first_name.normalize('NFC'), reason: first_name.normalize('NFC') })
    }
    for (const first_name of ['a\u0000b', '\ud800', ['a'], { a: 1 }, 7, true])
      expect((await book(aRequest({ doctor, first_name }))).status).toBe(400)
  })

  test('with the same key is booked once', async () => {
    const { doctor } = await openToPublic(clinic)
    const body = aRequest({ doctor })
    const from = { headers: { 'idempotency-key': 'once-and-only', cookie: 'kliniki_device=of-this-telephone' } }
    const [first, second] = [await book(body, from), await book(body, from)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.text).toBe(first.text)
    expect((await book({ ...body, reason: 'Another' }, from)).status).toBe(422)
  })
})

describe('what cannot be booked is refused with every field named', () => {
  test.each([
    [
      'nothing',
      {},
      {
        appointment_date_time: 1,
        consent: 1,
        date_of_birth: 1,
        email: 1,
        first_name: 1,
        gender: 1,
        phone_number: 1,
        reason: 1,
        second_name: 1,
        consent_version: 1,
      },
    ],
    ['born in the future', aRequest({ date_of_birth: '2026-03-03' }), { date_of_birth: 1 }],
    ['born before 130 years', aRequest({ date_of_birth: '1896-03-01' }), { date_of_birth: 1 }],
    ['born on no day', aRequest({ date_of_birth: '1900-02-29' }), { date_of_birth: 1 }],
    ['the year 0', aRequest({ date_of_birth: '0000-00-00' }), { date_of_birth: 1 }],
    ['no contact', aRequest({ phone_number: undefined }), { phone_number: 1, email: 1 }],
    ['contacts of nothing', aRequest({ phone_number: null, email: null }), { phone_number: 1, email: 1 }],
    ['no telephone', aRequest({ phone_number: 'call me' }), { phone_number: 1 }],
    ['no e-mail', aRequest({ email: 'me@' }), { email: 1 }],
    ['no consent', aRequest({ consent: false }), { consent: 1 }],
    ['the past', aRequest({ appointment_date_time: '2026-03-02T07:29:00Z' }), { appointment_date_time: 1 }],
    ['long ago', aRequest({ appointment_date_time: '1970-01-01T00:00:00Z' }), { appointment_date_time: 1 }],
    ['too soon', aRequest({ appointment_date_time: '2026-03-02T09:00:00Z' }), { appointment_date_time: 1 }],
    ['too far ahead', aRequest({ appointment_date_time: '2026-05-04T05:00:00Z' }), { appointment_date_time: 1 }],
    [
      'after the last day that is written with four digits',
      aRequest({ appointment_date_time: '9999-12-31T23:59:00-12:00' }),
      { appointment_date_time: 1 },
    ],
    ['25:00', aRequest({ appointment_date_time: '2026-03-09T25:00:00Z' }), { appointment_date_time: 1 }],
    ['an offset of 99 hours', aRequest({ appointment_date_time: '2026-03-09T08:00:00+99:99' }), { appointment_date_time: 1 }],
    ['milliseconds', aRequest({ appointment_date_time: '1772000000000' }), { appointment_date_time: 1 }],
    ['a blank name', aRequest({ first_name: '\u200b \u00ad' }), { first_name: 1 }],
    ['much too long', aRequest({ reason: 'x'.repeat(301), second_name: 'y'.repeat(101) }), { reason: 1, second_name: 1 }],
    ['unknown service and doctor', aRequest({ item: 2_000_000_000, doctor: 2_000_000_000 }), { item: 1, doctor: 1 }],
    ['a gender of its own', aRequest({ gender: 'unknown' }), { gender: 1 }],
    ['a field of the desk', aRequest({ status: 'confirmed', overbook: true, patient: 1 }), { status: 1, overbook: 1, patient: 1 }],
    ['a box that nobody sees', aRequest({ website: 'https://spam.example' }), { non_field_errors: 1 }],
  ])('%s', async (_what, body, names) => {
    await openToPublic(clinic)
    const reply = await book(body)
    expect(reply.status, reply.text).toBe(400)
    expect(Object.keys(reply.json()).toSorted()).toEqual(Object.keys(names).toSorted())
  })

  test('a time outside of the sessions, in leave, or on a holiday: never with the reason', async () => {
    const { doctor } = await openToPublic(clinic)
    await clinic.db
      .insertInto('time_off')
      .values({
        doctor_id: doctor,
        starts_at: at('10:00'),
        ends_at: at('11:00'),
        created_at: clinic.clock.now,
        note: 'Operation',
        kind: 'sick',
      })
      .execute()
    const replies = await Promise.all(
      ['07:00', '08:05', '10:00'].map((time) => book(aRequest({ doctor, appointment_date_time: at(time) }))),
    )
    for (const reply of replies) {
      const { free, ...message } = reply.json<Refused>()
      expect([reply.status, message]).toEqual([409, { code: 'outside_schedule', detail: 'This time is not available.' }])
      expect(free!.length).toBeGreaterThan(0)
      expect(Object.keys(free![0]!).toSorted()).toEqual(['doctor', 'doctor_name', 'start'])
    }
  })

  test('words of consent that have changed since they were read', async () => {
    const { doctor } = await openToPublic(clinic)
    await settings({ consent_text: 'I agree to more.', consent_version: 7 })
    const reply = await book(aRequest({ doctor }))
    expect(reply.status).toBe(409)
    expect(reply.json<Refused>()).toMatchObject({ code: 'consent_changed', consent: { version: 7, text: 'I agree to more.' } })
    const booked = (await book(aRequest({ doctor, consent_version: 7 }))).json<Booked>()
    expect(await rowOf(booked.id)).toMatchObject({ consent_text: 'I agree to more.', consent_version: 7 })
    await settings({ consent_version: 1 })
  })

  test('refusals leave nothing behind', async () => {
    const count = async () => (await sql<{ n: number }>`select count(*)::integer as n from public_bookings`.execute(clinic.db)).rows[0]!.n
    const { doctor } = await openToPublic(clinic)
    const before = await count()
    await book(aRequest({ doctor, appointment_date_time: at('07:00') }))
    expect(await count()).toBe(before)
  })
})
