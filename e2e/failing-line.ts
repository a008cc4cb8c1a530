import { createServer, request as ask, Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a reply does not arrive as it was sent. */
export const failures = ['504 with HTML', '503', 'reset', 'abort', '60 s delay', 'truncated body'] as const
export type Failure = (typeof failures)[number]

const DELAY_MS = 60_000
const HTML = '<!doctype html><html><head><title>504 Gateway Time-out</title></head><body><h1>504 Gateway Time-out</h1></body></html>'

/** A request as it passed. */
interface Passed {
  method: string
  path: string
}

/** A line between one page and the server on which some requests fail; an origin of its own, so that no page waits for another's connections. */
export interface Line {
  url: string
  /** From now on the replies to these requests fail; those of them that are open end. */
  fail: (how: (request: Passed) => Failure | null) => void
  /** From now on everything passes; what was delayed arrives. */
  heal: () => void
  close: () => Promise<void>
}

const wholeOf = async (message: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const never = () => null

/**
 * Opens a line to the server at `target`. What fails has reached the server and was done there, except with `abort`, where the connection ends
 * before: the browser cannot tell them apart.
 */
export const openLine = async (target: string): Promise<Line> => {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(target)
  let how: Parameters<Line['fail']>[0] = never
  const delayed = new Set<() => void>()
  const open = new Map<ServerResponse, Passed>()

  const forward = (from: IncomingMessage, body: Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { method, url: path, headers } = from
      ask({ hostname, port, agent, method, path, headers: { ...headers, 'content-length': body.length } }, resolve)
        .on('error', reject)
        .end(body)
    })
  /** Lets the server do it, and says nothing of its reply. */
  const swallow = async (from: IncomingMessage, body: Buffer) => void (await forward(from, body)).destroy()
  const pass = async (from: IncomingMessage, body: Buffer, to: ServerResponse, wait?: Promise<void>) => {
    const reply = await forward(from, body)
    await wait
    to.writeHead(reply.statusCode ?? 502, reply.headers)
    to.on('close', () => reply.destroy())
    reply.on('error', () => to.destroy()).pipe(to)
  }
  const failWith: Record<Failure, (from: IncomingMessage, body: Buffer, to: ServerResponse) => Promise<unknown>> = {
    '504 with HTML': async (from, body, to) => {
      await swallow(from, body)
      to.writeHead(504, { 'content-type': 'text/html' }).end(HTML)
    },
    '503': async (from, body, to) => {
      await swallow(from, body)
      to.writeHead(503).end()
    },
    reset: async (from, body, to) => {
      await swallow(from, body)
      to.socket?.resetAndDestroy()
    },
    abort: async (_from, _body, to) => to.destroy(),
    '60 s delay': (from, body, to) =>
      pass(
        from,
        body,
        to,
        new Promise((resolve) => {
          delayed.add(resolve)
          setTimeout(resolve, DELAY_MS).unref()
        }),
      ),
    'truncated body': async (from, body, to) => {
      const reply = await forward(from, body)
      const { 'transfer-encoding': _, 'content-encoding': __, ...headers } = reply.headers
      to.writeHead(reply.statusCode ?? 502, { ...headers, 'content-length': 5000 })
      to.write('{"id":', () => to.destroy())
      reply.destroy()
    },
  }
  const server = createServer((from, to) => {
    const { method = 'GET', url = '/' } = from
    const request = { method, path: url.split('?')[0] ?? url }
    open.set(to, request)
    to.on('close', () => open.delete(to))
    const failure = how(request)
    void wholeOf(from)
      .then((body) => (failure ? failWith[failure](from, body, to) : pass(from, body, to)))
      .catch(() => to.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    fail: (rule) => {
      how = rule
      for (const [to, request] of open) if (rule(request)) to.destroy()
    },
    heal: () => {
      how = never
      for (const go of delayed) go()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        agent.destroy()
      }),
  }
}
