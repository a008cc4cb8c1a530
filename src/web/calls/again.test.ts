// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { again } from './again.ts'
import { ATTEMPTS, LONGEST_MS } from './connection.ts'
import { connection } from './connection-state.ts'

let isServerUp = true
let hours = 0
beforeEach(() => {
  isServerUp = true
  // An hour after the test before: what the probe answered there is forgotten.
  vi.useFakeTimers({ now: Date.now() + 3_600_000 * (hours += 1) })
  vi.stubGlobal('fetch', async () => new Response('', { status: isServerUp ? 200 : 503 }))
})
afterEach(async () => {
  isServerUp = true
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Loads what fails so often; answers how often it was asked for, and how it ended. */
const loading = (fails: (time: number) => boolean) => {
  const asked = { times: 0 }
  const ended = again(async () => {
    asked.times += 1
    if (fails(asked.times)) throw new Error(`lost ${asked.times}`)
    return 'there'
  }).catch((error: unknown) => error)
  return { asked, ended }
}

test('what is lost once is loaded again, with a pause', async () => {
  const { asked, ended } = loading((time) => time === 1)
  await vi.advanceTimersByTimeAsync(100)
  expect(asked.times).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([await ended, asked.times]).toEqual(['there', 2])
})

test('what is not there while the server answers is given up, and says what failed last', async () => {
  const { asked, ended } = loading(() => true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked.times).toBe(ATTEMPTS)
  expect(await ended).toMatchObject({ message: `lost ${ATTEMPTS}` })
})

test('with the connection lost it waits, and is loaded once that is back', async () => {
  isServerUp = false
  const { asked, ended } = loading(() => !isServerUp)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked.times, connection.get().isLost]).toEqual([1, true])
  isServerUp = true
  await vi.advanceTimersByTimeAsync(LONGEST_MS)
  expect([await ended, asked.times]).toEqual(['there', 2])
})
