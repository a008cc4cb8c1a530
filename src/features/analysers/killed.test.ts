import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anInstrument, answersIn, callLine, mllp, oru } from '../../testing/servers/analysers.ts'
import { openSite, startProgram, type Site } from '../../testing/servers/program.ts'

// It starts the program twice, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const reach = (port: number) => vi.waitUntil(() => callLine(port).catch(() => undefined), { timeout: 60_000, interval: 50 })

test('a server that is killed has kept everything that it acknowledged, and decides about it when it is back', async () => {
  const instrument = await anInstrument(site.db)
  const program = await startProgram(site.env)
  const ends = await Promise.all(Array.from({ length: 8 }, () => reach(instrument.port!)))
  for (const [lane, end] of ends.entries())
    for (let at = 0; at < 50; at++) end.send(mllp(oru('S1', [{ code: 'K', value: '4' }], { id: `L${lane}N${at}` })))
  const acknowledged = () => ends.flatMap((end) => answersIn(end.heard()).flatMap((answer) => /MSA\|AA\|(\w+)/.exec(answer)?.[1] ?? []))
  await vi.waitUntil(() => acknowledged().length >= 60, { timeout: 60_000, interval: 1 })
  program.signal('SIGKILL')
  await program.ended
  await Promise.all(ends.map((end) => end.until(() => end.isClosed())))
  const reported = acknowledged()
  const kept = async () =>
    site.db.selectFrom('lab_messages').select(['control_id', 'state']).where('equipment_id', '=', instrument.id).execute()
  const ids = new Set((await kept()).map(({ control_id }) => control_id))
  expect(reported.length).toBeGreaterThanOrEqual(60)
  expect(reported.filter((id) => !ids.has(id))).toEqual([])

  const next = await startProgram(site.env)
  await expect.poll(async () => (await kept()).filter(({ state }) => state === 'stored').length).toBe(0)
  expect(new Set((await kept()).map(({ state }) => state))).toEqual(new Set(['inbox']))
  // What it had not been told of is sent again, as instruments do: nothing is there twice.
  const again = await reach(instrument.port!)
  for (let at = 0; at < 5; at++) again.send(mllp(oru('S1', [{ code: 'K', value: '4' }], { id: `L0N${at}` })))
  await again.until(() => answersIn(again.heard()).length >= 5)
  const rows = await kept()
  expect(rows.length).toBe(new Set(rows.map(({ control_id }) => control_id)).size)
  next.signal('SIGTERM')
  expect(await next.ended).toMatchObject({ code: 0, sentence: '' })
})
