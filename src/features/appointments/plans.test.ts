import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import type { Position } from '#platform/db/keyset.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { countByDay, findEntries } from './server/calendar.ts'
import { findDay } from './server/print-day.ts'
import { countAppointments, findAppointment, findAppointments } from './server/queries.ts'

const user = { id: 1, permissions: new Set(['services.view']), role: 'receptionist' as const, patient_id: null }
const view = { now: new Date('2026-03-02T07:30:00Z'), user }
let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ years: true })
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into items (name, category) values ('Eye clinic', 'consultation')`)
    await client.query(`insert into rooms (name) select 'Room ' || n from generate_series(1, 20) n`)
    await client.query(`insert into appointments (number, patient_id, doctor_id, appointment_date_time, ends_at, reason, status, item_id, room_id,
        created_at, changed_at)
      select 'P-' || n, n % 4000 + 1, u.id, t, t + interval '20 minutes', 'Follow-up',
        (case when n % 40 = 0 then 'pending' else 'completed' end)::appointment_status, i.id, r.id, t, t
      from generate_series(1, 20000) n join users u on u.email = (n % 40 + 1) || '@clinic.example'
        left join rooms r on n % 40 + 1 <= 20 and r.name = 'Room ' || (n % 40 + 1), items i,
        lateral (select timestamptz '2024-03-01' + n * interval '52 minutes') as x (t) where i.name = 'Eye clinic' order by n`)
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const first: Position = { cursor: null, limit: 26 }
const after = (value: string | number, id: number): Position => ({ cursor: [value, id], limit: 26 })

describe('at 20,000 appointments they are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['the first page', (db) => findAppointments(db, {}, view, first)],
    ['a later page', (db) => findAppointments(db, {}, view, after(9000, 9000))],
    ['those of a patient', (db) => findAppointments(db, { patient__id: 77 }, view, first)],
    ['those of a doctor', (db) => findAppointments(db, { assigned_doctor__id: 7 }, view, first)],
    ['those of a state', (db) => findAppointments(db, { status: 'pending' }, view, first)],
    ['how many a patient has', (db) => countAppointments(db, { patient__id: 77 }, view)],
    ['those of a range of days', (db) => findAppointments(db, { from: '2024-06-03', to: '2024-06-04' }, view, first)],
    ['by time', (db) => findAppointments(db, { sort: 'time', from: '2024-06-03' }, view, first)],
    ['by time, a later page', (db) => findAppointments(db, { sort: '-time' }, view, after('2025-01-01T00:00:00Z', 900))],
    ['those of a room', (db) => findAppointments(db, { room: 7 }, view, first)],
    ['by number', (db) => findAppointments(db, { number: 'P-77' }, view, first)],
    ['a search', (db) => findAppointments(db, { q: 'Achieng' }, view, first)],
    ['the calendar of a week', (db) => findEntries({ ...view, db }, { from: '2024-06-03', to: '2024-06-09' })],
    ['the calendar of a doctor', (db) => findEntries({ ...view, db }, { from: '2024-06-03', to: '2024-06-09', doctor: 7 })],
    ['the calendar of a room', (db) => findEntries({ ...view, db }, { from: '2024-06-03', to: '2024-06-09', room: 7 })],
    ['the counts of a month', (db) => countByDay(db, { from: '2024-06-01', to: '2024-06-30' })],
    ['the list of a day', (db) => findDay({ ...view, db }, { date: '2024-06-03' })],
    ['one', (db) => findAppointment(db, 7000, view)],
  ]
  test.each(cases)('%s', async (name, query) => {
    // Some ask a second time: which records are restricted.
    const plan = await planOf(clinic, query, name === 'one' || name === 'the list of a day' ? 2 : 1)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(/Seq Scan on (appointments|patients)\b/)
  })
})
