import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTotpSecret } from '#platform/auth/totp.ts'
import { seal } from '#platform/auth/seal.ts'
import { anAccount, signedIn, signIn } from '../../testing/accounts.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { keepLogins } from '#platform/db/logins.ts'

vi.setConfig({ testTimeout: 120_000 })

let clinic: TestClinic
beforeAll(async () => {
  // The tool goes by the clock of the machine.
  clinic = await openTestClinic({ clock: () => new Date() })
  keepLogins(clinic.dataDir, clinic.logins)
})
afterAll(() => clinic.close())

const tool = join(import.meta.dirname, '../../../tools/admin-reset.ts')
/** What the tool prints, beside the running clinic. */
const run = async (...args: string[]) => {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATABASE_URL: clinic.ownerUrl, KLINIKI_DATA: clinic.dataDir }
  return promisify(execFile)(process.execPath, [tool, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr.trim() }),
  )
}
const passwordIn = (text: string) => /one-time password (\S+)/.exec(text)?.[1] ?? ''

test('gives an administrator a one-time password, ends the sessions, unlocks the account, and leaves a trail', async () => {
  const { id, email } = await anAccount(clinic.db, 'sysadmin')
  const session = await signedIn(clinic, email)
  for (let tries = 0; tries < 6; tries += 1) await signIn(clinic, email, 'guessed')
  expect((await signIn(clinic, email)).status).toBe(429)
  const { code, text } = await run(email.toUpperCase())
  expect([code, text]).toEqual([0, expect.stringContaining(`${email} signs in with the one-time password `)])
  expect((await clinic.call('GET', '/users/me/', undefined, session.headers)).status).toBe(401)
  expect((await signIn(clinic, email)).status).toBe(401)
  const entered = await signedIn(clinic, email, passwordIn(text))
  // The password has to be changed before anything else.
  expect((await clinic.call('GET', '/users/users/', undefined, entered.headers)).json()).toMatchObject({ code: 'password_change_required' })
  const person = await clinic.db.selectFrom('users').select('one_time_until').where('id', '=', id).executeTakeFirstOrThrow()
  expect(person.one_time_until?.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  const rows = await clinic.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'request_id', 'change'])
    .where('entity_id', '=', id)
    .execute()
  expect(rows).toContainEqual({
    action: 'reset password',
    actor_id: null,
    request_id: 'npm run admin:reset',
    change: { by: expect.stringMatching(/^the operator of the machine \(.+\)$/) },
  })
})

test('removes the second factor only when it is asked to', async () => {
  const { id, email } = await anAccount(clinic.db, 'sysadmin')
  const secret = seal(clinic.codeKey, 'second factor', makeTotpSecret('x'.repeat(43)).toString('base64'))
  await clinic.db.insertInto('second_factors').values({ user_id: id, secret, confirmed_at: new Date() }).execute()
  const has = async () => (await clinic.db.selectFrom('second_factors').select('user_id').where('user_id', '=', id).execute()).length
  expect((await run(email)).code).toBe(0)
  expect(await has()).toBe(1)
  expect((await run(email, '--second-factor')).text).toContain('The second factor was removed.')
  expect(await has()).toBe(0)
  const actions = await clinic.db.selectFrom('audit_log').select('action').where('entity_id', '=', id).orderBy('id').execute()
  expect(actions.map(({ action }) => action)).toEqual(['reset password', 'reset password', 'reset second factor'])
  expect((await run(email, '--second-factor')).text).toContain('The account had no second factor.')
})

test('refuses an address that nobody has, an account that is no administrator, and one that is deactivated', async () => {
  const [administrator, nurse, former] = [
    await anAccount(clinic.db, 'sysadmin'),
    await anAccount(clinic.db, 'nurse'),
    await anAccount(clinic.db, 'sysadmin', { is_active: false }),
  ]
  const unknown = await run('nobody@clinic.example')
  expect(unknown).toEqual({
    code: 1,
    text: expect.stringMatching(/^No account has the e-mail address nobody@clinic\.example\. The administrators are: /),
  })
  expect(unknown.text).toContain(administrator.email)
  expect((await run(nurse.email)).text).toMatch(
    /is not an administrator: an administrator resets this password under Administration, People\./,
  )
  expect((await run(former.email)).text).toContain(`${former.email} is deactivated.`)
  expect((await run()).text).toBe('Usage: npm run admin:reset -- EMAIL [--second-factor]')
  expect((await signIn(clinic, nurse.email)).status).toBe(200)
})
