import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, anAccount, signIn, signedIn } from '../../testing/accounts.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

/** Signed in anew: tokens run out while time passes. */
const anAdministrator = () => clinic.signedInFrom('System administrator', 'sysadmin')
const usual = { password_length: 10, idle_minutes: 30, session_hours: 12, groups: [] as number[] }
const save = async (change: Partial<typeof usual>) => {
  const administrator = await anAdministrator()
  const { version } = (await administrator.call('GET', '/users/security/')).json<{ version: number }>()
  return administrator.call('PUT', '/users/security/', { ...usual, ...change, version })
}
const pass = (minutes: number) => {
  clinic.clock.now = new Date(clinic.clock.now.getTime() + minutes * 60_000)
}
const aSession = async () => signedIn(clinic, (await anAccount(clinic.db, 'nurse')).email)
const refresh = (token: string, device: string) =>
  clinic.call('POST', '/users/token/refresh/', { refresh: token }, { cookie: `kliniki_device=${device}` })
const me = (headers: Record<string, string>) => clinic.call('GET', '/users/me/', undefined, headers)

test('rules are kept within their bounds, by those alone who may change them, and leave a trace', async () => {
  expect((await save({ password_length: 7, idle_minutes: 241, session_hours: 0 })).json()).toEqual({
    password_length: ['Enter a number from 8 to 64.'],
    idle_minutes: ['Enter a number from 5 to 240.'],
    session_hours: ['Enter a number from 1 to 24.'],
  })
  expect((await save({ groups: [2_000_000_000] })).json()).toEqual({ groups: ['Group not found.'] })
  expect((await (await anAdministrator()).call('PUT', '/users/security/', usual)).status).toBe(400)
  const clerk = await clinic.signedInAs(['users.view', 'users.change', 'groups.change'])
  expect((await clerk.call('GET', '/users/security/')).status).toBe(403)
  expect((await save({ idle_minutes: 31 })).json()).toMatchObject({ idle_minutes: 31 })
  const { change } = await clinic.db
    .selectFrom('audit_log')
    .select('change')
    .where('entity', '=', 'security settings')
    .executeTakeFirstOrThrow()
  expect(change).toEqual({ idle_minutes: [30, 31] })
  await save({})
})

test('a password is as long as the clinic asks for, and nothing of its own name; whoever has a shorter one keeps it', async () => {
  await clinic.db.updateTable('company').set({ name: 'Mlimani Zahanati' }).execute()
  const { email } = await anAccount(clinic.db, 'nurse')
  await save({ password_length: 20 })
  expect((await clinic.call('GET', '/users/password-rules/')).json()).toEqual({ password_length: 20 })
  const { headers } = await signedIn(clinic, email)
  const change = (new_password: string) => clinic.call('POST', '/users/me/password/', { current_password: PASSWORD, new_password }, headers)
  expect((await change('kahawa chungu asubuh')).status).toBe(204)
  const other = await aSession()
  const short = await clinic.call(
    'POST',
    '/users/me/password/',
    { current_password: PASSWORD, new_password: 'kahawa chungu asubu' },
    other.headers,
  )
  expect(short.json()).toEqual({ new_password: ['Use at least 20 characters.'] })
  await save({ password_length: 8 })
  const names = await clinic.call(
    'POST',
    '/users/me/password/',
    { current_password: PASSWORD, new_password: 'mlimani-2026' },
    other.headers,
  )
  expect(names.json()).toEqual({ new_password: ['This password is easy to guess. Use several unrelated words.'] })
  expect((await signIn(clinic, email, 'kahawa chungu asubuh')).status).toBe(200)
})

test('sessions end by the clinic’s own limits, on a refresh and on any call, and shorter ones hold at once', async () => {
  await save({ idle_minutes: 5, session_hours: 1 })
  const idle = await aSession()
  expect((await me(idle.headers)).json()).toMatchObject({ idle_minutes: 5, second_factor_due: false })
  pass(21)
  expect((await refresh(idle.refresh, idle.device)).status).toBe(401)

  let busy = await aSession()
  for (let quarter = 0; quarter < 3; quarter++) {
    pass(15)
    busy = { ...busy, ...(await refresh(busy.refresh, busy.device)).json<{ access: string; refresh: string }>() }
  }
  pass(9)
  const last = { authorization: `Bearer ${busy.access}` }
  expect((await me(last)).status).toBe(200)
  const late = (await refresh(busy.refresh, busy.device)).json<{ access: string; refresh: string }>()
  pass(6)
  expect((await me({ authorization: `Bearer ${late.access}` })).status).toBe(401)
  expect((await refresh(late.refresh, busy.device)).status).toBe(401)

  await save({})
  const long = await aSession()
  pass(59)
  const { access } = (await refresh(long.refresh, long.device)).json<{ access: string }>()
  const idler = await aSession()
  pass(5)
  const other = await aSession()
  const later = { authorization: `Bearer ${access}` }
  expect((await me(later)).status).toBe(200)
  await save({ idle_minutes: 5, session_hours: 1 })
  expect((await me(other.headers)).status).toBe(200)
  expect((await me(later)).status).toBe(401)
  pass(16)
  expect((await refresh(idler.refresh, idler.device)).status).toBe(401)
})
