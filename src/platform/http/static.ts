import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Addresses that the browser application answers; everything else belongs to the API. */
const PAGES = [
  '/',
  '/_app',
  '/auth/*',
  '/dashboard',
  '/dashboard/*',
  '/patient-overview',
  '/patient-overview/*',
  '/set-up',
  '/docs',
  '/public/*',
  '/verify',
  '/verify/*',
  '/messages/opt-out/*',
]

/**
 * The page's policy: scripts and styles of our own, no third party, nothing inline but the styles that carry this reply's nonce, and
 * Trusted Types with the one default policy that web/main.tsx makes.
 */
const policyWith = (nonce: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')

/** The pages for anybody hold nothing but our own scripts and one style sheet, and write no markup. */
const PUBLIC_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Pages for anybody: a small entry of their own, without session, frame or splash. */
const PUBLIC_PAGES = ['/book-appointment', '/booking/:link']

/** A worker obeys the policy of its own file, not the page's: the one of live news has to reach the server. */
const ASSET_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"

/**
 * Serves the built browser part: hashed assets for ever, the page fresh each time with a nonce of its own. In development the page is read
 * anew for every request, under the same policy.
 */
export const servePages = async (app: FastifyInstance, distDir: string, { isDev = false } = {}) => {
  const reader = (name: string) => {
    const read = () => readFileSync(join(distDir, name), 'utf8')
    const built = isDev ? undefined : read()
    return () => built ?? read()
  }
  const program = reader('index.html')
  const publicPage = reader('booking.html')
  const page = (_request: unknown, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', policyWith(nonce))
      .type('text/html; charset=utf-8')
      .send(program().replaceAll('{{nonce}}', nonce))
  }
  for (const url of PAGES) app.get(url, page)
  for (const url of PUBLIC_PAGES)
    app.get(url, (_request, reply) =>
      reply.header('content-security-policy', PUBLIC_POLICY).type('text/html; charset=utf-8').send(publicPage()),
    )
  await app.register(fastifyStatic, {
    root: join(distDir, 'assets'),
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    cacheControl: true,
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      reply.header('content-security-policy', ASSET_POLICY)
    },
  })
  // The library's own route reads the whole folder twice for each file, to compare how the name is spelled.
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/assets/*',
    handler: ({ params }, reply) => reply.sendFile(params['*']),
  })
}
