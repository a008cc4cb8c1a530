import { SendFailure, answerLine, type Sender } from './sender.ts'

export interface SmtpSettings {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  user: string
  password: string
  fromName: string
  fromAddress: string
}

const LIMITS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 10_000 }
/** A server that keeps talking, however slowly, is left in the end. */
const WHOLE_MS = 110_000

const isCertificateProblem = (error: Error & { code?: string }) =>
  /certificate|altname|self.signed|unable to verify/i.test(error.message) || /CERT|ALTNAME|SIGNATURE/.test(error.code ?? '')

/** What went wrong, for staff. Refusals (5xx) are final; the rest may pass. */
const failureOf = (error: unknown): SendFailure => {
  if (error instanceof SendFailure) return error
  const { code, responseCode, response, message } = error as Error & { code?: string; responseCode?: number; response?: string }
  const isPermanent = responseCode !== undefined && responseCode >= 500
  const said = answerLine(response ?? message)
  if (code === 'EAUTH') return new SendFailure(`The mail server refused the user name or the password: ${said}`, { isPermanent })
  if (isCertificateProblem(error as Error & { code?: string }))
    return new SendFailure(`The certificate of the mail server is not trusted: ${said}`, { isPermanent: false })
  if (code === 'ETLS') return new SendFailure(`The mail server offers no encryption: ${said}`, { isPermanent: false })
  if (responseCode !== undefined) return new SendFailure(`The mail server refused: ${said}`, { isPermanent })
  return new SendFailure(`The mail server cannot be reached: ${said}`, { isPermanent: false })
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

/**
 * Sends by SMTP, one connection for each message. The server's certificate is verified; without encryption only to a server on this very
 * machine, which the settings see to.
 */
export const smtpSender = ({ host, port, security, user, password, fromName, fromAddress }: SmtpSettings): Sender => {
  const open = async () => {
    // Loaded when something is sent: the program starts without it.
    const { createTransport } = await import('nodemailer')
    return createTransport({
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(user && { auth: { user, pass: password } }),
      tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
      disableFileAccess: true,
      disableUrlAccess: true,
      ...LIMITS,
    })
  }
  return {
    send: async ({ reference, to, subject, text, optOutUrl }) => {
      try {
        const transport = await open()
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
          WHOLE_MS,
        )
        return { providerId: reference, answer: answerLine(response) }
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}
