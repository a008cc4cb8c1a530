import { keyedHash } from '#platform/auth/codes.ts'

/** What is kept of an e-mail address that somebody typed at sign-in. */
export const emailHash = (codeKey: Buffer, email: string) => keyedHash(codeKey, 'sign-in e-mail', email)

/** What is kept of a browser's device cookie. */
export const deviceHash = (codeKey: Buffer, device: string) => keyedHash(codeKey, 'device', device)

/** The browser's device cookie when it is one of ours, 256 bits as we write them. */
export const wellFormedDevice = (device: string | null) => (device !== null && /^[\w-]{43}$/.test(device) ? device : null)

/** The hash of the browser when it is one of `known`, those that have signed in to an account; null of every other. */
export const knownDevice = (codeKey: Buffer, device: string | null, known: readonly Buffer[]): Buffer | null => {
  const wellFormed = wellFormedDevice(device)
  const hash = wellFormed === null ? null : deviceHash(codeKey, wellFormed)
  return hash && known.some((one) => one.equals(hash)) ? hash : null
}
