import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openMailServer, type MailServer } from '../../testing/servers/mail-server.ts'
import { openSmsGateway, replyWith, type SmsGateway } from '../../testing/servers/sms-gateway.ts'
import type { getMessageSettings, listMessageTemplates } from './contract.ts'

type Settings = ResponseOf<typeof getMessageSettings>
type Template = ResponseOf<typeof listMessageTemplates>[number]

const SETTINGS = '/messages/settings/'
let clinic: TestClinic
let mail: MailServer
let gateway: SmsGateway
let administrator: Person
let desk: Person
beforeAll(async () => {
  clinic = await openTestClinic({ publicUrl: 'https://clinic.example' })
  mail = await openMailServer({ user: { name: 'desk', password: 'first secret' } })
  gateway = await openSmsGateway()
  administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  desk = await clinic.signedInFrom('Receptionist')
  const reply = await administrator.call('PUT', SETTINGS, {
    email_is_on: true,
    smtp_host: 'localhost',
    smtp_port: mail.port,
    smtp_security: 'none',
    smtp_user: 'desk',
    smtp_password: 'first secret',
    from_address: 'desk@tumaini.example',
    sms_is_on: true,
    sms_url: gateway.url,
    sms_fields: { to: '{to}', text: '{text}' },
    sms_authorization: 'Bearer key',
    country_code: '+254',
  })
  expect(reply.status, reply.text).toBe(200)
})
afterAll(async () => {
  await mail.close()
  await gateway.close()
  await clinic.close()
})

const settings = async () => (await administrator.call('GET', SETTINGS)).json<Settings>()
const put = async (body: object) => {
  const reply = await administrator.call('PUT', SETTINGS, body)
  return reply.status === 200 ? 200 : [reply.status, Object.keys(reply.json()).join()]
}

describe('the settings', () => {
  test('say whether there is a password, never which, and the database holds it sealed', async () => {
    const reply = await administrator.call('GET', SETTINGS)
    expect(reply.text).not.toMatch(/secret|Bearer/)
    expect(reply.json()).toMatchObject({ has_smtp_password: true, has_sms_authorization: true, public_url: 'https://clinic.example' })
    const row = await clinic.db.selectFrom('message_settings').select(['smtp_password', 'sms_authorization']).executeTakeFirstOrThrow()
    for (const sealed of Object.values(row)) expect(sealed?.toString('latin1')).not.toMatch(/secret|Bearer/)
    const trail = await clinic.db.selectFrom('audit_log').select('change').where('entity', '=', 'message settings').execute()
    expect(JSON.stringify(trail)).not.toMatch(/secret|Bearer/)
  })

  test('keep a password with null, remove it with an empty text, and ask for it again for another server', async () => {
    expect(await put({ smtp_password: null })).toBe(200)
    expect((await settings()).has_smtp_password).toBe(true)
    expect(await put({ smtp_host: '127.0.0.1', smtp_password: null })).toEqual([400, 'smtp_password'])
    expect(await put({ sms_url: 'https://elsewhere.example/send' })).toEqual([400, 'sms_authorization'])
    expect(await put({ smtp_password: '' })).toBe(200)
    expect((await settings()).has_smtp_password).toBe(false)
    expect(await put({ smtp_password: 'first secret' })).toBe(200)
  })

  test.each([
    [{ smtp_security: 'none', smtp_host: 'mail.example', smtp_password: 'x' }, 'smtp_security'],
    [{ smtp_host: '', smtp_password: '' }, 'smtp_host'],
    [{ smtp_host: 'mail.example\r\nQUIT' }, 'smtp_host'],
    [{ from_name: 'Clinic\r\nBcc: x@y.example' }, 'from_name'],
    [{ from_address: '' }, 'from_address'],
    [{ smtp_port: 0 }, 'smtp_port'],
    [{ sms_url: 'http://gateway.example/send', sms_authorization: 'x' }, 'sms_url'],
    [{ sms_url: 'https://a:b@gateway.example/send', sms_authorization: 'x' }, 'sms_url'],
    [{ sms_url: 'file:///etc/passwd', sms_authorization: 'x' }, 'sms_url'],
    [{ sms_fields: { to: '{to}' } }, 'sms_fields'],
    [{ sms_fields: { to: '{to}', text: '{text}', extra: '{password}' } }, 'sms_fields'],
    [{ sms_fields: { 'a.__proto__.b': '{to}', text: '{text}' } }, 'sms_fields'],
    [{ sms_authorization: 'Bearer x\r\nX: y' }, 'sms_authorization'],
    [{ country_code: '0' }, 'country_code'],
    [{ quiet_from: '24:00' }, 'quiet_from'],
    [{ reminder_hours: [0] }, 'reminder_hours.0'],
  ])('refuse %j', async (body, field) => {
    const before = await settings()
    expect(await put(body)).toEqual([400, field])
    expect(await settings()).toEqual(before)
  })

  test('of two who change them at once, the later one is told', async () => {
    const { version } = await settings()
    expect([await put({ from_name: 'A', version }), await put({ from_name: 'B', version })]).toEqual([200, [412, expect.any(String)]])
  })

  test('are for who may set them alone', async () => {
    expect((await desk.call('GET', SETTINGS)).status).toBe(403)
    expect((await desk.call('PUT', SETTINGS, {})).status).toBe(403)
  })
})

const send = async (channel: string, address: string) => {
  const reply = await administrator.call('POST', `${SETTINGS}test/`, { channel, address })
  return reply.status === 200 ? reply.json() : [reply.status, reply.json()]
}

const connect = (channel: string, by = administrator) => by.call('POST', `${SETTINGS}connect/`, { channel })

describe('a test', () => {
  test('goes out at once and tells what the other side said', async () => {
    expect(await send('email', 'me@mail.example')).toEqual({ was_sent: true, answer: '250' })
    expect(mail.received.at(-1)).toMatchObject({ to: ['me@mail.example'], user: 'desk' })
    gateway.replies.push(replyWith(402, 'no credit left'))
    expect(await send('sms', '0712345678')).toEqual({ was_sent: false, answer: 'The SMS gateway refused: 402' })
    expect(JSON.parse(gateway.calls.at(-1)!.body)).toMatchObject({ to: '+254712345678' })
    expect(await send('sms', 'me@mail.example')).toEqual([400, { address: ['Enter a phone number.'] }])
  })

  test('only connects when asked to: it signs in or knocks, sends nothing, and is in the trail', async () => {
    await put({ smtp_password: 'first secret' })
    const before = [mail.tries, gateway.calls.length]
    expect((await connect('email')).json()).toMatchObject({ is_reached: true, answer: '' })
    expect((await connect('sms')).json()).toMatchObject({ is_reached: true, answer: '' })
    expect([mail.tries, gateway.calls.length]).toEqual(before)
    await put({ smtp_password: 'wrong' })
    const refused = (await connect('email')).json<{ is_reached: boolean; answer: string }>()
    expect(refused).toMatchObject({ is_reached: false, answer: expect.stringMatching(/refused the user name or the password/) as string })
    await put({ smtp_password: 'first secret' })
    expect((await connect('email', desk)).status).toBe(403)
    const trail = await clinic.db.selectFrom('audit_log').select('change').where('action', '=', 'test connection').orderBy('id').execute()
    expect(trail.map(({ change }) => (change as { is_reached: boolean }).is_reached)).toEqual([true, true, false])
  })

  test('of a demonstration clinic is refused', async () => {
    await clinic.db.updateTable('company').set({ is_demo: true }).execute()
    expect(await send('email', 'me@mail.example')).toMatchObject([409, { detail: 'Messages are not sent in a demonstration clinic.' }])
    await clinic.db.updateTable('company').set({ is_demo: false }).execute()
  })
})

const TEMPLATE = '/messages/templates/reminder/sms/fr/'
const list = async () => (await desk.call('GET', '/messages/templates/')).json<Template[]>()

describe('the words', () => {
  test('are there for every kind, channel and language', async () => {
    const all = await list()
    expect(all).toHaveLength(66)
    expect(
      all.every(
        ({ is_default, version, body, sms, channel }) => is_default && version === 0 && body && (sms !== null) === (channel === 'sms'),
      ),
    ).toBe(true)
  })

  test('are written anew, with the size of an SMS, and thrown away again', async () => {
    const saved = await administrator.call('PUT', TEMPLATE, { body: 'À {day}\r\n{link}', version: 0 })
    expect(saved.json()).toMatchObject({ body: 'À {day}\n{link}', is_default: false, version: 1, sms: { encoding: 'UCS-2', segments: 1 } })
    expect((await administrator.call('PUT', TEMPLATE, { body: 'x', version: 0 })).status).toBe(412)
    expect((await administrator.call('DELETE', TEMPLATE)).json()).toMatchObject({ is_default: true, version: 0 })
    expect((await desk.call('PUT', TEMPLATE, { body: 'x' })).status).toBe(403)
  })

  test('refuse what is not on the list, by name', async () => {
    const refused = async (path: string, body: object) => (await administrator.call('PUT', path, body)).json()
    expect(await refused(TEMPLATE, { body: 'For {diagnosis}' })).toEqual({
      body: ['{diagnosis} may not be used: a message says nothing medical.'],
    })
    expect(await refused(TEMPLATE, { body: 'Dear {name}' })).toEqual({ body: ['Unknown placeholder {name}.'] })
    const mailed = '/messages/templates/reminder/email/fr/'
    expect(await refused(mailed, { subject: 'x {y}', body: 'x' })).toEqual({ subject: ['Unknown placeholder {y}.'] })
    expect(await refused(mailed, { subject: 'x', body: '  ' })).toEqual({ body: ['This field is required.'] })
    expect((await administrator.call('PUT', '/messages/templates/reminder/fax/fr/', { body: 'x' })).status).toBe(404)
  })
})
