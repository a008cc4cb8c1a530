import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { makeCertificate } from './certificate.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
  headers: Record<string, string>
  text: string
  wasEncrypted: boolean
  user: string | undefined
}

/** What the server does with the next message: takes it, answers so, or drops the line in the middle. */
export type MailReply = 'take' | 'drop' | 'hang' | { code: number; text: string }

export interface MailServer {
  port: number
  /** Its certificate, which nobody trusts unless told to. */
  certificate: string
  received: ReceivedMail[]
  /** Replies to the messages to come, in their order; then all are taken. */
  replies: MailReply[]
  /** How often somebody began to hand over a message. */
  tries: number
  close(): Promise<void>
}

const decodeWords = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_whole, kind: string, body: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(body, 'base64').toString('utf8') : decodeQuoted(body.replaceAll('_', ' ')),
    )
const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** Headers in small letters, words decoded, and the text of a message in one part. */
const readMail = (raw: string) => {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), decodeWords(line.slice(line.indexOf(':') + 1).trim())]),
  ) as Record<string, string>
  const body = rest.join('\r\n\r\n')
  const encoding = headers['content-transfer-encoding']
  const plain =
    encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8') : encoding === 'quoted-printable' ? decodeQuoted(body) : body
  return { headers, text: plain.replaceAll('\r\n', '\n').trim() }
}

interface Options {
  security?: 'tls' | 'starttls' | 'none'
  user?: { name: string; password: string }
  /** What it says to this recipient. */
  refuses?: { address: string; code: number; text: string }
}

/** A mail server that really listens on this machine, on a free port, and keeps what it gets. */
export const openMailServer = async ({ security = 'none', user, refuses }: Options = {}): Promise<MailServer> => {
  const { cert, key } = await makeCertificate()
  const received: ReceivedMail[] = []
  const replies: MailReply[] = []
  const sockets = new Set<Socket>()
  const mail = { received, replies, tries: 0, certificate: cert }
  const server = new SMTPServer({
    secure: security === 'tls',
    key,
    cert,
    logger: false,
    authOptional: !user,
    disabledCommands: [...(security === 'none' ? ['STARTTLS'] : []), ...(user ? [] : ['AUTH'])],
    allowInsecureAuth: security === 'none',
    disableReverseLookup: true,
    closeTimeout: 200,
    onAuth: ({ username = '', password }, _session, answer) =>
      user && username === user.name && password === user.password
        ? answer(null, { user: username })
        : answer(new Error('Authentication credentials invalid')),
    onRcptTo: ({ address }, _session, answer) =>
      refuses?.address === address ? answer(Object.assign(new Error(refuses.text), { responseCode: refuses.code })) : answer(),
    onData: (stream, session, answer) => {
      mail.tries++
      const reply = replies.shift() ?? 'take'
      const chunks: Buffer[] = []
      if (reply === 'drop') {
        for (const socket of sockets) socket.destroy()
        return
      }
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (reply === 'hang') return
        if (reply !== 'take') return answer(Object.assign(new Error(reply.text), { responseCode: reply.code }))
        const raw = Buffer.concat(chunks).toString('utf8')
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          ...readMail(raw),
          wasEncrypted: session.secure,
          user: typeof session.user === 'string' ? session.user : undefined,
        })
        answer(null, 'queued as 4F2B')
      })
    },
  })
  // A client that refuses the certificate ends the line; that is its right.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return Object.assign(mail, {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  })
}
