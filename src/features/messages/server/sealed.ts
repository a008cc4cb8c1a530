import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { sha256 } from '#platform/auth/tokens.ts'
import type { Channel } from '../rules.ts'

const IV_BYTES = 12
const TAG_BYTES = 16
const keyFor = (codeKey: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', codeKey, 'kliniki', purpose, 32))

/** Hides a password from whoever reads the database alone. */
export const seal = (codeKey: Buffer, text: string): Buffer => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(codeKey, 'message settings'), iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** The password again; null when it was sealed with another key, as after a restore without the program's secrets. */
export const unseal = (codeKey: Buffer, sealed: Buffer): string | null => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(codeKey, 'message settings'), sealed.subarray(0, IV_BYTES))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Equal or not, in a time that tells nothing of either. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other))

const markOf = (codeKey: Buffer, purpose: string, text: string) =>
  createHmac('sha256', keyFor(codeKey, purpose)).update(text).digest('base64url').slice(0, 22)

interface Addressed {
  id: number
  channel: Channel
  address: string
}

/** What the link to opt out ends with: the message, and a mark that only the program can make for its address. */
export const optOutToken = (codeKey: Buffer, { id, channel, address }: Addressed) =>
  `${id}-${markOf(codeKey, 'message opt-out', `${channel} ${address}`)}`

/** The id of the message that a token speaks of; null for what is no token. */
export const messageOfToken = (token: string): number | null => {
  const id = Number(/^(\d{1,9})-[\w-]{22}$/.exec(token)?.[1])
  return Number.isInteger(id) && id > 0 ? id : null
}

/** The same for every try of a message, so that a mail server knows one that it has seen. */
export const messageId = (codeKey: Buffer, id: number, fromAddress: string) =>
  `<${id}.${markOf(codeKey, 'message id', String(id))}@${fromAddress.split('@')[1] ?? 'localhost'}>`
