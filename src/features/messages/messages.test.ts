import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openMailServer, type MailServer } from '../../testing/mail-server.ts'
import { openSmsGateway, replyWith, type SmsGateway } from '../../testing/sms-gateway.ts'
import type { listMessages } from './contract.ts'
import type { getMessageSettings, listMessageTemplates } from './contract-settings.ts'
import { queueMessage } from './index.ts'
import { optOutToken } from './server/sealed.ts'

type Message = ResponseOf<typeof listMessages>[number]
type Settings = ResponseOf<typeof getMessageSettings>
type Template = ResponseOf<typeof listMessageTemplates>[number]

const SETTINGS = '/messages/settings/'
let clinic: TestClinic
let mail: MailServer
let gateway: SmsGateway
let administrator: Person
let desk: Person
let patient: number
let serial = 0
beforeAll(async () => {
  clinic = await openTestClinic({ publicUrl: 'https://clinic.example' })
  mail = await openMailServer({ user: { name: 'desk', password: 'first secret' } })
  gateway = await openSmsGateway()
  administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  desk = await clinic.signedInFrom('Receptionist')
  patient = (await aPatient(clinic.db)).id
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
const queued = async (more: object = {}): Promise<Message> => {
  await queueMessage(clinic.db, {
    kind: 'booked',
    recipient: { email: `a${++serial}@mail.example`, patient },
    values: { first_name: 'Achieng', day: '2026-03-04', time: '10:30', number: 'A-1' },
    entity: { kind: 'appointment', id: serial },
    onceKey: `api ${serial}`,
    now: clinic.clock.now,
    ...more,
  })
  return (await desk.call('GET', '/messages/?limit=1')).json<Message[]>()[0]!
}

describe('the settings', () => {
  test('say whether there is a password, never which, and the database holds it sealed', async () => {
    const reply = await administrator.call('GET', SETTINGS)
    expect(reply.text).not.toMatch(/secret|Bearer/)
    expect(reply.json()).toMatchObject({ has_smtp_password: true, has_sms_authorization: true, public_url: 'https://clinic.example' })
    const { rows } = await sql<{
      all: string
    }>`select convert_from(smtp_password, 'LATIN1') || convert_from(sms_authorization, 'LATIN1') as all
      from message_settings`.execute(clinic.db)
    expect(rows[0]?.all).not.toMatch(/secret|Bearer/)
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

describe('a test', () => {
  const send = async (channel: string, address: string) => {
    const reply = await administrator.call('POST', `${SETTINGS}test/`, { channel, address })
    return reply.status === 200 ? reply.json() : [reply.status, reply.json()]
  }

  test('goes out at once and tells what the other side said', async () => {
    expect(await send('email', 'me@mail.example')).toEqual({ was_sent: true, answer: expect.stringContaining('queued as 4F2B') as string })
    expect(mail.received.at(-1)).toMatchObject({ to: ['me@mail.example'], user: 'desk' })
    gateway.replies.push(replyWith(402, 'no credit left'))
    expect(await send('sms', '0712345678')).toEqual({ was_sent: false, answer: 'The SMS gateway refused: 402 no credit left' })
    expect(JSON.parse(gateway.calls.at(-1)!.body)).toMatchObject({ to: '+254712345678' })
    expect(await send('sms', 'me@mail.example')).toEqual([400, { address: ['Enter a telephone number.'] }])
  })

  test('of a demonstration clinic is refused', async () => {
    await clinic.db.updateTable('company').set({ is_demo: true }).execute()
    expect(await send('email', 'me@mail.example')).toMatchObject([409, { detail: 'A demonstration clinic sends nothing.' }])
    await clinic.db.updateTable('company').set({ is_demo: false }).execute()
  })
})

describe('the outbox', () => {
  test('is listed newest first, filtered and paged, and reading it leaves a trace for each patient', async () => {
    const one = await queued()
    const other = await queued({ recipient: { phone: '0712000111' } })
    const ids = async (query: string) => (await desk.call('GET', `/messages/?${query}`)).json<Message[]>().map(({ id }) => id)
    expect(await ids('limit=2')).toEqual([other.id, one.id])
    expect(await ids('limit=1&channel=email')).toEqual([one.id])
    expect(await ids(`entity=appointment&entity_id=${one.entity_id}`)).toEqual([one.id])
    expect(await ids(`patient=${patient}&state=sent`)).toEqual([])
    const first = await desk.call('GET', '/messages/?limit=1&count=true')
    expect(first.headers['x-total-count']).toBeDefined()
    const next = /<(.+)>/.exec(String(first.headers['link']))?.[1] ?? ''
    expect((await desk.call('GET', next)).json<Message[]>()[0]?.id).toBe(one.id)
    const trail = await clinic.db.selectFrom('audit_log').selectAll().where('entity', '=', 'message').where('action', '=', 'read').execute()
    expect(trail.some(({ patient_id }) => patient_id === patient)).toBe(true)
  })

  test('a message is stopped while it waits, and sent again after that', async () => {
    const { id } = await queued()
    const post = async (deed: string) => (await desk.call('POST', `/messages/${id}/${deed}/`)).status
    expect([await post('send-again'), await post('stop'), await post('stop'), await post('send-again')]).toEqual([409, 200, 409, 200])
    const [message] = (await desk.call('GET', '/messages/?limit=1')).json<Message[]>()
    expect(message).toMatchObject({ id, state: 'queued', attempts: 0 })
    expect((await desk.call('POST', '/messages/2000000000/stop/')).status).toBe(404)
  })

  test('what came too late, or goes to an address that wants none, is not sent again', async () => {
    const late = await queued({ sendBefore: clinic.clock.now })
    expect(late.state).toBe('skipped')
    expect((await desk.call('POST', `/messages/${late.id}/send-again/`)).status).toBe(409)
    const { id, address } = await queued()
    expect((await desk.call('POST', '/messages/opt-outs/', { channel: 'email', address })).status).toBe(201)
    expect((await desk.call('POST', `/messages/${id}/send-again/`)).json()).toMatchObject({ detail: 'This address wants no messages.' })
  })
})

describe('opting out', () => {
  test('by the link of a message: the address is masked, and what waits is stopped', async () => {
    const { id, address } = await queued({ recipient: { email: 'Akinyi@mail.example', patient } })
    const token = optOutToken(clinic.codeKey, { id, channel: 'email', address })
    const seen = await clinic.call('GET', `/public/messages/opt-out/${token}/`)
    expect(seen.json()).toMatchObject({ channel: 'email', masked_address: 'a•••@m•••.example', is_opted_out: false })
    expect(seen.text).not.toContain('kinyi')
    // As a mail program does it: a form, to the very address of the link.
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const done = await clinic.call('POST', `/messages/opt-out/${token}`, 'List-Unsubscribe=One-Click', form)
    expect([done.status, done.json<{ is_opted_out: boolean }>().is_opted_out]).toEqual([200, true])
    expect((await clinic.call('POST', `/public/messages/opt-out/${token}/`)).status).toBe(200)
    const message = await clinic.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect([message.state, message.reason]).toEqual(['skipped', 'The address wants no messages.'])
  })

  test('any other link is the same 404', async () => {
    const { id, address } = await queued()
    const token = optOutToken(clinic.codeKey, { id, channel: 'email', address })
    const texts = new Set<string>()
    for (const wrong of [
      `${id + 1}${token.slice(token.indexOf('-'))}`,
      `${token.slice(0, -1)}.`,
      `${id}-${'A'.repeat(22)}`,
      'x',
      '0',
      '99999999999',
    ]) {
      const reply = await clinic.call('GET', `/public/messages/opt-out/${wrong}/`)
      expect(reply.status, wrong).toBe(404)
      texts.add(reply.text)
      expect((await clinic.call('POST', `/public/messages/opt-out/${wrong}/`)).status).toBe(404)
    }
    expect(texts.size).toBe(1)
  })

  test('staff note it for somebody, and lift it', async () => {
    const added = await desk.call('POST', '/messages/opt-outs/', { channel: 'sms', address: '0712 000 999' })
    expect([added.status, added.json<{ address: string }>().address]).toEqual([201, '+254712000999'])
    const listed = async () => (await desk.call('GET', '/messages/opt-outs/?search=000999')).json<object[]>().length
    expect(await listed()).toBe(1)
    const lift = async () => (await desk.call('DELETE', '/messages/opt-outs/?channel=sms&address=0712000999')).status
    expect([await lift(), await lift(), await listed()]).toEqual([204, 404, 0])
    expect((await desk.call('POST', '/messages/opt-outs/', { channel: 'email', address: 'nobody' })).status).toBe(400)
  })
})

describe('a delivery report', () => {
  const sent = async (provider_id: string | null) => {
    const { id } = await queued({ recipient: { phone: '0712345678' } })
    await clinic.db.updateTable('messages').set({ state: 'sent', provider_id }).where('id', '=', id).execute()
    return id
  }
  const stateOf = async (id: number) =>
    (await clinic.db.selectFrom('messages').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  test('is taken as JSON, as a form and in a query, under whatever names', async () => {
    const path = (await settings()).report_path
    expect(path).toMatch(/^\/messages\/reports\/[\w-]{32}\/$/)
    const [json, nested, posted, asked, own] = [
      await sent('p-1'),
      await sent('p-2'),
      await sent('p-3'),
      await sent('p-4'),
      await sent(null),
    ]
    const results = [{ messageId: 'p-2', status: { groupName: 'UNDELIVERABLE', name: 'REJECTED' }, price: { amount: 1 } }]
    const replies = [
      await clinic.call('POST', path, { id: 'p-1', status: 'DELIVRD', extra: 1 }),
      await clinic.call('POST', path, { results }),
      await clinic.call('POST', path, 'MessageSid=p-3&MessageStatus=delivered', form),
      await clinic.call('GET', `${path}?msg_id=p-4&status=Delivered`),
      await clinic.call('POST', path, { reference: String(own), status: 'failed' }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    expect(await Promise.all([json, nested, posted, asked, own].map(stateOf))).toEqual([
      'delivered',
      'failed',
      'delivered',
      'delivered',
      'failed',
    ])
    // Words that say nothing final change nothing; delivered stays delivered.
    await clinic.call('POST', path, { id: 'p-1', status: 'failed' })
    expect((await clinic.call('POST', path, { id: 'p-1', status: 'buffered' })).status).toBe(204)
    expect(await stateOf(json)).toBe('delivered')
  })

  test('with a wrong key, an unknown id or nothing at all gets one and the same refusal', async () => {
    const path = (await settings()).report_path
    await sent('p-9')
    const texts = new Set<string>()
    const calls: [string, unknown, Record<string, string>?][] = [
      ['/messages/reports/x/', { id: 'p-9', status: 'delivered' }],
      [path, { id: 'nobody', status: 'delivered' }],
      [path, {}],
      [path, []],
      [path, undefined],
      [path, 'status=delivered', form],
      [path, { id: { id: {} }, status: [null] }],
    ]
    for (const [url, body, headers] of calls) {
      const reply = await clinic.call('POST', url, body, headers)
      expect([reply.status, url, body]).toEqual([404, url, body])
      texts.add(reply.text)
    }
    expect(texts.size).toBe(1)
    for (const body of ['{"id":', 'null', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, '"text"'])
      expect((await clinic.call('POST', path, body, { 'content-type': 'application/json' })).status).toBeLessThan(500)
    expect((await clinic.call('GET', `${path}?id=%00&status=%ff`)).status).toBeLessThan(500)
    expect(await put({ new_report_key: true })).toBe(200)
    expect((await clinic.call('POST', path, { id: 'p-9', status: 'delivered' })).status).toBe(404)
  })

  test('a form is taken nowhere else', async () => {
    expect((await clinic.call('POST', '/users/login/', 'email=a&password=b', form)).status).toBe(415)
  })
})

describe('the words', () => {
  const TEMPLATE = '/messages/templates/reminder/sms/fr/'
  const list = async () => (await desk.call('GET', '/messages/templates/')).json<Template[]>()

  test('are there for every kind, channel and language', async () => {
    const all = await list()
    expect(all).toHaveLength(30)
    expect(
      all.every(
        ({ is_default, version, body, sms, channel }) => is_default && version === 0 && body && (sms !== null) === (channel === 'sms'),
      ),
    ).toBe(true)
  })

  test('are written anew, with the size of an SMS, and thrown away again', async () => {
    const saved = await administrator.call('PUT', TEMPLATE, { body: 'À {day}\r\n{link}', version: 0 })
    expect(saved.json()).toMatchObject({ body: 'À {day}\n{link}', is_default: false, version: 1, sms: { encoding: 'UCS-2', segments: 2 } })
    expect((await administrator.call('PUT', TEMPLATE, { body: 'x', version: 0 })).status).toBe(412)
    expect((await administrator.call('DELETE', TEMPLATE)).json()).toMatchObject({ is_default: true, version: 0 })
    expect((await desk.call('PUT', TEMPLATE, { body: 'x' })).status).toBe(403)
  })

  test('refuse what is not on the list, by name', async () => {
    const refused = async (path: string, body: object) => (await administrator.call('PUT', path, body)).json()
    expect(await refused(TEMPLATE, { body: 'For {diagnosis}' })).toEqual({
      body: ['{diagnosis} may not be used: a message says nothing medical.'],
    })
    expect(await refused(TEMPLATE, { body: 'Dear {name}' })).toEqual({ body: ['There is no placeholder {name}.'] })
    const mailed = '/messages/templates/reminder/email/fr/'
    expect(await refused(mailed, { subject: 'x {y}', body: 'x' })).toEqual({ subject: ['There is no placeholder {y}.'] })
    expect(await refused(mailed, { subject: 'x', body: '  ' })).toEqual({ body: ['This field may not be blank.'] })
    expect((await administrator.call('PUT', '/messages/templates/reminder/fax/fr/', { body: 'x' })).status).toBe(400)
  })
})
