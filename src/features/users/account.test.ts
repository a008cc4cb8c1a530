import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashingLoad } from '#platform/auth/passwords.ts'
import { PASSWORD, anAccount, signIn, signedIn } from '../../testing/accounts.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
  // Somebody works here: before that nobody can register.
  await anAccount(clinic.db, 'nurse')
})
afterAll(() => clinic.close())
beforeEach(() => clinic.db.deleteFrom('rate_limits').where('key', 'like', 'POST %').execute())

const NEW = 'kahawa chungu asubuhi'
const rowOf = (email: string) => clinic.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const aPerson = async (role: Parameters<typeof anAccount>[1] = 'nurse') => {
  const { id, email } = await anAccount(clinic.db, role)
  return { id, email, ...(await signedIn(clinic, email)) }
}
const register = (body: Record<string, unknown>) =>
  clinic.call('POST', '/users/register/', { first_name: 'Wanjiku', last_name: 'Mwangi', password: NEW, ...body })

test('a patient registers and signs in, with no rights', async () => {
  const reply = await register({ email: 'Wanjiku@home.example', phone: '+254 712 345 678', profession: 'teacher' })
  expect([reply.status, reply.json()]).toEqual([201, { email: 'wanjiku@home.example', first_name: 'Wanjiku', last_name: 'Mwangi' }])
  const { headers } = await signedIn(clinic, 'wanjiku@home.example', NEW)
  const me = (await clinic.call('GET', '/users/me/', undefined, headers)).json<{ id: number; groups: { name: string }[] }>()
  expect(me).toMatchObject({ role: 'patient', phone: '+254712345678', profession: null, is_active: true, must_change_password: false })
  expect(me.groups.map(({ name }) => name)).toEqual(['Patient'])
  expect((await clinic.call('GET', `/authperms/permissions/user/${me.id}/`, undefined, headers)).json()).toEqual([])
})

test('whatever role or group the body asks for, a patient is what they become', async () => {
  const asked = await register({ email: 'sly@home.example', role: 'sysadmin', group: 1, profession: 'doctor' })
  expect(asked.status).toBe(201)
  expect(await rowOf('sly@home.example')).toMatchObject({ role: 'patient', profession: null })
  for (const extra of [
    { is_active: true },
    { groups: [1] },
    { id: 1 },
    { must_change_password: false },
    { rights_version: 9 },
    { password_hash: 'x' },
  ]) {
    const refused = await register({ email: 'slyer@home.example', ...extra })
    expect([refused.status, refused.json()]).toEqual([400, { [Object.keys(extra)[0] ?? '']: [expect.stringContaining('Unknown field `')] }])
  }
  expect(await rowOf('slyer@home.example')).toBeUndefined()
})

test('registering an address that is known answers the same for the same work, and changes nothing', async () => {
  const known = await anAccount(clinic.db, 'doctor')
  const before = await rowOf(known.email)
  const done = hashingLoad().done
  const fresh = await register({ email: 'fresh@home.example' })
  const between = hashingLoad().done
  const again = await register({ email: known.email })
  expect([fresh.status, between - done]).toEqual([again.status, hashingLoad().done - between])
  expect(again.json()).toEqual({ ...fresh.json<object>(), email: known.email })
  expect(await rowOf(known.email)).toEqual(before)
  expect((await signIn(clinic, known.email, NEW)).status).toBe(401)
})

test('a password that is short, long or easily guessed is refused by name', async () => {
  const messages: unknown[] = []
  for (const password of ['short', 'x'.repeat(129), 'password1234', 'WanjikuMwangi1', 'qwertyuiop12', 7, null])
    messages.push((await register({ email: 'weak@home.example', password })).json<{ password: string[] }>().password)
  expect(messages).toEqual([
    ['Use at least 10 characters.'],
    ['Use at most 128 characters.'],
    ['This password is easy to guess. Use several unrelated words.'],
    ['This password is easy to guess. Use several unrelated words.'],
    ['This password is easy to guess. Use several unrelated words.'],
    [expect.any(String)],
    ['This field may not be null.'],
  ])
})

test('registration is limited to ten a minute from one address', async () => {
  const replies = await Promise.all(Array.from({ length: 11 }, () => register({ email: 'no address' })))
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
})

test('sign-out works on the next request, here or everywhere', async () => {
  const { email, headers } = await aPerson()
  const other = await signedIn(clinic, email)
  const third = await signedIn(clinic, email)
  const me = (who: typeof headers) => clinic.call('GET', '/users/me/', undefined, who).then(({ status }) => status)
  expect((await clinic.call('POST', '/users/logout/', {}, headers)).status).toBe(204)
  expect([await me(headers), await me(other.headers), await me(third.headers)]).toEqual([401, 200, 200])
  expect((await clinic.call('POST', '/users/logout/', { everywhere: true }, other.headers)).status).toBe(204)
  expect([await me(other.headers), await me(third.headers)]).toEqual([401, 401])
  expect((await clinic.call('POST', '/users/logout/', {})).status).toBe(401)
  expect((await clinic.call('POST', '/users/logout/', { everywhere: 'yes' }, (await signedIn(clinic, email)).headers)).status).toBe(400)
})

test('a person changes the password with the old one; other sessions end, this one goes on', async () => {
  const { id, email, headers } = await aPerson()
  const other = await signedIn(clinic, email)
  const change = (body: unknown) => clinic.call('POST', '/users/me/password/', body, headers)
  expect((await change({ current_password: 'not it', new_password: NEW })).json()).toEqual({
    current_password: ['Incorrect password.'],
  })
  expect((await change({ current_password: PASSWORD, new_password: PASSWORD })).json()).toEqual({
    new_password: ['The new password is the same as the current one.'],
  })
  expect((await change({ current_password: PASSWORD, new_password: 'password1234' })).status).toBe(400)
  expect((await change({ current_password: PASSWORD, new_password: 'short' })).status).toBe(400)
  expect((await change({ current_password: PASSWORD, new_password: NEW })).status).toBe(204)
  expect((await clinic.call('GET', '/users/me/', undefined, headers)).status).toBe(200)
  expect((await clinic.call('GET', '/users/me/', undefined, other.headers)).status).toBe(401)
  expect((await signIn(clinic, email)).status).toBe(401)
  expect((await signIn(clinic, email, NEW)).status).toBe(200)
  expect((await clinic.call('POST', '/users/me/password/', { current_password: NEW, new_password: PASSWORD })).status).toBe(401)
  const trail = await clinic.db.selectFrom('audit_log').selectAll().where('entity_id', '=', id).execute()
  expect(trail.map(({ action }) => action)).toEqual(['change password'])
  expect(JSON.stringify(trail)).not.toContain(NEW)
})

test('guesses at the current password count with the guesses at sign-in', async () => {
  const { email, headers } = await aPerson()
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries++)
    statuses.push((await clinic.call('POST', '/users/me/password/', { current_password: 'guess', new_password: NEW }, headers)).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  expect((await signIn(clinic, email)).status).toBe(429)
})

test('with a one-time password one may read oneself, change it, sign out, and nothing else', async () => {
  const { id, email } = await anAccount(clinic.db, 'sysadmin', {
    must_change_password: true,
    one_time_until: new Date(clinic.clock.now.getTime() + 1000),
  })
  const { headers } = await signedIn(clinic, email)
  const get = (path: string) => clinic.call('GET', path, undefined, headers)
  expect((await get('/users/me/')).json()).toMatchObject({ must_change_password: true })
  expect((await get(`/authperms/permissions/user/${id}/`)).status).toBe(200)
  for (const path of ['/users/users/', '/patients/patients/', '/users/me/sessions/', '/company/company/']) {
    const reply = await get(path)
    expect([path, reply.status, reply.json<{ code: string }>().code]).toEqual([path, 403, 'password_change_required'])
  }
  expect((await get('/authperms/groups')).status).toBe(403)
  expect((await clinic.call('POST', '/users/me/password/', { current_password: PASSWORD, new_password: NEW }, headers)).status).toBe(204)
  expect((await get('/users/users/')).status).toBe(200)
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 2000)
  expect((await signIn(clinic, email, NEW)).status).toBe(200)
})

test('me answers my account, and my changes are merged', async () => {
  const { headers } = await aPerson('sysadmin')
  const patch = (body: unknown) => clinic.call('PATCH', '/users/me/', body, headers)
  expect((await patch({ preferences: { language: 'sw', menu_rail: true } })).json()).toMatchObject({
    preferences: { language: 'sw', menu_rail: true },
  })
  const changed = await patch({
    first_name: ' Amina  Zawadi ',
    phone: '0712 345678',
    preferences: { colour_scheme: 'dark', language: 'fr' },
  })
  expect(changed.json()).toMatchObject({
    first_name: 'Amina Zawadi',
    last_name: 'Yusuf',
    phone: '0712345678',
    version: 3,
    preferences: { language: 'fr', menu_rail: true, colour_scheme: 'dark' },
  })
  expect(changed.headers['etag']).toBe('"3"')
  expect((await patch({ phone: null })).json<{ phone: null }>().phone).toBeNull()
  for (const body of [
    {},
    { role: 'sysadmin' },
    { email: 'x@y.example' },
    { is_active: false },
    { first_name: ' ' },
    { preferences: { theme: 1 } },
    [],
  ])
    expect((await patch(body)).status).toBe(400)
  expect((await clinic.call('PATCH', '/users/me/', { first_name: 'X' })).status).toBe(401)
  expect((await clinic.call('GET', '/users/me/')).status).toBe(401)
})

test('people see where they are signed in and end one session, their own only', async () => {
  const { id, email, headers } = await aPerson()
  const other = await signedIn(clinic, email)
  type Row = { id: string; is_current: boolean }
  const list = await clinic.call('GET', '/users/me/sessions/', undefined, headers)
  expect(list.json<Row[]>().filter(({ is_current }) => is_current)).toHaveLength(1)
  const away = list.json<Row[]>().find(({ is_current }) => !is_current)
  const stranger = await aPerson()
  expect((await clinic.call('DELETE', `/users/me/sessions/${away?.id}/`, undefined, stranger.headers)).status).toBe(404)
  expect((await clinic.call('GET', '/users/me/', undefined, other.headers)).status).toBe(200)
  expect((await clinic.call('DELETE', `/users/me/sessions/${away?.id}/`, undefined, headers)).status).toBe(204)
  expect((await clinic.call('GET', '/users/me/', undefined, other.headers)).status).toBe(401)
  expect((await clinic.call('DELETE', `/users/me/sessions/${away?.id}/`, undefined, headers)).status).toBe(404)
  expect((await clinic.call('DELETE', '/users/me/sessions/1/', undefined, headers)).status).toBe(400)
  expect((await clinic.call('GET', '/users/me/sessions/')).status).toBe(401)
  expect((await clinic.call('DELETE', `/users/me/sessions/${away?.id}/`)).status).toBe(401)
  const audited = await clinic.db.selectFrom('audit_log').select('action').where('entity_id', '=', id).execute()
  expect(audited).toEqual([{ action: 'end session' }])
})

test('no token that is not ours, or of a person or session that has gone, opens anything', async () => {
  const { id, access, refresh } = await aPerson()
  const get = (token: string) => clinic.call('GET', '/users/me/', undefined, { authorization: `Bearer ${token}` })
  const [header = '', payload = '', signature = ''] = access.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const forged = [
    `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    `${header}.${encode({ ...claims, role: 'sysadmin' })}.${signature}`,
    `${header}.${encode({ ...claims, user_id: id - 1 })}.${signature}`,
    refresh,
    'x',
  ]
  for (const token of forged) {
    const reply = await get(token)
    expect([reply.status, reply.json<{ code: string }>().code]).toEqual([401, 'token_not_valid'])
  }
  expect((await clinic.call('GET', '/users/me/', undefined, { cookie: `kliniki_device=${refresh}` })).status).toBe(401)
  expect((await get(access)).status).toBe(200)
  await clinic.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
  expect((await get(access)).status).toBe(401)
})

test('an access token ends after ten minutes', async () => {
  const { headers } = await aPerson()
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 601_000)
  const reply = await clinic.call('GET', '/users/me/', undefined, headers)
  expect([reply.status, reply.json<{ code: string }>().code]).toEqual([401, 'token_not_valid'])
})
