import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { countVitals, findLatestSets, findSets, findTriageRows, findUnseenCritical, findVitals } from './server/queries.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ years: true })
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into users (email, first_name, last_name, role) values ('a@clinic.example', 'Amina', 'Yusuf', 'nurse')`)
    await client.query(`insert into triages (visit_id, patient_id, created_at, critical_at, critical_text, critical_seen_at, critical_seen_by)
      select v.id, v.patient_id, v.created_at, v.created_at, 'SpO2 82 %', case when v.id % 1000 > 0 then v.created_at end,
        case when v.id % 1000 > 0 then u.id end
      from visits v, users u where u.role = 'nurse' and v.id <= 8000`)
    await client.query(`insert into vital_signs (visit_id, patient_id, taken_at, recorded_at, pulse)
      select id, patient_id, created_at + n * interval '5 minutes', created_at, 80 from visits, generate_series(1, 3) n where visits.id <= 8000`)
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const big = /Seq Scan on (visits|patients|triages|vital_signs)\b/
const page = { cursor: null, limit: 26 }

describe('at 24,000 sets vital signs are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['those of a patient', (db) => findVitals(db, 77, 26)],
    ['those that have a measure', (db) => findVitals(db, 77, 26, { measure: 'pulse' })],
    ['a later page', (db) => findVitals(db, 77, 26, { cursor: ['2025-01-01T00:00:00.000Z', 9000] })],
    ['how many a patient has', (db) => countVitals(db, 77, undefined)],
    ['those of a triage', (db) => findSets(db, 'id', 77)],
    ['the latest of some visits', (db) => findLatestSets(db, [7, 8, 9])],
    ['the triages of a patient', (db) => findTriageRows(db, 77, page)],
    ['the newest triages', (db) => findTriageRows(db, undefined, page)],
    ['critical ones that nobody saw', (db) => findUnseenCritical(db)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(big)
  })
})
