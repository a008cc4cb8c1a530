import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, signedIn, type SignedIn } from '../../testing/accounts.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

const NOT_VALID = { detail: 'The token is not valid or has expired.', code: 'token_not_valid' }

const refresh = (token: string, device: string | null, path = '/users/token/refresh/') =>
  clinic.call('POST', path, { refresh: token }, device === null ? {} : { cookie: `kliniki_device=${device}` })
const pairOf = async (token: string, device: string) => {
  const reply = await refresh(token, device)
  expect(reply.status).toBe(200)
  return reply.json<{ access: string; refresh: string }>()
}
const me = ({ headers }: Pick<SignedIn, 'headers'>) => clinic.call('GET', '/users/me/', undefined, headers)
const meWith = (access: string) => me({ headers: { authorization: `Bearer ${access}` } })
const endReason = async (userId: number) => {
  const session = await clinic.db
    .selectFrom('sessions')
    .select(['ended_at', 'end_reason'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return session.ended_at ? session.end_reason : null
}
const pass = (seconds: number) => {
  clinic.clock.now = new Date(clinic.clock.now.getTime() + seconds * 1000)
}
const aSession = async () => {
  const person = await anAccount(clinic.db, 'nurse')
  return { ...(await signedIn(clinic, person.email)), id: person.id }
}

test('a refresh token buys one new pair, at every one of its addresses', async () => {
  let { refresh: token } = await aSession().then(async (session) => ({ ...session, ...(await pairOf(session.refresh, session.device)) }))
  const session = await aSession()
  token = session.refresh
  for (const path of ['/users/token/refresh/', '/api/token/refresh/', '/api/users/token/refresh/', '/users/token/refresh']) {
    const reply = await refresh(token, session.device, path)
    expect([path, reply.status]).toEqual([path, 200])
    const pair = reply.json<{ access: string; refresh: string }>()
    expect(pair.refresh).not.toBe(token)
    expect((await meWith(pair.access)).status).toBe(200)
    token = pair.refresh
  }
})

test('the same token again within thirty seconds gives the same successor, and the session lives', async () => {
  const session = await aSession()
  const first = await pairOf(session.refresh, session.device)
  pass(29)
  const duplicate = await pairOf(session.refresh, session.device)
  expect(duplicate.refresh).toBe(first.refresh)
  expect((await pairOf(first.refresh, session.device)).refresh).not.toBe(first.refresh)
  expect(await endReason(session.id)).toBeNull()
})

test('two refreshes at once with one token give the same successor', async () => {
  const session = await aSession()
  // Open connections first: else the second request would wait for its connection until the first is over.
  await Promise.all(Array.from({ length: 10 }, () => clinic.db.selectNoFrom(sql`pg_sleep(0.1)`.as('slept')).execute()))
  const replies = await Promise.all(Array.from({ length: 8 }, () => refresh(session.refresh, session.device)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200, 200])
  expect(new Set(replies.map((reply) => reply.json<{ refresh: string }>().refresh)).size).toBe(1)
  const tokens = await clinic.db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select('used_at')
    .where('user_id', '=', session.id)
    .execute()
  expect(tokens).toHaveLength(2)
})

test('a token replayed later ends the whole family, and leaves a trace', async () => {
  const session = await aSession()
  const next = await pairOf(session.refresh, session.device)
  pass(31)
  const replay = await refresh(session.refresh, session.device)
  expect([replay.status, replay.json()]).toEqual([401, NOT_VALID])
  expect(await endReason(session.id)).toBe('refresh reuse')
  expect((await refresh(next.refresh, session.device)).status).toBe(401)
  expect((await meWith(next.access)).status).toBe(401)
  const trace = await clinic.db.selectFrom('audit_log').select(['action', 'change']).where('entity_id', '=', session.id).execute()
  expect(trace).toEqual([{ action: 'end session', change: { reason: 'refresh reuse' } }])
})

test('without its device cookie a refresh token is worth nothing; with another one the session ends', async () => {
  const session = await aSession()
  const without = await refresh(session.refresh, null)
  expect([without.status, without.json()]).toEqual([401, NOT_VALID])
  expect(await endReason(session.id)).toBeNull()
  expect((await me(session)).status).toBe(200)
  const other = await aSession()
  const stolen = await refresh(session.refresh, other.device)
  expect([stolen.status, stolen.json()]).toEqual([401, NOT_VALID])
  expect(await endReason(session.id)).toBe('refresh from another device')
  expect((await refresh(session.refresh, session.device)).status).toBe(401)
  expect((await me(session)).status).toBe(401)
  expect(await endReason(other.id)).toBeNull()
})

test('a session ends by itself: after an hour without a refresh, and after twelve hours whatever happens', async () => {
  const idle = await aSession()
  pass(3601)
  expect((await refresh(idle.refresh, idle.device)).status).toBe(401)
  const long = await aSession()
  let token = long.refresh
  for (let half = 0; half < 23; half++) {
    pass(1800)
    token = (await pairOf(token, long.device)).refresh
  }
  pass(1800)
  expect((await refresh(token, long.device)).status).toBe(401)
})

test('a refresh token of a disabled person, of a signed-out session, of nobody, or an access token is refused', async () => {
  const disabled = await aSession()
  await clinic.db.updateTable('users').set({ is_active: false }).where('id', '=', disabled.id).execute()
  const left = await aSession()
  expect((await clinic.call('POST', '/users/logout/', {}, left.headers)).status).toBe(204)
  const session = await aSession()
  for (const [token, device] of [
    [disabled.refresh, disabled.device],
    [left.refresh, left.device],
    ['x'.repeat(43), session.device],
    ['', session.device],
  ] as const) {
    const reply = await refresh(token, device)
    expect([reply.status, reply.json()]).toEqual([401, NOT_VALID])
  }
  const access = await refresh(session.access, session.device)
  expect([400, 401]).toContain(access.status)
  expect(await endReason(session.id)).toBeNull()
})

test('a broken body is a 400 that names the field', async () => {
  expect((await clinic.call('POST', '/users/token/refresh/', {})).json()).toEqual({ refresh: ['This field is required.'] })
  expect((await clinic.call('POST', '/users/token/refresh/', { refresh: 1 })).status).toBe(400)
  expect((await clinic.call('POST', '/users/token/refresh/', { refresh: 'x', device: 'y' })).status).toBe(400)
})

test('the claims of a refreshed token are those of now', async () => {
  const session = await aSession()
  await clinic.db.updateTable('users').set({ role: 'doctor', first_name: 'Halima' }).where('id', '=', session.id).execute()
  const { access } = await pairOf(session.refresh, session.device)
  const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  expect(claims).toMatchObject({ role: 'doctor', first_name: 'Halima', user_id: session.id })
})
