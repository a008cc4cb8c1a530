import { keyedHash } from '#platform/auth/codes.ts'
import { sha256 } from '#platform/auth/tokens.ts'
import type { Db } from '#platform/db/connect.ts'

const MINUTES = 5

/** What a ticket keeps of the password it was given for: another password voids it. */
export const passwordMark = (codeKey: Buffer, passwordHash: string) => keyedHash(codeKey, 'password of a sign-in', passwordHash)

interface NewTicket {
  user_id: number
  device_hash: Buffer
  password_mark: Buffer
}

/** Keeps that the password was right, for five minutes and for this browser. */
export const insertTicket = async (db: Db, ticket: string, row: NewTicket, now: Date) => {
  const expires_at = new Date(now.getTime() + MINUTES * 60_000)
  await db
    .insertInto('sign_in_tickets')
    .values({ ...row, ticket_hash: sha256(ticket), expires_at })
    .execute()
}

/** Whose sign-in waits for its code in this browser. */
export const findTicket = (db: Db, ticket: string, deviceHash: Buffer, now: Date) =>
  db
    .selectFrom('sign_in_tickets as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['u.id', 'u.email', 't.password_mark'])
    .where('t.ticket_hash', '=', sha256(ticket))
    .where('t.device_hash', '=', deviceHash)
    .where('t.expires_at', '>', now)
    .where('u.is_active', '=', true)
    .executeTakeFirst()

/** False when it was used already. */
export const deleteTicket = async (db: Db, ticket: string): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('sign_in_tickets').where('ticket_hash', '=', sha256(ticket)).executeTakeFirst()
  return numDeletedRows > 0n
}
