import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisit } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'

interface Board {
  at: string
  visits: { id: number; track: string; patient_name: string }[]
  waits: { track: string; waiting: number; mean_minutes: number; longest_minutes: number }[]
}

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

test('GET /patients/board/ of an empty house is an answer, not an error', async () => {
  const nurse = await clinic.signedInFrom('Nurse')
  const board = (await nurse.call('GET', '/patients/board/')).json<Board>()
  expect(board).toMatchObject({ at: clinic.clock.now.toISOString(), visits: [] })
  expect(board.waits.map(({ waiting }) => waiting)).toEqual(Array(9).fill(0))
})

test('it shows every open visit by track, the longest there first, and waits that agree with it', async () => {
  const since = (minutes: number) => new Date(clinic.clock.now.getTime() - minutes * 60_000)
  const at = async (track: 'doctor' | 'triage' | 'reception' | 'complete', minutes: number) =>
    (await aVisit(clinic.db, { track, track_since: since(minutes), created_at: since(90) })).id
  const late = await at('doctor', 10)
  const early = await at('doctor', 50)
  const desk = await at('reception', 1)
  const triage = await at('triage', 5)
  await at('complete', 3)
  const nurse = await clinic.signedInFrom('Nurse')
  const reply = await nurse.call('GET', '/patients/board/')
  expect(reply.status, reply.text).toBe(200)
  const board = reply.json<Board>()
  expect(board.visits.map(({ id }) => id)).toEqual([desk, triage, early, late])
  expect(board.waits.find(({ track }) => track === 'doctor')).toMatchObject({ waiting: 2, mean_minutes: 30, longest_minutes: 50 })
  for (const { track, waiting } of board.waits) expect(board.visits.filter((visit) => visit.track === track)).toHaveLength(waiting)
})

test('the board answers while patients are on the move, and never disagrees with itself', async () => {
  const everyone = await clinic.signedInFrom('System administrator')
  const { id } = await aVisit(clinic.db, { track: 'triage' })
  const moving = async () => {
    for (let i = 0; i < 10; i++) {
      const track = i % 2 === 0 ? 'doctor' : 'triage'
      await everyone.call('PATCH', `/patients/initiate-attendance-process/${id}/`, { track })
    }
  }
  const watching = async () => {
    for (let i = 0; i < 10; i++) {
      const board = (await everyone.call('GET', '/patients/board/')).json<Board>()
      for (const { track, waiting } of board.waits) expect(board.visits.filter((visit) => visit.track === track)).toHaveLength(waiting)
    }
  }
  await Promise.all([moving(), watching(), watching()])
})

test('not signed in 401, without attendance.view 403, a filter 400', async () => {
  expect((await clinic.call('GET', '/patients/board/')).status).toBe(401)
  expect((await (await clinic.signedInFrom('Patient', 'patient')).call('GET', '/patients/board/')).status).toBe(403)
  const nurse = await clinic.signedInFrom('Nurse')
  expect((await nurse.call('GET', '/patients/board/?track=doctor')).json()).toEqual({
    track: [expect.stringContaining('Unknown filter `track`')],
  })
})
