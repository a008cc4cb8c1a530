// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adoptTokens, dropTokens } from '../session/tokens.ts'
import { connection } from './connection-state.ts'
import { live, startLive } from './live.ts'

const HELLO = new TextEncoder().encode('event: hello\ndata: {}\n\n')
let isAway = false
let lines: ReadableStreamDefaultController[] = []
const openedAt: number[] = []

const openLine = () => {
  openedAt.push(Date.now())
  if (isAway) throw new TypeError('Failed to fetch')
  return new Response(
    new ReadableStream({
      start: (line) => {
        line.enqueue(HELLO)
        lines.push(line)
      },
    }),
  )
}
const cutLines = () => {
  for (const line of lines.splice(0)) line.close()
}

beforeEach(() => {
  lines = []
  isAway = false
  vi.useFakeTimers({ now: Date.now() })
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/events/')) return openLine()
    if (path === '/health/ready' && isAway) throw new TypeError('Failed to fetch')
    return new Response('', { status: 200 })
  })
  const now = Math.floor(Date.now() / 1000)
  adoptTokens({ access: `x.${btoa(JSON.stringify({ user_id: 1, role: 'nurse', iat: now, exp: now + 36_000 }))}.y`, refresh: 'one' })
})
afterEach(() => {
  dropTokens()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a screen on which nothing is asked for says that the connection is lost, though it answered a moment before, and is live soon after', async () => {
  startLive()
  await vi.advanceTimersByTimeAsync(100)
  expect(live.get().state).toBe('live')
  // Streams that break again and again: the pauses have grown to fifteen seconds.
  for (let times = 0; times < 6; times += 1) {
    cutLines()
    await vi.advanceTimersByTimeAsync(19_000)
  }
  expect([live.get().state, connection.get().isLost]).toEqual(['live', false])
  // The stream breaks while the server still answers the probe, and the server goes a moment later.
  cutLines()
  await vi.advanceTimersByTimeAsync(500)
  expect([live.get().state, connection.get().isLost]).toEqual(['lost', false])
  isAway = true
  await vi.advanceTimersByTimeAsync(3_000)
  expect(connection.get().isLost).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  const before = openedAt.length
  isAway = false
  await vi.advanceTimersByTimeAsync(5_000 + 1_000 + 100)
  expect([live.get().state, connection.get().isLost]).toEqual(['live', false])
  expect(openedAt.length - before).toBeLessThanOrEqual(2)
})
