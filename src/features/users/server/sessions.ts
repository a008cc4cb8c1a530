import { sql } from 'kysely'
import { sha256 } from '#platform/auth/tokens.ts'
import type { Db } from '#platform/db/connect.ts'
import { idleLimit, sessionLimit } from './security.ts'

export interface NewSession {
  id: string
  user_id: number
  device_hash: Buffer
  ip: string
  user_agent: string
  second_factor_due: boolean
}

/** Opens a session, as long as the clinic's rules allow, that a refresh token, of which only the hash is kept, carries on. */
export const startSession = async (db: Db, session: NewSession, refreshToken: string, now: Date) => {
  const expires_at = sql<Date>`${now}::timestamptz + ${sessionLimit}`
  await db
    .insertInto('sessions')
    .values({ ...session, created_at: now, seen_at: now, expires_at })
    .execute()
  await insertRefreshToken(db, session.id, refreshToken, now)
}

export const insertRefreshToken = async (db: Db, session_id: string, token: string, now: Date) => {
  const expires_at = sql<Date>`${now}::timestamptz + ${idleLimit}`
  await db
    .insertInto('refresh_tokens')
    .values({ token_hash: sha256(token), session_id, issued_at: now, expires_at })
    .execute()
}

const selectRefreshToken = (db: Db, token: string) =>
  db
    .selectFrom('refresh_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      't.token_hash',
      't.expires_at',
      't.used_at',
      's.id as sid',
      's.device_hash',
      's.ended_at',
      's.expires_at as session_expires_at',
    ])
    .select(['u.id as user_id', 'u.role', 'u.first_name', 'u.email', 'u.is_active'])
    .where('t.token_hash', '=', sha256(token))

/** The token with its session and person. */
export const findRefreshToken = (db: Db, token: string) => selectRefreshToken(db, token).executeTakeFirst()
export type RefreshToken = NonNullable<Awaited<ReturnType<typeof findRefreshToken>>>

/** The same, locked together: of two that bring the same token one waits for the other. */
export const lockRefreshToken = (db: Db, token: string) => selectRefreshToken(db, token).forUpdate(['t', 's']).executeTakeFirst()

/** Marks a refresh token as used and puts the next one in its place. */
export const replaceRefreshToken = async (db: Db, used: { token_hash: Buffer; sid: string }, next: string, now: Date) => {
  await db.updateTable('refresh_tokens').set({ used_at: now }).where('token_hash', '=', used.token_hash).execute()
  await insertRefreshToken(db, used.sid, next, now)
  await db.updateTable('sessions').set({ seen_at: now }).where('id', '=', used.sid).execute()
}

/** Sessions that a person may have open at once; a clinic's shared computers are signed out of by themselves. */
export const MOST_SESSIONS = 20

/**
 * Ends the sessions of a person that were used longest ago, so that `MOST_SESSIONS` stay with the one that was just begun, which keeps how many
 * these were. The number of them. The person's row is held by the caller: of sign-ins at the same moment each counts those before it.
 */
export const endOldestSessions = async (db: Db, userId: number, begun: string, now: Date): Promise<number> => {
  const { rows } = await sql<{ ended: number }>`
    with over as (
      update sessions set ended_at = ${now}, end_reason = 'too many sessions'
      where id in (select id from sessions where user_id = ${userId} and ended_at is null and expires_at > ${now} and id <> ${begun}
        order by seen_at desc, created_at desc, id offset ${MOST_SESSIONS - 1})
      returning id
    )
    update sessions set ended_others = (select count(*) from over) where id = ${begun} and exists (select from over)
    returning ended_others as ended`.execute(db)
  return rows[0]?.ended ?? 0
}

const KNOWN_DEVICES = 20

/** Keeps that this browser has signed in to the account: the latest are known. */
export const rememberDevice = async (db: Db, userId: number, deviceHash: Buffer) => {
  await sql`update users set known_devices = d.hashes[greatest(1, cardinality(d.hashes) - ${KNOWN_DEVICES - 1}):]
    from (select id, array_append(array_remove(known_devices, ${deviceHash}::bytea), ${deviceHash}::bytea) as hashes from users where id = ${userId}) d
    where users.id = d.id and users.known_devices[cardinality(users.known_devices)] is distinct from ${deviceHash}::bytea`.execute(db)
}

const live = (db: Db, end_reason: string, now: Date) =>
  db.updateTable('sessions').set({ ended_at: now, end_reason }).where('ended_at', 'is', null)

/** Ends one session of a person; false when there is none such. */
export const endSession = async (db: Db, userId: number, sessionId: string, reason: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await live(db, reason, now).where('id', '=', sessionId).where('user_id', '=', userId).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends every session of a person, or every other one than `except`. */
export const endUserSessions = async (db: Db, userId: number, reason: string, now: Date, except?: string) => {
  const all = live(db, reason, now).where('user_id', '=', userId)
  await (except === undefined ? all : all.where('id', '!=', except)).execute()
}

export const findSessions = (db: Db, userId: number, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'seen_at', 'ip', 'user_agent', 'ended_others'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute()
