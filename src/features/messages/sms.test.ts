import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSmsGateway, replyWith, type SmsGateway } from '../../testing/servers/sms-gateway.ts'
import { SendFailure } from './server/sender.ts'
import { smsSender, type SmsSettings } from './server/sms-sender.ts'

// Against a gateway that really listens on this machine.
let gateway: SmsGateway
beforeAll(async () => {
  gateway = await openSmsGateway()
})
beforeEach(() => {
  gateway.calls.length = 0
})
afterAll(() => gateway.close())

const senderTo = (more: Partial<SmsSettings> = {}, timeoutMs?: number) =>
  smsSender(
    {
      url: gateway.url,
      method: 'POST',
      format: 'json',
      fields: { to: '{to}', message: '{text}', from: '{from}', ref: '{id}' },
      idPath: 'data.id',
      authorization: 'Bearer key',
      sender: 'TUMAINI',
      ...more,
    },
    timeoutMs,
  )
const message = { reference: '12', to: '+254712345678', subject: '', text: 'Karibu & "{to}" é', optOutUrl: null }
const outcome = (sender = senderTo()) =>
  sender.send(message).then(
    (sent) => ['sent', sent.providerId],
    (error: unknown) =>
      error instanceof SendFailure ? [error.isPermanent ? 'refused' : 'later', error.message] : ['crash', String(error)],
  )

test('JSON, with lists inside, as the gateway wants it; a text is never read as a placeholder', async () => {
  expect(await outcome()).toEqual(['sent', 'g-1'])
  expect(await outcome(senderTo({ fields: { 'messages.0.to.0': '{to}', 'messages.0.body': '{text}' } }))).toEqual(['sent', 'g-2'])
  const [plain, nested] = gateway.calls
  expect(plain?.headers).toMatchObject({ authorization: 'Bearer key', 'content-type': 'application/json' })
  expect(JSON.parse(plain!.body)).toEqual({ to: '+254712345678', message: 'Karibu & "{to}" é', from: 'TUMAINI', ref: '12' })
  expect(JSON.parse(nested!.body)).toEqual({ messages: [{ to: ['+254712345678'], body: 'Karibu & "{to}" é' }] })
})

test('forms and queries carry the same', async () => {
  await outcome(senderTo({ format: 'form' }))
  await outcome(senderTo({ method: 'GET', idPath: '' }))
  const [form, query] = gateway.calls
  expect(form?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  const expected = { to: '+254712345678', message: 'Karibu & "{to}" é', from: 'TUMAINI', ref: '12' }
  expect(Object.fromEntries(new URLSearchParams(form?.body))).toEqual(expected)
  expect([query?.method, query?.query, query?.body]).toEqual(['GET', expected, ''])
})

test('what the gateway answers decides: later, or never', async () => {
  gateway.replies.push(
    replyWith(500, 'upstream'),
    replyWith(429),
    replyWith(408),
    replyWith(400, { error: 'bad number\r\nX: y' }),
    replyWith(422),
    replyWith(200, { data: {} }),
    replyWith(200, 'OK'),
    (response) => response.destroy(),
  )
  const outcomes = []
  for (let turn = 0; turn < 8; turn++) outcomes.push(await outcome())
  expect(outcomes.map(([what]) => what)).toEqual(['later', 'later', 'later', 'refused', 'refused', 'refused', 'refused', 'later'])
  expect(outcomes[3]?.[1]).toBe('The SMS gateway refused: 400')
  expect(await outcome()).toEqual(['sent', 'g-9'])
})

test('a wrong key, an empty account and a wrong address of the gateway may be put right', async () => {
  const codes = [401, 402, 403, 404, 405]
  gateway.replies.push(...codes.map((code) => replyWith(code)))
  for (const code of codes) expect(await outcome()).toEqual(['later', expect.stringContaining(String(code))])
})

test('a redirect is not followed', async () => {
  const other = await openSmsGateway()
  gateway.replies.push(replyWith(307, {}, { location: other.url }))
  expect((await outcome())[0]).toBe('later')
  expect(other.calls).toEqual([])
  await other.close()
})

test('a reply without end is not read', async () => {
  const line = { isOpen: true }
  gateway.replies.push((response) => {
    response.on('close', () => (line.isOpen = false))
    const pour = () => {
      while (line.isOpen && response.write('x'.repeat(65_536)));
      if (line.isOpen) response.once('drain', pour)
    }
    pour()
  })
  expect((await outcome())[0]).toBe('refused')
  await expect.poll(() => line.isOpen).toBe(false)
})

test('a gateway that is slow is given up, one that is not there is told in plain words', async () => {
  gateway.replies.push(() => {})
  expect(await outcome(senderTo({}, 300))).toEqual(['later', 'The SMS gateway took too long.'])
  const gone = await openSmsGateway()
  await gone.close()
  expect(await outcome(senderTo({ url: gone.url }))).toEqual([
    'later',
    'The SMS gateway cannot be reached: The server refused the connection.',
  ])
})
