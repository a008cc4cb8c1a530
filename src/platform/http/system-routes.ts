import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { forbidden, notFound, notSignedIn } from '#platform/errors/problem.ts'
import { openApi } from './openapi.ts'
import { readiness } from './readiness.ts'
import type { Parts } from './server-parts.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()
const sameText = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

interface Systems {
  version: string
  metricsToken?: string
  /** Figures of the clinic as a whole, in Prometheus' text format. */
  clinicFigures: () => Promise<string>
}

/** What machines ask: is it alive, can it work, how is it doing, what can it do. */
export const systemRoutes = (app: FastifyInstance, parts: Parts, { version, metricsToken, clinicFigures }: Systems) => {
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

  let document: string | undefined
  for (const url of ['/schema/', '/api/schema/'])
    app.get(url, async (request, reply) => {
      const user = await parts.authenticate(request)
      if (!user) throw notSignedIn(request.headers.authorization)
      if (user.role === 'patient') throw forbidden('of a member of staff')
      document ??= JSON.stringify(
        openApi(
          parts.routes.map(({ endpoint }) => endpoint),
          version,
        ),
      )
      return reply.type('application/json; charset=utf-8').send(document)
    })
}
