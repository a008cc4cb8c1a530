import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Problem, fieldError } from '#platform/errors/problem.ts'
import type { Tx } from '#platform/db/connect.ts'

export interface StoredReply {
  status: number
  headers: Record<string, string>
  reply: string
}

/** Who sent which key over which request. */
export interface KeyedRequest {
  actor: string
  key: string
  hash: Buffer
}

/** The key of a request, when it carries one: 1 to 255 visible characters. */
export const readKey = (header: unknown): string | null => {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header))
    throw fieldError('Idempotency-Key', 'Send 1 to 255 visible ASCII characters.')
  return header
}

export const requestHash = (method: string, url: string, body: string | Buffer) =>
  createHash('sha256').update(`${method} ${url}\n`).update(body).digest()

/**
 * Claims a key inside the request's transaction. Null: it is ours, go on. A reply: this request was answered before.
 * A parallel twin waits here for the first one to end (lock_timeout, then 409). A key kept for 24 hours may be claimed anew.
 */
export const claimKey = async (tx: Tx, { actor, key, hash }: KeyedRequest, now: Date): Promise<StoredReply | null> => {
  const claimed = await sql`
    insert into idempotency_keys as k (actor, key, request_hash, created_at) values (${actor}, ${key}, ${hash}, ${now})
    on conflict (actor, key) do update set request_hash = excluded.request_hash, created_at = excluded.created_at,
      status = null, headers = null, reply = null
      where k.created_at < excluded.created_at - interval '24 hours'
    returning 1`.execute(tx)
  if (claimed.rows.length > 0) return null
  const stored = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'headers', 'reply'])
    .where('actor', '=', actor)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!stored.request_hash.equals(hash))
    throw new Problem(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.')
  return { status: stored.status ?? 200, headers: (stored.headers ?? {}) as Record<string, string>, reply: stored.reply ?? '' }
}

/** The statement that keeps a reply beside its key: for the transaction that made it. */
export const keepReply = ({ actor, key }: KeyedRequest, { status, headers, reply }: StoredReply) =>
  sql`update idempotency_keys set status = ${status}, headers = ${JSON.stringify(headers)}, reply = ${reply}
    where actor = ${actor} and key = ${key}`

/** Gives a key back: its request was refused, and only successes are kept. */
export const releaseKey = async (tx: Tx, { actor, key }: KeyedRequest) => {
  await sql`delete from idempotency_keys where actor = ${actor} and key = ${key}`.execute(tx)
}
