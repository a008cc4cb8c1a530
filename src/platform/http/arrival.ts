import type { FastifyInstance } from 'fastify'
import { refuseSocket } from './unreadable.ts'

/** Headers, and the bodies of all calls that take no files, have to be there by then. */
export const ARRIVAL_MS = 30_000
/** A file over a slow line takes its time; a line that stands still ends much sooner (`connectionTimeout`). */
export const UPLOAD_MS = 900_000

/** Ends requests whose body does not arrive in time with a 408, but for routes that take files (`config.takesFiles`). */
export const limitArrival = (app: FastifyInstance, ms = ARRIVAL_MS): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, routeOptions } = request
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (hasBody && !routeOptions.config.takesFiles) {
      const timer = setTimeout(() => raw.complete || refuseSocket(raw.socket, 'ERR_HTTP_REQUEST_TIMEOUT'), ms)
      timer.unref()
      raw.once('close', () => clearTimeout(timer))
      reply.raw.once('finish', () => clearTimeout(timer))
    }
    done()
  })
}
