import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, anAccount, signIn, signedIn } from '../../testing/accounts.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { User } from './contract.ts'

let clinic: TestClinic
let administrator: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

let made = 0
/** Somebody registers with an address that the clinic will give to a colleague. */
const registered = async () => {
  const email = `colleague${++made}@clinic.example`
  const remoteAddress = `10.30.0.${made}`
  const payload = { email, password: PASSWORD, first_name: 'Mallory', last_name: 'Stranger' }
  expect((await clinic.app.inject({ method: 'POST', url: '/users/register/', remoteAddress, payload })).statusCode).toBe(201)
  const { id } = await clinic.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return { id, email }
}
const body = (email: string, more: Record<string, unknown> = {}) => ({
  email,
  first_name: 'Asha',
  last_name: 'Odera',
  role: 'nurse',
  ...more,
})
const change = (id: number, sent: object) => administrator.call('PUT', `/users/users/${id}/`, sent)
const groupId = async (name: string) =>
  (await clinic.db.selectFrom('groups').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

test('a registered address that becomes staff has a one-time password, and nothing of the stranger opens it', async () => {
  const { id, email } = await registered()
  const stranger = await signedIn(clinic, email)
  const begun = await clinic.call('POST', '/users/me/second-factor/', { current_password: PASSWORD }, stranger.headers)
  expect(begun.status).toBe(200)

  const added = await administrator.call('POST', '/users/users/', body(email))
  expect([added.status, added.json()]).toMatchObject([
    409,
    {
      code: 'account_exists',
      existing: { id, role: 'patient', is_self_registered: true, created_at: '2026-03-02T07:30:00.000Z', email_verified_at: null },
    },
  ])

  const reply = await change(id, body(email))
  expect(reply.status, reply.text).toBe(200)
  const saved = reply.json<User & { one_time_password: string }>()
  expect(saved).toMatchObject({
    role: 'nurse',
    must_change_password: true,
    is_self_registered: true,
    created_at: '2026-03-02T07:30:00.000Z',
  })
  expect((await clinic.call('GET', '/users/me/', undefined, stranger.headers)).status).toBe(401)
  expect((await signIn(clinic, email, PASSWORD, stranger.device)).status).toBe(401)
  expect(
    (await clinic.call('POST', '/users/token/refresh/', { refresh: stranger.refresh }, { cookie: `kliniki_device=${stranger.device}` }))
      .status,
  ).toBe(401)
  const opened = await signIn(clinic, email, saved.one_time_password)
  expect(opened.status).toBe(200)
  const trail = await clinic.db
    .selectFrom('audit_log')
    .select('action')
    .where('entity', '=', 'user')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
  expect(trail.map(({ action }) => action)).toContain('reset password')
  expect(await clinic.db.selectFrom('second_factors').select('user_id').where('user_id', '=', id).execute()).toEqual([])
})

test('an account that stays a patient by role and gets a group of staff is converted too', async () => {
  const { id, email } = await registered()
  const stranger = await signedIn(clinic, email)
  const groups = [await groupId('Patient'), await groupId('Nurse')]
  const reply = await change(id, body(email, { role: 'patient', groups }))
  expect(reply.json<{ one_time_password: string | null }>().one_time_password).toMatch(/^[0-9a-z]{4}-/)
  expect((await clinic.call('GET', '/users/me/', undefined, stranger.headers)).status).toBe(401)
  expect((await signIn(clinic, email)).status).toBe(401)
})

test('other changes of a patient account, and of staff, give no new password', async () => {
  const { id, email } = await registered()
  const stranger = await signedIn(clinic, email)
  const same = await change(id, body(email, { role: 'patient' }))
  expect(same.json<{ one_time_password: string | null }>().one_time_password).toBeNull()
  expect((await clinic.call('GET', '/users/me/', undefined, stranger.headers)).status).toBe(200)
  const nurse = await anAccount(clinic.db, 'nurse')
  const moved = await change(nurse.id, body(nurse.email, { role: 'doctor' }))
  expect(moved.json<{ one_time_password: string | null }>().one_time_password).toBeNull()
  expect((await signIn(clinic, nurse.email)).status).toBe(200)
})

test('the group of patients makes nobody staff: leaving it and joining it again gives no password', async () => {
  const { id, email } = await registered()
  const stranger = await signedIn(clinic, email)
  for (const groups of [[], [await groupId('Patient')]]) {
    const reply = await change(id, body(email, { role: 'patient', groups }))
    expect([reply.status, reply.json()]).toMatchObject([200, { one_time_password: null }])
  }
  expect((await clinic.call('GET', '/users/me/', undefined, stranger.headers)).status).toBe(200)
})

test('staff that become a patient are signed out, and the password that was chosen for them opens nothing', async () => {
  const nurse = await anAccount(clinic.db, 'nurse')
  const { headers } = await signedIn(clinic, nurse.email)
  const reply = await change(nurse.id, body(nurse.email, { role: 'patient' }))
  expect(reply.status).toBe(200)
  expect((await clinic.call('GET', '/users/me/', undefined, headers)).status).toBe(401)
  expect((await signIn(clinic, nurse.email)).status).toBe(401)
  expect((await signIn(clinic, nurse.email, reply.json<{ one_time_password: string }>().one_time_password)).status).toBe(200)
})

test('nobody chooses the password of a patient account that they add', async () => {
  const sent = body('added@home.example', { role: 'patient' })
  const chosen = await administrator.call('POST', '/users/users/', { ...sent, password: PASSWORD })
  expect([chosen.status, Object.keys(chosen.json())]).toEqual([400, ['password']])
  const added = await administrator.call('POST', '/users/users/', sent)
  expect([added.status, added.json()]).toMatchObject([201, { must_change_password: true, one_time_password: expect.stringMatching(/-/) }])
})

test('another address ends the sessions of whoever had the account before', async () => {
  const nurse = await anAccount(clinic.db, 'nurse')
  const { headers } = await signedIn(clinic, nurse.email)
  expect((await change(nurse.id, body(`next-${nurse.email}`))).status).toBe(200)
  expect((await clinic.call('GET', '/users/me/', undefined, headers)).status).toBe(401)
})

test('where the clinic sends no e-mail, that is said, and no address counts as verified', async () => {
  const { id, email } = await registered()
  const { headers } = await signedIn(clinic, email)
  expect((await clinic.call('GET', '/users/me/', undefined, headers)).json()).toMatchObject({
    verifies_email: false,
    email_verified_at: null,
  })
  const asked = await clinic.call('POST', '/users/me/email-code/', {}, headers)
  expect([asked.status, asked.json<{ code: string }>().code]).toEqual([409, 'no_email'])
  expect((await administrator.call('GET', `/users/users/${id}/`)).json()).toMatchObject({
    is_self_registered: true,
    email_verified_at: null,
  })
})

const codeIn = (text = '') => /[0-9a-z]{4}-[0-9a-z]{4}/.exec(text)?.[0] ?? ''

test('with e-mail, whoever registers gets a code, and the address counts once the code was typed', async () => {
  await clinic.db
    .updateTable('message_settings')
    .set({ email_is_on: true, smtp_host: 'localhost', from_address: 'clinic@clinic.example' })
    .execute()
  const { id, email } = await registered()
  const { headers } = await signedIn(clinic, email)
  const sent = () =>
    clinic.db
      .selectFrom('messages')
      .select(['kind', 'channel', 'address', 'body', 'id'])
      .where('address', '=', email)
      .orderBy('id')
      .execute()
  const [first] = await sent()
  expect(first).toMatchObject({ kind: 'code', channel: 'email' })
  const code = codeIn(first?.body)
  expect(code).not.toBe('')
  const { rows: kept } = { rows: await clinic.db.selectFrom('users').select('email_code_hash').where('id', '=', id).execute() }
  expect(JSON.stringify(kept)).not.toContain(code)
  // Nobody at the outbox reads it.
  const outbox = await administrator.call('GET', `/messages/?entity=account&entity_id=${id}`)
  expect(outbox.status, outbox.text).toBe(200)
  expect(outbox.text).toContain('••••-••••')
  expect(outbox.text).not.toContain(code)

  const confirm = (typed: string, from = headers) => clinic.call('POST', '/users/me/email-code/confirm/', { code: typed }, from)
  expect([(await confirm('0000-0000')).status, Object.keys((await confirm('0000-0000')).json())]).toEqual([400, ['code']])
  // The code of one account is none for another.
  const other = await registered()
  expect((await confirm(code, (await signedIn(clinic, other.email)).headers)).status).toBe(400)
  // A new one takes the place of the old one.
  expect((await clinic.call('POST', '/users/me/email-code/', {}, headers)).status).toBe(204)
  expect((await confirm(code)).status).toBe(400)
  const next = codeIn((await sent()).at(-1)?.body)
  const done = await confirm(next.toUpperCase().replace('-', ' '))
  expect([done.status, done.json()]).toMatchObject([200, { email_verified_at: '2026-03-02T07:30:00.000Z', verifies_email: true }])
  expect((await confirm(next)).status).toBe(400)
  expect((await clinic.call('POST', '/users/me/email-code/', {}, headers)).status).toBe(409)

  // Of another address nothing is known.
  expect((await change(id, body(`new-${email}`, { role: 'patient' }))).json()).toMatchObject({ email_verified_at: null })
})

test('a code is too old after an hour, and guesses at it are counted', async () => {
  const { email } = await registered()
  const { headers } = await signedIn(clinic, email)
  const [message] = await clinic.db.selectFrom('messages').select('body').where('address', '=', email).execute()
  const code = codeIn(message?.body)
  const before = clinic.clock.now
  clinic.clock.now = new Date(before.getTime() + 61 * 60_000)
  const again = await signedIn(clinic, email)
  expect((await clinic.call('POST', '/users/me/email-code/confirm/', { code }, again.headers)).status).toBe(400)
  clinic.clock.now = before
  const statuses: number[] = []
  for (let n = 0; n < 10; n++) {
    const remoteAddress = `10.31.0.${n + 1}`
    const payload = { code: '0000-0000' }
    statuses.push(
      (await clinic.app.inject({ method: 'POST', url: '/users/me/email-code/confirm/', remoteAddress, headers, payload })).statusCode,
    )
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(9)
  expect(statuses.at(-1)).toBe(429)
})
