import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpConnection, type HttpReply, type HttpRequest, openConnection } from '../../server/http-client.ts'

/** Nobody answered for as long as somebody at a screen would wait. */
export class LineLost extends Error {
  override name = 'LineLost'
}

/** A browser opens six connections to a host, no more. */
const CONNECTIONS = 6
const PATIENCE_MS = 120_000
/** The server ends a connection that nobody has used for 65 seconds, and says so: who heeds it does not cross with that. */
const RESTED_MS = 60_000
const SHORTEST_MS = 100
const LONGEST_MS = 2_000
/** A balancer says so for a server that is not there; a server that is going down, of itself. */
const isAway = ({ status }: HttpReply) => status === 502 || status === 503 || status === 504

const pauseAfter = (attempts: number) => Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.min(attempts, 6))
/** A server that is busy says when to come again. */
const askedPause = ({ head }: HttpReply) => {
  const seconds = /\r\nretry-after: (\d+)/i.exec(head)?.[1]
  return seconds === undefined ? null : Number(seconds) * 1000
}

export interface LineOptions {
  /** Ports on 127.0.0.1: one server, a balancer, or several servers of which any will do. */
  ports: readonly number[]
  /** Of the loopback network: limits count by address. */
  address: string
  /** Told each time that a request has to be sent once more, and what stood in the way. */
  onCut: (path: string, why: string) => void
}
export interface Line {
  /**
   * Sends a request, and sends it again, the same bytes, for as long as the line is cut or the server is away: who sends a change carries a
   * key in it. Throws `LineLost` after two minutes without an answer. `onReply` is told how many milliseconds a reply took.
   */
  send: (request: HttpRequest, onReply?: (ms: number) => void) => Promise<{ reply: HttpReply; attempts: number }>
  close: () => void
}

/** One browser's connections to the clinic: kept alive, as many as are needed at once up to six. */
export const openLine = ({ ports, address, onCut }: LineOptions): Line => {
  const idle: { connection: HttpConnection; since: number }[] = []
  const waiting: (() => void)[] = []
  let open = 0
  let turn = 0

  const take = async (): Promise<HttpConnection> => {
    for (let one = idle.pop(); one; one = idle.pop()) {
      const { connection, since } = one
      if (connection.isOpen() && performance.now() - since < RESTED_MS) return connection
      connection.close()
      open -= 1
    }
    if (open >= CONNECTIONS) {
      await new Promise<void>((freed) => waiting.push(freed))
      return take()
    }
    open += 1
    try {
      return await openConnection(ports[turn % ports.length] as number, address)
    } catch (error) {
      open -= 1
      waiting.shift()?.()
      throw error
    }
  }
  const giveBack = (connection: HttpConnection | null) => {
    if (connection?.isOpen()) idle.push({ connection, since: performance.now() })
    else open -= 1
    waiting.shift()?.()
  }

  /** One attempt; in words what happened when there was no reply. */
  const attempt = async (request: HttpRequest, onReply: (ms: number) => void): Promise<HttpReply | string> => {
    let connection: HttpConnection
    try {
      connection = await take()
    } catch (error) {
      return (error as Error).message
    }
    const from = performance.now()
    // Whoever is never answered would be counted nowhere, and wait for ever.
    const impatient = setTimeout(connection.close, PATIENCE_MS)
    try {
      const reply = await connection.send(request)
      if (!isAway(reply)) onReply(performance.now() - from)
      return reply
    } catch (error) {
      connection.close()
      return (error as Error).message
    } finally {
      clearTimeout(impatient)
      giveBack(connection)
    }
  }

  return {
    send: async (request, onReply = () => {}) => {
      const from = performance.now()
      for (let attempts = 1; ; attempts += 1) {
        const reply = await attempt(request, onReply)
        if (typeof reply !== 'string' && !isAway(reply)) return { reply, attempts }
        if (performance.now() - from > PATIENCE_MS) throw new LineLost(`${request.method} ${request.path}`)
        onCut(request.path.replace(/\?.*/, ''), typeof reply === 'string' ? reply : `${reply.status} ${reply.body.slice(0, 120)}`)
        turn += 1
        await sleep(typeof reply === 'string' ? pauseAfter(attempts) : (askedPause(reply) ?? pauseAfter(attempts)))
      }
    },
    close: () => {
      for (const { connection } of idle) connection.close()
    },
  }
}
