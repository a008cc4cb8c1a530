import type { Socket } from 'node:net'
import { isLoopback } from '#platform/outgoing/address-kind.ts'
import { OutgoingFault, outgoingFaults } from '#platform/outgoing/destination.ts'
import { openSocket } from '#platform/outgoing/open-socket.ts'
import { SendFailure, type Sender } from './sender.ts'

export interface SmtpSettings {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  user: string
  password: string
  fromName: string
  fromAddress: string
  /** Private addresses that this setting may name beside those that the operator lists. */
  alsoAllowed?: string | undefined
}

const LIMITS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 10_000 }
/** A server that keeps talking, however slowly, is left in the end. */
const WHOLE_MS = 110_000

const isCertificateProblem = (error: Error & { code?: string }) =>
  /certificate|altname|self.signed|unable to verify/i.test(error.message) || /CERT|ALTNAME|SIGNATURE/.test(error.code ?? '')

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  response?: string
  /** What was said when it went wrong. */
  command?: string
}

/** Codes and words by which a server wants to know who writes, or refuses to carry anybody's mail: no fault of this message. */
const WHO_ARE_YOU = /^\s*\d*[ -]?5\.7\.(0|3|8|9)\b|\brelay|authenticat/i
const AUTHENTICATION = new Set([530, 534, 535, 538])

/** Whether the server refused this very message or its address, so that it will never take it. */
const isRefusal = ({ code, responseCode = 0, response = '', command = '' }: SmtpError) =>
  responseCode >= 500 &&
  code !== 'EAUTH' &&
  /^(RCPT TO|DATA)/.test(command) &&
  !AUTHENTICATION.has(responseCode) &&
  !WHO_ARE_YOU.test(response)

/** The codes of a reply, such as 550 5.1.1, without a word of its text. */
const codesOf = ({ responseCode, response = '' }: SmtpError) => {
  const [, enhanced] = /^\s*\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return enhanced === undefined ? String(responseCode) : `${responseCode} ${enhanced}`
}

/** What a refusal is of, as far as its codes say so. */
const refusedWords = (error: SmtpError) => {
  const { response = '', command = '' } = error
  if (WHO_ARE_YOU.test(response) || AUTHENTICATION.has(error.responseCode ?? 0)) return 'The mail server does not send for this account'
  if (/\b5\.1\.\d/.test(response)) return 'Recipient unknown to the mail server'
  if (/\b[45]\.2\.2\b/.test(response)) return 'The recipient’s mailbox is full'
  return command.startsWith('RCPT TO') ? 'The mail server refused the recipient' : 'The mail server refused'
}

/**
 * What went wrong, for staff, in our own words and the codes of the reply. A refusal of the message is final; a wrong set-up may be put right,
 * and the rest may pass.
 */
const failureOf = (cause: unknown): SendFailure => {
  if (cause instanceof SendFailure) return cause
  if (cause instanceof OutgoingFault) return new SendFailure(`The mail server cannot be reached: ${cause.message}`, { isPermanent: false })
  const error = cause as SmtpError
  const { code, responseCode } = error
  const failed = (words: string) => new SendFailure(words, { isPermanent: isRefusal(error) })
  if (code === 'EAUTH') return failed('The mail server refused the user name or the password.')
  if (isCertificateProblem(error)) return failed('The certificate of the mail server is not trusted.')
  if (code === 'ETLS') return failed('The mail server offers no encryption.')
  if (responseCode === undefined)
    return failed(`The mail server cannot be reached: ${outgoingFaults[code === 'ETIMEDOUT' ? 'slow' : 'closed']}`)
  return failed(`${refusedWords(error)}: ${codesOf(error)}`)
}

const within = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SendFailure('The mail server took too long.', { isPermanent: false })), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const noOtherTransport = {
  sendmail: false,
  path: undefined,
  args: undefined,
  streamTransport: false,
  jsonTransport: false,
  SES: undefined,
  pool: false,
  url: undefined,
  service: undefined,
  proxy: undefined,
} as const

const openTransport = async ({ host, port, security, user, password, alsoAllowed }: SmtpSettings, wholeMs: number) => {
  // Loaded when something is sent: the program starts without it.
  const { createTransport } = await import('nodemailer')
  // Nobody waits any more once the whole is over.
  const atMost = (limit: number) => Math.min(limit, wholeMs + 500)
  // Every option that chooses another transport, one of which runs a program, is said to be absent: none is taken from anywhere else.
  const options = {
    __proto__: null,
    getSocket: (_options: unknown, answer: (error: Error | null, socket?: { connection: Socket }) => void) => {
      openSocket({ host, port }, { alsoAllowed, timeoutMs: atMost(LIMITS.connectionTimeout) })
        .then((connection) => {
          if (security === 'none' && !isLoopback(connection.remoteAddress)) {
            connection.destroy()
            throw new SendFailure('Without encryption, only a mail server on this server itself can be used.', { isPermanent: false })
          }
          answer(null, { connection })
        })
        .catch(answer)
    },
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    auth: user ? { __proto__: null, user, pass: password } : undefined,
    tls: { __proto__: null, minVersion: 'TLSv1.2', rejectUnauthorized: true } as const,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: atMost(LIMITS.connectionTimeout),
    greetingTimeout: atMost(LIMITS.greetingTimeout),
    socketTimeout: atMost(LIMITS.socketTimeout),
    dnsTimeout: atMost(LIMITS.dnsTimeout),
    ...noOtherTransport,
  }
  return createTransport(options)
}

/** Greets the mail server and signs in, with encryption as it is set up, and sends nothing. Throws a SendFailure, at the latest after `wholeMs`. */
export const smtpHandshake = async (settings: SmtpSettings, wholeMs: number): Promise<void> => {
  const transport = await openTransport(settings, wholeMs)
  try {
    await within(transport.verify(), wholeMs)
  } catch (error) {
    throw failureOf(error)
  } finally {
    transport.close()
  }
}

/**
 * Sends by SMTP, one connection for each message. The server's certificate is verified; without encryption only to a server on this very
 * machine, which the settings see to.
 */
export const smtpSender = (settings: SmtpSettings, wholeMs = WHOLE_MS): Sender => {
  const { fromName, fromAddress } = settings
  return {
    send: async ({ reference, to, subject, text, optOutUrl }) => {
      try {
        const transport = await openTransport(settings, wholeMs)
        const { response } = await within(
          transport.sendMail({
            // Given apart, so that nothing in a header can name another recipient.
            envelope: { from: fromAddress, to: [to] },
            from: { name: fromName, address: fromAddress },
            to: { name: '', address: to },
            subject,
            text,
            messageId: reference,
            headers: {
              'Auto-Submitted': 'auto-generated',
              ...(optOutUrl && { 'List-Unsubscribe': `<${optOutUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
            },
          }),
          wholeMs,
        )
        return { providerId: reference, answer: /^\d{3}/.exec(response)?.[0] ?? '' }
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}
