import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'
import { loginsOf } from '#platform/db/logins.ts'
import { writeTrail, type TrailRow } from '#platform/audit/audit.ts'
import { bearerAuthentication } from '#platform/auth/sessions.ts'
import { accessTokens } from '#platform/auth/tokens.ts'
import { systemClock } from '#platform/clock.ts'
import { connect, type Connection, type Db } from '#platform/db/connect.ts'
import { Problem } from '#platform/errors/problem.ts'
import { fileStore } from '#platform/files/store.ts'
import type { User } from '#platform/http/handle.ts'
import { claimKey, keepReply } from '#platform/http/idempotency.ts'
import { rateLimits } from '#platform/http/limits.ts'
import { systemIds } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { featureRoutes } from '../../../src/app.ts'

/** One thing that somebody does: the endpoint with its input, as the handler takes it. */
export interface Act {
  endpoint: Endpoint
  params?: Record<string, number>
  query?: Record<string, string | number>
  body?: object
  /** Sent as Idempotency-Key. */
  key?: string
}

// Whoever signs in is nobody yet.
const noUser: User = {
  id: 0,
  role: 'patient',
  first_name: '',
  last_name: '',
  email: '',
  session_id: '',
  patient_id: null,
  patient_is_active: false,
  must_change_password: false,
  second_factor_due: false,
  permissions: new Set(),
}

export interface Direct {
  db: Db
  /** Answers true when the handler answered what the contract promises. */
  act: (act: Act, token: string | null) => Promise<boolean>
  /** More than once is harmless. */
  close: () => Promise<void>
}

/**
 * The same work without HTTP: session look-up, transaction, idempotency key, the handler's own statements and its audit row, over a pool of
 * `lanes` connections in this process.
 */
export const openDirect = (
  url: string,
  dataDir: string,
  secrets: Secrets,
  lanes: number,
  given?: { app: Connection; reader: Connection },
): Direct => {
  const { db, pool, ...connection } = given?.app ?? connect(loginsOf(dataDir, url).kliniki_app, 'kliniki_app', { max: lanes })
  const tokens = accessTokens([secrets.tokenKey], systemClock)
  const routes = featureRoutes({
    tokens,
    codeKey: secrets.codeKey,
    limiter: rateLimits(pool),
    files: fileStore(join(dataDir, 'files'), secrets.fileKey, secrets.previousFileKeys),
    printPdf: () => Promise.reject(new Error('Nothing is printed here')),
    backups: { dataDir, backupsDir: join(dataDir, 'backups'), isEmbedded: false },
    site: { version: 'bench', startedAt: systemClock(), workers: 1 },
    reader: given?.reader.db ?? db,
    readerOf: () => given?.reader.db ?? db,
    publicUrl: undefined,
  })
  const byEndpoint = new Map(routes.map((route) => [route.endpoint, route]))
  const authenticate = bearerAuthentication(db, tokens, systemClock)

  const act = async ({ endpoint, params = {}, query = {}, body, key }: Act, token: string | null) => {
    const route = byEndpoint.get(endpoint)
    if (!route) throw new Error(`Nobody answers ${endpoint.method} ${endpoint.path}`)
    const user = token === null ? noUser : await authenticate({ headers: { authorization: `Bearer ${token}` } } as FastifyRequest)
    if (!user) return false
    const now = systemClock()
    const trail = { at: now, actor_id: user.id || null, request_id: randomUUID(), ip: '127.0.0.1' }
    const request = { ip: '127.0.0.1', userAgent: 'bench', device: null, secure: true, origin: 'http://127.0.0.1' }
    const input = { params, query, body, user, now, ids: systemIds, trail, request, type: 'application/json' }
    const prepared = await route.prepare?.({ ...input, db } as never)
    const rows: TrailRow[] = []
    const run = (on: Db) =>
      route.handler({
        ...input,
        db: on,
        own: on,
        afterwards: () => {},
        prepared,
        files: {},
        ifMatch: null,
        audit: (action: string, entry: Omit<TrailRow, 'action'>) => void rows.push({ action, ...entry }),
        publish: () => {},
        reply: { status: () => {}, setDevice: () => {} },
      } as never)
    if (endpoint.method === 'GET' && endpoint.audit !== 'read') return !((await run(db)) instanceof Problem)
    return db.transaction().execute(async (tx) => {
      const claim = key === undefined ? null : { actor: `user ${user.id}`, key, hash: createHash('sha256').update(key).digest() }
      if (claim) await claimKey(tx, claim, now)
      const result = await run(tx)
      const also = claim ? keepReply(claim, { status: 201, headers: {}, reply: JSON.stringify(result) }) : undefined
      await writeTrail(tx, trail, rows, { also })
      return !(result instanceof Problem)
    })
  }
  let closing: Promise<void> | undefined
  return { db, act, close: () => (closing ??= connection.close()) }
}
