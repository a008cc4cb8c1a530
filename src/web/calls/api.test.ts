// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QueryObserver } from '@tanstack/react-query'
import { searchPatients } from '#calls/patients/contract.ts'
import { getMe, login, updateMe } from '#calls/users/contract.ts'
import { ApiError, call, fetchFile, query } from './api.ts'
import { connection } from './connection-state.ts'
import { patientSearch, type FoundPatient } from '../searches/patient-search.ts'
import { queryClient } from './query-client.ts'
import { adoptTokens, dropTokens, expireSession, restoreSession, session } from '../session/tokens.ts'

const tokenFor = (user_id: number, life = 600, salt = 0) => {
  const iat = 1_000_000 + salt
  return `x.${btoa(JSON.stringify({ user_id, role: 'nurse', iat, exp: iat + life }))}.y`
}
const expired = tokenFor(1, 0)
const fresh = (salt = 0) => tokenFor(1, 600, salt)

interface Sent {
  method: string
  path: string
  bearer: string | null
  headers: Headers
}
let sent: Sent[] = []
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
/** Stands in for the server. */
const serve = (answer: (request: Sent) => Response | Promise<Response>) => {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const request = { method: init.method ?? 'GET', path, bearer: headers.get('authorization'), headers }
    sent.push(request)
    return answer(request)
  })
}
let hours = 0
/** The clock stands an hour after the test before: what the probe answered there is forgotten. */
const holdClock = () => vi.useFakeTimers({ now: Date.now() + 3_600_000 * (hours += 1) })
const isRefresh = ({ path }: Sent) => path === '/api/users/token/refresh/'
const settle = () => vi.waitFor(() => expect(session.get().isExpired).toBe(true))

beforeEach(() => {
  sent = []
  localStorage.clear()
})
afterEach(() => {
  dropTokens()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('many calls with a token that has run out refresh it once', async () => {
  adoptTokens({ access: expired, refresh: 'one' })
  serve(async (request) => (isRefresh(request) ? json({ access: fresh(), refresh: 'two' }) : json({})))
  await Promise.all(Array.from({ length: 10 }, () => call(getMe)))
  expect(sent.filter(isRefresh)).toHaveLength(1)
  expect(localStorage.getItem('refresh')).toBe('two')
  expect(sent.filter((request) => !isRefresh(request)).every(({ bearer }) => bearer === `Bearer ${fresh()}`)).toBe(true)
})

test('a refused token is exchanged and the call goes out again', async () => {
  adoptTokens({ access: fresh(), refresh: 'one' })
  serve((request) => {
    if (isRefresh(request)) return json({ access: fresh(1), refresh: 'two' })
    return request.bearer === `Bearer ${fresh(1)}` ? json({ id: 1 }) : json({ detail: 'x', code: 'token_not_valid' }, 401)
  })
  expect(await call(getMe)).toEqual({ id: 1 })
})

test('a token that another tab has exchanged already is taken from the store', async () => {
  adoptTokens({ access: expired, refresh: 'one' })
  localStorage.setItem('token', fresh(2))
  serve(() => json({}))
  await call(getMe)
  expect(sent.map(({ bearer }) => bearer)).toEqual([`Bearer ${fresh(2)}`])
})

test('when the refresh is refused the call waits for the next sign-in and then goes on', async () => {
  adoptTokens({ access: expired, refresh: 'one' })
  serve((request) => (isRefresh(request) ? json({ detail: 'x', code: 'token_not_valid' }, 401) : json({ id: 1 })))
  const waiting = call(updateMe, { body: { first_name: 'Ann' } })
  await settle()
  expect(sent.filter((request) => !isRefresh(request))).toHaveLength(0)
  adoptTokens({ access: fresh(3), refresh: 'three' })
  expect(await waiting).toEqual({ id: 1 })
})

test('calls that wait for a sign-in fail when the person signs out', async () => {
  adoptTokens({ access: fresh(), refresh: 'one' })
  expireSession()
  const waiting = call(getMe)
  dropTokens()
  await expect(waiting).rejects.toMatchObject({ status: 401 })
})

test('a screen that nobody touched for half an hour is not kept signed in', async () => {
  adoptTokens({ access: expired, refresh: 'one' })
  localStorage.setItem('active_at', String(Date.now() - 31 * 60_000))
  serve(() => json({}))
  void call(getMe).catch(() => null)
  await settle()
  expect(sent).toHaveLength(0)
})

test('a stored token that cannot be decoded is dropped', () => {
  localStorage.setItem('token', 'nonsense')
  localStorage.setItem('refresh', 'one')
  restoreSession()
  expect(session.get().user).toBeNull()
  expect([localStorage.getItem('token'), localStorage.getItem('refresh')]).toEqual([null, null])
})

test('signing in carries no token and no key, and a failure brings the server’s words', async () => {
  serve(() => json({ email: ['Odd.'], non_field_errors: ['Wrong e-mail or password.'] }, 401))
  const error = await call(login, { body: { email: 'a@b.example', password: 'x' } }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect((error as ApiError).fields['']).toEqual(['Wrong e-mail or password.'])
  expect((error as ApiError).detail).toBe('Wrong e-mail or password.')
  expect([sent[0]?.bearer, sent[0]?.headers.get('idempotency-key')]).toEqual([null, null])
})

const changes = () => sent.filter(({ path }) => path === '/api/things/')
test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  'a %s waits for the line and goes out once it is back, with the same key',
  async (method) => {
    holdClock()
    adoptTokens({ access: fresh(), refresh: 'one' })
    let isDown = true
    serve(({ path }) => {
      if (isDown) throw new TypeError('no network')
      // Of two servers behind a balancer one is not there yet.
      return path === '/api/things/' && changes().length < 3 ? json({ code: 'unavailable' }, 503) : json({ id: 5 })
    })
    const change = { method, path: '/things/', summary: '', access: 'signed-in', response: updateMe.response } as const
    const waiting = call(change, {}, { idempotencyKey: 'k1' })
    await vi.advanceTimersByTimeAsync(10)
    expect(connection.get()).toMatchObject({ isLost: true, waiting: 1 })
    isDown = false
    await vi.advanceTimersByTimeAsync(5000)
    await waiting
    expect(connection.get()).toMatchObject({ isLost: false, waiting: 0 })
    expect(changes().map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k1', 'k1', 'k1'])
  },
)

test.each([
  ['no line', null],
  ['a database that is away', json({ code: 'unavailable' }, 503)],
  ['a balancer without a server', new Response('<html>', { status: 502 })],
])('a change whose token runs out while there is %s waits as well', async (_, away) => {
  holdClock()
  adoptTokens({ access: expired, refresh: 'one' })
  let isAway = true
  serve((request) => {
    if (isAway && away === null) throw new TypeError('no network')
    if (isAway) return away!.clone()
    return isRefresh(request) ? json({ access: fresh(), refresh: 'two' }) : json({ id: 5 })
  })
  const waiting = call(updateMe, { body: { first_name: 'Ann' } })
  await vi.advanceTimersByTimeAsync(10)
  expect(connection.get()).toMatchObject({ isLost: true, waiting: 1 })
  await expect(call(updateMe, { body: { first_name: 'Ann' } }, { waits: false })).rejects.toMatchObject({ status: away?.status ?? 0 })
  isAway = false
  await vi.advanceTimersByTimeAsync(5000)
  expect(await waiting).toEqual({ id: 5 })
})

test.each(['busy', 'timeout', 'disk_full'])('a change that the server refuses as %s is answered, and not sent again', async (code) => {
  adoptTokens({ access: fresh(), refresh: 'one' })
  serve(() => json({ detail: 'x', code }, 503))
  await expect(call(updateMe, { body: { first_name: 'Ann' } })).rejects.toMatchObject({ status: 503, code })
  expect([sent.length, connection.get().isLost]).toEqual([1, false])
})

const asked = () => sent.filter(({ path }) => path.includes('q=')).length
test('what is on the screen is asked for once while the database is away, and once when it is back', async () => {
  holdClock()
  adoptTokens({ access: fresh(), refresh: 'one' })
  let isAway = false
  // The other side of a line takes a moment.
  serve(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return isAway ? json({ code: 'unavailable' }, 503) : json([])
  })
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const stops = ['ann', 'ben'].map((q) => new QueryObserver(queryClient, query(searchPatients, { query: { q } })).subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(100)
  expect(asked()).toBe(2)
  isAway = true
  void queryClient.invalidateQueries()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([asked(), connection.get().isLost]).toEqual([4, true])
  isAway = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect([asked(), connection.get().isLost]).toEqual([6, false])
  for (const stop of stops) stop()
  queryClient.clear()
  logged.mockRestore()
})

test('what is asked while the database is away fails, and the line is looked after until it is back', async () => {
  holdClock()
  adoptTokens({ access: fresh(), refresh: 'one' })
  let status = 503
  serve(() => json({ code: status === 503 ? 'unavailable' : 'ok' }, status))
  await expect(call(getMe)).rejects.toMatchObject({ code: 'unavailable' })
  expect(connection.get().isLost).toBe(true)
  status = 200
  await vi.advanceTimersByTimeAsync(5000)
  expect(connection.get().isLost).toBe(false)
})

const alone = (path: string, answer: () => Response) => serve((request) => (request.path === path ? answer() : json({})))
const keysOf = () => sent.filter(({ path }) => path === '/api/users/me/').map(({ headers }) => headers.get('idempotency-key'))
const press = async (body: object, options = {}) => {
  const pressed = call(updateMe, { body }, options).catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(10_000)
  return pressed
}
test('a change that alone is answered 504 fails after three attempts, and pressed again it carries the same key until it is answered', async () => {
  holdClock()
  adoptTokens({ access: fresh(), refresh: 'one' })
  const answers = [() => new Response('<html>', { status: 504, headers: { 'content-type': 'text/html' } })]
  alone('/api/users/me/', () => answers.at(-1)!())
  expect(await press({ first_name: 'Ann', version: 1 })).toMatchObject({ status: 504, code: 'no_answer' })
  expect([connection.get().isLost, keysOf().length]).toEqual([false, 3])
  // The first attempt was saved, so that another version is on the screen.
  await press({ first_name: 'Ann', version: 2 })
  await press({ first_name: 'Ben', version: 2 })
  answers.push(() => json({ id: 1 }))
  await press({ first_name: 'Ann', version: 2 })
  await press({ first_name: 'Ann', version: 2 })
  const keys = keysOf()
  const [ann] = keys
  expect(keys.slice(0, 6).every((key) => key === ann)).toBe(true)
  expect(new Set(keys.slice(6, 9)).size).toBe(1)
  expect(keys[6]).not.toBe(ann)
  expect(keys[9]).toBe(ann)
  expect(keys[10]).not.toBe(ann)
})

test('what the server refuses ends the intent, and so does its word that an attempt was saved after all', async () => {
  holdClock()
  adoptTokens({ access: fresh(), refresh: 'one' })
  const answers = [() => new Response('', { status: 502 })]
  alone('/api/users/me/', () => answers.at(-1)!())
  await press({ first_name: 'Cleo' })
  answers.push(() => json({ detail: 'This Idempotency-Key was used for another request.', code: 'idempotency_key_reused' }, 422))
  expect(await press({ first_name: 'Cleo' })).toMatchObject({
    status: 422,
    detail: 'An earlier attempt was saved. Check what was saved before you save again.',
  })
  await press({ first_name: 'Cleo' })
  const keys = keysOf()
  expect([new Set(keys.slice(0, 4)).size, keys[4] === keys[0]]).toEqual([1, false])
})

test('a reply that breaks off is asked for again, under the same key where it is a change', async () => {
  holdClock()
  adoptTokens({ access: fresh(), refresh: 'one' })
  let isCut = true
  alone('/api/users/me/', () => (isCut ? new Response('{"id":') : json({ id: 5 })))
  expect(await press({ first_name: 'Dan' })).toMatchObject({ status: 0, code: 'no_answer' })
  const asked = call(getMe)
  isCut = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await asked).toEqual({ id: 5 })
  expect(await press({ first_name: 'Dan' })).toEqual({ id: 5 })
  const [first, second, third, , last] = keysOf()
  expect([second, third, last]).toEqual([first, first, first])
})

test('a refresh of the token that alone is not answered is tried three times for all calls together', async () => {
  holdClock()
  adoptTokens({ access: expired, refresh: 'one' })
  alone('/api/users/token/refresh/', () => new Response('', { status: 503 }))
  const all = Promise.all(Array.from({ length: 10 }, () => call(getMe).catch((reason: unknown) => reason)))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await all).toEqual(Array.from({ length: 10 }, () => expect.objectContaining({ code: 'no_answer' })))
  expect(sent.filter(isRefresh)).toHaveLength(3)
  expect(session.get().isExpired).toBe(false)
})

test('a failed patient search clears the results and hands the error on', async () => {
  adoptTokens({ access: fresh(), refresh: 'one' })
  let shown: readonly FoundPatient[] = [{ id: 1 } as FoundPatient]
  const search = patientSearch((found) => {
    shown = found
  })
  serve(() => json({ detail: 'x', code: 'internal' }, 500))
  await expect(search('ann')).rejects.toMatchObject({ status: 500 })
  expect(shown).toEqual([])
  expect(sent[0]?.path).toBe(`/api${searchPatients.path}?q=ann&limit=8`)
})

test('a file of an endpoint that offers several is asked for by its media type', async () => {
  adoptTokens({ access: fresh(), refresh: 'one' })
  serve(() => new Response('Day,Net', { headers: { 'content-disposition': `attachment; filename="x"; filename*=UTF-8''sales%201.csv` } }))
  const { blob, name } = await fetchFile(getMe, {}, { accept: 'text/csv' })
  expect([sent[0]?.headers.get('accept'), name, await blob.text()]).toEqual(['text/csv', 'sales 1.csv', 'Day,Net'])
})
