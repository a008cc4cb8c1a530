import {
  constants,
  Http2ServerRequest,
  type Http2SecureServer,
  type SecureServerOptions,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#platform/errors/problem.ts'

export interface Http2Limits {
  /** Requests of one connection that may be open at once; browsers keep the others back until one is answered. */
  streams: number
  /**
   * Requests of one connection that may be worked on at once, those that were reset included: a reset frees the stream at once, the query that it has
   * begun only when it ends. The others wait, and one that is reset meanwhile is never begun.
   */
  work: number
  /** Bytes of replies that wait to be sent over one connection, beyond which no further request of it is begun: Node counts them against no limit. */
  unsent: number
  /** PING and SETTINGS frames of one connection in `chatterMs`: each is answered, and says nothing. */
  chatter: number
  chatterMs: number
  /** How long a connection, or a stream of it, may stay without a byte in either direction. */
  idleMs: number
  /** What of a reply has to be taken in each second; the slowest line in use is several times as fast. */
  speed: number
  /** How long a connection that has ended may keep its socket, and a request that is answered send the rest of its body. */
  endMs: number
}

export const HTTP2_LIMITS: Http2Limits = {
  streams: 100,
  work: 32,
  unsent: 16_777_216,
  chatter: 100,
  chatterMs: 10_000,
  idleMs: 60_000,
  speed: 4_096,
  endMs: 5_000,
}

/** What is taken of a body ahead of who reads it: of one stream, and of all streams of a connection, which is what an upload over a far line sends at once. */
const STREAM_WINDOW = 1_048_576
const CONNECTION_WINDOW = 2_097_152

/** As much as Node takes of the headers of HTTP/1. */
const MAX_HEADER_BYTES = 16_384

/**
 * How http2 is served beside HTTP/1.1, which callers get that do not ask for it. What is not named is left as Node and nghttp2 have it:
 * 8 CONTINUATION frames, 128 headers, 32 entries of SETTINGS and 1,000 invalid or empty frames.
 */
export const http2Options = ({ streams }: Http2Limits = HTTP2_LIMITS): Pick<
  SecureServerOptions,
  'allowHTTP1' | 'settings' | 'maxSessionMemory' | 'streamResetBurst' | 'streamResetRate'
> => ({
  allowHTTP1: true,
  settings: { maxConcurrentStreams: streams, maxHeaderListSize: MAX_HEADER_BYTES, initialWindowSize: STREAM_WINDOW },
  // Megabytes of headers and streams beyond which a connection gets no further stream: Node's own limit, named because it is relied on. Replies that
  // wait to be sent are not among them: `unsent` bounds those.
  maxSessionMemory: 10,
  // A page that is left gives up what it was loading, which is `streams` at most; more than ten times a second in the long run is an attack.
  streamResetBurst: 2 * streams,
  streamResetRate: 10,
})

export const isHttp2 = (raw: object): raw is Http2ServerRequest => raw instanceof Http2ServerRequest

/** Whether the caller has gone, so that nothing that is written reaches it. */
export const isGone = ({ raw }: FastifyReply): boolean => raw.destroyed || ('stream' in raw && (raw.stream as Socket).destroyed)

/**
 * Refuses a body of which the end never came. HTTP/1 says so by an error; over HTTP/2 Node ends the body of a stream that was reset as if it were whole.
 * @throws Problem 400
 */
export const requireWhole = ({ raw }: FastifyRequest): void => {
  if (isHttp2(raw) && (raw.stream.aborted || (raw.stream.rstCode ?? constants.NGHTTP2_NO_ERROR) !== constants.NGHTTP2_NO_ERROR))
    throw new Problem(400, 'invalid', 'The request ended before its body did.')
}

interface Connection {
  socket: Socket
  /** Requests whose work is not done, and what begins the next ones. */
  work: number
  waiting: Set<() => void>
  chatter: number
  chatterSince: number
  /** Since when it is seen to have ended. */
  endedAt: number | undefined
  /** What of each reply was not sent when it was looked at, since when that has not become less, and how long it is, where it was written at once. */
  unsent: Map<ServerHttp2Stream, { bytes: number; since: number; size: number }>
}

/** Begins requests that wait, as long as the connection has room for their work and their replies. */
const beginWaiting = (connection: Connection, { work, unsent }: Http2Limits) => {
  for (const begin of connection.waiting) {
    // Node hands a whole reply on to nghttp2 and keeps no count of it.
    const bytes = [...connection.unsent.values()].reduce((sum, { size }) => sum + size, 0)
    if (connection.work >= work || bytes >= unsent) return
    begin()
  }
}

/** Ends a connection that does what no browser does, and says why. */
const calm = (session: ServerHttp2Session) => {
  // Without an error Node would give no reason.
  if (!session.destroyed) session.destroy(new Error('Too much is asked for over this connection.'), constants.NGHTTP2_ENHANCE_YOUR_CALM)
}

const closeStream = (stream: ServerHttp2Stream) => {
  // One whose end is waited for does not close twice.
  if (stream.closed) stream.destroy()
  else stream.close(constants.NGHTTP2_CANCEL)
}

/** Ends the streams whose client takes nothing of its reply in. Node takes them for alive while anything else is sent over the connection. */
const endUnread = ({ unsent }: Connection, { idleMs, speed }: Http2Limits, now: number) => {
  for (const [stream, before] of unsent) {
    const bytes = stream.writableLength
    if (bytes === 0 || bytes < before.bytes) before.since = now
    before.bytes = bytes
    // What was written at once is counted as sent when all of it is.
    if (now - before.since > idleMs + (bytes / speed) * 1000) closeStream(stream)
  }
}

const followConnections = (server: Http2SecureServer, limits: Http2Limits) => {
  const connections = new Map<ServerHttp2Session, Connection>()
  // A session hides its socket, and only who holds the socket can end it while a write to it is stuck.
  let newest: Socket | undefined
  server.prependListener('secureConnection', (socket) => (newest = socket))
  server.on('session', (session) => {
    const connection: Connection = {
      socket: newest!,
      work: 0,
      waiting: new Set(),
      chatter: 0,
      chatterSince: performance.now(),
      endedAt: undefined,
      unsent: new Map(),
    }
    connections.set(session, connection)
    connection.socket.once('close', () => connections.delete(session))
    session.setLocalWindowSize(CONNECTION_WINDOW)
    session.setTimeout(limits.idleMs, () => session.destroy())
    const hear = () => {
      const now = performance.now()
      if (now - connection.chatterSince > limits.chatterMs) Object.assign(connection, { chatter: 0, chatterSince: now })
      connection.chatter += 1
      if (connection.chatter > limits.chatter) calm(session)
    }
    session.on('ping', hear).on('remoteSettings', hear)
  })
  const look = () => {
    const now = performance.now()
    for (const [session, connection] of connections) {
      endUnread(connection, limits, now)
      if (!session.destroyed) continue
      connection.endedAt ??= now
      if (now - connection.endedAt >= limits.endMs) connection.socket.destroy()
    }
  }
  server.once('session', () => {
    const timer = setInterval(look, limits.endMs).unref()
    server.once('close', () => clearInterval(timer))
  })
  return connections
}

/** Ends a stream on which nothing moves, and one that sends a body after it was answered, once that may have reached the client. */
const limitStream = (raw: Http2ServerRequest, connection: Connection, limits: Http2Limits) => {
  const { stream } = raw
  const { idleMs, endMs } = limits
  const sent = { bytes: 0, since: performance.now(), size: 0 }
  stream.setTimeout(idleMs, () => closeStream(stream))
  connection.unsent.set(stream, sent)
  // A file that is piped has as much unsent at nearly every look: what was sent meanwhile is seen by this alone.
  stream.on('drain', () => {
    sent.since = performance.now()
    beginWaiting(connection, limits)
  })
  stream.once('finish', () => {
    if (stream.endAfterHeaders || stream.readableEnded) return
    raw.resume()
    const timer = setTimeout(() => stream.close(constants.NGHTTP2_NO_ERROR), endMs)
    stream.once('close', () => clearTimeout(timer))
  })
  stream.once('close', () => {
    connection.unsent.delete(stream)
    beginWaiting(connection, limits)
  })
}

/** The place of a request among those that its connection may have worked on. */
interface Turn {
  isWorking: boolean
  end: () => void
}

/** Calls `begin` once the connection has room, and never for a request that was reset before. Ends by itself with a stream for which no work runs. */
const takeTurn = (stream: ServerHttp2Stream, connection: Connection, limits: Http2Limits, begin: () => void): Turn => {
  let isHeld = false
  const start = () => {
    connection.waiting.delete(start)
    if (stream.destroyed) return
    connection.work += 1
    isHeld = true
    begin()
  }
  const turn: Turn = {
    isWorking: false,
    end: () => {
      if (!isHeld) return
      isHeld = false
      connection.work -= 1
      beginWaiting(connection, limits)
    },
  }
  stream.once('close', () => {
    connection.waiting.delete(start)
    if (!turn.isWorking) turn.end()
  })
  connection.waiting.add(start)
  beginWaiting(connection, limits)
  return turn
}

/** Bytes of headers as SETTINGS_MAX_HEADER_LIST_SIZE counts them. Node holds clients to it that have confirmed that setting, and no others. */
const headerBytes = ({ rawHeaders }: Http2ServerRequest) =>
  rawHeaders.reduce((sum, text) => sum + text.length, 0) + (rawHeaders.length / 2) * 32

/** What of `host` is not what `:authority` says: two names for one request (RFC 9113, 8.3.1). */
const namesTwoHosts = ({ headers, authority }: Http2ServerRequest) =>
  headers.host !== undefined && headers.host.toLowerCase() !== authority.toLowerCase()

/**
 * Has HTTP/2 requests obey the rules of HTTP/1 where Node and nghttp2 do not see to it, and bounds what one connection may ask for. Comes before every
 * other hook. `work` counts what is done for a request until it has ended.
 */
export const guardHttp2 = (app: FastifyInstance, limits: Http2Limits = HTTP2_LIMITS) => {
  const connections = followConnections(app.server as unknown as Http2SecureServer, limits)
  const turns = new WeakMap<object, Turn>()
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request as { raw: object }
    if (!isHttp2(raw)) return done()
    const { stream } = raw
    const connection = stream.session && connections.get(stream.session as ServerHttp2Session)
    // Reset before its turn came: nothing is begun for it.
    if (!connection || stream.destroyed) return void reply.hijack()
    // A stream that is closed knows its connection no more, while limits, the trail and cookies still ask where the request came from.
    Object.assign(stream, { remoteAddress: connection.socket.remoteAddress, encrypted: true })
    limitStream(raw, connection, limits)
    if (headerBytes(raw) > MAX_HEADER_BYTES) return done(new Problem(431, 'too_large', 'The headers of the request are too large.'))
    if (namesTwoHosts(raw)) return done(new Problem(400, 'invalid', 'Host and :authority differ.'))
    // Begun with the next tick, when its turn is known.
    turns.set(
      raw,
      takeTurn(stream, connection, limits, () => queueMicrotask(done)),
    )
  })
  // HTTP/2 has no such header (RFC 9113, 8.2.2).
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request as { raw: object }
    if (!isHttp2(raw)) return done()
    reply.removeHeader('connection')
    const sent = raw.stream.session && connections.get(raw.stream.session as ServerHttp2Session)?.unsent.get(raw.stream)
    if (sent && (typeof payload === 'string' || payload instanceof Uint8Array)) sent.size = Buffer.byteLength(payload)
    done()
  })
  return {
    work: async <T>(request: FastifyRequest, run: () => Promise<T>): Promise<T> => {
      const turn = turns.get(request.raw)
      if (!turn) return run()
      turn.isWorking = true
      try {
        return await run()
      } finally {
        turn.isWorking = false
        // Once the reply is written: until then nobody sees how much of it waits to be sent.
        setImmediate(turn.end)
      }
    },
  }
}

export type GuardHttp2 = ReturnType<typeof guardHttp2>
