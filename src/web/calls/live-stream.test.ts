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
