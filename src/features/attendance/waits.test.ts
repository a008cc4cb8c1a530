import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

interface Wait {
  track: string
  waiting: number
  mean_minutes: number
  longest_minutes: number
  finished: number
  finished_mean_minutes: number | null
  target_minutes: number | null
}

const VISITS = '/patients/initiate-attendance-process/'
let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date('2026-03-02T20:00:00Z') })
})
afterAll(() => clinic.close())

/** Somebody who may do everything, signed in at this moment: a session lasts ten minutes. */
const administrator = () => clinic.signedInFrom('System administrator', 'sysadmin')
const waits = async (query = '') => {
  const reply = await (await administrator()).call('GET', `/patients/waiting-times/${query}`)
  expect(reply.status, reply.text).toBe(200)
  return new Map(reply.json<Wait[]>().map((wait) => [wait.track, wait]))
}

test('GET /patients/waiting-times/ of a house that is empty names every open track with its target', async () => {
  const empty = { waiting: 0, mean_minutes: 0, longest_minutes: 0, finished: 0, finished_mean_minutes: null }
  const all = await waits()
  expect(all.size).toBe(9)
  expect(all.get('triage')).toEqual({ track: 'triage', target_minutes: 15, ...empty })
  expect(all.get('inpatient')).toEqual({ track: 'inpatient', target_minutes: null, ...empty })
})

test('not signed in 401, without attendance.view 403, a broken day 400', async () => {
  expect((await clinic.call('GET', '/patients/waiting-times/')).status).toBe(401)
  expect((await (await clinic.signedInAs([])).call('GET', '/patients/waiting-times/')).status).toBe(403)
  const reply = await (await administrator()).call('GET', '/patients/waiting-times/?date=2026-02-30')
  expect([reply.status, Object.keys(reply.json())]).toEqual([400, ['date']])
})

test('over a known evening in Nairobi: stays count on the day they end there, a move taken back ends none', async () => {
  const patients = [await aVisit(clinic.db), await aVisit(clinic.db)].map(({ patient_id }) => patient_id)
  await clinic.db.updateTable('visits').set({ track: 'complete', closed_at: clinic.clock.now }).execute()
  const at = async (time: string, by: Person | null, method: 'POST' | 'PATCH', path: string, body: object) => {
    clinic.clock.now = new Date(time)
    const reply = await (by ?? (await administrator())).call(method, VISITS + path, body)
    expect(reply.status < 300, reply.text).toBe(true)
    return reply.json<{ id: number }>().id
  }
  const begin = (time: string, patient?: number) => at(time, null, 'POST', '', { patient, reason: 'Fever', track: 'triage' })
  const move = (time: string, id: number, track: string, by: Person | null = null) =>
    at(time, by, 'PATCH', `${id}/`, { track, emergency_reason: 'Cannot wait for the category' })

  // 23:00 in Nairobi is 20:00 UTC; midnight there is 21:00 UTC.
  const first = await begin('2026-03-02T20:00:00Z', patients[0])
  const second = await begin('2026-03-02T20:10:00Z', patients[1])
  await move('2026-03-02T20:30:00Z', first, 'doctor')
  const cashier = await administrator()
  await move('2026-03-02T20:35:00Z', second, 'billing', cashier)
  await at('2026-03-02T20:36:00Z', cashier, 'POST', `${second}/undo/`, {})
  clinic.clock.now = new Date('2026-03-02T20:50:00Z')
  let now = await waits()
  expect(now.get('triage')).toMatchObject({ waiting: 1, mean_minutes: 40, longest_minutes: 40, finished: 1, finished_mean_minutes: 30 })
  expect(now.get('doctor')).toMatchObject({ waiting: 1, mean_minutes: 20, finished: 0 })
  expect(now.get('billing')).toMatchObject({ waiting: 0, finished: 0 })

  // Past midnight: the second stay, begun yesterday, ends today.
  await move('2026-03-02T21:10:00Z', second, 'doctor')
  clinic.clock.now = new Date('2026-03-02T21:20:30Z')
  now = await waits()
  expect(now.get('triage')).toMatchObject({ waiting: 0, finished: 1, finished_mean_minutes: 60 })
  expect(now.get('doctor')).toMatchObject({ waiting: 2, mean_minutes: 30, longest_minutes: 50 })
  expect((await waits('?date=2026-03-02')).get('triage')).toMatchObject({ finished: 1, finished_mean_minutes: 30 })
  expect((await waits('?date=2026-03-03')).get('triage')).toMatchObject({ finished: 1, finished_mean_minutes: 60 })

  // The same instants in a clinic in Auckland all lie on one day.
  await clinic.db.updateTable('company').set({ time_zone: 'Pacific/Auckland' }).execute()
  expect((await waits('?date=2026-03-03')).get('triage')).toMatchObject({ finished: 2, finished_mean_minutes: 45 })
  expect((await waits('?date=2026-03-02')).get('triage')).toMatchObject({ finished: 0, finished_mean_minutes: null })
})
