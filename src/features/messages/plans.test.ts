import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { cancelMessages, queueMessage, reminderHours } from './public.ts'
import { takeDue } from './server/outbox-moves.ts'
import { findMessages } from './server/outbox.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ years: true })
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into messages (kind, channel, address, language, body, patient_id, entity, entity_id, once_key, state, send_after,
        provider_id, created_at)
      select 'reminder', 'sms', '+2547' || n, 'en', 'See you', p.id, 'appointment', n, 'k' || n,
        case n % 500 when 0 then 'queued' when 1 then 'failed' else 'sent' end::message_state, t, 'g-' || n, t
      from generate_series(1, 20000) n join patients p on p.unique_id = 'G-' || n % 2000 + 1,
        lateral (select timestamptz '2024-03-01' + n * interval '1 hour') as x (t)`)
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const page = { cursor: null, limit: 26 }
const subject = { kind: 'appointment', id: 77 } as const

const cases: [string, (db: Db) => Promise<unknown>][] = [
  ['what is due', (db) => takeDue(db, new Date('2024-03-05T00:00:00Z'), 20)],
  ['the outbox', (db) => findMessages(db, {}, page)],
  ['a later page of it', (db) => findMessages(db, {}, { ...page, cursor: [9000, 9000] })],
  ['what failed', (db) => findMessages(db, { state: 'failed' }, page)],
  ['the messages of a patient', (db) => findMessages(db, { patient: 77 }, page)],
  ['the messages about an appointment', (db) => findMessages(db, { entity: 'appointment', entity_id: 77 }, page)],
  ['what is cancelled with an appointment', (db) => cancelMessages(db, subject, ['reminder'])],
]
test.each(cases)('at 20,000 messages %s is read by index', async (_name, query) => {
  const plan = await planOf(clinic, query)
  expect(plan).toMatch(/Index/)
  expect(plan).not.toMatch(/Seq Scan on (messages|patients)\b/)
})

test('while both channels are off, a booking asks one question', async () => {
  const values = { first_name: 'Achieng', day: '2026-03-04', time: '10:30', number: 'A-1' }
  const recipient = { email: 'a@mail.example', phone: '0712345678' }
  const now = new Date('2026-03-02T07:30:00Z')
  // planOf sees every statement, and wants one.
  expect(await planOf(clinic, (db) => queueMessage(db, { kind: 'booked', recipient, values, entity: subject, onceKey: 'x', now }))).toMatch(
    /message_settings/,
  )
  expect(await planOf(clinic, reminderHours)).toMatch(/message_settings/)
})
