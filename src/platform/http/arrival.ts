import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { constants } from 'node:http2'
import { HTTP2_LIMITS, isHttp2 } from './http2.ts'
import { refusalOf, refuseSocket } from './unreadable.ts'

/** Headers, and the bodies of all calls that take no files, have to be there by then. */
export const ARRIVAL_MS = 30_000
/** A file over a slow line takes its time; a line that stands still ends much sooner (`connectionTimeout`). */
export const UPLOAD_MS = 900_000

/** Answers 408, and lets nothing more of the body come: over HTTP/2 to the stream alone, over HTTP/1 to the connection. */
const refuseLate = ({ raw }: FastifyRequest) => {
  if (!isHttp2(raw)) return refuseSocket(raw.socket, 'ERR_HTTP_REQUEST_TIMEOUT')
  const { stream } = raw
  const end = () => stream.close(constants.NGHTTP2_CANCEL)
  if (stream.headersSent || stream.closed) return end()
  const { status, type, body } = refusalOf('ERR_HTTP_REQUEST_TIMEOUT')
  stream.respond({ ':status': Number.parseInt(status, 10), 'content-type': type, 'cache-control': 'no-store' })
  stream.end(body, end)
}

/** Ends a request whose body is not all there when `isTooSlow` says so, looking every `ms`. */
const watch = (request: FastifyRequest, reply: FastifyReply, ms: number, isTooSlow: () => boolean) => {
  const { raw } = request
  const timer = setInterval(() => {
    if (raw.complete) clearInterval(timer)
    else if (isTooSlow()) refuseLate(request)
  }, ms)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
  reply.raw.once('finish', () => clearInterval(timer))
}

/** How many bytes have come since now: of the connection, which waits for nothing else meanwhile, or of the one stream of it. */
const countArrived = ({ raw }: FastifyRequest): (() => number) => {
  if (!isHttp2(raw)) {
    const before = raw.socket.bytesRead
    return () => raw.socket.bytesRead - before
  }
  let bytes = 0
  // Listening alone would let the body flow before its reader is there.
  raw.pause()
  raw.on('data', (chunk: Buffer) => (bytes += chunk.length))
  return () => bytes
}

const hasBody = ({ raw }: FastifyRequest) =>
  isHttp2(raw) ? !raw.stream.endAfterHeaders : raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined

/**
 * Ends requests whose body does not arrive in time with a 408. For routes that take files (`config.takesFiles`) that is as long as it is large: what
 * has come by then must be `speed` bytes for each second after the first `ms`.
 */
export const limitArrival = (app: FastifyInstance, ms = ARRIVAL_MS, speed = HTTP2_LIMITS.speed): void => {
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) return done()
    if (!request.routeOptions.config.takesFiles) {
      watch(request, reply, ms, () => true)
      return done()
    }
    const begunAt = performance.now()
    const arrived = countArrived(request)
    watch(request, reply, ms, () => {
      const elapsed = performance.now() - begunAt
      return elapsed > UPLOAD_MS || arrived() < ((elapsed - ms) / 1000) * speed
    })
    done()
  })
}
