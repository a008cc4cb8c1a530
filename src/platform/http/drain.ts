import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

const LOOK_MS = 20
const PATIENCE_MS = 20_000

/**
 * When the server closes, what is under way is answered first; then every connection ends, also those that were opened in advance and
 * never asked anything, for which Node would wait without end.
 */
export const drainOnClose = (app: FastifyInstance) => {
  const underWay = new Set<ServerResponse>()
  app.addHook('onRequest', (_request, { raw }, done) => {
    underWay.add(raw)
    raw.once('close', () => underWay.delete(raw))
    done()
  })
  app.addHook('preClose', (done) => {
    const until = performance.now() + PATIENCE_MS
    for (const reply of underWay) reply.shouldKeepAlive = false
    const timer = setInterval(() => {
      if (underWay.size === 0 || performance.now() > until) app.server.closeAllConnections()
    }, LOOK_MS)
    app.server.once('close', () => clearInterval(timer))
    if (!app.server.listening) clearInterval(timer)
    done()
  })
}
