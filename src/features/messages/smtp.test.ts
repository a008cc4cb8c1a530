import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { openMailServer, type MailServer } from '../../testing/servers/mail-server.ts'
import { SendFailure } from './server/sender.ts'
import { smsHandshake } from './server/sms-sender.ts'
import { smtpHandshake, smtpSender, type SmtpSettings } from './server/smtp-sender.ts'

// Against a mail server that really listens on this machine.
let server: MailServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const open = async (options: Parameters<typeof openMailServer>[0] = {}) => (server = await openMailServer(options))
const senderTo = ({ port }: MailServer, more: Partial<SmtpSettings> = {}) =>
  smtpSender({
    host: 'localhost',
    port,
    security: 'none',
    user: '',
    password: '',
    fromName: 'Tumaini Clinic',
    fromAddress: 'desk@tumaini.example',
    ...more,
  })
const message = (more: object = {}) => ({
  reference: '<12.abc@tumaini.example>',
  to: 'achieng@mail.example',
  subject: 'Your appointment on Monday',
  text: 'Dear Achieng,\n\nSee you at 10:30.',
  optOutUrl: null,
  ...more,
})
const failure = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (cause: unknown) => cause,
  )
  if (!(error instanceof SendFailure)) throw new Error(`no failure: ${String(error)}`)
  return error
}
const trusting = async (certificate: string, work: () => Promise<void>) => {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate])
  try {
    await work()
  } finally {
    setDefaultCACertificates(before)
  }
}

test('a message arrives as plain text, from the clinic, with its own Message-ID and the link to opt out', async () => {
  const mail = await open()
  const url = 'https://clinic.example/messages/opt-out/12-abc'
  const sent = await senderTo(mail).send(message({ optOutUrl: url }))
  expect(sent).toEqual({ providerId: '<12.abc@tumaini.example>', answer: '250' })
  const [got] = mail.received
  expect(got).toMatchObject({ from: 'desk@tumaini.example', to: ['achieng@mail.example'], text: message().text })
  expect(got?.headers).toMatchObject({
    from: 'Tumaini Clinic <desk@tumaini.example>',
    to: 'achieng@mail.example',
    subject: 'Your appointment on Monday',
    'message-id': '<12.abc@tumaini.example>',
    'list-unsubscribe': `<${url}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'auto-submitted': 'auto-generated',
  })
  expect(got?.headers['content-type']).toMatch(/^text\/plain/)
})

test('names in every script arrive, and line ends in them make no header of their own', async () => {
  const mail = await open()
  await senderTo(mail, { fromName: 'Clinique Éléonore\r\nBcc: thief@mail.example' }).send(
    message({
      subject: 'Réservation, شكرا\r\nBcc: thief@mail.example\r\n\r\n<b>x</b>',
      text: 'Habari <script>alert(1)</script>\n.\nAchieng',
    }),
  )
  const [got] = mail.received
  expect(got?.to).toEqual(['achieng@mail.example'])
  expect(got?.headers['bcc']).toBeUndefined()
  expect(got?.headers['subject']).toContain('Réservation, شكرا')
  expect(got?.text).toBe('Habari <script>alert(1)</script>\n.\nAchieng')
  expect(got?.headers['content-type']).toMatch(/^text\/plain/)
})

test('a certificate that nobody vouches for is refused before the password is said', async () => {
  for (const security of ['starttls', 'tls'] as const) {
    const mail = await open({ security, user: { name: 'desk', password: 'secret' } })
    const { message: sentMessage, isPermanent } = await failure(
      senderTo(mail, { security, user: 'desk', password: 'secret' }).send(message()),
    )
    expect(sentMessage).toMatch(/^The certificate of the mail server is not trusted/)
    expect([isPermanent, mail.tries, mail.received.length]).toEqual([false, 0, 0])
    await mail.close()
  }
})

test.each(['starttls', 'tls'] as const)(
  'with a certificate that this machine trusts, %s carries the password and the message',
  async (security) => {
    const mail = await open({ security, user: { name: 'desk', password: 'sécret' } })
    await trusting(mail.certificate, async () => {
      await senderTo(mail, { security, user: 'desk', password: 'sécret' }).send(message())
      expect(mail.received[0]).toMatchObject({ wasEncrypted: true, user: 'desk' })
      // A certificate for another name is none.
      const other = await failure(senderTo(mail, { security, host: '127.0.0.1', user: 'desk', password: 'sécret' }).send(message()))
      expect(other.message).toMatch(/certificate/)
      const wrong = await failure(senderTo(mail, { security, user: 'desk', password: 'wrong' }).send(message()))
      expect([wrong.message, wrong.isPermanent]).toEqual([expect.stringMatching(/user name or the password/), false])
    })
  },
)

test('a server without encryption gets nothing when encryption was asked for', async () => {
  const mail = await open({ security: 'none' })
  const { message: sentMessage } = await failure(senderTo(mail, { security: 'starttls' }).send(message()))
  expect(sentMessage).toMatch(/^The mail server offers no encryption/)
  expect(mail.received).toEqual([])
})

test('refusals are final, delays and dropped lines are not', async () => {
  const mail = await open()
  mail.replies.push({ code: 451, text: 'try later' }, { code: 550, text: 'no such\r\nmailbox' }, 'drop')
  const sender = senderTo(mail)
  const outcomes = []
  for (let turn = 0; turn < 3; turn++) {
    const { message: sentMessage, isPermanent } = await failure(sender.send(message()))
    outcomes.push([sentMessage.slice(0, 36), isPermanent])
  }
  expect(outcomes).toEqual([
    ['The mail server refused: 451', false],
    [expect.stringContaining('The mail server refused: 550'), true],
    ['The mail server cannot be reached: T', false],
  ])
  await sender.send(message())
  expect(mail.received).toHaveLength(1)
})

const outcomeOf = async (options: Parameters<typeof openMailServer>[0]) => {
  const mail = await open(options)
  const { message: sentMessage, isPermanent } = await failure(senderTo(mail).send(message()))
  await mail.close()
  return [sentMessage, isPermanent]
}
const refusing = (code: number, text: string) => ({ refuses: { address: 'achieng@mail.example', code, text } })
test('what is wrong with the set-up may be put right, an address that is none stays none', async () => {
  expect(await outcomeOf({ user: { name: 'desk', password: 'secret' } })).toEqual([expect.stringContaining('530'), false])
  expect(await outcomeOf(refusing(550, '5.7.1 Relaying denied'))).toEqual([
    'The mail server does not send for this account: 550 5.7.1',
    false,
  ])
  expect(await outcomeOf(refusing(553, '5.7.8 Sign in first'))).toEqual([
    'The mail server does not send for this account: 553 5.7.8',
    false,
  ])
  expect(await outcomeOf(refusing(550, '5.1.1 No such user here'))).toEqual(['Recipient unknown to the mail server: 550 5.1.1', true])
  expect(await outcomeOf(refusing(552, '5.2.2 Mailbox full'))).toEqual(['The recipient’s mailbox is full: 552 5.2.2', true])
})

test('a server that is not there is told in plain words', async () => {
  const mail = await open()
  const { port } = mail
  await mail.close()
  server = undefined
  const { message: sentMessage, isPermanent } = await failure(senderTo({ ...mail, port }).send(message()))
  expect(sentMessage).toMatch(/^The mail server cannot be reached/)
  expect(isPermanent).toBe(false)
})

test('whoever only connects is told so before long, also of a server that says nothing', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  const settings = { host: '127.0.0.1', port, security: 'none', user: '', password: '', fromName: '', fromAddress: '' } as const
  const { message: sentMessage } = await failure(smtpHandshake(settings, 100))
  expect(sentMessage).toBe('The mail server took too long.')
  const knocked = await failure(smsHandshake({ url: `https://127.0.0.1:${port}/` }, 100))
  expect(knocked.message).toBe('The SMS gateway took too long.')
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => silent.close(resolve))
  const gone = await failure(smsHandshake({ url: `http://127.0.0.1:${port}/` }, 1000))
  expect(gone.message).toMatch(/^The SMS gateway cannot be reached/)
})
