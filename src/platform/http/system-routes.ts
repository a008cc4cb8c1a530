import { createHash, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { forbidden, notFound, notSignedIn } from '#platform/errors/problem.ts'
import { readiness } from './readiness.ts'
import type { Parts } from './server-dependencies.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()
const sameText = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

/** Written by `npm run generate` from the contracts; a test compares it with the calls that are served. */
const SCHEMA_FILE = join(import.meta.dirname, '../../../docs/openapi.json')

interface Systems {
  metricsToken?: string
  /** Figures of the clinic as a whole, in Prometheus' text format. */
  clinicFigures: () => Promise<string>
}

/** What machines ask: is it alive, can it work, how is it doing, what can it do. */
export const systemRoutes = (app: FastifyInstance, parts: Parts, { metricsToken, clinicFigures }: Systems) => {
  app.get('/health/live', async () => ({ status: 'ok' }))

  const ready = readiness(parts.db)
  app.get('/health/ready', async () => {
    await ready()
    return { status: 'ok' }
  })

  app.get('/metrics', async (request, reply) => {
    if (!metricsToken) throw notFound('Metrics')
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!sameText(token, metricsToken)) throw notSignedIn(request.headers.authorization)
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send((await parts.metrics.text()) + (await clinicFigures()))
  })

  let document: Buffer | undefined
  for (const url of ['/schema/', '/api/schema/'])
    app.get(url, async (request, reply) => {
      const user = await parts.authenticate(request)
      if (!user) throw notSignedIn(request.headers.authorization)
      if (user.role === 'patient') throw forbidden('of a member of staff')
      document ??= await readFile(SCHEMA_FILE)
      return reply.type('application/json; charset=utf-8').send(document)
    })
}
