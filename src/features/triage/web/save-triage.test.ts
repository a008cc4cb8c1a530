// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { adoptTokens, dropTokens } from '#web/session/tokens.ts'
import { saveTriage } from './save-triage.ts'

const access = `x.${btoa(JSON.stringify({ user_id: 1, role: 'nurse', iat: 1_000_000, exp: 1_000_600 }))}.y`
const sent: { method: string; path: string; version: string | null }[] = []
/** Stands in for the server. */
const serve = (answer: Response) => {
  adoptTokens({ access, refresh: 'one' })
  vi.stubGlobal('fetch', (path: string, { method = 'GET', headers }: RequestInit = {}) => {
    sent.push({ method, path, version: new Headers(headers).get('if-match') })
    return Promise.resolve(answer)
  })
}
const json = (body: unknown, status: number) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const save = () => saveTriage({ id: 7, body: { pulse: 0 }, version: 3 })

afterEach(() => {
  dropTokens()
  vi.unstubAllGlobals()
})

test('a refused triage rejects with the data of the response', async () => {
  const fields = { pulse: ['Pulse cannot be 0: leave it empty if it was not measured.'] }
  serve(json(fields, 400))
  await expect(save()).rejects.toEqual(fields)
  expect(sent.at(-1)).toEqual({ method: 'PATCH', path: '/api/patients/triage/7/', version: '"3"' })
  const stale = { detail: 'Another user has changed this record.', code: 'version_conflict', current: { id: 7, version: 4 } }
  serve(json(stale, 412))
  await expect(save()).rejects.toEqual(stale)
})

test('without data it rejects with the message', async () => {
  serve(new Response('<html>It broke</html>', { status: 500 }))
  await expect(save()).rejects.toBe('Something went wrong.')
})

test('a saved triage is answered; another set goes to the observations', async () => {
  serve(json({ id: 7, version: 4 }, 200))
  await expect(save()).resolves.toEqual({ id: 7, version: 4 })
  serve(json({ id: 7, version: 5 }, 201))
  await expect(saveTriage({ id: 7, body: { pulse: 80 }, isRepeat: true })).resolves.toMatchObject({ version: 5 })
  expect(sent.at(-1)).toMatchObject({ method: 'POST', path: '/api/patients/triage/7/observations/' })
})
