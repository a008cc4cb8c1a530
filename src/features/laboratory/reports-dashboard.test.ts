import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aRange } from '../../testing/scenarios/laboratory.ts'
import type { getLabDashboard } from './contract-reports.ts'

type Dashboard = ResponseOf<typeof getLabDashboard>
const DASHBOARD = '/lab/lab-dashboard-metrics/'
let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
const at = (instant: string) => (clinic.clock.now = new Date(instant))
const ok = (reply: { status: number; text: string }) => expect(reply.status, reply.text).toBeLessThan(300)

beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date('2026-03-02T09:00:00Z') })
  const { db } = clinic
  // Signed in last, so that nobody's token ends on the way through the day.
  lab = await openLaboratory(clinic)
  at('2026-03-02T03:00:00Z')
  const sodium = await lab.test({ name: 'Sodium' })
  const culture = await lab.test({ name: 'Culture', kind: 'text', section: 'Microbiology' })
  await aRange(db, sodium, { low: '135', high: '145', high_critical: '160' })
  const old = await lab.ask([sodium])
  const targeted = await lab.ask([sodium])
  const due = (id: number, instant: string) =>
    db
      .updateTable('lab_test_request_panels')
      .set({ due_at: new Date(instant) })
      .where('id', '=', id)
      .execute()
  await due(targeted.of(sodium), '2026-03-02T04:00:00Z')
  at('2026-03-02T03:30:00Z')
  ok(await lab.enter([old, targeted].map((one) => ({ request_panel: one.of(sodium), result: '140' }))))
  ok(await lab.approve([old.of(sodium), targeted.of(sodium)]))
  at('2026-03-02T06:00:00Z')
  ok(await lab.amend(old.of(sodium), '141'))
  at('2026-03-02T07:00:00Z')
  const late = await lab.ask([culture])
  await due(late.of(culture), '2026-03-02T07:10:00Z')
  await lab.ask([sodium], { isTaken: false })
  const rejected = await lab.ask([sodium])
  await db
    .updateTable('lab_samples')
    .set({ state: 'rejected', rejected_at: clinic.clock.now, rejected_by: lab.technician.id, reject_reason: 'Clotted' })
    .where('process_id', '=', rejected.process)
    .execute()
  at('2026-03-02T08:45:00Z')
  const critical = await lab.ask([sodium])
  ok(await lab.enter([{ request_panel: critical.of(sodium), result: '170' }]))
  at('2026-03-02T09:00:00Z')
})
afterAll(() => clinic.close())

const read = async (query = '') => {
  const reply = await lab.technician.call('GET', `${DASHBOARD}${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Dashboard>()
}

describe('the dashboard of the laboratory', () => {
  test('says what waits, where and how long', async () => {
    const { pending, overdue, critical_open } = await read()
    const none = { under_1h: 0, under_4h: 0, under_24h: 0, older: 0 }
    expect(pending).toEqual([
      { ...none, state: 'to collect', under_4h: 1 },
      { ...none, state: 'to receive', under_4h: 1 },
      { ...none, state: 'to do', under_4h: 1 },
      { ...none, state: 'to approve', under_1h: 1 },
    ])
    expect([overdue, critical_open]).toEqual([1, 1])
  })

  test('says what was done today, how fast against the target, and what was rejected', async () => {
    const { by_section, by_hour, rejections, ...sums } = await read()
    expect(sums).toMatchObject({ approved: 2, amended: 1, samples_collected: 5, samples_rejected: 1 })
    expect(rejections).toEqual([{ reason: 'Clotted', count: 1 }])
    // The corrected one is in no turnaround.
    expect(by_section).toEqual([
      { section: 'Chemistry', approved: 2, median_minutes: 30, p90_minutes: 30, with_target: 1, within_target: 1 },
    ])
    expect(by_hour).toHaveLength(24)
    expect(by_hour.filter(({ requested, approved }) => requested + approved > 0)).toEqual([
      { hour: 6, requested: 2, approved: 1 },
      { hour: 9, requested: 0, approved: 1 },
      { hour: 10, requested: 3, approved: 0 },
      { hour: 11, requested: 1, approved: 0 },
    ])
  })

  test('is of the days of the clinic that are named, both included', async () => {
    // 03:00 in Greenwich is 06:00 of the same day here; the day before there was nothing.
    expect(await read('?start_date=2026-03-01&end_date=2026-03-01')).toMatchObject({ approved: 0, by_section: [], rejections: [] })
    expect(await read('?start_date=2026-03-01&end_date=2026-03-02')).toMatchObject({ approved: 2 })
    expect(await read('?start_date=2026-03-02')).toMatchObject({ approved: 2 })
    for (const query of ['?start_date=2026-03-03&end_date=2026-03-02', '?start_date=2020-01-01&end_date=2026-03-02', '?start_date=x'])
      expect((await lab.technician.call('GET', `${DASHBOARD}${query}`)).status, query).toBe(400)
    expect((await (await clinic.signedInAs(['patients.view'])).call('GET', DASHBOARD)).status).toBe(403)
  })
})
