import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretText, stepOf, totpAt } from '#platform/auth/totp.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { PASSWORD, anAccount, deviceOf, signIn, signedIn } from '../../testing/accounts.ts'
import { openTestClinic, type Reply, type TestClinic } from '../../testing/clinic.ts'
import { promisedEndpoints } from '../../testing/calls/contracts.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())
beforeEach(() => clinic.db.deleteFrom('rate_limits').where('key', 'like', '%POST %').execute())

const CODE_NEEDED = {
  detail: 'Enter the code from your authenticator app.',
  code: 'code_needed',
  non_field_errors: ['Enter the code from your authenticator app.'],
}
const WRONG = { non_field_errors: ['Incorrect or already used code.'] }
const MINE = '/users/me/second-factor/'
type Headers = Record<string, string>

/** Signed in anew: tokens run out while time passes. */
const anAdministrator = () => clinic.signedInFrom('System administrator', 'sysadmin')
const pass = (seconds: number) => {
  clinic.clock.now = new Date(clinic.clock.now.getTime() + seconds * 1000)
}
const fromBase32 = (text: string) => {
  const bits = Array.from(text, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
const codeOf = (secret: Buffer, beside = 0) => totpAt(secret, stepOf(clinic.clock.now) + beside)
const post = (path: string, body: unknown, headers: Headers) => clinic.call('POST', path, body, headers)

/** Sets the second step up with an open session; a minute later its first code is spent and the next is good. */
const setUp = async (headers: Headers, code?: string) => {
  const begun = await post(MINE, { current_password: PASSWORD, code }, headers)
  expect([begun.status, begun.text]).toEqual([200, expect.stringContaining('otpauth://totp/')])
  const secret = fromBase32(begun.json<{ secret: string }>().secret)
  const confirmed = await post(`${MINE}confirm/`, { code: codeOf(secret) }, headers)
  expect(confirmed.status).toBe(200)
  pass(60)
  return { secret, codes: confirmed.json<{ recovery_codes: string[] }>().recovery_codes }
}
const someone = async (role: Parameters<typeof anAccount>[1] = 'nurse') => {
  const person = await anAccount(clinic.db, role)
  const session = await signedIn(clinic, person.email)
  return { ...person, ...session, ...(await setUp(session.headers)) }
}
/** The first step: the ticket, and the cookie of the browser that got it. */
const ticketOf = async (email: string) => {
  const reply = await signIn(clinic, email)
  expect([reply.status, reply.json()]).toEqual([401, { ...CODE_NEEDED, ticket: expect.stringMatching(/^[\w-]{43}$/) }])
  return { ticket: reply.json<{ ticket: string }>().ticket, cookie: `kliniki_device=${deviceOf(reply)}` }
}
const sendCode = ({ ticket, cookie }: { ticket: string; cookie: string }, code: string) =>
  post('/users/login/code/', { ticket, code }, { cookie })
const meOf = (reply: Reply) =>
  clinic.call('GET', '/users/me/', undefined, { authorization: `Bearer ${reply.json<{ access: string }>().access}` })
const outcomesOf = async (id: number) => {
  const rows = await clinic.db.selectFrom('login_attempts').select('outcome').where('user_id', '=', id).orderBy('id').execute()
  return rows.map(({ outcome }) => outcome)
}
const stored = async () => {
  const tables = ['second_factors', 'recovery_codes', 'sign_in_tickets', 'audit_log', 'login_attempts', 'idempotency_keys'] as const
  const rows = await Promise.all(tables.map((table) => clinic.db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'data' in value ? Buffer.from(value.data as number[]).toString('hex') : value,
  )
}

test('a stranger who uses up the codes of a network stops nobody who typed the password there', async () => {
  const person = await someone()
  const ticket = await ticketOf(person.email)
  await clinic.db
    .insertInto('rate_limits')
    .values({ key: 'POST /users/login/code/:127.0.0.1', points: 60, expire: Date.now() + 60_000 })
    .execute()
  expect((await sendCode({ ...ticket, ticket: 'made up' }, codeOf(person.secret, 1))).status).toBe(429)
  expect((await sendCode(ticket, codeOf(person.secret, 1))).status).toBe(200)
  await clinic.db.deleteFrom('rate_limits').execute()
})

test('with a second step the password alone answers a ticket, and ticket and code together the tokens', async () => {
  const person = await someone()
  expect((await clinic.call('GET', '/users/me/', undefined, person.headers)).json()).toMatchObject({ has_second_factor: true })
  const wrong = await signIn(clinic, person.email, 'not the password')
  expect([wrong.status, wrong.json()]).toEqual([401, { non_field_errors: ['Incorrect e-mail address or password.'] }])
  const first = await ticketOf(person.email)
  const reply = await sendCode(first, ` ${codeOf(person.secret).slice(0, 3)} ${codeOf(person.secret).slice(3)} `)
  expect([reply.status, Object.keys(reply.json())]).toEqual([200, ['access', 'refresh']])
  expect((await meOf(reply)).status).toBe(200)
  expect(await outcomesOf(person.id)).toEqual(['signed in', 'wrong', 'code asked', 'signed in'])

  // A ticket is for one sign-in, a code for one time, a ticket for its own browser, password and five minutes.
  pass(30)
  expect((await sendCode(first, codeOf(person.secret))).json()).toMatchObject({ code: 'sign_in_over' })
  const replayed = await sendCode(await ticketOf(person.email), codeOf(person.secret, -1))
  expect([replayed.status, replayed.json()]).toMatchObject([401, WRONG])
  const second = await ticketOf(person.email)
  expect((await sendCode({ ...second, cookie: `kliniki_device=${'x'.repeat(43)}` }, codeOf(person.secret))).status).toBe(401)
  expect((await post('/users/login/code/', { ticket: second.ticket, code: codeOf(person.secret) }, {})).status).toBe(401)
  const { password_hash } = await clinic.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  await clinic.db
    .updateTable('users')
    .set({ password_hash: `${password_hash}x` })
    .where('id', '=', person.id)
    .execute()
  expect((await sendCode(second, codeOf(person.secret))).json()).toMatchObject({ code: 'sign_in_over' })
  await clinic.db.updateTable('users').set({ password_hash }).where('id', '=', person.id).execute()
  pass(301)
  expect((await sendCode(second, codeOf(person.secret))).json()).toMatchObject({ code: 'sign_in_over' })

  // A clock that is half a minute slow or fast; of two with the same code one gets in.
  expect((await sendCode(await ticketOf(person.email), codeOf(person.secret, -1))).status).toBe(200)
  const two = [await ticketOf(person.email), await ticketOf(person.email)]
  const both = await Promise.all(two.map((ticket) => sendCode(ticket, codeOf(person.secret, 1))))
  expect(statuses(both)).toEqual([200, 401])

  // A recovery code works once, also typed in capitals.
  const [recovery = ''] = person.codes
  const recovered = await Promise.all(
    [await ticketOf(person.email), await ticketOf(person.email)].map((ticket) => sendCode(ticket, recovery.toUpperCase())),
  )
  expect(statuses(recovered)).toEqual([200, 401])
  const state = await clinic.call('GET', MINE, undefined, person.headers)
  expect(state.json()).toMatchObject({ is_on: true, is_required: false, recovery_codes_left: 9, reset_at: null })

  // Nothing of it can be read afterwards.
  const kept = await stored()
  for (const secret of [
    person.secret.toString('hex'),
    person.secret.toString('base64'),
    secretText(person.secret),
    first.ticket,
    ...person.codes,
  ])
    expect(kept).not.toContain(secret)
  expect(kept).toContain('set up second factor')
  expect(state.text).not.toMatch(/secret|code_hash/)
})

test('five wrong codes close the second step for the right one too, sent one by one or at once, and a new password opens nothing', async () => {
  const person = await someone()
  const ticket = await ticketOf(person.email)
  const wrong = await Promise.all(Array.from({ length: 8 }, () => sendCode(ticket, '000000')))
  expect(statuses(wrong)).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  const right = await sendCode(await ticketOf(person.email), codeOf(person.secret))
  expect([right.status, Number(right.headers['retry-after']) > 800]).toEqual([429, true])
  expect((await outcomesOf(person.id)).filter((outcome) => outcome === 'locked')).toHaveLength(4)

  const administrator = await anAdministrator()
  const reset = await administrator.call('POST', `/users/users/${person.id}/reset-password/`, {})
  const given = await signIn(clinic, person.email, reset.json<{ one_time_password: string }>().one_time_password)
  expect([given.status, given.json()]).toMatchObject([401, CODE_NEEDED])
})

test('it is switched off and made anew with the password and a code alone, and an administrator takes it away', async () => {
  const person = await someone()
  const other = await signedIn(clinic, (await anAccount(clinic.db, 'nurse')).email)
  const code = () => codeOf(person.secret)
  for (const path of [MINE, `${MINE}remove/`, `${MINE}recovery-codes/`]) {
    expect((await post(path, { current_password: 'wrong', code: code() }, person.headers)).json()).toEqual({
      current_password: ['Incorrect password.'],
    })
    expect((await post(path, { current_password: PASSWORD, code: '' }, person.headers)).json()).toEqual({
      code: ['Incorrect or already used code.'],
    })
  }
  expect((await post(MINE, { current_password: PASSWORD }, person.headers)).json()).toEqual({
    code: ['Enter a code from the authenticator app that you use now.'],
  })
  expect((await post(`${MINE}confirm/`, { code: '123456' }, person.headers)).json()).toMatchObject({ code: 'set_up_over' })
  await clinic.db.deleteFrom('rate_limits').where('key', 'like', 'wrong codes%').execute()

  const renewed = await post(`${MINE}recovery-codes/`, { current_password: PASSWORD, code: person.codes[1] }, person.headers)
  const [fresh = ''] = renewed.json<{ recovery_codes: string[] }>().recovery_codes
  expect((await sendCode(await ticketOf(person.email), person.codes[2] ?? '')).status).toBe(401)
  const elsewhere = await sendCode(await ticketOf(person.email), fresh)
  expect((await meOf(elsewhere)).status).toBe(200)
  // Made anew: the old secret signs nobody in any more, and sessions elsewhere are over.
  const again = await setUp(person.headers, code())
  expect((await meOf(elsewhere)).status).toBe(401)
  expect((await sendCode(await ticketOf(person.email), code())).status).toBe(401)
  expect((await sendCode(await ticketOf(person.email), codeOf(again.secret))).status).toBe(200)
  pass(30)
  expect((await post(`${MINE}remove/`, { current_password: PASSWORD, code: codeOf(again.secret) }, person.headers)).status).toBe(204)
  expect((await signIn(clinic, person.email)).status).toBe(200)

  await setUp(person.headers)
  const administrator = await anAdministrator()
  const path = `/users/users/${person.id}/reset-second-factor/`
  expect((await post(path, {}, other.headers)).status).toBe(403)
  expect((await administrator.call('POST', path, {})).status).toBe(204)
  expect((await administrator.call('POST', path, {})).json()).toMatchObject({ code: 'no_second_factor' })
  expect((await clinic.call('GET', '/users/me/', undefined, person.headers)).status).toBe(401)
  const session = await signIn(clinic, person.email)
  expect((await meOf(session)).json()).toMatchObject({ has_second_factor: false, second_factor_reset_at: clinic.clock.now.toISOString() })
  const bearer = { authorization: `Bearer ${session.json<{ access: string }>().access}` }
  expect((await post(`${MINE}reset-seen/`, {}, bearer)).status).toBe(204)
  expect((await clinic.call('GET', MINE, undefined, bearer)).json()).toMatchObject({ is_on: false, reset_at: null })
  const { headers: another } = await signedIn(clinic, person.email)
  expect((await post('/users/me/sessions/end-others/', {}, another)).status).toBe(204)
  expect((await clinic.call('GET', MINE, undefined, bearer)).status).toBe(401)
  expect((await clinic.call('GET', MINE, undefined, another)).status).toBe(200)
  const trail = await clinic.db
    .selectFrom('audit_log')
    .select('action')
    .where('entity_id', '=', person.id)
    .where('actor_id', '=', administrator.id)
    .execute()
  expect(trail).toEqual([{ action: 'reset second factor' }])
})

test('where a group asks for it, whoever has none may do nothing but set it up or sign out', async () => {
  let administrator = await anAdministrator()
  const rules = (await administrator.call('GET', '/users/security/')).json<{ version: number; groups: { id: number; name: string }[] }>()
  const idOf = (name: string) => rules.groups.find((group) => group.name === name)?.id ?? 0
  const save = (groups: number[], version: number) =>
    administrator.call('PUT', '/users/security/', { password_length: 10, idle_minutes: 30, session_hours: 12, groups, version })
  const at = await anAccount(clinic.db, 'cashier')
  const before = await signedIn(clinic, at.email)
  const saved = await save([idOf('Cashier'), idOf('Patient')], rules.version)
  expect(saved.json<typeof rules>().groups).toContainEqual(
    expect.objectContaining({ name: 'Cashier', requires_second_factor: true, members: 1, without: 1 }),
  )
  expect((await save([], rules.version)).status).toBe(412)
  // Whoever is at work goes on; from the next sign-in on it is due.
  expect((await clinic.call('GET', '/users/me/sessions/', undefined, before.headers)).status).toBe(200)

  const guarded = promisedEndpoints().filter(({ access }) => access !== 'public')
  // What no patient may call anyway is asked for once.
  const ofPatients = guarded.filter(({ access }) => access === 'patient' || access === 'signed-in')
  for (const [{ email }, endpoints] of [
    [at, guarded],
    [await anAccount(clinic.db, 'patient'), ofPatients],
  ] as const) {
    const { headers, refresh, device } = await signedIn(clinic, email)
    const open: string[] = []
    for (const endpoint of endpoints) {
      const reply = await clinic.app.inject({ method: endpoint.method, url: endpoint.path.replaceAll(/\{\w+\}/g, '1'), headers })
      if (!(reply.statusCode === 403 && reply.json<{ code: string }>().code === 'second_factor_set_up_required'))
        open.push(`${endpoint.method} ${endpoint.path}`)
      if (endpoint.path === '/users/logout/') await clinic.db.updateTable('sessions').set({ ended_at: null, end_reason: null }).execute()
    }
    expect(open.toSorted()).toEqual([
      'GET /authperms/permissions/user/{user_id}/',
      'GET /users/me/',
      `GET ${MINE}`,
      'POST /users/logout/',
      `POST ${MINE}`,
      `POST ${MINE}confirm/`,
      `POST ${MINE}reset-seen/`,
    ])
    // A refresh leads nowhere else.
    const next = await post('/users/token/refresh/', { refresh }, { cookie: `kliniki_device=${device}` })
    expect((await meOf(next)).json()).toMatchObject({ second_factor_due: true })
    const { secret } = await setUp(headers)
    expect((await clinic.call('GET', '/users/me/sessions/', undefined, headers)).status).toBe(200)
    expect((await post(`${MINE}remove/`, { current_password: PASSWORD, code: codeOf(secret) }, headers)).json()).toMatchObject({
      code: 'second_factor_required',
    })
  }
  administrator = await anAdministrator()
  const having = (await administrator.call('GET', '/users/second-factors/?state=with&count=true')).json<{ id: number }[]>()
  expect(having).toContainEqual(expect.objectContaining({ id: at.id, is_required: true, recovery_codes_left: 10 }))

  // Not asked for any more: a session that waited for it is let in.
  const late = await anAccount(clinic.db, 'cashier')
  const waiting = await signedIn(clinic, late.email)
  expect((await administrator.call('GET', '/users/second-factors/?state=missing')).json<{ id: number }[]>()).toEqual([
    expect.objectContaining({ id: late.id, since: null }),
  ])
  expect((await clinic.call('GET', '/users/me/sessions/', undefined, waiting.headers)).status).toBe(403)
  expect((await save([], rules.version + 1)).status).toBe(200)
  expect((await clinic.call('GET', '/users/me/sessions/', undefined, waiting.headers)).status).toBe(200)
})

test('a second step that is required while somebody switches it off stays', async () => {
  const { id, email } = await anAccount(clinic.db, 'nurse')
  const { headers } = await signedIn(clinic, email)
  const { secret } = await setUp(headers)
  const body = { current_password: PASSWORD, code: codeOf(secret) }
  let off: Promise<Reply> | undefined
  await clinic.db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
    off = post(`${MINE}remove/`, body, headers)
    const waiting = sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    await expect.poll(async () => (await waiting.execute(trx)).rows.length).toBeGreaterThan(0)
    await sql`update groups set requires_second_factor = true where id in (select group_id from user_groups where user_id = ${id})`.execute(
      trx,
    )
  })
  expect((await off)?.json()).toMatchObject({ code: 'second_factor_required' })
})
