import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import type { Db } from '#platform/db/connect.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { countVisits, findOpenVisit, findOpenVisits, findVisits } from './server/queries.ts'
import { findWaits } from './server/waits.ts'

const now = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ now, years: true })
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`update visits set track = 'doctor', closed_at = null where id > 19800`)
    await client.query(`update visits set track = 'discharged' where id % 20 = 0 and id <= 19800`)
    for (const table of ['invoices', 'triages', 'prescriptions'])
      await client.query(`insert into ${table} (visit_id, patient_id, created_at) select id, patient_id, created_at from visits`)
    await client.query('insert into process_test_requests (visit_id) select id from visits')
    await client.query(`insert into visit_moves (visit_id, from_track, from_since, to_track, moved_at)
      select id, 'doctor', created_at, 'complete', created_at from visits`)
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const big = /Seq Scan on (visits|visit_moves|invoices|triages|prescriptions|process_test_requests|patients)\b/
const page = { cursor: null, limit: 26 }

describe('at 20,000 visits the growing tables are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['the board', (db) => findOpenVisits(db, now)],
    ['the waiting times', (db) => findWaits(db, now, '2026-02-22')],
    ['the first page of the list', (db) => findVisits(db, {}, { user: { id: 1 }, now }, page)],
    ['a later page', (db) => findVisits(db, {}, { user: { id: 1 }, now }, { ...page, cursor: ['2025-06-01T00:00:00.000Z', 9000] })],
    ['a queue', (db) => findVisits(db, { track: 'doctor' }, { user: { id: 1 }, now }, page)],
    ['the discharged', (db) => findVisits(db, { track: 'discharged' }, { user: { id: 1 }, now }, page)],
    ['the open visits', (db) => findVisits(db, { open: true }, { user: { id: 1 }, now }, page)],
    ['the visits of a patient', (db) => findVisits(db, { patient_id: 77 }, { user: { id: 1 }, now }, page)],
    ['the visits of a doctor', (db) => findVisits(db, { doctor: 1 }, { user: { id: 1 }, now }, page)],
    ['the visits of a day', (db) => findVisits(db, { from: '2025-05-05', to: '2025-05-05' }, { user: { id: 1 }, now }, page)],
    ['how many are open', (db) => countVisits(db, { open: true }, { user: { id: 1 }, now })],
    ['the open visit of a patient', (db) => findOpenVisit(db, 77, now)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(big)
  })

  test('a plan that reads a whole table is told', async () => {
    expect(await planOf(clinic, (db) => sql`select * from visits where reason = 'x'`.execute(db))).toMatch(big)
  })
})
