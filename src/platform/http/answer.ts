import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'
import { writeTrail, type TrailRow } from '#platform/audit/audit.ts'
import { sha256 } from '#platform/auth/tokens.ts'
import { inTransaction, type Db, type Tx } from '#platform/db/connect.ts'
import type { News } from '#platform/events/hub.ts'
import { nameThePatient } from '#platform/events/ownership.ts'
import { forbidden, Problem } from '#platform/errors/problem.ts'
import { isBeyondGrants, isRetryable } from '#platform/errors/wire.ts'
import { claimKey, keepReply, readKey, releaseKey, requestHash, type KeyedRequest } from './idempotency.ts'
import { chooseType, JSON_TYPE } from './accept.ts'
import { admit, callerOf, noteDenied, noteRefused, refuse } from './admit.ts'
import { encode, send, type Outcome } from './encode.ts'
import { parseInput } from './input.ts'
import { takeFiles, type Files } from './multipart.ts'
import { originOf } from './origin.ts'
import type { Context, Route, Trail, User } from './handle.ts'
import { isGone } from './http2.ts'
import { asksFirst, findHidden, isList, mayBeShut, refusalOf, requireOpenBefore, restrictedIn, withoutHiddenRows } from './restricted.ts'
import type { Served, Parts } from './server-dependencies.ts'
import { answerUnchanged } from './unchanged.ts'
import type { AccountWork, Ticket, WorkOwner } from './account-work.ts'
import { networkOf } from './network.ts'
import { ownActivePatient } from './own-patient.ts'
import { countUpload } from './upload-quota.ts'
import { workOf } from './work-rules.ts'

/** Whose work it is: an account's, or that of a network where nobody is signed in. */
const ownerOf = (user: User, request: FastifyRequest): WorkOwner => ({
  key: user.id ? `user ${user.id}` : `network ${networkOf(request.ip)}`,
  isFromOutside: user.role === 'patient',
})

/** Lets expensive work in; null for every other call. */
const admitWork = async (
  work: AccountWork,
  endpoint: Endpoint,
  user: User,
  request: FastifyRequest,
  called: { type: string; hasFiles: boolean },
): Promise<Ticket | null> => {
  const kind = workOf(endpoint, called)
  return kind && work.enter(kind, ownerOf(user, request))
}

/** A patient's account sends files for the record that it is on, and for no other: without one nothing of them is read. */
const requireRecordOf = (user: User) => {
  if (user.id !== 0 && user.role === 'patient') ownActivePatient(user)
}

/** Counts an upload for its account's day before it is read, by what it says of its length; afterwards by what arrived. */
const countedUpload = async (
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { files = {} }: Endpoint,
  user: User,
  request: FastifyRequest,
  take: () => Promise<Files>,
): Promise<Files> => {
  const most = Object.values(files).reduce((sum, { maxBytes }) => sum + maxBytes, 0)
  const length = Number(request.headers['content-length'])
  const claimed = Number.isSafeInteger(length) && length >= 0 ? Math.min(length, most) : most
  const owner = { key: ownerOf(user, request).key, isPatient: user.id !== 0 && user.role === 'patient' }
  const correct = await countUpload(db, clock(), owner, claimed)
  const taken = await take()
  await correct(Object.values(taken.uploads).reduce((sum, { size }) => sum + size, 0))
  return taken
}

/**
 * The cookie that ties refresh tokens to the browser they were given to. It signs nobody in. Under https its name begins with `__Host-`: browsers
 * then take it from this very host alone, over https alone, so that no neighbour of the domain and nobody on the wire can put one of their own in
 * its place. Over plain http no browser would keep such a name.
 */
const deviceCookieName = (isHttps: boolean) => (isHttps ? '__Host-kliniki_device' : 'kliniki_device')

/** The Set-Cookie text of a device cookie, or of its removal. `secure`: over https, or on this very machine. */
const deviceCookie = (value: string | null, { isHttps, secure }: { isHttps: boolean; secure: boolean }) =>
  `${deviceCookieName(isHttps)}=${value ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${value ? 34_560_000 : 0}${secure ? '; Secure' : ''}`

const TRIES = 3
const ifMatchOf = (header: string | undefined): number | null => {
  if (header === undefined || header === '*') return null
  const match = /^(?:W\/)?"(\d{1,9})"$/.exec(header)
  if (!match) throw new Problem(400, 'invalid', 'Bad If-Match.', { fields: { 'If-Match': ['Send the ETag of the record.'] } })
  return Number(match[1])
}

/** What a run came to, and the last statement of its transaction, which travels together with the commit. */
interface Run {
  outcome: Outcome
  last: Promise<void>
}

/**
 * One run of the handler inside one transaction, which is tried again when the database asks for it. A last statement that fails undoes
 * the transaction, and its failure is thrown.
 */
const withTransaction = async (db: Db, run: (tx: Tx) => Promise<Run>): Promise<Outcome> => {
  for (let attempt = 1; ; attempt++) {
    let last: Promise<void> = Promise.resolve()
    try {
      const outcome = await inTransaction(db, async (tx) => {
        const made = await run(tx)
        last = made.last
        return made.outcome
      })
      // Answered before the commit was; what it said has to be read as well.
      await last
      return outcome
    } catch (error) {
      // A commit that stumbles over the last statement says only that; the statement says why.
      const reason: unknown = await last.then(
        () => error,
        (cause: unknown) => cause,
      )
      if (attempt >= TRIES || !isRetryable(reason)) throw reason
      await new Promise((resolve) => setTimeout(resolve, attempt * 10 * (1 + Math.random())))
    }
  }
}

const keyOf = (
  endpoint: Endpoint,
  request: FastifyRequest,
  user: User,
  device: string | null,
  files: Files | null,
  type: string,
): KeyedRequest | null => {
  if (endpoint.method === 'GET' || endpoint.idempotent === false) return null
  const key = readKey(request.headers['idempotency-key'])
  if (key === null) return null
  const actor = user.id ? `user ${user.id}` : `device ${sha256(device ?? request.ip).toString('hex')}`
  const body = files ? files.digest : (request.rawBody ?? '')
  return { actor, key, hash: requestHash(request.method, type === JSON_TYPE ? request.url : `${request.url} ${type}`, body) }
}

/** Whether a patient asks for what row level security shows them. */
const isPatients = ({ access, eyes }: Endpoint, { id, role }: User) =>
  role === 'patient' && id !== 0 && access !== 'public' && eyes !== 'clinic'

/** Whose records a request has changed, by the trail that it leaves. */
const patientsChanged = ({ method, audit }: Endpoint, rows: readonly TrailRow[]): number[] => {
  if (method === 'GET' || audit === 'read') return []
  return [...new Set(rows.flatMap(({ action, patient }) => (action === 'read' || patient == null ? [] : [patient])))]
}

/** Says once that something of the record that an account is on has changed. */
const notifyAccounts = (news: News[], accounts: readonly number[]) => {
  const reported = new Set(news.filter(({ topic }) => topic === 'portal').map(({ id }) => id))
  for (const id of accounts) if (!reported.has(id)) news.push({ topic: 'portal', id })
}

const mustLeaveRow = ({ method, audit }: Endpoint) => audit === 'read' || (method !== 'GET' && audit !== 'none')

/** Whether an allowed call may leave rows in the trail. Without an account the call itself is limited by network. */
const mayLeaveRow = (endpoint: Endpoint, user: User) => user.id !== 0 && (mustLeaveRow(endpoint) || endpoint.audit === 'read in statement')

/** A change of nothing, or a patient's look at nothing: what never ends in the trail must have happened. */
const saysNothing = ({ action, id, patient, change }: TrailRow, { role }: User) =>
  action === 'read'
    ? role === 'patient' && id === null && patient == null
    : NOTHING_CHANGES.has(action) && typeof change === 'object' && change !== null && Object.keys(change).length === 0
const NOTHING_CHANGES: ReadonlySet<string> = new Set(['change', 'update', 'update own account'])

/** Closes a file that will not be sent. */
const discard = ({ download }: Outcome) => {
  if (download && 'destroy' in download.body && typeof download.body.destroy === 'function') download.body.destroy()
}

/** A file is made again rather than kept. */
const isKept = ({ problem, download }: Outcome) => !problem && !download

const isJson = (request: FastifyRequest) => (request.headers['content-type'] ?? '').startsWith('application/json')

/** Answers one request of one endpoint: who, what, then the handler inside its transaction, then the reply in the contract's shape. */
export const answer = async (parts: Served, { endpoint, prepare, handler }: Route, request: FastifyRequest, reply: FastifyReply) => {
  const user = await admit(parts, endpoint, request)
  // What was only to be shown is not looked up for a caller who has gone: thousands may ask and go at once.
  if (endpoint.method === 'GET' && isGone(reply)) return reply.hijack()
  const isPatient = isPatients(endpoint, user)
  const theirs = user.role === 'patient' && user.id !== 0 ? parts.portal(user) : undefined
  const db = (isPatient && theirs) || parts.db
  if (parts.readable.has(endpoint) && (await answerUnchanged(request, reply))) return reply
  let returned: Problem | undefined
  let tried: readonly TrailRow[] = []
  let denied: TrailRow[] = []
  const type = endpoint.offers ? chooseType(request.headers.accept, endpoint.offers) : JSON_TYPE
  const rules = isJson(request) ? undefined : endpoint.files
  if (!endpoint.files && request.isMultipart()) throw new Problem(415, 'unsupported_media_type', 'Send application/json.')
  if (rules) requireRecordOf(user)
  const caller = mayLeaveRow(endpoint, user) ? callerOf(request, user) : null
  if (caller) await parts.limiter.takeRow(caller)
  let written = endpoint.audit === 'read in statement' ? 1 : 0
  const ticket = await admitWork(parts.work, endpoint, user, request, { type, hasFiles: rules !== undefined })
  let files: Files | null = null
  try {
    if (rules) files = await countedUpload(parts, endpoint, user, request, () => takeFiles(rules, request, parts.uploadDir, parts.ids))
    await ticket?.turn()
    const input = parseInput(endpoint, parts.replies, request, files ? files.fields : request.body)
    const isHttps = request.protocol === 'https'
    const secure = isHttps || /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(request.headers.host ?? '')
    const device = request.cookies[deviceCookieName(isHttps)] ?? null
    const now = parts.clock()
    const keyed = keyOf(endpoint, request, user, device, files, type)
    const trail: Trail = { at: now, actor_id: user.id || null, request_id: request.id, ip: request.ip }
    const from = {
      ip: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
      device,
      secure,
      origin: originOf(request),
    }
    const uploads = files?.uploads ?? {}
    const prepared = await prepare?.({
      ...input,
      files: uploads,
      db,
      user,
      now,
      ids: parts.ids,
      trail,
      request: from,
      type,
    } as never)
    let news: News[] = []
    let afterwards: ((clinic: Db) => Promise<unknown>)[] = []

    const run = async (bound: Db, claim?: KeyedRequest): Promise<Run> => {
      news = []
      afterwards = []
      const rows: TrailRow[] = []
      let isSilent = false
      denied = []
      tried = rows
      let status: number = endpoint.status ?? 200
      let next: string | null = null
      const context: Context = {
        db: bound,
        own: isPatient ? bound : (theirs ?? bound),
        user,
        now,
        ids: parts.ids,
        trail,
        afterwards: (work) => void afterwards.push(work),
        audit: (action, entry) => {
          const row = { action, ...entry }
          if (saysNothing(row, user)) isSilent = true
          else (action === 'denied' ? denied : rows).push(row)
        },
        publish: (topic, id) => void news.push(id === undefined ? { topic } : { topic, id }),
        ifMatch: ifMatchOf(request.headers['if-match']),
        type,
        request: from,
        reply: {
          status: (code) => void (status = code),
          next: (cursor) => void (next = cursor),
          setDevice: (value) => void reply.header('set-cookie', deviceCookie(value, { isHttps, secure })),
        },
      }
      const hiding = asksFirst(endpoint, user) ? findHidden(bound, user, now) : null
      hiding?.catch(() => {})
      const answered = await handler({ ...input, files: uploads, prepared, ...context } as never)
      const hidden = await hiding
      requireOpenBefore(endpoint, hidden, rows)
      const result =
        hidden && isList(endpoint, user) ? await withoutHiddenRows({ db: bound, user, now }, endpoint, hidden, answered) : answered
      if (mustLeaveRow(endpoint) && !isSilent && rows.length === 0 && denied.length === 0 && !(result instanceof Problem))
        throw new Error(`${endpoint.method} ${endpoint.path} left no audit row`)
      const outcome = encode(endpoint, request, result, { status, type, isLocated: parts.located.has(endpoint), next })
      // The trail, and the reply beside its key, in one last statement, which nobody waits for before the commit is sent. It answers as
      // well whose account hears of the change; a patient's own is known.
      const changed = patientsChanged(endpoint, rows)
      const own = user.role === 'patient' && changed.length > 0 ? [user.id] : null
      const also = claim && isKept(outcome) ? keepReply(claim, outcome) : undefined
      const last = writeTrail(bound, trail, rows, {
        also,
        patients: own ? [] : changed,
        mayBeShut: mayBeShut(endpoint, user, hidden),
      }).then((found) => {
        // What a patient does is nobody else's news by name: whether the record is restricted is not theirs to ask.
        const restricted = new Set(found.filter(({ is_restricted }) => is_restricted).map(({ patient }) => patient))
        nameThePatient(news, changed, (patient) => own !== null || restricted.has(patient))
        notifyAccounts(news, own ?? found.flatMap(({ account }) => account ?? []))
      })
      last.catch(() => discard(outcome))
      return { outcome, last }
    }

    // The reply is encoded, and its key kept, inside the transaction: a handler that breaks its own contract saves nothing.
    const runKeyed = async (tx: Tx, claim: KeyedRequest): Promise<Run> => {
      const stored = await claimKey(tx, claim, now)
      if (stored) return { outcome: stored, last: Promise.resolve() }
      const { outcome, last } = await run(tx, claim)
      if (isKept(outcome)) return { outcome, last }
      await last
      return { outcome, last: releaseKey(tx, claim) }
    }

    const readsPool = endpoint.method === 'GET' && endpoint.audit !== 'read' && !isPatient
    const runUnbound = async () => {
      const { outcome, last } = await run(db)
      await last
      return outcome
    }
    const outcome = readsPool ? await runUnbound() : await withTransaction(db, (tx) => (keyed ? runKeyed(tx, keyed) : run(tx)))
    written = Math.max(written, tried.length)
    for (const work of afterwards)
      await work(parts.db).catch((err: unknown) => request.log.error({ err, request_id: request.id }, 'what follows a request failed'))
    parts.events.publish(news)
    returned = outcome.problem
    for (const row of denied) await noteRefused(parts, endpoint, request, user, row)
    if (returned) throw returned
    return send(reply, outcome)
  } catch (error) {
    const patient = await restrictedIn(parts.db, endpoint, user, parts.clock(), error)
    if (patient !== null) {
      await noteDenied(parts, endpoint, request, user, patient)
      throw refusalOf(user, patient, tried, error)
    }
    // What no rule in code has held back stops at the grants and rows of the patients' role.
    if (isPatient && isBeyondGrants(error)) {
      request.log.error({ err: error, request_id: request.id }, 'the database refused a patient')
      await noteDenied(parts, endpoint, request, user)
      return await refuse(parts, request, user, forbidden(endpoint.access))
    }
    // A rule about rows refused, and what the handler wrote is undone; a Problem that was returned has its rows already.
    if (error instanceof Problem && error.status === 403 && error !== returned) {
      await noteDenied(parts, endpoint, request, user)
      return await refuse(parts, request, user, error)
    }
    throw error
  } finally {
    if (caller && written !== 1) await parts.limiter.countRows(caller, written - 1)
    ticket?.leave()
    await files?.discard()
  }
}
