import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** Clocks of telephones go wrong by seconds, not by minutes. */
const SKEW = 1
/** As RFC 4226 recommends: as long as a hash of SHA-1. */
const SECRET_BYTES = 20
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The number of the half minute that an instant lies in. */
export const stepOf = (now: Date): number => Math.floor(now.getTime() / STEP_MS)

/** The six digits of a time step (RFC 6238, SHA-1). */
export const totpAt = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const at = (hash.at(-1) ?? 0) & 15
  const number = hash.readUInt32BE(at) & 0x7f_ff_ff_ff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

const isSame = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * The time step whose code was typed, of now, the one before and the one after; null when it is none of them, or when it is not after
 * `last`, the step of the last code that was taken: a code works once.
 */
export const totpStep = (secret: Buffer, typed: string, now: Date, last: number | null): number | null => {
  const code = typed.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(code)) return null
  const current = stepOf(now)
  const steps = Array.from({ length: 2 * SKEW + 1 }, (_, at) => current - SKEW + at)
  return steps.find((step) => step > (last ?? -1) && isSame(totpAt(secret, step), code)) ?? null
}

/** A new secret out of 256 random bits, as `ids.secret()` gives them. */
export const makeTotpSecret = (random: string): Buffer => Buffer.from(random, 'base64url').subarray(0, SECRET_BYTES)

/** The secret as authenticators take it when it is typed: base32 (RFC 4648). */
export const secretText = (secret: Buffer): string => {
  const bits = [...secret].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What the QR code says to an authenticator. */
export const totpUri = (secret: Buffer, issuer: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${secretText(secret)}&issuer=${encodeURIComponent(issuer)}`
