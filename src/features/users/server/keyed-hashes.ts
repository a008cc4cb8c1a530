import { keyedHash } from '#platform/auth/codes.ts'

/** What is kept of an e-mail address that somebody typed at sign-in. */
export const emailHash = (codeKey: Buffer, email: string) => keyedHash(codeKey, 'sign-in e-mail', email)

/** What is kept of a browser's device cookie. */
export const deviceHash = (codeKey: Buffer, device: string) => keyedHash(codeKey, 'device', device)

/** The browser's device cookie when it is one of ours, 256 bits as we write them. */
export const wellFormedDevice = (device: string | null) => (device !== null && /^[\w-]{43}$/.test(device) ? device : null)
