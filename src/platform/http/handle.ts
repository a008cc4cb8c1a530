import type { Endpoint, ParsedOf, ReplyOf } from '#shared/endpoint.ts'
import type { Role } from '#shared/permissions.ts'
import type { Topic } from '#shared/topics.gen.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Problem } from '#platform/errors/problem.ts'
import type { Ids } from '#platform/ids.ts'

/** Who makes the request, with rights as they are at this moment. */
export interface User {
  id: number
  role: Role
  first_name: string
  last_name: string
  email: string
  session_id: string
  /** The patient whose record the account is linked with. */
  patient_id: number | null
  /** Whether that record is in use, neither missing nor deactivated. */
  patient_is_active: boolean
  /** Signed in with a one-time password: until it is changed, the person may do nothing else. */
  must_change_password: boolean
  /** Signed in without the second step that one of the person's groups asks for: until it is set up, the person may do nothing else. */
  second_factor_due: boolean
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
  /** The patient whose record it is, so that "who saw this patient" can be answered; of a change their account hears on topic `portal`. */
  patient?: number | null
  /** The record itself is not opened, as by a line of a list: that it is restricted is no reason to refuse the request. */
  opensNothing?: true
  /** The bills that were shown, and nothing else of the record: of a restricted one the till sees what is to be paid. */
  bills?: readonly number[]
  /** The fields before and after; never a secret. */
  change?: unknown
}

export interface Context {
  /**
   * For GET the pool; for everything else, for audited reads and for patients, the request's transaction. A patient's reaches only what
   * row level security lets them see (`portalOf`).
   */
  db: Db
  /**
   * What the person sees, as it was before this request: of a patient the rows that row level security shows them, of everybody else `db`.
   * A call with `eyes: 'clinic'` finds with it what a patient names.
   */
  own: Db
  user: User
  now: Date
  ids: Ids
  trail: Trail
  /**
   * Does what the clinic itself does about a patient's request, with its own rights, once that has been committed: it must bear being lost, as
   * by a power cut, and being late.
   */
  afterwards: (work: (clinic: Db) => Promise<unknown>) => void
  /** Leaves a row in the audit trail, written with the transaction's last round trip. Every change leaves at least one. */
  audit: (action: string, entry: AuditEntry) => void
  /** Tells screens, after commit, that something of `topic` has changed. */
  publish: (topic: Topic, id?: number) => void
  /** The version in `If-Match`, when one was sent. */
  ifMatch: number | null
  /** The media type to answer in: JSON unless the endpoint offers others and the caller wants one. */
  type: string
  /** `origin`: how the caller addresses this server, such as https://clinic.example. */
  request: { ip: string; userAgent: string; device: string | null; secure: boolean; origin: string }
  reply: {
    status(code: 200 | 201): void
    setDevice(value: string | null): void
    /** Names the next page of a list inside a record in `Link`; a list that is the whole reply answers a `Page` instead. */
    next(cursor: string): void
  }
}

/** What is known before the transaction opens; `db` is the pool, or what a patient sees of it. */
export type Before = Pick<Context, 'db' | 'user' | 'now' | 'ids' | 'trail' | 'request' | 'type'>

export interface Route {
  endpoint: Endpoint
  prepare?: (input: never) => Promise<unknown>
  handler: (input: never) => Promise<unknown>
}

/**
 * What a handler answers. A Problem that is thrown undoes everything; a Problem that is returned is answered after what the handler
 * wrote has been committed (ending a stolen session, for example).
 */
type Answer<E extends Endpoint> = Promise<ReplyOf<E> | Problem>

/** Ties a contract to the function that fulfils it. */
export const handle = <const E extends Endpoint>(endpoint: E, handler: (input: ParsedOf<E> & Context) => Answer<E>): Route => ({
  endpoint,
  handler,
})

/**
 * The same with a step before: slow work that is no SQL, such as hashing a password, runs once, while no transaction and no
 * connection waits for it. Its result is `prepared`.
 */
export const handlePrepared = <const E extends Endpoint, P>(
  endpoint: E,
  prepare: (input: ParsedOf<E> & Before) => Promise<P>,
  handler: (input: ParsedOf<E> & Context & { prepared: P }) => Answer<E>,
): Route => ({ endpoint, prepare, handler })
