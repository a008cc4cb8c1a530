import { METHODS, Server } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import type { Endpoint } from '#shared/endpoint.ts'
import { Problem } from '#platform/errors/problem.ts'
import { type Constraints, problemOf, wireError } from '#platform/errors/wire.ts'
import { requests } from '#platform/figures/figures.ts'
import { loggedError } from '#platform/log.ts'
import { asCalled } from './aliases.ts'
import { answer } from './answer.ts'
import { ARRIVAL_MS, limitArrival, UPLOAD_MS } from './arrival.ts'
import { locatedIn } from './encode.ts'
import { eventStream } from './event-stream.ts'
import { inspectText, parseJson } from './json-body.ts'
import { guardHttp2, http2Options, requireWhole } from './http2.ts'
import { rememberAddresses } from './network.ts'
import { repliesOf } from './sent-body.ts'
import type { Route } from './handle.ts'
import { OLDEST_TLS } from './tls.ts'
import type { Parts } from './server-dependencies.ts'
import { readableIn } from './unchanged.ts'
import { unreadableRequests } from './unreadable.ts'

const pathOf = (url: string) => url.split('?')[0]!.replace(/(?<=.)\/$/, '')
const patternOf = (url: string) =>
  new RegExp(
    `^${pathOf(url)
      .replace(/[.+?^$()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replace(/:\w+/g, '[^/]+')}$`,
  )

/** A live stream has no end whose length a HEAD could tell. */
const hasHead = (url: string) => !pathOf(url).endsWith('/events')

/** A HEAD is answered as the GET that it stands for; Node sends no body in a reply to it (RFC 9110, 9.3.2). */
const headAsGet = (request: { method?: string | undefined; url?: string | undefined }): string => {
  const { url = '/' } = request
  // HTTP/2 takes any word for a method, and the framework has no answer, hook or limit for one that it does not know: a known one gets the refusal.
  if (!METHODS.includes(request.method ?? '')) request.method = 'TRACE'
  if (request.method === 'HEAD' && hasHead(url)) request.method = 'GET'
  return url
}

/**
 * Answers addresses that know other methods: 204 to OPTIONS, else 405, each with `Allow` (RFC 9110, 15.5.6). Everything else is a 404. It has to
 * come before the routes, of which it takes note.
 */
const answerOtherMethods = (app: FastifyInstance) => {
  const served: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) served.push({ method: one, url })
  })
  let patterns: { pattern: RegExp; method: string }[] | undefined
  const allowedAt = (url: string) => {
    patterns ??= served.map((one) => ({ pattern: patternOf(one.url), method: one.method }))
    const methods = new Set(patterns.filter(({ pattern }) => pattern.test(pathOf(url))).map(({ method }) => method))
    if (methods.size === 0) return []
    if (methods.has('GET') && hasHead(url)) methods.add('HEAD')
    return [...methods, 'OPTIONS'].toSorted()
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const allowed = allowedAt(request.url)
    if (allowed.length === 0) throw new Problem(404, 'not_found', 'This address does not exist.')
    void reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new Problem(405, 'method_not_allowed', `This address does not answer ${request.method}. Allowed: ${allowed.join(', ')}.`)
  })
}

const LOOK_MS = 20
const PATIENCE_MS = 20_000
/** How long the last frames of HTTP/2, and the end of its connections, may be on their way. */
const LAST_FRAMES_MS = 1_000

/**
 * When the server closes, what is under way is answered first; then every connection ends, also those that were opened in advance and
 * never asked anything, for which Node would wait without end. Connections of HTTP/2 are told to end by Node (GOAWAY), and end by themselves.
 */
const drainOnClose = (app: FastifyInstance) => {
  const underWay = new Set<object>()
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('onRequest', (_request, { raw }, done) => {
    underWay.add(raw)
    raw.once('close', () => underWay.delete(raw))
    done()
  })
  app.addHook('preClose', (done) => {
    const until = performance.now() + PATIENCE_MS
    for (const reply of underWay) Object.assign(reply, { shouldKeepAlive: false })
    let quietSince: number | undefined
    const timer = setInterval(() => {
      const now = performance.now()
      if (underWay.size > 0 && now < until) return
      quietSince ??= now
      // A server of HTTP/2 has no such method for the connections of HTTP/1 that it serves as well.
      Server.prototype.closeAllConnections.call(app.server)
      if (now - quietSince > LAST_FRAMES_MS) for (const socket of sockets) socket.destroy()
    }, LOOK_MS)
    app.server.once('close', () => clearInterval(timer))
    if (!app.server.listening) clearInterval(timer)
    done()
  })
}

const BODY_LIMIT = 1_048_576
const FORM_LIMIT = 65_536

const pathsOf = ({ path, also = [] }: Endpoint) => [path, ...also]

/** Every path of an endpoint, at the root and under /api. */
const urlsOf = (endpoint: Endpoint) =>
  pathsOf(endpoint)
    .flatMap((one) => (one.startsWith('/api/') ? [one] : [one, `/api${one}`]))
    .map((url) => url.replace(/\{(\w+)\}/g, ':$1'))

const bodyLimitOf = (files: NonNullable<Endpoint['files']>) =>
  Object.values(files).reduce((sum, { maxBytes }) => sum + maxBytes, BODY_LIMIT)

const takeJson = (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, raw: Buffer, done) => {
    try {
      const charset = /charset="?([^";]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
      if (charset && charset.toLowerCase() !== 'utf-8') throw new Problem(415, 'unsupported_media_type', 'Send UTF-8.')
      if (request.headers['content-encoding']) throw new Problem(415, 'unsupported_media_type', 'Send the body uncompressed.')
      requireWhole(request)
      request.rawBody = raw
      done(null, parseJson(raw))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** A form, where another program posts it; everything of our own speaks JSON. */
const takeForms = (app: FastifyInstance) => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (request, raw: string, done) => {
      if (!request.routeOptions.config.rawInput) return done(new Problem(415, 'unsupported_media_type', 'Send application/json.'))
      const body = Object.fromEntries(new URLSearchParams(raw))
      try {
        requireWhole(request)
        inspectText(body)
        done(null, body)
      } catch (error) {
        done(error as Error)
      }
    },
  )
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: Buffer | undefined
    actorId: number | undefined
  }
  interface FastifyContextConfig {
    errors?: Endpoint['errors']
    rawInput?: Endpoint['rawInput']
    /** Its body may take long to arrive. */
    takesFiles?: boolean
    /** Another address of a call (`aliases.ts`). */
    isAlias?: boolean
  }
}

/** How to sign in (RFC 6750, 3); a token that was sent is not valid (any more). */
const challengeFor = ({ headers }: FastifyRequest) =>
  headers.authorization === undefined ? 'Bearer realm="Kliniki"' : 'Bearer realm="Kliniki", error="invalid_token"'

const sendErrorWith = (constraints: Constraints) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const problem = problemOf(error, constraints)
  if (!problem || problem.code === 'document_unreadable')
    request.log.error({ err: problem?.cause ?? error, route: request.routeOptions.url, request_id: request.id }, 'request failed')
  const { status, headers, body } = wireError(error, request.id, { errors: request.routeOptions.config.errors, constraints })
  if (status === 401) void reply.header('www-authenticate', challengeFor(request))
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body)
}

/** Builds the HTTP server: every route of every feature, at the root and under /api. It listens to nothing yet. */
export const buildServer = async (parts: Parts): Promise<FastifyInstance> => {
  const { routes, ids, tls, metrics } = parts
  const { clientErrorHandler, welcome } = unreadableRequests()
  const http1 = { requestTimeout: UPLOAD_MS, keepAliveTimeout: 65_000 }
  const app = Fastify({
    ...(tls && {
      http2: true,
      https: { ...tls, ...http2Options(), http1Options: http1, minVersion: OLDEST_TLS, handshakeTimeout: ARRIVAL_MS },
    }),
    ...http1,
    logger: parts.logger ? { ...parts.logger, serializers: { err: loggedError } } : false,
    logController: new LogController({ disableRequestLogging: true }),
    // Longer than any address may be: what is too long for its place is refused by the contract, not answered with a page.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 20_000 },
    exposeHeadRoutes: false,
    bodyLimit: BODY_LIMIT,
    connectionTimeout: 60_000,
    return503OnClosing: false,
    // By number Fastify trusts nobody: it is asked by function which of the hops are the clinic's own proxies.
    trustProxy: (_address: string, hop: number) => hop < (parts.trustedProxies ?? 0),
    genReqId: () => ids.uuid(),
    rewriteUrl: headAsGet,
    clientErrorHandler,
    // An address that no route can take apart; there is no route yet whose error handler could answer.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const { status, body } = wireError(error, request.id)
      return reply.code(status).type('application/json; charset=utf-8').send(body)
    },
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance
  if (tls) welcome(app.server)
  app.server.headersTimeout = ARRIVAL_MS
  const guard = guardHttp2(app)
  limitArrival(app)
  rememberAddresses(app.server)
  app.decorateRequest('rawBody', undefined)
  app.decorateRequest('actorId', undefined)
  answerOtherMethods(app)
  takeJson(app)
  takeForms(app)
  await app.register(cookie)
  await app.register(multipart)
  await app.register(helmet, {
    // Pages bring their own policy; data needs none of what a page needs.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: tls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    // Browsers ignore it over plain http, and say so on every page.
    crossOriginOpenerPolicy: tls ? { policy: 'same-origin' } : false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  drainOnClose(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    // A live stream lasts as long as somebody looks.
    if (!route.endsWith('/events/'))
      requests.note(`${request.method} ${route.replace(/^\/api(?=\/)/, '')}`, reply.elapsedTime, reply.statusCode >= 500)
    // The route's pattern, never the address: a query may hold a name.
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        request_id: request.id,
        user_id: request.actorId,
      },
      'request',
    )
  })
  const endpoints = routes.map(({ endpoint }) => endpoint)
  const served = { ...parts, replies: repliesOf(endpoints), located: locatedIn(endpoints), readable: readableIn(endpoints) }
  for (const route of routes) {
    const { endpoint } = route
    for (const url of urlsOf(endpoint))
      app.route({
        method: endpoint.method,
        url,
        ...(endpoint.files && { bodyLimit: bodyLimitOf(endpoint.files) }),
        config: { errors: endpoint.errors, rawInput: endpoint.rawInput, takesFiles: endpoint.files !== undefined },
        handler: (request, reply) => guard.work(request, () => answer(served, route, request, reply)),
      })
  }
  const byCall = new Map<string, Route>(
    routes.flatMap((route) => pathsOf(route.endpoint).map((path) => [`${route.endpoint.method} ${path}`, route] as const)),
  )
  for (const alias of parts.aliases ?? []) {
    const route = byCall.get(alias.call)
    if (!route) throw new Error(`${alias.url} stands for ${alias.call}, which nothing serves`)
    const { errors, files } = route.endpoint
    app.route({
      method: alias.method,
      url: alias.url,
      ...(files && { bodyLimit: bodyLimitOf(files) }),
      config: { errors, takesFiles: files !== undefined, isAlias: true },
      handler: (request, reply) => {
        asCalled(alias, request)
        return guard.work(request, () => answer(served, route, request, reply))
      },
    })
  }
  app.setErrorHandler(sendErrorWith(parts.constraints))
  eventStream(app, parts, guard.work)
  return app
}
