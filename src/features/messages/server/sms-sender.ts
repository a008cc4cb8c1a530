import { ownValue } from '#shared/dictionary.ts'
import { OutgoingFault, placeOfUrl } from '#platform/outgoing/destination.ts'
import { openSocket } from '#platform/outgoing/open-socket.ts'
import { askOutside } from '#platform/outgoing/request.ts'
import { FieldPathFault, nestFields, valueAtPath } from '../field-paths.ts'
import { SendFailure, type Sender } from './sender.ts'

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
  /** Private addresses that this setting may name beside those that the operator lists. */
  alsoAllowed?: string | undefined
}

const TIMEOUT_MS = 20_000
const MAX_REPLY_BYTES = 65_536

/** Without a right key, with an empty account, at a wrong address or in a wrong form: that may be put right. The rest of 4xx refuses the message. */
const MAY_PASS = new Set([401, 402, 403, 404, 405, 408, 415, 429])

/** Each field with its words, the placeholders of which are filled in once: what a value says is never read as a placeholder. */
const filled = (fields: SmsSettings['fields'], values: Record<string, string>): [string, string][] =>
  Object.entries(fields).map(([name, words]) => [
    name,
    words.replaceAll(/\{(\w+)\}/g, (whole, key: string) => ownValue(values, key) ?? whole),
  ])

const requestOf = ({ url, method, format, fields, authorization }: SmsSettings, values: Record<string, string>) => {
  const pairs = filled(fields, values)
  const headers: Record<string, string> = { accept: 'application/json, text/plain;q=0.8', ...(authorization && { authorization }) }
  if (method === 'GET') {
    const address = new URL(url)
    for (const [name, value] of pairs) address.searchParams.set(name, value)
    return { url: address, method, headers }
  }
  if (format === 'form') {
    const type = 'application/x-www-form-urlencoded;charset=UTF-8'
    return { url, method, headers: { ...headers, 'content-type': type }, body: new URLSearchParams(pairs).toString() }
  }
  return { url, method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(nestFields(pairs)) }
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

const unreached = (error: unknown): SendFailure => {
  if (!(error instanceof OutgoingFault)) throw error
  const words = error.kind === 'slow' ? 'The SMS gateway took too long.' : `The SMS gateway cannot be reached: ${error.message}`
  return new SendFailure(words, { isPermanent: false })
}

const ask = async (settings: SmsSettings, values: Record<string, string>, timeoutMs: number) => {
  const request = prepared(settings, values)
  try {
    return await askOutside({ ...request, alsoAllowed: settings.alsoAllowed, timeoutMs, maxBytes: MAX_REPLY_BYTES })
  } catch (error) {
    throw unreached(error)
  }
}

/**
 * Connects to the machine of the gateway, with its certificate verified where the address is https, and asks it for nothing: what a gateway can be
 * asked without sending differs from one to the next. Throws a SendFailure.
 */
export const smsHandshake = async ({ url, alsoAllowed }: Pick<SmsSettings, 'url' | 'alsoAllowed'>, timeoutMs: number): Promise<void> => {
  try {
    const socket = await openSocket(placeOfUrl(url), { alsoAllowed, timeoutMs, isSecure: new URL(url).protocol === 'https:' })
    socket.destroy()
  } catch (error) {
    throw unreached(error)
  }
}

/**
 * Sends by the HTTP interface of an SMS gateway. A redirect is a refusal: it would carry the text and the key somewhere else. Of what the
 * gateway replies, people are shown the status alone.
 */
export const smsSender = (settings: SmsSettings, timeoutMs = TIMEOUT_MS): Sender => ({
  send: async ({ reference, to, text }) => {
    const { status, text: reply, isWhole } = await ask(settings, { to, text, from: settings.sender, id: reference }, timeoutMs)
    if (status >= 300 && status < 400)
      throw new SendFailure(`The SMS gateway redirects to another address; nothing was sent there: ${status}`, { isPermanent: false })
    if (status >= 400) {
      const isPermanent = status < 500 && !MAY_PASS.has(status)
      throw new SendFailure(`The SMS gateway refused: ${status}`, { isPermanent })
    }
    if (settings.idPath === '') return { providerId: null, answer: String(status) }
    // It has answered well and may have sent it: one more try could send it twice.
    if (!isWhole) throw new SendFailure('The reply of the SMS gateway is too long.', { isPermanent: true })
    const providerId = idIn(reply, settings.idPath)
    if (providerId === null) throw new SendFailure('The reply of the SMS gateway contains no message ID.', { isPermanent: true })
    return { providerId, answer: String(status) }
  },
})
