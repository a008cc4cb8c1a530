import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import type { Position } from '#platform/db/keyset.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { countWaitings, findWaiting, findWaitingFor, findWaitings } from './server/waiting-rows.ts'
import { withTimes } from './server/waiting-times.ts'

const now = new Date('2026-03-02T07:30:00Z')
const view = { now, user: { id: 1 } }
let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ years: true })
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into schedules (doctor_id, weekday, starts_at, ends_at, slot_minutes, valid_from, created_at)
      select id, day, '08:00', '12:00', 20, '2025-01-06', now() from users, generate_series(1, 5) day where role = 'doctor'`)
    // Those who wait are a few of all who ever did.
    await client.query(`insert into waiting_list (patient_id, doctor_id, from_day, priority, status, close_reason, created_at, closed_at, closed_by)
      select p.id, case when n % 3 > 0 then u.id end, '2026-03-01', (array['urgent', 'soon', 'normal'])[n % 3 + 1]::waiting_priority,
        (case when n <= 400 then 'waiting' else 'removed' end)::waiting_status, 'Left', t, case when n > 400 then t end, case when n > 400 then u.id end
      from generate_series(1, 20000) n join patients p on p.unique_id = 'G-' || (n % 4000 + 1)
        join users u on u.email = (n % 40 + 1) || '@clinic.example', lateral (select timestamptz '2025-03-01' + n * interval '20 minutes') as x (t)`)
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const first: Position = { cursor: null, limit: 26 }
const after = (value: string, id: number): Position => ({ cursor: [value, id], limit: 26 })
const cases: [string, (db: Db) => Promise<unknown>][] = [
  ['the first page', (db) => findWaitings(db, {}, view, first)],
  ['a later page', (db) => findWaitings(db, {}, view, after('soon', 200))],
  ['those for a doctor', (db) => findWaitings(db, { doctor: 7 }, view, first)],
  ['those that are over', (db) => findWaitings(db, { status: 'removed' }, view, first)],
  ['those that are over, a later page', (db) => findWaitings(db, { status: 'removed' }, view, after('2025-06-01T00:00:00Z', 900))],
  ['how many wait', (db) => countWaitings(db, {}, view)],
  ['those for a place', (db) => findWaitingFor(db, { doctor: 7, patient: null, day: '2026-03-03' }, null)],
  ['one', (db) => findWaiting(db, 7000)],
]
test.each(cases)('of 20,000 entries %s is read by index', async (_name, query) => {
  const plan = await planOf(clinic, query)
  expect(plan).toMatch(/Index/)
  expect(plan).not.toMatch(/Seq Scan on (waiting_list|patients)\b/)
})

test('the free times of a page are one read, however many wait', async () => {
  const entries = await findWaitings(clinic.db, {}, view, { ...first, limit: 100 })
  expect(entries).toHaveLength(100)
  let sent = 0
  const spied = clinic.db.withoutPlugins()
  const executor = spied.getExecutor()
  const compile = executor.compileQuery.bind(executor)
  executor.compileQuery = (node, id) => {
    sent += 1
    return compile(node, id)
  }
  const from = performance.now()
  const filled = await withTimes(spied, entries, now)
  console.log(`free times of 100 entries, 40 doctors: ${Math.round(performance.now() - from)} ms`)
  // The plan, what is taken of it, and where these patients are.
  expect(sent).toBe(3)
  expect(filled.every(({ free }) => free.length === 3)).toBe(true)
})
