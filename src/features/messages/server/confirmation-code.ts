import { keyedHash } from '#platform/auth/codes.ts'

const DIGITS = 1_000_000

/**
 * The six digits that confirm a request, made of the program's key, the request and the moment in which the message was queued: they are kept
 * nowhere, and nobody reads them in the outbox or the database.
 */
export const confirmationCode = (codeKey: Buffer, request: number, sentAt: Date): string =>
  String(keyedHash(codeKey, 'account confirmation', `${request} ${sentAt.toISOString()}`).readUIntBE(0, 6) % DIGITS).padStart(6, '0')
