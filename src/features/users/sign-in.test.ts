import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashingLoad } from '#platform/auth/passwords.ts'
import { PASSWORD, anAccount, deviceOf, signIn } from '../../testing/accounts.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())
// The limit of an address has a file of its own.
beforeEach(() => clinic.db.deleteFrom('rate_limits').where('key', 'like', '%/users/login/%').execute())

const WRONG = { non_field_errors: ['Incorrect e-mail address or password.'] }
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
const attemptsOf = async (userId: number) => {
  const rows = await clinic.db.selectFrom('login_attempts').select('outcome').where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(({ outcome }) => outcome)
}

test('login answers an access token with the five claims and a refresh token, and nothing else', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  const reply = await signIn(clinic, `  ${person.email.toUpperCase()} `)
  expect(reply.status).toBe(200)
  const tokens = reply.json<{ access: string; refresh: string }>()
  expect(Object.keys(tokens)).toEqual(['access', 'refresh'])
  expect(claimsOf(tokens.access)).toMatchObject({ user_id: person.id, role: 'nurse', first_name: 'Amina', email: person.email })
  expect(claimsOf(tokens.access)['sid']).toEqual(expect.any(String))
  expect(await attemptsOf(person.id)).toEqual(['signed in'])
  const me = await clinic.call('GET', '/users/me/', undefined, { authorization: `Bearer ${tokens.access}` })
  expect(me.json<{ id: number }>().id).toBe(person.id)
})

test('only hashes of the tokens and of the device are stored', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  const reply = await signIn(clinic, person.email)
  const { refresh } = reply.json<{ refresh: string }>()
  expect(refresh).toMatch(/^[\w-]{43}$/)
  const rows = await clinic.db
    .selectFrom('sessions')
    .innerJoin('refresh_tokens', 'session_id', 'id')
    .selectAll()
    .where('user_id', '=', person.id)
    .execute()
  expect(rows).toHaveLength(1)
  const stored = JSON.stringify(rows)
  expect(stored).not.toContain(refresh)
  expect(stored).not.toContain(deviceOf(reply))
})

test('the device cookie is HttpOnly and SameSite=Strict, Secure on localhost and not on a plain host, and a browser keeps its own', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  const body = { email: person.email, password: PASSWORD }
  const local = await clinic.call('POST', '/users/login/', body, { host: 'localhost:8080' })
  expect(String(local.headers['set-cookie'])).toMatch(/^kliniki_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/)
  const plain = await clinic.call('POST', '/users/login/', body, { host: 'clinic.lan' })
  expect(String(plain.headers['set-cookie'])).not.toContain('Secure')
  const device = deviceOf(local)
  expect(deviceOf(await signIn(clinic, person.email, PASSWORD, device))).toBe(device)
  expect(deviceOf(await signIn(clinic, person.email, PASSWORD, 'chosen-by-somebody'))).toMatch(/^[\w-]{43}$/)
})

test('unknown people, wrong passwords, disabled people, people without a password and malformed addresses get the same answer for the same work', async () => {
  const known = await anAccount(clinic.db, 'nurse')
  const disabled = await anAccount(clinic.db, 'nurse', { is_active: false })
  const without = await anAccount(clinic.db, 'nurse', { password_hash: null })
  const lateOneTime = await anAccount(clinic.db, 'nurse', {
    must_change_password: true,
    one_time_until: new Date(clinic.clock.now.getTime() - 1),
  })
  await signIn(clinic, 'warm-up@clinic.example')
  const attempts: [string, string][] = [
    [known.email, 'not the password'],
    ['nobody@clinic.example', PASSWORD],
    [disabled.email, PASSWORD],
    [without.email, PASSWORD],
    [lateOneTime.email, PASSWORD],
    ['no address at all', PASSWORD],
    ['', PASSWORD],
    [known.email, ''],
    [`${known.email}.`, PASSWORD],
  ]
  for (const [email, password] of attempts) {
    const before = hashingLoad().done
    const rows = await clinic.db
      .selectFrom('login_attempts')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    const reply = await signIn(clinic, email, password)
    const later = await clinic.db
      .selectFrom('login_attempts')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect([email, reply.status, reply.json()]).toEqual([email, 401, WRONG])
    expect([email, hashingLoad().done - before, later.n - rows.n]).toEqual([email, 1, 1])
    expect(reply.headers['set-cookie']).toBeUndefined()
  }
})

test('every failed login carries non_field_errors: a missing field, a body that is no JSON, a password without end', async () => {
  const missing = await clinic.call('POST', '/users/login/', { email: 'a@clinic.example' })
  expect([missing.status, missing.json()]).toEqual([
    400,
    { password: ['This field is required.'], non_field_errors: ['This field is required.'] },
  ])
  const broken = await clinic.call('POST', '/users/login/', '{"email":', { 'content-type': 'application/json' })
  expect([broken.status, broken.json<{ non_field_errors: string[] }>().non_field_errors.length]).toEqual([400, 1])
  const long = await signIn(clinic, 'a@clinic.example', 'x'.repeat(1001))
  expect([long.status, long.json<{ non_field_errors: string[] }>().non_field_errors.length]).toEqual([400, 1])
  const nul = await signIn(clinic, 'a@clinic.example', 'x\u0000y')
  expect([nul.status, nul.json<{ non_field_errors: string[] }>().non_field_errors.length]).toEqual([400, 1])
  const huge = await signIn(clinic, 'a@clinic.example', 'x'.repeat(1_100_000))
  expect([huge.status, huge.json<{ non_field_errors: string[] }>().non_field_errors.length]).toEqual([413, 1])
})

test('a password counts to its last letter', async () => {
  const long = `${'a1-'.repeat(40)}z`
  const { hashPassword } = await import('#platform/auth/passwords.ts')
  const person = await anAccount(clinic.db, 'nurse', { password_hash: await hashPassword(long) })
  expect((await signIn(clinic, person.email, `${long.slice(0, -1)}y`)).status).toBe(401)
  expect((await signIn(clinic, person.email, long)).status).toBe(200)
})

test('five failures lock an account, for the right password too, and nobody else from the same address', async () => {
  const locked = await anAccount(clinic.db, 'nurse')
  const other = await anAccount(clinic.db, 'nurse')
  for (let tries = 0; tries < 5; tries++) expect((await signIn(clinic, locked.email, 'wrong')).status).toBe(401)
  const right = await signIn(clinic, locked.email)
  expect(right.status).toBe(429)
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(800)
  expect(right.json()).toMatchObject({ code: 'throttled', non_field_errors: ['Too many requests. Try again later.'] })
  expect((await signIn(clinic, other.email)).status).toBe(200)
  expect(await attemptsOf(locked.id)).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'locked'])
})

test('an unknown address is locked just the same', async () => {
  const email = `${randomBytes(4).toString('hex')}@nowhere.example`
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries++) statuses.push((await signIn(clinic, email, 'wrong')).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('a success clears the count of failures', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  for (let round = 0; round < 2; round++) {
    for (let tries = 0; tries < 4; tries++) expect((await signIn(clinic, person.email, 'wrong')).status).toBe(401)
    expect((await signIn(clinic, person.email)).status).toBe(200)
  }
})

test('guesses sent all at once count like guesses sent one by one, and right ones sent at once all pass', async () => {
  const attacked = await anAccount(clinic.db, 'nurse')
  const guesses = await Promise.all(Array.from({ length: 20 }, (_, at) => signIn(clinic, attacked.email, `guess ${at}`)))
  expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(6)
  // Among them a right one may be the first to be looked at, and begins the count anew.
  expect((await signIn(clinic, attacked.email)).status).toBe(429)
  const busyPerson = await anAccount(clinic.db, 'nurse')
  const rights = await Promise.all(Array.from({ length: 8 }, () => signIn(clinic, busyPerson.email)))
  expect(rights.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
})
