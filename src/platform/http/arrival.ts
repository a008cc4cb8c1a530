import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseSocket } from './unreadable.ts'

/** Headers, and the bodies of all calls that take no files, have to be there by then. */
export const ARRIVAL_MS = 30_000
/** A file over a slow line takes its time; a line that stands still ends much sooner (`connectionTimeout`). */
export const UPLOAD_MS = 900_000

/** What a file that arrives has to come to, each second, once the time of every other body is over: the slowest line in use is several times as fast. */
export const LEAST_SPEED = 4_096

/** Ends a request whose body is not all there when `isTooSlow` says so, looking every `ms`. */
const watch = (request: FastifyRequest, reply: FastifyReply, ms: number, isTooSlow: () => boolean) => {
  const { raw } = request
  const timer = setInterval(() => {
    if (raw.complete) clearInterval(timer)
    else if (isTooSlow()) refuseSocket(raw.socket, 'ERR_HTTP_REQUEST_TIMEOUT')
  }, ms)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
  reply.raw.once('finish', () => clearInterval(timer))
}

/**
 * Ends requests whose body does not arrive in time with a 408. For routes that take files (`config.takesFiles`) that is as long as it is large: what
 * has come by then must be `speed` bytes for each second after the first `ms`.
 */
export const limitArrival = (app: FastifyInstance, ms = ARRIVAL_MS, speed = LEAST_SPEED): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, routeOptions } = request
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (hasBody) {
      const [begunAt, before] = [performance.now(), raw.socket.bytesRead]
      const isTooSlow = () => raw.socket.bytesRead - before < ((performance.now() - begunAt - ms) / 1000) * speed
      watch(request, reply, ms, routeOptions.config.takesFiles ? isTooSlow : () => true)
    }
    done()
  })
}
