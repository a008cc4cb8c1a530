import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableTypes, type Table } from '#shared/table.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aRange } from '../../testing/scenarios/laboratory.ts'

let clinic: TestClinic
let reader: Person

const at = (instant: string) => (clinic.clock.now = new Date(instant))
const ok = (reply: { status: number; text: string }) => expect(reply.status, reply.text).toBeLessThan(300)

// Nairobi is three hours ahead: 21:30 in Greenwich is the next day there.
beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date('2026-03-03T21:30:00Z') })
  const { db } = clinic
  // Signed in last, so that nobody's token ends on the way through the days.
  const lab = await openLaboratory(clinic)
  at('2026-03-02T07:00:00Z')
  const sodium = await lab.test({ name: 'Sodium', position: 1, turnaround_minutes: 60 })
  const glucose = await lab.test({ name: 'Glucose', position: 2 })
  await aRange(db, sodium, { low: '135', high: '145', low_critical: '120', high_critical: '160' })
  const first = await lab.ask([sodium, glucose])
  const second = await lab.ask([sodium])
  const third = await lab.ask([glucose])
  await db
    .updateTable('lab_test_request_panels')
    .set({ due_at: new Date('2026-03-02T08:00:00Z') })
    .where('panel_id', '=', sodium.id)
    .execute()
  at('2026-03-02T07:20:00Z')
  ok(await lab.enter([{ request_panel: first.of(sodium), result: '165' }]))
  ok(await lab.approve([first.of(sodium)]))
  at('2026-03-02T07:26:00Z')
  const call = await db.selectFrom('lab_critical_calls').select('id').executeTakeFirstOrThrow()
  const reported = { called_to: 'Dr Otieno', is_reached: true, is_read_back: true, note: '' }
  ok(await lab.technician.call('POST', `/lab/critical-calls/${call.id}/tries/`, reported))
  at('2026-03-02T09:00:00Z')
  ok(await lab.enter([{ request_panel: second.of(sodium), result: '140' }]))
  ok(await lab.approve([second.of(sodium)]))
  ok(await lab.enter([{ request_panel: first.of(glucose), result: '5' }]))
  at('2026-03-03T21:30:00Z')
  ok(await lab.amend(first.of(sodium), '155'))
  ok(await lab.doctor.call('PATCH', `/lab/lab-test-requests-panel/${third.of(glucose)}/`, { cancelled: true, reason: 'Not needed' }))
  await db
    .updateTable('lab_samples')
    .set({ state: 'rejected', rejected_at: clinic.clock.now, rejected_by: lab.manager.id, reject_reason: 'Haemolysed' })
    .where('process_id', '=', third.process)
    .execute()
  reader = await clinic.signedInAs(['reports.laboratory'])
})
afterAll(() => clinic.close())

const MARCH = 'start_date=2026-03-01&end_date=2026-03-31'
const report = async (name: string, asked = MARCH) => {
  const reply = await reader.call('GET', `/reports/${name}/?${asked}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Table>()
}
const only = (day: string) => `start_date=${day}&end_date=${day}`

test('turnaround by test: from the sample to the first approval; a correction is no other', async () => {
  const { rows, totals } = await report('lab_turnaround')
  // 20 and 120 minutes: the middle is 70, and nine tenths of the way lie at 110.
  expect(rows).toMatchObject([
    { test: 'Sodium', section: 'Chemistry', approved: 2, median: 70, ninety: 110, with_target: 2, within_target: 1, percent: 50 },
  ])
  expect(totals).toEqual({ approved: 2, with_target: 2, within_target: 1 })
  expect((await report('lab_turnaround', only('2026-03-02'))).rows).toHaveLength(1)
  expect((await report('lab_turnaround', only('2026-03-04'))).rows).toEqual([])
})
test('workload by test: each thing on its own day of the clinic', async () => {
  const none = { requested: 0, approved: 0, abnormal: 0, critical: 0, amended: 0, cancelled: 0 }
  expect((await report('lab_workload')).rows).toMatchObject([
    { test: 'Sodium', requested: 2, approved: 2, abnormal: 1, critical: 1, amended: 1, cancelled: 0 },
    { test: 'Glucose', ...none, requested: 2, cancelled: 1 },
  ])
  expect((await report('lab_workload', only('2026-03-02'))).totals).toEqual({
    ...none,
    requested: 4,
    approved: 2,
    abnormal: 1,
    critical: 1,
  })
  expect((await report('lab_workload', only('2026-03-04'))).totals).toEqual({ ...none, amended: 1, cancelled: 1 })
  expect((await report('lab_workload', only('2026-03-03'))).rows).toEqual([])
})
test('rejections by specimen and reason, with how many were taken and taken again', async () => {
  expect((await report('lab_rejections')).rows).toMatchObject([
    { specimen: 'Serum', reason: 'Haemolysed', rejected: 1, again: 0, collected: 3 },
  ])
  expect((await report('lab_rejections', only('2026-03-04'))).rows).toMatchObject([{ rejected: 1, collected: 0 }])
  expect((await report('lab_rejections', only('2026-03-03'))).rows).toEqual([])
})
test('critical values by day, and how long it took until somebody was told', async () => {
  const { rows } = await report('lab_critical_calls')
  const day = { told: 1, seen: 0, changed: 0, waiting: 0, median: 6, ninety: 6, in_time: 1 }
  expect(rows).toEqual([{ day: '2026-03-02', values: 1, ...day }])
  expect((await report('lab_critical_calls', only('2026-03-03'))).rows).toEqual([])
})
test('every one of them can be had as a file, by those who may read it, of days in order', async () => {
  for (const type of Object.values(tableTypes)) {
    const reply = await reader.call('GET', `/reports/lab_workload/?${MARCH}`, undefined, { accept: type })
    expect([reply.status, reply.headers['content-type']]).toEqual([200, expect.stringContaining(type)])
  }
  const other = await clinic.signedInAs(['reports.sales', 'reports.pharmacy', 'laboratory.view'])
  for (const name of ['lab_turnaround', 'lab_workload', 'lab_rejections', 'lab_critical_calls']) {
    expect((await other.call('GET', `/reports/${name}/?${MARCH}`)).status).toBe(403)
    expect((await reader.call('GET', `/reports/${name}/?start_date=2026-03-02&end_date=2026-03-01`)).status).toBe(400)
  }
})
