import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import type { Db } from '#platform/db/connect.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { readPlan } from './public.ts'
import type { Schedule } from './contract.ts'
import { countInSession, findSession } from './server/sessions.ts'
import { findOverlap, findTimeOff, findTimeOffs } from './server/time-off.ts'

const now = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let doctors: number[]
let session: Schedule
beforeAll(async () => {
  clinic = await openTestClinic({ now })
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into users (email, first_name, last_name, role)
      select 'doctor' || n || '@clinic.example', 'Doctor', n::text, 'doctor' from generate_series(1, 200) n`)
    await client.query(`insert into schedules (doctor_id, weekday, starts_at, ends_at, slot_minutes, valid_from, valid_to, created_at)
      select id, weekday, begins, begins + interval '4 hours', 20, date '2020-01-01' + year * 365,
        case when year < 6 then date '2020-01-01' + year * 365 + 364 end, now()
      from users, generate_series(1, 5) weekday, (values (time '08:00'), ('13:00')) x (begins), generate_series(0, 6) year where role = 'doctor'`)
    await client.query(`insert into time_off (doctor_id, starts_at, ends_at, created_at)
      select id, day, day + interval '1 day', now() from users, generate_series('2020-01-01'::timestamptz, '2026-12-31', '20 days') day
      where role = 'doctor'`)
    await client.query(`insert into patients (unique_id, first_name, second_name, gender)
      select 'P-' || n, 'Wanja', 'Kiptoo ' || n, 'female' from generate_series(1, 100) n`)
    await client.query(`insert into appointments (number, patient_id, doctor_id, appointment_date_time, ends_at, reason, status, created_at, changed_at)
      select 'T-' || d.id || '-' || day, p.id, d.id, day, day + interval '20 minutes', 'Fever', 'confirmed', now(), now()
      from (select id, row_number() over () as n from users where role = 'doctor') d join (select id, row_number() over () as n from patients) p
        on p.n = d.n, generate_series('2024-01-01T06:00Z'::timestamptz, '2026-12-31', '2 days') day`)
    await client.query('analyze')
  })
  doctors = (await clinic.db.selectFrom('users').select('id').where('role', '=', 'doctor').orderBy('id').execute()).map(({ id }) => id)
  const { id } = await clinic.db.selectFrom('schedules').select('id').where('doctor_id', '=', doctors[0]!).executeTakeFirstOrThrow()
  session = (await findSession(clinic.db, id))!
})
afterAll(() => clinic.close())

const big = /Seq Scan on (time_off|appointments|schedules)\b/
const page = { cursor: null, limit: 26 }
const span = { starts_at: new Date('2026-03-01T00:00Z'), ends_at: new Date('2026-03-20T00:00Z') }

describe('at 200 doctors with seven years behind them these are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['the first page of leave', (db) => findTimeOffs(db, {}, page)],
    ['a later page', (db) => findTimeOffs(db, {}, { ...page, cursor: ['2024-03-02T07:30:00.000Z', 100] })],
    ['the leave of a doctor', (db) => findTimeOffs(db, { doctor: doctors[7]! }, page)],
    ['the leave of some days', (db) => findTimeOffs(db, { from: '2026-03-01', to: '2026-03-07' }, page)],
    ['one leave', (db) => findTimeOff(db, 7)],
    ['leave that overlaps', (db) => findOverlap(db, { id: null, doctor: doctors[7]!, ...span })],
    ['the appointments that an ended session loses', (db) => countInSession(db, session, now, null)],
    ['the sessions and leave of a doctor', (db) => readPlan(db, { doctors: [doctors[7]!], from: '2026-03-02', to: '2026-03-02' })],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).not.toMatch(big)
    expect(plan).toMatch(/Index/)
  })
})
