// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attempt, ATTEMPTS, backOff, isUp, LONGEST_MS, persist, SLOW_MS } from './connection.ts'
import { connection, whenRestored } from './connection-state.ts'
import { ApiError, offlineError } from './http.ts'

let isServerUp = true
let probes: number[] = []
let hours = 0
beforeEach(() => {
  probes = []
  isServerUp = true
  // An hour after the test before: what the probe answered there is forgotten.
  vi.useFakeTimers({ now: Date.now() + 3_600_000 * (hours += 1) })
  vi.stubGlobal('fetch', async (path: string) => {
    expect(path).toBe('/health/ready')
    probes.push(Date.now())
    return new Response('', { status: isServerUp ? 200 : 503 })
  })
})
afterEach(async () => {
  isServerUp = true
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const gateway = () => new ApiError(504, {})
const keyed = { mayRepeat: true, waits: true }
/** Sends something that always fails; answers when it was sent, and how it ended. */
const failing = (error: () => unknown, how: Parameters<typeof persist>[1] = keyed) => {
  const sentAt: number[] = []
  const ended = persist(() => {
    sentAt.push(Date.now())
    return Promise.reject(error())
  }, how).catch((reason: unknown) => reason)
  return { sentAt, ended }
}

test('pauses double from half a second to five seconds, half of each by chance', () => {
  const spy = vi.spyOn(Math, 'random')
  try {
    const pauses = (chance: number) => {
      spy.mockReturnValue(chance)
      return [1, 2, 3, 4, 5, 6, 60].map(backOff)
    }
    expect(pauses(0)).toEqual([250, 500, 1000, 2000, 2500, 2500, 2500])
    expect(pauses(1)).toEqual([500, 1000, 2000, 4000, LONGEST_MS, LONGEST_MS, LONGEST_MS])
  } finally {
    spy.mockRestore()
  }
})

test('a change that alone is not answered goes out three times, with growing pauses, and fails with the connection up', async () => {
  const { sentAt, ended } = failing(gateway)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await ended).toMatchObject({ status: 504, code: 'no_answer' })
  expect(sentAt).toHaveLength(ATTEMPTS)
  const [first = 0, second = 0, third = 0] = sentAt
  expect(second - first).toBeGreaterThanOrEqual(250)
  expect(third - second).toBeGreaterThanOrEqual(500)
  expect(third - first).toBeLessThanOrEqual(1_500)
  expect(connection.get()).toMatchObject({ isLost: false, waiting: 0 })
  expect(probes.length).toBeLessThanOrEqual(ATTEMPTS)
})

test('a failure in the words of the server keeps them', async () => {
  const { ended } = failing(() => new ApiError(503, { detail: 'The database cannot be reached.', code: 'unavailable' }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await ended).toMatchObject({ status: 503, detail: 'The database cannot be reached.' })
})

test('what carries no key goes out once, and what the server refuses as well', async () => {
  const signIn = failing(gateway, { mayRepeat: false })
  const refused = failing(() => new ApiError(409, { detail: 'x', code: 'conflict' }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect([signIn.sentAt.length, refused.sentAt.length]).toEqual([1, 1])
  expect(await refused.ended).toMatchObject({ status: 409 })
})

test('many calls that fail together ask the probe once', async () => {
  const all = Array.from({ length: 20 }, () => failing(gateway, { mayRepeat: false }))
  await vi.advanceTimersByTimeAsync(10)
  expect(await Promise.all(all.map(({ ended }) => ended))).toHaveLength(20)
  expect(probes).toHaveLength(1)
})

test('only a failed probe loses the connection; a change then waits, a question fails, and the probe asks at most every two seconds', async () => {
  isServerUp = false
  const change = failing(() => (isServerUp ? new ApiError(409, {}) : offlineError()))
  const question = failing(offlineError, { mayRepeat: true, isQuestion: true })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await question.ended).toMatchObject({ code: 'offline' })
  expect([change.sentAt.length, question.sentAt.length]).toEqual([1, 1])
  expect(connection.get()).toMatchObject({ isLost: true, waiting: 1 })
  expect(probes.length).toBeLessThanOrEqual(10)
  isServerUp = true
  await vi.advanceTimersByTimeAsync(LONGEST_MS + 1_000)
  expect(connection.get()).toMatchObject({ isLost: false, waiting: 0 })
  expect(change.sentAt).toHaveLength(2)
  expect(await change.ended).toMatchObject({ status: 409 })
})

test('a connection that breaks just after the probe answered is lost by the next attempt', async () => {
  await isUp()
  isServerUp = false
  const { sentAt, ended } = failing(offlineError, { mayRepeat: true, isQuestion: true })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await ended).toMatchObject({ code: 'offline' })
  expect([sentAt.length, connection.get().isLost]).toEqual([2, true])
})

test('breaks of the connection are not counted as attempts, and one that comes and goes does not make a call endless', async () => {
  const { sentAt, ended } = failing(gateway)
  for (let breaks = 0; breaks < 3; breaks += 1) {
    isServerUp = false
    await vi.advanceTimersByTimeAsync(10_000)
    isServerUp = true
    await vi.advanceTimersByTimeAsync(10_000)
  }
  expect(await ended).toMatchObject({ code: 'no_answer' })
  expect(sentAt.length).toBeLessThanOrEqual(2 * ATTEMPTS)
})

test('changes that waited go out within a second, at moments of their own, and whoever listens is told once', async () => {
  let restored = 0
  const stop = whenRestored(() => void (restored += 1))
  isServerUp = false
  const all = Array.from({ length: 10 }, () => failing(() => (isServerUp ? new ApiError(409, {}) : offlineError())))
  await vi.advanceTimersByTimeAsync(1_000)
  isServerUp = true
  await vi.advanceTimersByTimeAsync(10_000)
  stop()
  const second = all.map(({ sentAt }) => sentAt[1] ?? 0)
  expect(new Set(second).size).toBeGreaterThan(5)
  expect(Math.max(...second) - Math.min(...second)).toBeLessThanOrEqual(1_000)
  expect(restored).toBe(1)
})

test('a change that is stopped while it waits goes out no more', async () => {
  isServerUp = false
  const stop = new AbortController()
  const { sentAt, ended } = failing(offlineError, { ...keyed, signal: stop.signal })
  await vi.advanceTimersByTimeAsync(1_000)
  stop.abort()
  expect(await ended).toMatchObject({ name: 'AbortError' })
  isServerUp = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect([sentAt.length, connection.get().waiting]).toEqual([1, 0])
})

test('an attempt that is still worked on under the same key is waited for, three times at the most', async () => {
  let sent = 0
  const made = persist(() => {
    sent += 1
    return sent === 1
      ? Promise.reject(offlineError())
      : sent === 2
        ? Promise.reject(new ApiError(409, { code: 'in_progress' }))
        : Promise.resolve('saved')
  }, keyed)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([await made, sent]).toEqual(['saved', 3])
})

test('a question to a busy server is asked again after the time that it names, and no longer than five seconds', async () => {
  const busy = failing(() => new ApiError(429, { detail: 'x' }, 60), { mayRepeat: true, isQuestion: true })
  await vi.advanceTimersByTimeAsync(20_000)
  const [first = 0, second = 0] = busy.sentAt
  expect([busy.sentAt.length, second - first]).toEqual([ATTEMPTS, LONGEST_MS])
  expect(probes).toEqual([])
})

const never = ({ signal }: { signal: AbortSignal }) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

test('a reply that is long in coming is said on the screen, and given up after a minute and a half', async () => {
  const slow = persist(() => attempt(never, {}), keyed).catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(SLOW_MS - 1)
  expect(connection.get().slow).toBe(0)
  await vi.advanceTimersByTimeAsync(2)
  expect([connection.get().slow, probes.length]).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(90_000)
  expect(await slow).toMatchObject({ code: 'no_answer' })
  expect(connection.get().slow).toBe(0)
})

test('a reply that never comes over a connection that is lost is not waited for; a file that is being sent is', async () => {
  isServerUp = false
  const lost = persist(() => attempt(never, {}), { mayRepeat: true, isQuestion: true }).catch((reason: unknown) => reason)
  let isSent = false
  const file = attempt(
    async ({ moves }) => {
      for (let part = 0; part < 40; part += 1) {
        await new Promise((resolve) => setTimeout(resolve, 5_000))
        moves()
      }
      isSent = true
    },
    { isUpload: true },
  )
  await vi.advanceTimersByTimeAsync(SLOW_MS + 10)
  expect(await lost).toMatchObject({ code: 'offline' })
  await vi.advanceTimersByTimeAsync(200_000)
  await file
  expect(isSent).toBe(true)
})

test('a reply that breaks off is none', async () => {
  const cut = await attempt(() => Promise.reject(new SyntaxError('Unexpected end of JSON input')), {}).catch((reason: unknown) => reason)
  expect(cut).toMatchObject({ status: 0 })
})

test('whoever asks is told that the connection is up by the probe alone', async () => {
  expect(await isUp()).toBe(true)
  expect(probes).toHaveLength(1)
})
