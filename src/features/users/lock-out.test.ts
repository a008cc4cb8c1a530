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
  const people = await Promise.all(Array.from({ length: 11 }, () => anAccount(clinic.db, 'nurse')))
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

test('a network has sixty wrong passwords in a quarter of an hour, whomever they name', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  const { device } = await signedIn(clinic, person.email)
  for (let n = 0; n < 60; n++) {
    if (n % 20 === 0) await forgetMinutes()
    expect(await from(`2001:db8:1:1::${n + 1}`, `somebody${n}@nowhere.example`, 'wrong')).toBe(401)
  }
  await forgetMinutes()
  expect(await from('2001:db8:1:1::ffff', person.email)).toBe(429)
  expect(await from('2001:db8:1:1::ffff', person.email, PASSWORD, device)).toBe(200)
  expect(await from('2001:db8:1:2::1', person.email)).toBe(200)
})

test('whoever guesses from many networks gets twenty tries, and the known browser still opens', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  const { device } = await signedIn(clinic, person.email)
  const all: number[] = []
  for (let network = 0; network < 6; network++) all.push(...(await guess(`198.51.100.${network + 1}`, person.email, 5)))
  expect(all.filter((status) => status === 401)).toHaveLength(20)
  expect(all.filter((status) => status === 429)).toHaveLength(10)
  expect(await from('10.20.0.2', person.email)).toBe(429)
  expect(await from('10.20.0.2', person.email, PASSWORD, device)).toBe(200)
  // An address that has no account behaves the same.
  const nobody: number[] = []
  for (let network = 10; network < 15; network++) nobody.push(...(await guess(`198.51.100.${network + 1}`, 'nobody@nowhere.example', 5)))
  expect(nobody.filter((status) => status === 401)).toHaveLength(20)
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
    const { known_devices } = await clinic.db.selectFrom('users').select('known_devices').where('id', '=', person.id).executeTakeFirstOrThrow()
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
  for (let n = 0; n < 30; n++) expect(await from('10.20.0.6', person.email, 'wrong')).toBe(429)
  const rows = await clinic.db.selectFrom('login_attempts').select('outcome').where('user_id', '=', person.id).where('outcome', '=', 'locked').execute()
  expect(rows).toHaveLength(1)
})

test('of too many sessions the oldest end, also when all begin at once, and the person is told', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  const first = await signedIn(clinic, person.email)
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 60_000)
  await Promise.all(Array.from({ length: 19 }, () => signIn(clinic, person.email)))
  const me = (headers: Record<string, string>) => clinic.call('GET', '/users/me/', undefined, headers)
  expect((await me(first.headers)).json<{ ended_sessions: number }>().ended_sessions).toBe(0)
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 60_000)
  const last = await signedIn(clinic, person.email)
  expect((await me(first.headers)).status).toBe(401)
  expect((await me(last.headers)).json<{ ended_sessions: number }>().ended_sessions).toBe(1)
  const listed = await clinic.call('GET', '/users/me/sessions/', undefined, last.headers)
  expect(listed.json<{ is_current: boolean; ended_others: number }[]>()).toHaveLength(20)
  await forgetMinutes()
  await Promise.all(Array.from({ length: 25 }, () => signIn(clinic, person.email)))
  const open = await clinic.db.selectFrom('sessions').select('id').where('user_id', '=', person.id).where('ended_at', 'is', null).execute()
  expect(open).toHaveLength(20)
  const trail = await clinic.db.selectFrom('audit_log').select('change').where('entity_id', '=', person.id).where('action', '=', 'end session').execute()
  expect(trail.length).toBeGreaterThan(0)
  expect(trail[0]?.change).toEqual({ reason: 'too many sessions', count: 1 })
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

test('a browser keeps its device, and signing in again makes it the latest that is known', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  const reply = await signIn(clinic, person.email)
  const device = deviceOf(reply)
  for (let n = 0; n < 25; n++) {
    if (n === 10) expect((await signIn(clinic, person.email, PASSWORD, device)).status).toBe(200)
    await signIn(clinic, person.email)
  }
  const { known_devices } = await clinic.db.selectFrom('users').select('known_devices').where('id', '=', person.id).executeTakeFirstOrThrow()
  expect(known_devices).toHaveLength(20)
  await guess('10.20.0.7', person.email, 5)
  expect(await from('10.20.0.7', person.email, PASSWORD, device)).toBe(200)
})
