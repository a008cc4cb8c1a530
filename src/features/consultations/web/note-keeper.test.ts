// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NoteOnScreen } from './note-keeper.ts'
import { NOTHING_WRITTEN } from './note-values.ts'

// The browser's database, which this window has not.
const kept = new Map<string, unknown>()
vi.mock('idb-keyval', () => ({
  createStore: () => null,
  get: async (name: string) => kept.get(name),
  set: async (name: string, value: unknown) => void kept.set(name, value),
  del: async (name: string) => void kept.delete(name),
  clear: async () => kept.clear(),
}))
// Tests of other files may have loaded these before, with another database.
vi.resetModules()
const { adoptTokens, dropTokens } = await import('#web/session/tokens.ts')
const { keepNote } = await import('./note-keeper.ts')

/** What the server has been asked and not answered yet. */
let asked: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers()
  kept.clear()
  asked = []
  let version = 1
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    asked.push(() => {
      version += 1
      resolve(Response.json({ version, changed_at: '2026-03-02T08:00:00.000Z' }))
    })
    return promise
  })
  adoptTokens({ access: `x.${btoa(JSON.stringify({ user_id: 1, role: 'doctor', iat: 1_000_000, exp: 1_000_600 }))}.y`, refresh: 'one' })
})
afterEach(() => {
  dropTokens()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('what is typed right before the last change is answered is kept in the browser until it is answered as well', async () => {
  const note = { ...NOTHING_WRITTEN, disposition: null, follow_up_on: null }
  const keeper = keepNote(3, { ...note, id: 5, version: 1, changed_at: '2026-03-02T07:30:00.000Z', signed_at: null } as NoteOnScreen)
  keeper.set('plan', 'Fluids')
  const saved = keeper.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveLength(1)
  keeper.set('plan', 'Fluids and rest')
  asked[0]!()
  await saved
  await vi.advanceTimersByTimeAsync(300)
  expect([...kept.values()]).toMatchObject([{ values: { plan: 'Fluids and rest' }, version: 2 }])
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toHaveLength(2)
  asked[1]!()
  await vi.advanceTimersByTimeAsync(0)
  expect([keeper.store.get().state, kept.size]).toEqual(['saved', 0])
})
