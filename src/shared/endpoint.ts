import type { z } from 'zod'
import type { Permission } from './permissions.ts'
import type { Topic } from './topics.gen.ts'

type Schema = z.core.$ZodType

/** What an upload may be: checked by content, never by name. */
export interface FileRule {
  maxBytes: number
  types: readonly string[]
  required?: boolean
}

/** Kinds of work that cost much more than reading a few rows; `platform/http/work-rules.ts` bounds each. */
export type WorkKind = 'upload' | 'document' | 'table' | 'report' | 'question' | 'download'

/** One call of the API: its path, who may make it, what goes in and what comes out. Everything else is derived from this object. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** Further paths of the same call. */
  also?: readonly `/${string}`[]
  summary: string
  /** No default, so that it is never forgotten. `patient`: for patients about themselves, never for staff. */
  access: 'public' | 'signed-in' | 'patient' | Permission
  /**
   * 'read' makes a GET leave a row in the audit trail, in a transaction; with 'read in statement' the handler writes it in the
   * statement that reads; 'none' frees a change from leaving one (it has a log of its own).
   */
  audit?: 'read' | 'read in statement' | 'none'
  /** The news that makes this reply stale: screens that show it ask again. */
  live?: readonly Topic[]
  /**
   * 'clinic' for what patients do with their account, not their record: it runs with the clinic's eyes, where every other call of a
   * patient has only the rows that row level security shows them.
   */
  eyes?: 'clinic'
  /**
   * Work at the desk that goes on for restricted records too, because somebody has to receive every patient: it shows who the patient is and
   * why they come, and nothing of the record.
   */
  allowsRestricted?: true
  /** Opens a restricted record to who asks: all other work on a record that was shut before it is refused, whatever it changes. */
  opensRecord?: true
  /** `false` for calls that yield tokens or take secrets: nothing of them is kept, and who sends one twice does it twice. */
  idempotent?: false
  /** Calls allowed per minute: by account once it is known, else by network. Public calls always have one. */
  perMinute?: number
  /** The route counts its calls itself, because it has to look who calls: a browser that is known is not counted with its network. */
  countsItself?: true
  /** Expensive work beside files that come in or go out, which are known as such by themselves. */
  work?: WorkKind
  /** `'form'`: every failure carries `non_field_errors`, whatever its status. */
  errors?: 'form'
  /** Open to a person who still has a one-time password; every other call tells them to choose their own first. */
  beforePasswordChange?: true
  /** Open to a person who has still to set up the second step that one of their groups asks for; every other call tells them to do so first. */
  beforeSecondFactor?: true
  /** Open while the clinic is not set up; no other public call writes anything until then. */
  beforeSetUp?: true
  /**
   * Called by other people's programs, which name fields as they like: whatever query and body bring (a form, too) is handed over as
   * `sent`, unread.
   */
  rawInput?: true
  params?: Schema
  query?: Schema
  body?: Schema
  files?: Readonly<Record<string, FileRule>>
  status?: 200 | 201 | 202 | 204
  /** Answers a page of rows, with `Link: rel="next"`. */
  paged?: true
  /** A reply that is not JSON: its media type. */
  produces?: string
  /** Files of the same content that this call answers instead of JSON when `Accept` asks for one: their media types. */
  offers?: readonly string[]
  response: Schema
  /**
   * The line of a list as the handler answers it, where the reply does not name the patient: the server needs to know whose it is, to leave out those
   * of restricted records.
   */
  line?: Schema
}

/** What a call needs to know of its endpoint at run time; the schemas matter to forms and to the server (`tools/contract-calls.ts`). */
export const callFacts = ['method', 'path', 'access', 'idempotent', 'files', 'live', 'paged'] as const

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Side = { wire: 'input'; value: 'output' }
type Part<E, K extends string, S extends keyof Side> = E extends { [P in K]: infer T extends Schema }
  ? { [P in K]: S extends 'wire' ? z.input<T> : z.output<T> }
  : unknown

/** A file taken in by the server: on disk under `path` until the request ends. */
export interface Upload {
  name: string
  type: string
  size: number
  sha256: string
  path: string
}
/** A reply that is a file. */
export interface Download {
  body: Uint8Array | NodeJS.ReadableStream
  filename: string
  /** What it is, where the endpoint answers files of several types. */
  type?: string
  inline?: boolean
  /** What the bytes are known by: the browser may keep them, and asks each time whether they are still these. */
  etag?: string
}
/** One page of a list; `next` is an opaque cursor, `total` is there only when it was asked for. */
export interface Page<T> {
  rows: T[]
  next: string | null
  total?: number
}

type FilesOf<E> = E extends { files: infer F } ? { files: { [K in keyof F]?: Upload } } : unknown

type SentOf<E> = E extends { rawInput: true } ? { sent: Record<string, unknown> } : unknown

export type RequestOf<E> = Part<E, 'params', 'wire'> & Part<E, 'query', 'wire'> & Part<E, 'body', 'wire'>
export type ParsedOf<E> = Part<E, 'params', 'value'> & Part<E, 'query', 'value'> & Part<E, 'body', 'value'> & FilesOf<E> & SentOf<E>
export type ResponseOf<E extends Endpoint> = z.input<E['response']>
/** What a handler returns: the value side of `response`, a page of it, or a file (of the type that was chosen, where there is a choice). */
export type ReplyOf<E extends Endpoint> = E extends { produces: string }
  ? Download
  : E extends { paged: true; response: infer R extends Schema }
    ? z.output<R> extends (infer Row)[]
      ? Page<Row>
      : never
    : z.output<E['response']> | (E extends { offers: readonly string[] } ? Download : never)
