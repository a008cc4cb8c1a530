import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyFor } from '#platform/auth/seal.ts'
import { sha256 } from '#platform/auth/tokens.ts'
import type { Channel } from '../rules.ts'

/** What the passwords of the settings are sealed for. */
export const PURPOSE = 'message settings'

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
