import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openMailServer, type MailServer } from '../../testing/servers/mail-server.ts'
import { openSmsGateway, replyWith, type SmsGateway } from '../../testing/servers/sms-gateway.ts'

// Fields whose names are paths were once written through to Object.prototype, where the mail library found the options that start a program.
const SETTINGS = '/messages/settings/'
let clinic: TestClinic
let mail: MailServer
let gateway: SmsGateway
let attacker: Person
const folder = mkdtempSync(join(tmpdir(), 'kliniki-hostile-'))
const marker = join(folder, 'ran')

const payload = {
  to: '{to}',
  text: '{text}',
  'constructor.prototype.sendmail': 'yes',
  'constructor.prototype.path': '/usr/bin/touch',
  'constructor.prototype.args.0': marker,
}

beforeAll(async () => {
  clinic = await openTestClinic()
  mail = await openMailServer()
  gateway = await openSmsGateway()
  attacker = await clinic.signedInAs(['messages.settings'])
  const reply = await attacker.call('PUT', SETTINGS, {
    smtp_host: 'localhost',
    smtp_port: mail.port,
    smtp_security: 'none',
    from_address: 'desk@tumaini.example',
    sms_url: gateway.url,
    sms_fields: { to: '{to}', text: '{text}' },
  })
  expect(reply.status, reply.text).toBe(200)
})
afterAll(async () => {
  await mail.close()
  await gateway.close()
  await clinic.close()
  rmSync(folder, { recursive: true })
})

const put = (body: object | string) => attacker.call('PUT', SETTINGS, body, { 'content-type': 'application/json' })
const store = (sms_fields: Record<string, string>, sms_id_path = '') =>
  clinic.db
    .updateTable('message_settings')
    .set({ sms_fields: JSON.stringify(sms_fields), sms_id_path })
    .execute()
const sendTest = async (channel: 'sms' | 'email', address: string) =>
  (await attacker.call('POST', `${SETTINGS}test/`, { channel, address })).json()

/** What every object has; nothing may be added to it. */
const inherited = () => {
  const names: string[] = []
  for (const name in {}) names.push(name)
  return [...names, ...Reflect.ownKeys(Object.prototype).map(String)].sort()
}
const before = inherited()
const expectNothingHappened = () => {
  expect(inherited()).toEqual(before)
  expect(existsSync(marker)).toBe(false)
}

test.each(Object.keys(payload).slice(2))('refuses the field path %s, and names it', async (path) => {
  const reply = await put({ sms_fields: { to: '{to}', text: '{text}', [path]: 'x' } })
  expect(reply.status).toBe(400)
  expect(reply.json()).toEqual({ sms_fields: [expect.stringContaining(`“${path}” contains “constructor”`) as string] })
  expect(reply.text).toContain('Use letters, digits, hyphens and underscores')
})

test.each(['a.constructor', 'a.prototype.b', 'a.__proto__.b', 'a[__proto__]', 'a[constructor][prototype]', 'to.inside', 'a..b', 'a b'])(
  'refuses the field path %s',
  async (path) => {
    const reply = await put({ sms_fields: { to: '{to}', text: '{text}', [path]: 'x' } })
    expect([reply.status, Object.keys(reply.json())], reply.text).toEqual([400, ['sms_fields']])
  },
)

test('refuses names of lists that are no places', async () => {
  for (const name of ['length', '10', '4294967294', 'push']) {
    const reply = await put({ sms_fields: { 'list.0': '{to}', text: '{text}', [`list.${name}`]: 'x' } })
    expect([reply.status, Object.keys(reply.json())], reply.text).toEqual([400, ['sms_fields']])
  }
})

test('refuses such names as keys of the body, and as a path of the reply', async () => {
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    const nested = await put(`{"sms_fields":{"to":"{to}","text":"{text}","${name}":"x"}}`)
    expect([nested.status, Object.keys(nested.json())]).toEqual([400, [`sms_fields.${name}`]])
    expect(nested.text).toContain(`A field may not be called “${name}”`)
    expect((await put(`{"${name}":{"sendmail":true}}`)).status).toBe(400)
    const path = await put({ sms_id_path: `data.${name}.name` })
    expect([path.status, Object.keys(path.json())]).toEqual([400, ['sms_id_path']])
  }
  expectNothingHappened()
})

test('bad settings in the database pollute nothing and start no program', async () => {
  await store(payload)
  expect(await sendTest('sms', '0712345678')).toEqual({ was_sent: false, answer: 'The fields of the SMS settings cannot be sent.' })
  expect(gateway.calls).toEqual([])
  expectNothingHappened()
  expect(await sendTest('email', 'me@mail.example')).toMatchObject({ was_sent: true })
  expect(mail.received).toHaveLength(1)
  expectNothingHappened()
})

test.each<Record<string, string>>([
  { 'a.__proto__.sendmail': '{to}', text: '{text}' },
  { to: '{to}', 'to.b': '{text}' },
  { 'to.b': '{text}', to: '{to}' },
  { 'l.0': '{to}', 'l.length': '{text}' },
  { 'l.0': '{to}', 'l.4294967294': '{text}' },
])('of bad settings in the database nothing is sent: %j', async (fields) => {
  const calls = gateway.calls.length
  await store(fields)
  expect(await sendTest('sms', '0712345678')).toEqual({ was_sent: false, answer: 'The fields of the SMS settings cannot be sent.' })
  expect(gateway.calls).toHaveLength(calls)
  expectNothingHappened()
})

test('an unknown placeholder in the database is sent as it stands', async () => {
  await store({ to: '{to}', text: '{text} {constructor} {__proto__}' })
  expect(await sendTest('sms', '0712345678')).toMatchObject({ was_sent: true })
  const { text } = JSON.parse(gateway.calls.at(-1)!.body) as { text: string }
  expect(text).toMatch(/ \{constructor\} \{__proto__\}$/)
})

test('a reply names its message only by what it holds itself', async () => {
  await store({ to: '{to}', text: '{text}' }, 'constructor.name')
  gateway.replies.push(replyWith(200, { data: 1 }))
  expect(await sendTest('sms', '0712345678')).toMatchObject({
    was_sent: false,
    answer: expect.stringContaining('contains no message ID') as string,
  })
})
