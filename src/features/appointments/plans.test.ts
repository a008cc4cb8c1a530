import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/plan.ts'
import { countAppointments, findAppointment, findAppointments } from './server/queries.ts'

const view = { now: new Date('2026-03-02T07:30:00Z'), mayPrice: true }
let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into patients (unique_id, first_name, second_name, gender)
      select 'G-' || n, 'Achieng', 'Ouma ' || n, 'female' from generate_series(1, 4000) n`)
    await client.query(`insert into items (name, category) values ('Eye clinic', 'consultation')`)
    await client.query(`insert into users (email, first_name, last_name, role)
      select n || '@clinic.example', 'Amina', 'Yusuf', 'doctor' from generate_series(1, 40) n`)
    await client.query(`insert into appointments (patient_id, doctor_id, appointment_date_time, reason, status, item_id, created_at, changed_at)
      select n % 4000 + 1, u.id, t, 'Follow-up', (case when n % 40 = 0 then 'pending' else 'done' end)::appointment_status, i.id, t, t
      from generate_series(1, 20000) n join users u on u.email = (n % 40 + 1) || '@clinic.example', items i,
        lateral (select timestamptz '2024-03-01' + n * interval '52 minutes') as x (t) where i.name = 'Eye clinic' order by n`)
    await client.query('analyze')
  })
}, 120_000)
afterAll(() => clinic.close())

const page = { cursor: null, limit: 26 }

describe('at 20,000 appointments they are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['the first page', (db) => findAppointments(db, {}, view, page)],
    ['a later page', (db) => findAppointments(db, {}, view, { ...page, cursor: [9000, 9000] })],
    ['those of a patient', (db) => findAppointments(db, { patient__id: 77 }, view, page)],
    ['those of a doctor', (db) => findAppointments(db, { assigned_doctor__id: 7 }, view, page)],
    ['those of a state', (db) => findAppointments(db, { status: 'pending' }, view, page)],
    ['how many a patient has', (db) => countAppointments(db, { patient__id: 77 })],
    ['one', (db) => findAppointment(db, 7000, view)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(/Seq Scan on (appointments|patients)\b/)
  })
})
