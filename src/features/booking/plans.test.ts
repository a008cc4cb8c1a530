import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { bookingLinks } from './server/link.ts'
import { openLink } from './server/open-link.ts'
import { readPublicBooking } from './server/read-booking.ts'
import { countRequests, findRequest, findRequests } from './server/requests.ts'

const now = new Date('2026-03-02T07:30:00Z')
const view = { now, user: { id: 1, permissions: new Set<string>(), role: 'receptionist' as const, patient_id: null } }
const links = bookingLinks(Buffer.alloc(32, 1))
let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ years: true })
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into public_bookings (first_name, second_name, date_of_birth, gender, phone_number, consent_version, consent_text,
        consented_at, link_nonce, created_at)
      select 'Zawadi', 'Mwangi ' || n, '1990-01-01', 'female', '+2547' || (10000000 + n), 1, 'Yes', now(), '', now() from generate_series(1, 10000) n`)
    // Half of all appointments; nearly all of them on a record.
    await client.query(`insert into appointments (number, patient_id, public_booking_id, appointment_date_time, ends_at, reason, status, created_at, changed_at)
      select 'P-' || n, case when n % 2 = 1 or n < 19800 then n % 4000 + 1 end, case when n % 2 = 0 then n / 2 end, t, t + interval '20 minutes',
        'Follow-up', (case when n < 19800 then 'completed' else 'pending' end)::appointment_status, t, t
      from generate_series(1, 20000) n, lateral (select timestamptz '2024-03-01' + n * interval '52 minutes') as x (t) order by n`)
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const cursorOf = (id: number) => Buffer.from(JSON.stringify([id, id])).toString('base64url')

describe('at 10,000 public bookings they are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['the first page', (db) => findRequests(db, {}, view)],
    ['a later page', (db) => findRequests(db, { cursor: cursorOf(4000) }, view)],
    ['what is to be worked on', (db) => findRequests(db, { is_open: true }, view)],
    ['how many of them', (db) => countRequests(db, { is_open: true }, view)],
    ['those of a state', (db) => findRequests(db, { status: 'completed' }, view)],
    ['one', (db) => findRequest(db, 7000, view)],
    ['one by its link, before it is shown', (db) => openLink(db, links, links.linkOf({ id: 9990, link_nonce: '' }), now)],
    ['one for its link', (db) => readPublicBooking(db, 7000, links, now)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(/Seq Scan on (public_bookings|appointments|patients)\b/)
  })
})
