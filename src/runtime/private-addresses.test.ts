import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../testing/clinic.ts'
import { anInstrument } from '../testing/servers/analysers.ts'
import { openMailServer, type MailServer } from '../testing/servers/mail-server.ts'
import { modelReply, openModelServer, type ModelServer } from '../testing/servers/model-server.ts'
import { openSmsGateway, replyWith, type SmsGateway } from '../testing/servers/sms-gateway.ts'

// Whoever may change a setting could otherwise let the server speak to whatever only the server can reach, and read what it answers.
const SECRET = 'AKIA-SECRET-OF-THIS-MACHINE'
const MESSAGES = '/messages/settings/'
const MODEL = '/chatbot/settings/'
let clinic: TestClinic
let gateway: SmsGateway
let mail: MailServer
let model: ModelServer
let attacker: Person
const listed = process.env['KLINIKI_PRIVATE_ADDRESSES']
const list = (addresses: string) => (process.env['KLINIKI_PRIVATE_ADDRESSES'] = addresses)

beforeAll(async () => {
  clinic = await openTestClinic()
  gateway = await openSmsGateway()
  mail = await openMailServer()
  model = await openModelServer()
  attacker = await clinic.signedInAs(['messages.settings', 'assistant.settings', 'laboratory.view', 'laboratory.equipment'])
})
beforeEach(() => void list(''))
afterAll(async () => {
  list(listed ?? '')
  await gateway.close()
  await mail.close()
  await model.close()
  await clinic.close()
})

const forbidden = [
  'https://127.0.0.1/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://127.1:5432/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://localhost:8080/',
  'https://api.localhost/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://0.0.0.0/',
  'https://[::]/',
  'http://127.0.0.1:9200/',
  'http://192.168.1.1/',
]

test.each(forbidden)('%s is refused as a gateway and as a model, with the address and what is allowed', async (url) => {
  for (const [path, method, field] of [
    [MESSAGES, 'PUT', 'sms_url'],
    [MODEL, 'PATCH', 'url'],
  ] as const) {
    const reply = await attacker.call(method, path, { [field]: url })
    expect([reply.status, Object.keys(reply.json())], reply.text).toEqual([400, [field]])
    expect(reply.text).toMatch(/KLINIKI_PRIVATE_ADDRESSES|Enter another address/)
  }
})

test.each([
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '127.1',
  'localhost',
  '::1',
  '::ffff:127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  'fd00:ec2::254',
  '0.0.0.0',
])('%s is refused as a mail server', async (smtp_host) => {
  const reply = await attacker.call('PUT', MESSAGES, { smtp_host, smtp_port: 2525, smtp_security: 'tls' })
  expect([reply.status, Object.keys(reply.json())], reply.text).toEqual([400, ['smtp_host']])
})

const put = (ip_address: string) =>
  attacker.call('POST', '/lab/lab-equipment/', {
    name: `At ${ip_address}`,
    data_format: 'hl7',
    connection: 'connect',
    ip_address,
    port: 5000,
  })

test('an analyser is called within the clinic, and nowhere on this machine', async () => {
  for (const address of ['127.0.0.1', 'localhost', '2130706433', '169.254.169.254', '0.0.0.0', '::1', '::ffff:127.0.0.1']) {
    const reply = await put(address)
    expect([address, reply.status, Object.keys(reply.json())]).toEqual([address, 400, ['ip_address']])
  }
  for (const address of ['192.168.1.20', '10.2.3.4', 'fd00::20']) expect((await put(address)).status).toBe(201)
})

const nothingReached = () => expect([gateway.calls.length, mail.tries, model.calls.length]).toEqual([0, 0, 0])

const say = async (path: string, body?: object) => (await attacker.call('POST', path, body)).json<Record<string, unknown>>()

test('such settings in the database reach nothing', async () => {
  await clinic.db
    .updateTable('message_settings')
    .set({
      sms_url: gateway.url,
      smtp_host: 'localhost',
      smtp_port: mail.port,
      smtp_security: 'none',
      from_address: 'desk@tumaini.example',
    })
    .execute()
  await clinic.db.updateTable('assistant_settings').set({ url: model.url, model: 'small-1' }).execute()
  const { id } = await anInstrument(clinic.db, { connection: 'connect', host: '127.0.0.1', port: mail.port })
  for (const channel of ['sms', 'email']) {
    const address = channel === 'sms' ? '0712345678' : 'me@mail.example'
    expect(await say(`${MESSAGES}test/`, { channel, address })).toMatchObject({
      was_sent: false,
      answer: expect.stringContaining('KLINIKI_PRIVATE_ADDRESSES') as string,
    })
    expect(await say(`${MESSAGES}connect/`, { channel })).toMatchObject({
      is_reached: false,
      answer: expect.stringContaining('KLINIKI_PRIVATE_ADDRESSES') as string,
    })
  }
  expect(await say(`${MODEL}try/`)).toMatchObject({ is_right: false, fault: 'not allowed', detail: '' })
  expect(await say(`/lab/lab-equipment/${id}/try/`)).toMatchObject({
    is_reached: false,
    answer: expect.stringContaining('KLINIKI_PRIVATE_ADDRESSES') as string,
  })
  nothingReached()
})

test('what was used before addresses had to be listed goes on to work, on its port alone', async () => {
  const port = Number(new URL(gateway.url).port)
  // The program cannot add to them.
  await expect(clinic.db.insertInto('kept_private_addresses').values({ host: '127.0.0.1', port }).execute()).rejects.toThrow(
    'permission denied',
  )
  const owner = new Client({ connectionString: clinic.ownerUrl })
  await owner.connect()
  await owner.query('insert into kept_private_addresses (host, port) values ($1, $2)', ['127.0.0.1', port])
  const send = async () => (await attacker.call('POST', `${MESSAGES}test/`, { channel: 'sms', address: '0712345678' })).json()
  expect(await send()).toMatchObject({ was_sent: true })
  const answer = expect.stringContaining('KLINIKI_PRIVATE_ADDRESSES') as string
  expect((await attacker.call('POST', `${MESSAGES}connect/`, { channel: 'email' })).json()).toMatchObject({ is_reached: false, answer })
  await owner.query('delete from kept_private_addresses')
  await owner.end()
  expect(await send()).toMatchObject({ was_sent: false })
})

const send = async (channel: string, address: string) => (await attacker.call('POST', `${MESSAGES}test/`, { channel, address })).text

test('what the operator lists works, and its replies are never shown', async () => {
  list('127.0.0.1 ::1')
  gateway.replies.push(
    replyWith(200, SECRET),
    replyWith(500, SECRET),
    replyWith(403, { error: SECRET }),
    replyWith(302, SECRET, { location: 'http://169.254.169.254/' }),
  )
  for (const expected of ['"answer":"200"', 'refused: 500', 'refused: 403', ': 302']) {
    const message = await send('sms', '0712345678')
    expect(message).toContain(expected)
    expect(message).not.toContain(SECRET)
  }
  mail.replies.push({ code: 554, text: SECRET }, { code: 451, text: SECRET })
  for (const code of ['554', '451']) {
    const message = await send('email', 'me@mail.example')
    expect(message).toContain(`The mail server refused: ${code}`)
    expect(message).not.toContain(SECRET)
  }
  model.replies.push(modelReply(500, { error: SECRET }), modelReply(200, SECRET))
  for (const fault of ['refused', 'unreadable']) {
    const tried = await attacker.call('POST', `${MODEL}try/`)
    expect(tried.json()).toMatchObject({ fault })
    expect(tried.text).not.toContain(SECRET)
  }
})

test('another service on the port of a mail server is not shown', async () => {
  list('127.0.0.1 ::1')
  // The tests of connections are used up.
  await clinic.db.deleteFrom('rate_limits').execute()
  const service = createServer((socket) => void socket.on('error', () => {}).end(`-ERR ${SECRET}\r\n`))
  await once(service.listen(0, '127.0.0.1'), 'listening')
  await clinic.db
    .updateTable('message_settings')
    .set({ smtp_host: '127.0.0.1', smtp_port: (service.address() as AddressInfo).port })
    .execute()
  for (const [path, body] of [
    ['test/', { channel: 'email', address: 'me@mail.example' }],
    ['connect/', { channel: 'email' }],
  ] as const) {
    const reply = await attacker.call('POST', `${MESSAGES}${path}`, body)
    expect(reply.status).toBe(200)
    expect(reply.text).not.toContain(SECRET)
  }
  await new Promise((closed) => void service.close(closed))
})
