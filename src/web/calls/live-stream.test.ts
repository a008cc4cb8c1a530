import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveStream, type LiveState } from './live-stream.ts'

const openedAt: number[] = []
const states: LiveState[] = []
let answer: (signal: AbortSignal) => Promise<Response>
const HELLO = 'event: hello\ndata: {}\n\n'
/** A stream that greets and ends after so long. */
const lasting = (ms: number) =>
  new Response(
    new ReadableStream({
      start: (line) => {
        line.enqueue(new TextEncoder().encode(HELLO))
        setTimeout(() => line.close(), ms)
      },
    }),
  )

beforeEach(() => {
  openedAt.length = 0
  states.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
    openedAt.push(Date.now())
    return answer(signal)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const watch = async (ms: number) => {
  const stream = liveStream((heard) => void (heard.kind === 'state' && states.push(heard.state)))
  stream.give('token', Date.now())
  await vi.advanceTimersByTimeAsync(ms)
  stream.close()
  return openedAt.slice(1).map((at, n) => at - (openedAt[n] ?? 0))
}

test.each([
  ['is refused', () => Promise.resolve(new Response('<html>', { status: 504 }))],
  ['breaks off after its greeting', () => Promise.resolve(lasting(5))],
])('a stream that %s is opened again with growing pauses', async (_, given) => {
  answer = given
  const pauses = await watch(60_000)
  expect(openedAt.length).toBeLessThanOrEqual(10)
  expect(pauses.at(-1)).toBeGreaterThan(10_000)
  expect(states).toContain('lost')
})

test('a stream that lasted begins anew with the shortest pause', async () => {
  answer = () => Promise.resolve(lasting(21_000))
  const pauses = await watch(90_000)
  for (const pause of pauses) expect(pause).toBeLessThan(22_000)
  expect(states).not.toContain('lost')
})

test('a stream without a greeting is given up after ten seconds', async () => {
  answer = (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  await watch(25_000)
  expect(openedAt).toHaveLength(3)
  expect(states.at(-1)).toBe('lost')
})

test('a stream that refuses every token asks for the second at once, and for each further one after a growing pause', async () => {
  answer = () => Promise.resolve(new Response('', { status: 401 }))
  const wantedAt: number[] = []
  let tokens = 0
  const stream = liveStream((heard) => {
    if (heard.kind === 'state') states.push(heard.state)
    if (heard.kind !== 'token wanted') return
    wantedAt.push(Date.now())
    const next = `token ${++tokens}`
    // A new session token is told twice: as the answer, and to everybody who watches the session.
    for (const after of [0, 5]) setTimeout(() => stream.give(next, Date.now()), after)
  })
  stream.give('token', Date.now())
  await vi.advanceTimersByTimeAsync(60_000)
  stream.close()
  expect(wantedAt.length).toBeLessThanOrEqual(10)
  const pauses = wantedAt.slice(1).map((at, n) => at - wantedAt[n]!)
  expect(pauses[0]).toBeLessThan(1_000)
  expect(pauses.at(-1)).toBeGreaterThan(10_000)
  expect(openedAt.length).toBeLessThanOrEqual(wantedAt.length + 1)
  expect(states).toContain('lost')
})

test('a token that is refused once, and another that is taken, leave no pause', async () => {
  let calls = 0
  answer = () => Promise.resolve(++calls % 2 ? new Response('', { status: 401 }) : lasting(30_000))
  const wantedAt: number[] = []
  const stream = liveStream((heard) => {
    if (heard.kind !== 'token wanted') return
    wantedAt.push(Date.now())
    stream.give(`token ${wantedAt.length}`, Date.now())
  })
  stream.give('token', Date.now())
  await vi.advanceTimersByTimeAsync(90_000)
  stream.close()
  for (const at of wantedAt) expect(openedAt).toContain(at)
})
