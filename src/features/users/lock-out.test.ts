import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD, anAccount, cookieOf, deviceOf, signIn, signedIn } from '../../testing/accounts.ts'
import { openTestClinic, type Reply, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())
// The limit of a minute has a file of its own.
beforeEach(() => clinic.db.deleteFrom('rate_limits').execute())

/** A sign-in from somewhere, and perhaps with the cookie of a browser. */
const from = async (remoteAddress: string, email: string, password = PASSWORD, device?: string): Promise<Reply['status']> => {
  const headers = device === undefined ? {} : { cookie: cookieOf(device) }
  const payload = { email, password }
  return (await clinic.app.inject({ method: 'POST', url: '/users/login/', remoteAddress, headers, payload })).statusCode
}
const guess = async (remoteAddress: string, email: string, times: number) => {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push(await from(remoteAddress, email, `wrong ${n}`))
  return statuses
}
const forgetMinutes = () => clinic.db.deleteFrom('rate_limits').where('key', 'like', '%/users/login/%').execute()

test('a stranger who types wrong passwords locks out nobody but their own network', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => anAccount(clinic.db, 'nurse')))
  const devices = await Promise.all(people.map(({ email }) => signedIn(clinic, email).then(({ device }) => device)))
  await clinic.db.deleteFrom('rate_limits').execute()
  for (const { email } of people) expect(await guess('203.0.113.9', email, 5)).toEqual([401, 401, 401, 401, 401])
  await forgetMinutes()
  expect(await from('203.0.113.9', people[0]!.email)).toBe(429)
  for (const [at, { email }] of people.entries()) {
    // A browser that has signed in before, and a new one in the clinic.
    expect(await from('203.0.113.9', email, PASSWORD, devices[at])).toBe(200)
    expect(await from('10.20.0.1', email)).toBe(200)
  }
})

/** So many wrong passwords are counted under a key already. */
const spent = (name: string, key: string, points: number) =>
  clinic.db
    .insertInto('rate_limits')
    .values({ key: `${name}:${key}`, points, expire: Date.now() + 900_000 })
    .execute()

test('a network has sixty wrong passwords in a quarter of an hour, whomever they name', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  const { device } = await signedIn(clinic, person.email)
  await spent('wrong passwords, network', '2001:db8:1:1::/64', 57)
  for (let n = 0; n < 3; n++) expect(await from(`2001:db8:1:1::${n + 1}`, `somebody${n}@nowhere.example`, 'wrong')).toBe(401)
  expect(await from('2001:db8:1:1::ffff', person.email)).toBe(429)
  expect(await from('2001:db8:1:1::ffff', person.email, PASSWORD, device)).toBe(200)
  expect(await from('2001:db8:1:2::1', person.email)).toBe(200)
})

test('whoever guesses from many networks gets twenty tries, and the known browser still opens', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  const { device } = await signedIn(clinic, person.email)
  // An address that has no account behaves the same.
  for (const email of [person.email, 'nobody@nowhere.example']) {
    const all: number[] = []
    for (let network = 0; network < 12; network++) all.push(...(await guess(`198.51.100.${network + 1}`, email, 2)))
    expect(all).toEqual(Array.from({ length: 24 }, (_, n) => (n < 20 ? 401 : 429)))
  }
  expect(await from('10.20.0.2', person.email)).toBe(429)
  expect(await from('10.20.0.2', person.email, PASSWORD, device)).toBe(200)
})

test('a known browser has five tries of its own, and is no key to another account', async () => {
  const [person, other] = [await anAccount(clinic.db, 'nurse'), await anAccount(clinic.db, 'nurse')]
  const { device } = await signedIn(clinic, person.email)
  for (let n = 0; n < 5; n++) expect(await from('10.20.0.3', person.email, 'wrong', device)).toBe(401)
  expect(await from('10.20.0.3', person.email, PASSWORD, device)).toBe(429)
  // It did not count against others.
  expect(await from('10.20.0.3', person.email)).toBe(200)
  await guess('10.20.0.4', other.email, 5)
  expect(await from('10.20.0.4', other.email, PASSWORD, device)).toBe(429)
  expect(await from('10.20.0.4', other.email, PASSWORD, 'x'.repeat(43))).toBe(429)
})

test('a one-time password, and a password of one’s own, make the other browsers strangers', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  const [old, own] = [await signedIn(clinic, person.email), await signedIn(clinic, person.email)]
  const known = async () => {
    const { known_devices } = await clinic.db
      .selectFrom('users')
      .select('known_devices')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    return known_devices.length
  }
  expect(await known()).toBe(2)
  const change = { current_password: PASSWORD, new_password: 'nane tembo wazuri asubuhi' }
  expect((await clinic.call('POST', '/users/me/password/', change, { ...own.headers, cookie: cookieOf(own.device) })).status).toBe(204)
  expect(await known()).toBe(1)
  await guess('10.20.0.5', person.email, 5)
  expect(await from('10.20.0.5', person.email, change.new_password, old.device)).toBe(429)
  expect(await from('10.20.0.5', person.email, change.new_password, own.device)).toBe(200)
  const administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  expect((await administrator.call('POST', `/users/users/${person.id}/reset-password/`, {})).status).toBe(200)
  expect(await known()).toBe(0)
})

test('a flood against a locked account leaves one row a minute', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  await guess('10.20.0.6', person.email, 5)
  for (let n = 0; n < 10; n++) expect(await from('10.20.0.6', person.email, 'wrong')).toBe(429)
  const rows = await clinic.db
    .selectFrom('login_attempts')
    .select('outcome')
    .where('user_id', '=', person.id)
    .where('outcome', '=', 'locked')
    .execute()
  expect(rows).toHaveLength(1)
})

/** Sessions that somebody left open, the last of them used a minute ago. */
const leftOpen = (user_id: number, count: number) => {
  const at = (minutes: number) => new Date(clinic.clock.now.getTime() - minutes * 60_000)
  const row = (n: number) => ({
    id: randomUUID(),
    user_id,
    device_hash: Buffer.alloc(32),
    created_at: at(90),
    seen_at: at(n + 1),
    expires_at: at(-600),
  })
  const rows = Array.from({ length: count }, (_, n) => row(n))
  return clinic.db
    .insertInto('sessions')
    .values(rows)
    .execute()
    .then(() => rows.at(-1)!.id)
}
const openSessions = async (user_id: number) => {
  const rows = await clinic.db.selectFrom('sessions').select('id').where('user_id', '=', user_id).where('ended_at', 'is', null).execute()
  return rows.map(({ id }) => id)
}

test('of too many sessions the oldest end, also when all begin at once, and the person is told', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  await leftOpen(person.id, 18)
  const me = async ({ headers }: { headers: Record<string, string> }) =>
    (await clinic.call('GET', '/users/me/', undefined, headers)).json<{ ended_sessions: number }>().ended_sessions
  expect(await me(await signedIn(clinic, person.email))).toBe(0)
  const oldest = await leftOpen(person.id, 1).then(async () => {
    const { id } = await clinic.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', person.id)
      .orderBy('seen_at')
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  })
  const last = await signedIn(clinic, person.email)
  expect(await me(last)).toBe(1)
  expect(await openSessions(person.id)).toHaveLength(20)
  expect(await openSessions(person.id)).not.toContain(oldest)
  const listed = (await clinic.call('GET', '/users/me/sessions/', undefined, last.headers)).json<
    { is_current: boolean; ended_others: number }[]
  >()
  expect(listed).toHaveLength(20)
  expect(listed.find(({ is_current }) => is_current)?.ended_others).toBe(1)
  await Promise.all(Array.from({ length: 5 }, () => signIn(clinic, person.email)))
  expect(await openSessions(person.id)).toHaveLength(20)
  const trail = await clinic.db
    .selectFrom('audit_log')
    .select('change')
    .where('entity_id', '=', person.id)
    .where('action', '=', 'end session')
    .orderBy('id')
    .execute()
  expect(trail.map(({ change }) => change)).toEqual(Array.from({ length: 6 }, () => ({ reason: 'too many sessions', count: 1 })))
})

test('an administrator sees where somebody is signed in and ends one of them, within their reach', async () => {
  const administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  const clerk = await clinic.signedInAs(['users.view'])
  const keeper = await clinic.signedInAs(['users.change'])
  const person = await anAccount(clinic.db, 'nurse')
  const [one, two] = [await signedIn(clinic, person.email), await signedIn(clinic, person.email)]
  const path = `/users/users/${person.id}/sessions/`
  expect((await clerk.call('GET', path)).status).toBe(403)
  expect((await keeper.call('GET', path)).status).toBe(403)
  const sessions = (await administrator.call('GET', path)).json<{ id: string; ip: string; is_current: boolean }[]>()
  expect(sessions.map(({ ip, is_current }) => [ip, is_current])).toEqual([
    ['127.0.0.1', false],
    ['127.0.0.1', false],
  ])
  const rows = await clinic.db.selectFrom('sessions').select(['id', 'device_hash']).where('user_id', '=', person.id).execute()
  expect(rows).toHaveLength(2)
  const sid = (JSON.parse(Buffer.from(one.access.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid
  expect((await keeper.call('DELETE', `${path}${sid}/`)).status).toBe(403)
  expect((await administrator.call('DELETE', `${path}${sid}/`)).status).toBe(204)
  expect((await administrator.call('DELETE', `${path}${sid}/`)).status).toBe(404)
  expect((await clinic.call('GET', '/users/me/', undefined, one.headers)).status).toBe(401)
  expect((await clinic.call('GET', '/users/me/', undefined, two.headers)).status).toBe(200)
  expect((await administrator.call('GET', '/users/users/999999/sessions/')).status).toBe(404)
})

test('the last twenty browsers of an account are known', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  const device = deviceOf(await signIn(clinic, person.email))
  const others = Array.from({ length: 19 }, (_, n) => Buffer.alloc(32, n + 1))
  await clinic.db
    .updateTable('users')
    .set({ known_devices: sql`known_devices || ${others}::bytea[]` })
    .where('id', '=', person.id)
    .execute()
  const known = async () =>
    (await clinic.db.selectFrom('users').select('known_devices').where('id', '=', person.id).executeTakeFirstOrThrow()).known_devices
  expect(await known()).toHaveLength(20)
  // It is the latest again; one more takes the place of the oldest.
  expect(deviceOf(await signIn(clinic, person.email, PASSWORD, device))).toBe(device)
  await signIn(clinic, person.email)
  expect(await known()).toHaveLength(20)
  expect((await known()).some((hash) => hash.equals(others[0]!))).toBe(false)
  await spent('wrong passwords, network', '10.20.0.7', 60)
  expect([await from('10.20.0.7', person.email), await from('10.20.0.7', person.email, PASSWORD, device)]).toEqual([429, 200])
})

/** So many calls of this minute are counted under a key already. */
const calledThisMinute = (call: string, key: string, points: number) =>
  clinic.db
    .insertInto('rate_limits')
    .values({ key: `${call}:${key}`, points, expire: Date.now() + 60_000 })
    .execute()

test('a stranger who uses up the sign-ins of a network stops no browser that is known', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  const { device } = await signedIn(clinic, person.email)
  await calledThisMinute('POST /users/login/', '10.20.0.8', 60)
  expect(await from('10.20.0.8', person.email)).toBe(429)
  expect(await from('10.20.0.8', person.email, PASSWORD, 'x'.repeat(43))).toBe(429)
  expect(await from('10.20.0.8', person.email, PASSWORD, device)).toBe(200)
  // It has a count of its own, which ends too.
  const hash = (await clinic.db.selectFrom('users').select('known_devices').where('id', '=', person.id).executeTakeFirstOrThrow())
    .known_devices[0]!
  await clinic.db.deleteFrom('rate_limits').where('key', 'like', '%account%').execute()
  await calledThisMinute('POST /users/login/', `account ${person.id} ${hash.toString('base64url')}`, 60)
  expect(await from('10.20.0.8', person.email, PASSWORD, device)).toBe(429)
})

test('a stranger who uses up the refreshes of a network ends no session there: only what is refused counts', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  const session = await signedIn(clinic, person.email)
  await calledThisMinute('POST /users/token/refresh/', '10.20.0.9', 599)
  const refresh = (token: string, device = session.device) =>
    clinic.app.inject({
      method: 'POST',
      url: '/users/token/refresh/',
      remoteAddress: '10.20.0.9',
      headers: { cookie: cookieOf(device) },
      payload: { refresh: token },
    })
  expect((await refresh('y'.repeat(43))).statusCode).toBe(401)
  expect((await refresh('y'.repeat(43))).statusCode).toBe(429)
  const next = await refresh(session.refresh)
  expect(next.statusCode).toBe(200)
  expect((await refresh(next.json<{ refresh: string }>().refresh)).statusCode).toBe(200)
})

test('signed-in calls are counted by account: nobody in the network takes them from others', async () => {
  const [one, other] = [await anAccount(clinic.db, 'patient'), await anAccount(clinic.db, 'patient')]
  const [mine, theirs] = [await signedIn(clinic, one.email), await signedIn(clinic, other.email)]
  const change = ({ headers }: { headers: object }) =>
    clinic.app.inject({
      method: 'POST',
      url: '/users/me/password/',
      remoteAddress: '10.20.0.10',
      headers: { ...headers },
      payload: { current_password: PASSWORD, new_password: 'short' },
    })
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) statuses.push((await change(theirs)).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  expect((await change(mine)).statusCode).toBe(400)
  // Who is not signed in counts against nobody who is.
  await calledThisMinute('GET /users/password-rules/', '10.20.0.10', 600)
  const rules = (headers: object) =>
    clinic.app.inject({ method: 'GET', url: '/users/password-rules/', remoteAddress: '10.20.0.10', headers: { ...headers } })
  expect([(await rules({})).statusCode, (await rules(mine.headers)).statusCode]).toEqual([429, 200])
})
