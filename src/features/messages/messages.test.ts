import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { anAppointment, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openMailServer, type MailServer } from '../../testing/servers/mail-server.ts'
import { openSmsGateway, type SmsGateway } from '../../testing/servers/sms-gateway.ts'
import type { listMessages, getMessageSettings } from './contract.ts'
import { queueMessage } from './public.ts'
import { optOutToken } from './server/sealed.ts'

type Message = ResponseOf<typeof listMessages>[number]
type Settings = ResponseOf<typeof getMessageSettings>

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

describe('the outbox', () => {
  test('says whom a message is about, by the record or else by the booking, and which appointment', async () => {
    const booking = await clinic.db
      .insertInto('public_bookings')
      .values({
        first_name: 'Atieno',
        second_name: 'Ouma',
        date_of_birth: '1990-04-02',
        gender: 'female',
        phone_number: '+254712000111',
        consent_version: 1,
        consent_text: 'Yes.',
        consented_at: clinic.clock.now,
        link_nonce: 'outbox',
        created_at: clinic.clock.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id, number } = await anAppointment(clinic.db, { public_booking_id: booking.id })
    const about = { entity: { kind: 'appointment' as const, id }, recipient: { phone: '0712000111' } }
    expect(await queued(about)).toMatchObject({ patient: null, patient_name: 'Atieno Ouma', appointment_number: number })
    const onFile = await aPatient(clinic.db, { first_name: 'Wanjiru', other_names: null, second_name: 'Kamau' })
    await clinic.db.updateTable('appointments').set({ patient_id: onFile.id }).where('id', '=', id).execute()
    expect(await queued(about)).toMatchObject({ patient: onFile.id, patient_name: 'Wanjiru Kamau', appointment_number: number })
  })
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
    const { next = '' } = first
    expect((await desk.call('GET', next)).json<Message[]>()[0]?.id).toBe(one.id)
    const trail = await clinic.db.selectFrom('audit_log').selectAll().where('entity', '=', 'message').where('action', '=', 'read').execute()
    expect(trail.some(({ patient_id }) => patient_id === patient)).toBe(true)
  })

  test('a message is stopped while it waits, and sent again after that', async () => {
    const { id } = await queued()
    const post = async (action: string) => (await desk.call('POST', `/messages/${id}/${action}/`)).status
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
    expect((await desk.call('POST', `/messages/${id}/send-again/`)).json()).toMatchObject({
      detail: 'This address has opted out of messages.',
    })
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
    expect([message.state, message.reason]).toEqual(['skipped', 'The recipient has opted out.'])
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

const sent = async (provider_id: string | null) => {
  const { id } = await queued({ recipient: { phone: '0712345678' } })
  await clinic.db.updateTable('messages').set({ state: 'sent', provider_id }).where('id', '=', id).execute()
  return id
}
const stateOf = async (id: number) =>
  (await clinic.db.selectFrom('messages').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

describe('a delivery report', () => {
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
