import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadSecrets } from '#platform/secrets.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openServer } from '../../runtime/server.ts'
import { aRequest, at, BOOK, type Booked, callFrom, openToPublic, type Refused } from './samples.ts'
import { bookingLinks } from './server/link.ts'

const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let call: ReturnType<typeof callFrom>
let desk: Person
let doctor: number
let item: number
let service: string
beforeAll(async () => {
  clinic = await openTestClinic({ publicUrl: 'https://clinic.example' })
  call = callFrom(clinic)
  desk = await clinic.signedInFrom('Receptionist')
  ;({ doctor, item, service } = await openToPublic(clinic, { capacity: 20 }))
})
afterAll(() => clinic.close())
beforeEach(async () => {
  clinic.clock.now = NOW
  await clinic.db.updateTable('booking_settings').set({ is_public_open: true, confirms_itself: false }).execute()
})

const book = async (more: object = {}) => {
  const reply = await call('POST', BOOK, aRequest({ doctor, item, ...more }))
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Booked>()
}
const open = (link: string) => call('GET', `/public/bookings/${link}/`)
const cancel = (link: string, body: object = {}) => call('POST', `/public/bookings/${link}/cancel/`, body)
const move = (link: string, time: string, more: object = {}) =>
  call('POST', `/public/bookings/${link}/move/`, { appointment_date_time: at(time), ...more })
const appointmentOf = (id: number) =>
  clinic.db.selectFrom('appointments').selectAll().where('public_booking_id', '=', id).executeTakeFirstOrThrow()

describe('a link', () => {
  test('shows what was sent and where it stands, and nothing that the desk has written since', async () => {
    const booked = await book()
    const { id, version } = await appointmentOf(booked.id)
    const patient = await aPatient(clinic.db, { first_name: 'Somebody', second_name: 'Else', phone: '+254799999999' })
    const changed = await desk.call('PATCH', `/patients/appointments/${id}/`, {
      reason: 'Result of the biopsy',
      status: 'confirmed',
      status_reason: 'Fasting',
      version,
    })
    expect(changed.status, changed.text).toBe(200)
    expect((await desk.call('POST', `${BOOK}${booked.id}/convert/`, { patient: patient.id })).status).toBe(200)
    const reply = await open(booked.link)
    expect(reply.status).toBe(200)
    expect(reply.json<Booked>()).toEqual({ ...booked, status: 'confirmed' })
    for (const word of ['biopsy', 'Fasting', 'Else', '99999999']) expect(reply.text).not.toContain(word)
    expect(reply.json<Booked>().item).toBe(service)
    await clinic.db.updateTable('bookable_services').set({ is_public: false }).where('item_id', '=', item).execute()
    expect((await open(booked.link)).json<Booked>()).toMatchObject({ item: null, item_id: null })
    await clinic.db.updateTable('bookable_services').set({ is_public: true }).where('item_id', '=', item).execute()
  })

  test('that is wrong, foreign, changed or old is the same 404', async () => {
    const [mine, other] = [await book(), await book()]
    const links = bookingLinks(clinic.codeKey)
    const { link_nonce } = await clinic.db
      .selectFrom('public_bookings')
      .select('link_nonce')
      .where('id', '=', mine.id)
      .executeTakeFirstOrThrow()
    expect(links.linkOf({ id: mine.id, link_nonce })).toBe(mine.link)
    expect(mine.link).not.toContain(link_nonce.slice(0, 10))
    const flipped = Array.from(
      { length: 32 },
      (_, n) => `${mine.link.slice(0, n)}${mine.link[n] === 'A' ? 'B' : 'A'}${mine.link.slice(n + 1)}`,
    )
    const forged = [
      ...flipped,
      mine.link.slice(0, 6) + other.link.slice(6),
      bookingLinks(Buffer.alloc(32, 7)).linkOf({ id: mine.id, link_nonce }),
      links.linkOf({ id: mine.id, link_nonce: '' }),
      links.linkOf({ id: 2_147_483_647, link_nonce: '' }),
      links.linkOf({ id: 0, link_nonce: '' }),
      '_'.repeat(32),
      mine.link.slice(1),
      `${mine.link}A`,
      mine.link.toLowerCase(),
      String(mine.id),
      mine.number,
      'x',
      encodeURIComponent("' or 1=1 --"),
      '%F0%9F%92%89',
    ]
    const expected = { detail: 'Booking not found.', code: 'not_found' }
    for (const link of forged)
      for (const reply of [await open(link), await cancel(link), await move(link, '09:00')])
        expect([link, reply.status, reply.json()]).toEqual([link, 404, expected])
    clinic.clock.now = new Date('2026-04-08T05:19:00Z')
    expect((await open(mine.link)).status).toBe(200)
    clinic.clock.now = new Date('2026-04-08T05:20:00Z')
    const old = await open(mine.link)
    expect([old.status, old.json()]).toEqual([404, expected])
  })

  test('is not in the log', async () => {
    const { link } = await book()
    const dataDir = mkdtempSync(join(tmpdir(), 'kliniki-log-'))
    const lines: string[] = []
    const stream = new Writable({ write: (chunk: Buffer, _encoding, done) => done(void lines.push(chunk.toString())) })
    const server = await openServer({
      logins: clinic.logins,
      dataDir,
      backups: { dataDir, backupsDir: join(dataDir, 'backups'), isEmbedded: false },
      asOwner: () => Promise.reject(new Error('Nobody asks for it')),
      secrets: loadSecrets(dataDir),
      clock: () => clinic.clock.now,
      logger: { level: 'trace', stream },
    })
    await server.app.inject({ method: 'GET', url: `/public/bookings/${link}/` })
    await server.app.inject({ method: 'POST', url: `/api/public/bookings/${link}/cancel/`, payload: {} })
    await server.app.inject({ method: 'PUT', url: `/public/bookings/${link}/` })
    await server.app.inject({ method: 'GET', url: `/booking/${link}` })
    await server.close()
    rmSync(dataDir, { recursive: true })
    expect(lines.filter((line) => line.includes('"request"')).length).toBeGreaterThanOrEqual(3)
    expect(lines.join('')).toContain('/public/bookings/:link/')
    expect(lines.join('')).not.toContain(link)
  })
})

describe('cancelling', () => {
  test('frees the time, by nobody on the staff, and once', async () => {
    const booked = await book()
    const reply = await cancel(booked.link, { reason: 'I am well again' })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.json<Booked>()).toMatchObject({ status: 'cancelled', change_until: null })
    const row = await appointmentOf(booked.id)
    expect(row).toMatchObject({ status: 'cancelled', status_reason: 'I am well again' })
    const changes = await clinic.db
      .selectFrom('appointment_changes')
      .selectAll()
      .where('appointment_id', '=', row.id)
      .orderBy('id')
      .execute()
    expect(changes.map(({ kind, changed_by }) => [kind, changed_by])).toEqual([
      ['booked', null],
      ['status', null],
    ])
    const trail = await clinic.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'appointment')
      .where('entity_id', '=', row.id)
      .orderBy('id')
      .execute()
    expect(trail.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['book', null],
      ['cancel', null],
    ])
    const again = await cancel(booked.link)
    expect([again.status, again.json<Refused>().code, again.json<Refused>().detail]).toEqual([
      409,
      'not_open',
      'This booking has already been cancelled.',
    ])
    expect((await move(booked.link, '09:00')).json<Refused>().code).toBe('not_open')
  })

  test('needs no reason, and ends an hour before', async () => {
    const booked = await book()
    clinic.clock.now = new Date(at('07:00'))
    expect((await open(booked.link)).json<Booked>().change_until).toBe(new Date(at('07:00')).toISOString())
    clinic.clock.now = new Date(at('07:01'))
    expect((await open(booked.link)).json<Booked>().change_until).toBeNull()
    for (const reply of [await cancel(booked.link), await move(booked.link, '11:00')])
      expect([reply.status, reply.json<Refused>().code]).toEqual([409, 'too_late'])
    clinic.clock.now = NOW
    expect((await cancel(booked.link)).status).toBe(200)
  })

  test.each(['arrived', 'completed', 'no-show'] as const)('is over once it is %s', async (status) => {
    const booked = await book()
    const patient = await aPatient(clinic.db)
    await clinic.db.updateTable('appointments').set({ status, patient_id: patient.id }).where('public_booking_id', '=', booked.id).execute()
    for (const reply of [await cancel(booked.link), await move(booked.link, '11:00')])
      expect([reply.status, reply.json<Refused>().code]).toEqual([409, 'not_open'])
    expect((await open(booked.link)).json<Booked>()).toMatchObject({ status, change_until: null })
  })

  test('twice at once is once', async () => {
    const booked = await book()
    const replies = await Promise.all(Array.from({ length: 8 }, () => cancel(booked.link)))
    expect(statuses(replies)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  })
})

describe('moving', () => {
  test('goes to a free public slot; what was confirmed is asked for anew', async () => {
    const booked = await book()
    const { id, version } = await appointmentOf(booked.id)
    expect((await desk.call('PATCH', `/patients/appointments/${id}/`, { status: 'confirmed', version })).status).toBe(200)
    const reply = await move(booked.link, '10:40')
    expect(reply.status, reply.text).toBe(200)
    expect(reply.json<Booked>()).toMatchObject({
      appointment_date_time: new Date(at('10:40')).toISOString(),
      status: 'pending',
      link: booked.link,
      number: booked.number,
    })
    expect(await appointmentOf(booked.id)).toMatchObject({ appointment_date_time: new Date(at('10:40')), ends_at: new Date(at('11:00')) })
    const same = await move(booked.link, '10:40')
    expect(same.status, same.text).toBe(200)
  })

  test('stays confirmed where bookings confirm themselves', async () => {
    await clinic.db.updateTable('booking_settings').set({ confirms_itself: true }).execute()
    const booked = await book()
    expect((await move(booked.link, '10:40')).json<Booked>().status).toBe('confirmed')
  })

  test('goes to another doctor, and nowhere else than the public may', async () => {
    const other = await openToPublic(clinic, { weekday: 2 })
    const booked = await book()
    const moved = await call('POST', `/public/bookings/${booked.link}/move/`, {
      appointment_date_time: at('08:20', '2026-03-10'),
      doctor: other.doctor,
    })
    expect(moved.status, moved.text).toBe(200)
    expect(moved.json<Booked>().doctor_id).toBe(other.doctor)
    const taken = await book({ doctor: other.doctor, item: other.item, appointment_date_time: at('09:00', '2026-03-10') })
    for (const [time, day, status, code] of [
      ['09:00', '2026-03-10', 409, 'slot_taken'],
      ['08:10', '2026-03-10', 409, 'outside_schedule'],
      ['08:00', '2026-03-11', 409, 'outside_schedule'],
      ['08:00', '2026-03-01', 400, undefined],
      ['08:00', '2026-12-01', 400, undefined],
    ] as const) {
      const reply = await call('POST', `/public/bookings/${booked.link}/move/`, { appointment_date_time: at(time, day) })
      expect([day, time, reply.status, reply.json<Refused>().code]).toEqual([day, time, status, code])
      expect(reply.text).not.toContain(taken.number)
      expect(reply.json<Refused>()).not.toHaveProperty('why')
    }
    const unknown = await call('POST', `/public/bookings/${booked.link}/move/`, {
      appointment_date_time: at('08:00'),
      doctor: 2_000_000_000,
    })
    expect([unknown.status, Object.keys(unknown.json())]).toEqual([400, ['doctor']])
    await clinic.db.updateTable('booking_settings').set({ is_public_open: false }).execute()
    expect((await move(booked.link, '08:00')).json<Refused>().code).toBe('booking_closed')
    expect((await cancel(booked.link)).status).toBe(200)
  })

  test('of two who want the last place one has it', async () => {
    const last = await openToPublic(clinic, { weekday: 5 })
    const two = await Promise.all([book(), book()])
    const replies = await Promise.all(
      two.map(({ link }) =>
        call('POST', `/public/bookings/${link}/move/`, { appointment_date_time: at('08:00', '2026-03-13'), doctor: last.doctor }),
      ),
    )
    expect(statuses(replies)).toEqual([200, 409])
  })
})
