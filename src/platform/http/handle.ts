import type { Endpoint, ParsedOf, ReplyOf } from '#shared/endpoint.ts'
import type { Role } from '#shared/permissions.ts'
import type { Topic } from '#shared/topics.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Ids } from '#platform/ids.ts'

/** Who makes the request, with rights as they are at this moment. */
export interface User {
  id: number
  role: Role
  first_name: string
  last_name: string
  email: string
  session_id: string
  permissions: ReadonlySet<string>
}

/** What a statement needs to write its own audit row. */
export interface Trail {
  at: Date
  actor_id: number | null
  request_id: string
  ip: string | null
}

export interface AuditEntry {
  entity: string
  id: number | null
  /** The patient whose record it is, so that "who saw this patient" can be answered. */
  patient?: number | null
  /** The fields before and after; never a secret. */
  change?: unknown
}

export interface Context {
  /** For GET the pool; for everything else, and for audited reads, the request's transaction. */
  db: Db
  user: User
  now: Date
  ids: Ids
  trail: Trail
  /** Writes an audit row in the transaction. Every change writes at least one. */
  audit(action: string, entry: AuditEntry): Promise<void>
  /** Tells screens, after commit, that something of `topic` has changed. */
  publish(topic: Topic, id?: number): void
  /** The version in `If-Match`, when one was sent. */
  ifMatch: number | null
  request: { ip: string; userAgent: string; device: string | null; secure: boolean }
  reply: { status(code: 200 | 201): void; setDevice(value: string | null): void }
}

export interface Route {
  endpoint: Endpoint
  handler: (input: never) => Promise<unknown>
}

/** Ties a contract to the function that fulfils it. */
export const handle = <const E extends Endpoint>(endpoint: E, handler: (input: ParsedOf<E> & Context) => Promise<ReplyOf<E>>): Route => ({
  endpoint,
  handler,
})
