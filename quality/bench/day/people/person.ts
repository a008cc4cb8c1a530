import { randomUUID } from 'node:crypto'
import type { Endpoint, RequestOf, ResponseOf } from '#shared/endpoint.ts'
import type { Role } from '#shared/permissions.ts'
import type { LiveNews } from '#web/calls/live-stream.ts'
import { concerns, isOfThis, type LiveMeta, liveMetaOf } from '#web/calls/news-about.ts'
import { ownChanges, restOfPause } from '#web/calls/news-pace.ts'
import type { Random } from '../../../../db/seed/random.ts'
import type { HttpRequest } from '../../server/http-client.ts'
import type { Acknowledged, Journal, Kind } from './journal.ts'
import { type Line, LineLost } from './line.ts'
import { type Meter, sortOf } from './meter.ts'
import type { Session } from './session.ts'

/** The server said no. */
export class Refused extends Error {
  override name = 'Refused'
  status: number
  code: string
  body: Record<string, unknown>

  constructor(path: string, status: number, text: string) {
    super(`${status} ${path} ${text.slice(0, 300)}`)
    this.status = status
    this.body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
    this.code = typeof this.body['code'] === 'string' ? this.body['code'] : `http_${status}`
  }
}
export const isRefused = (error: unknown, ...codes: readonly string[]): error is Refused =>
  error instanceof Refused && codes.includes(error.code)

/** Counts what no reply has told the meter of: no answer in time, or one that nobody can read. */
export const countFailure = (meter: Meter, who: string, error: unknown): void => {
  if (error instanceof LineLost) meter.failed(error.message, 0, 'no answer in time')
  else if (!(error instanceof Refused)) meter.failed(who, 0, String(error))
}

interface Parts {
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}
export interface CallOptions {
  /** The refusals that belong to the work: counted, and thrown for the caller to go on from. */
  may?: readonly string[]
  /** Of a reply that holds several records: whether news is about one of them. */
  isAbout?: (news: LiveNews) => boolean
}
type Args<E> =
  unknown extends RequestOf<E> ? [request?: RequestOf<E>, options?: CallOptions] : [request: RequestOf<E>, options?: CallOptions]

interface Written<E extends Endpoint> {
  kind: Kind
  /** What to remember of it; the id is the reply's own unless said. */
  what?: (reply: ResponseOf<E>) => Acknowledged['what'] & { id?: number }
}

export interface PersonOptions {
  name: string
  role: Role | 'public'
  /** Null for somebody without an account. */
  email: string | null
  number: number
  line: Line
  session: Session | null
  dice: Random
  meter: Meter
  journal: Journal
  /** Waits so many seconds of the clinic's day. */
  rest: (seconds: number) => Promise<void>
}

const filled = (path: string, params: Parts['params'] = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
const searchOf = (query: Parts['query'] = {}) => {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

interface Glance {
  endpoint: Endpoint
  parts: Parts
  meta: LiveMeta
  reply: unknown
  /** It has to be asked for again now. */
  isStale: boolean
  askedAt: number
  /** It will be asked for again in a moment. */
  isHeld: boolean
  isAsked: boolean
}

/** As the browser sends it: a change whose answer was lost is answered by what it did. */
const keyFor = ({ method, idempotent }: Endpoint) => (method === 'GET' || idempotent === false ? null : randomUUID())
const glanceAt = (endpoint: Endpoint, parts: Parts, isAbout: CallOptions['isAbout']): Glance => ({
  endpoint,
  parts,
  meta: { ...liveMetaOf(endpoint, parts), isAbout },
  reply: undefined,
  isStale: false,
  askedAt: Date.now(),
  isHeld: false,
  isAsked: false,
})

/** Somebody at a screen: asks and writes as the screens do, keeps what is on the screen true, and takes their time. */
export type Person = ReturnType<typeof makePerson>

export const makePerson = ({ name, role, email, number, line, session, dice, meter, journal, rest }: PersonOptions) => {
  let screen: Glance[] = []
  const own = ownChanges()

  const bearerOf = async (): Promise<Record<string, string>> => (session ? { token: await session.token() } : {})
  const send = async (endpoint: Endpoint, parts: Parts, key: string | null) => {
    const label = `${endpoint.method} ${endpoint.path}`
    const sort = sortOf(endpoint, parts.query ?? {})
    const request = {
      method: endpoint.method,
      path: filled(endpoint.path, parts.params) + searchOf(parts.query),
      ...(parts.body !== undefined && { body: parts.body }),
      ...(key !== null && { headers: { 'idempotency-key': key } }),
    } satisfies HttpRequest
    for (let refusals = 0; ; refusals += 1) {
      const bearer = await bearerOf()
      const { reply, attempts } = await line.send({ ...request, ...bearer }, (ms) => meter.replied(label, sort, ms))
      if (reply.status !== 401 || !session || refusals > 1) return { reply, attempts }
      meter.cut(endpoint.path, `401 ${reply.body.slice(0, 120)}`)
      session.refused(bearer['token'] ?? '')
    }
  }
  const exchange = async (endpoint: Endpoint, parts: Parts, key: string | null, options: CallOptions) => {
    const { reply, attempts } = await (endpoint.method === 'GET' ? send(endpoint, parts, key) : own.while(() => send(endpoint, parts, key)))
    if (reply.status < 400) return { reply: (endpoint.produces ? reply.body : JSON.parse(reply.body || 'null')) as unknown, attempts }
    const refused = new Refused(endpoint.path, reply.status, reply.body)
    if (options.may?.includes(refused.code)) meter.refused(endpoint.path, refused.code)
    else meter.failed(endpoint.path, reply.status, reply.body.slice(0, 200))
    throw refused
  }

  /** Asks the server. */
  const ask = async <const E extends Endpoint>(endpoint: E, ...[request, options = {}]: Args<E>): Promise<ResponseOf<E>> => {
    // What is asked by POST carries a key as well.
    return (await exchange(endpoint, request ?? {}, keyFor(endpoint), options)).reply as ResponseOf<E>
  }

  /** Writes, and leaves a line in the journal when the server has said that it is done. */
  const write = async <const E extends Endpoint>(
    { kind, what }: Written<E>,
    endpoint: E,
    ...[request, options = {}]: Args<E>
  ): Promise<ResponseOf<E>> => {
    const key = keyFor(endpoint)
    const { reply, attempts } = await exchange(endpoint, request ?? {}, key, options)
    const { id, ...rest } = what?.(reply as ResponseOf<E>) ?? {}
    journal.acknowledge({
      at: new Date().toISOString(),
      kind,
      id: id ?? Number((reply as { id?: unknown }).id),
      key,
      by: email,
      isRepeated: attempts > 1,
      what: rest,
    })
    return reply as ResponseOf<E>
  }

  const refresh = async (glance: Glance): Promise<void> => {
    if (glance.isAsked) return
    glance.isAsked = true
    try {
      while (glance.isStale && screen.includes(glance)) {
        glance.isStale = false
        glance.askedAt = Date.now()
        glance.reply = (await exchange(glance.endpoint, glance.parts, null, {})).reply
      }
    } catch (error) {
      // The next news asks again.
      countFailure(meter, name, error)
    } finally {
      glance.isAsked = false
    }
  }

  const hold = (glance: Glance) => {
    if (glance.isHeld) return
    glance.isHeld = true
    setTimeout(() => {
      glance.isHeld = false
      glance.isStale = true
      void refresh(glance)
    }, restOfPause(glance.askedAt)).unref()
  }

  return {
    name,
    role,
    email,
    number,
    dice,
    session,
    ask,
    write,
    /** Takes so many seconds, more or less, as people do. */
    think: (seconds: number) => rest(Math.min(seconds * 4, dice.logNormal(seconds, 0.5))),
    /** Leaves the screen for another, whose parts are asked for one by one with `read`. */
    turnTo: () => void (screen = []),
    /** Asks for a part of the screen; from now on it is asked for again whenever there is news about it. */
    read: async <const E extends Endpoint>(endpoint: E, ...[request, options]: Args<E>): Promise<ResponseOf<E>> => {
      const glance = glanceAt(endpoint, request ?? {}, options?.isAbout)
      screen.push(glance)
      const reply = await ask(endpoint, ...([request, options] as Args<E>))
      glance.reply = reply
      return reply
    },
    /** Null: nobody knows what has happened while the stream was cut. */
    hear: (news: readonly LiveNews[] | null) => {
      for (const glance of screen) {
        const about = news?.filter((one) => concerns(glance.meta, one, glance.reply))
        if (about?.length === 0) continue
        if (about && !own.areNewTo(glance.askedAt) && !about.some((one) => isOfThis(glance.meta, one))) {
          hold(glance)
          continue
        }
        glance.isStale = true
        void refresh(glance)
      }
    },
    leave: () => {
      screen = []
      line.close()
    },
  }
}
