import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ownValue } from '#shared/dictionary.ts'
import { FieldPathFault, nestFields, valueAtPath } from '../field-paths.ts'
import { SendFailure, answerLine, type Sender } from './sender.ts'

export interface SmsSettings {
  url: string
  method: 'POST' | 'GET'
  format: 'json' | 'form'
  /** The gateway's names, with dots for one inside the other, and what goes into each. */
  fields: Readonly<Record<string, string>>
  /** Where the reply names the message, such as data.id; empty when it does not. */
  idPath: string
  authorization: string
  sender: string
}

const TIMEOUT_MS = 20_000
const MAX_REPLY_BYTES = 65_536

/** Without a right key, with an empty account, at a wrong address or in a wrong form: that may be put right. The rest of 4xx refuses the message. */
const MAY_PASS = new Set([401, 402, 403, 404, 405, 408, 415, 429])

/** Each field with its words, the placeholders of which are filled in once: what a value says is never read as a placeholder. */
const filled = (fields: SmsSettings['fields'], values: Record<string, string>): [string, string][] =>
  Object.entries(fields).map(([name, words]) => [name, words.replaceAll(/\{(\w+)\}/g, (whole, key: string) => ownValue(values, key) ?? whole)])

const requestOf = ({ url, method, format, fields, authorization }: SmsSettings, values: Record<string, string>) => {
  const pairs = filled(fields, values)
  const headers: Record<string, string> = { accept: 'application/json, text/plain;q=0.8', ...(authorization && { authorization }) }
  if (method === 'GET') {
    const address = new URL(url)
    for (const [name, value] of pairs) address.searchParams.set(name, value)
    return { address, init: { method, headers } }
  }
  if (format === 'form') return { address: new URL(url), init: { method, headers, body: new URLSearchParams(pairs) } }
  return {
    address: new URL(url),
    init: { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(nestFields(pairs)) },
  }
}

/** The beginning of the reply; the rest of a long one is not read. */
const readReply = async (response: Response): Promise<{ text: string; isWhole: boolean }> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_REPLY_BYTES) return { text: Buffer.concat(chunks).toString('utf8'), isWhole: false }
    chunks.push(chunk)
  }
  return { text: Buffer.concat(chunks).toString('utf8'), isWhole: true }
}

/** What the reply calls the message, or null. */
const idIn = (text: string, path: string): string | null => {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return null
  }
  const id = valueAtPath(found, path)
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 200) : null
}

/** The request as set up. Settings from before they were checked may name fields that are not allowed: nothing is sent with those. */
const prepared = (settings: SmsSettings, values: Record<string, string>) => {
  try {
    return requestOf(settings, values)
  } catch (error) {
    if (error instanceof FieldPathFault) throw new SendFailure('The fields of the SMS settings cannot be sent.', { isPermanent: false })
    throw error
  }
}

const ask = async (settings: SmsSettings, values: Record<string, string>, timeoutMs: number) => {
  const { address, init } = prepared(settings, values)
  try {
    const response = await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    return { status: response.status, ...(await readReply(response)) }
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new SendFailure('The SMS gateway took too long.', { isPermanent: false })
    const { cause } = error as Error
    const detail = cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : String(error)
    throw new SendFailure(`The SMS gateway cannot be reached: ${answerLine(detail)}`, { isPermanent: false })
  }
}

/**
 * Connects to the machine of the gateway, with its certificate verified where the address is https, and asks it for nothing: what a gateway can be
 * asked without sending differs from one to the next. Throws a SendFailure.
 */
export const smsHandshake = async ({ url }: Pick<SmsSettings, 'url'>, timeoutMs: number): Promise<void> => {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isSecure = protocol === 'https:'
  const socket = isSecure
    ? connectTls({ host, port: Number(port || 443), ...(isIP(host) === 0 && { servername: host }) })
    : connect({ host, port: Number(port || 80) })
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException
    if (name === 'AbortError') throw new SendFailure('The SMS gateway took too long.', { isPermanent: false })
    throw new SendFailure(`The SMS gateway cannot be reached: ${answerLine(message || String(code))}`, { isPermanent: false })
  } finally {
    socket.destroy()
  }
}

/** Sends by the HTTP interface of an SMS gateway. A redirect is a refusal: it would carry the text and the key somewhere else. */
export const smsSender = (settings: SmsSettings, timeoutMs = TIMEOUT_MS): Sender => ({
  send: async ({ reference, to, text }) => {
    const { status, text: reply, isWhole } = await ask(settings, { to, text, from: settings.sender, id: reference }, timeoutMs)
    const said = answerLine(`${status} ${reply}`)
    if (status >= 300 && status < 400)
      throw new SendFailure(`The SMS gateway sends us somewhere else, where nothing is sent: ${said}`, { isPermanent: false })
    if (status >= 400) {
      const isPermanent = status < 500 && !MAY_PASS.has(status)
      throw new SendFailure(`The SMS gateway refused: ${said}`, { isPermanent })
    }
    if (settings.idPath === '') return { providerId: null, answer: said }
    // It has answered well and may have sent it: one more try could send it twice.
    if (!isWhole) throw new SendFailure('The reply of the SMS gateway is too long to be read.', { isPermanent: true })
    const providerId = idIn(reply, settings.idPath)
    if (providerId === null) throw new SendFailure(`The reply of the SMS gateway names no message: ${said}`, { isPermanent: true })
    return { providerId, answer: said }
  },
})
