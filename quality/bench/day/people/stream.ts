import { type ClientRequest, get } from 'node:http'
import { type LiveNews, messageCutter } from '#web/calls/live-stream.ts'
import type { Session } from './session.ts'

const PATH = '/events/'
const SHORTEST_MS = 250
const LONGEST_MS = 5_000
/** The server beats every 15 s: silence for longer than two beats means that the line is dead. */
const SILENCE_MS = 40_000
/** What is told twice is asked for twice; what is told never stays wrong. */
const MARGIN_S = 1

interface Options {
  ports: readonly number[]
  address: string
  session: Session
  /** Null: nobody knows what has happened meanwhile. */
  onNews: (news: readonly LiveNews[] | null) => void
  /** Told each time that the stream has to be opened once more for another reason than that its token has run out. */
  onCut: (path: string, why: string) => void
  signal: AbortSignal
}

/** Holds one event stream open as a browser does, with the newest token and from where it was cut. */
export const holdStream = ({ ports, address, session, onNews, onCut, signal }: Options): void => {
  let request: ClientRequest | undefined
  let knownAt: number | null = null
  let failures = 0
  const cutter = () => {
    const cut = messageCutter()
    return (chunk: string) => {
      knownAt = Date.now()
      for (const { event, data } of cut(chunk)) {
        if (event === 'news') onNews(data as LiveNews[])
        if (event === 'everything') onNews(null)
      }
    }
  }
  const again = (why: string | null) => {
    if (signal.aborted) return
    if (why !== null) onCut(PATH, why)
    setTimeout(() => void open(), Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.min(failures++, 5))).unref()
  }
  const open = async () => {
    if (signal.aborted) return
    try {
      const token = await session.token()
      if (signal.aborted) return
      const ago = knownAt === null ? 0 : Math.ceil((Date.now() - knownAt) / 1000) + MARGIN_S
      const headers = { authorization: `Bearer ${token}` }
      let isAnswered = false
      const where = { host: '127.0.0.1', port: ports[failures % ports.length], localAddress: address, agent: false as const }
      const asked = get({ ...where, path: `${PATH}?ago=${ago}`, headers, timeout: SILENCE_MS }, (reply) => {
        isAnswered = true
        reply.setEncoding('utf8')
        if (reply.statusCode === 401) session.refused(token)
        if (reply.statusCode === 200) {
          failures = 0
          knownAt ??= Date.now()
          reply.on('data', cutter())
        } else reply.resume()
        reply.once('close', () => again(reply.statusCode !== 200 ? String(reply.statusCode) : reply.complete ? null : 'cut off'))
      })
      request = asked
      asked.once('timeout', () => asked.destroy(new Error('silent')))
      // No reply at all; the reply's own end is told by the reply.
      asked.once('error', ({ message }) => {
        if (!isAnswered) again(message)
      })
    } catch (error) {
      again(String(error))
    }
  }
  signal.addEventListener('abort', () => request?.destroy(), { once: true })
  void open()
}
