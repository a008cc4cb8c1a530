import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const LOOK_MS = 200

export interface Balancer {
  port: number
  close(): Promise<void>
}

interface Upstream {
  port: number
  isUp: boolean
}

/** Whether the server at `port` may be sent requests. */
const isReady = (port: number) =>
  new Promise<boolean>((done) => {
    ask({ port, host: '127.0.0.1', path: '/health/ready', agent: false, timeout: 2_000 }, (reply) => {
      reply.resume()
      done(reply.statusCode === 200)
    })
      .on('error', () => done(false))
      .on('timeout', function stop(this: { destroy(): void }) {
        this.destroy()
      })
      .end()
  })

/**
 * The smallest balancer that does what docs/install.md asks of one: it sends requests to the servers in turn, no session to the same twice, says
 * who asked by what, hands replies through as they come, and asks /health/ready who may be sent requests. A server that cannot be reached is
 * left out at once; what it was answering when it died ends.
 */
export const startBalancer = async (ports: readonly number[]): Promise<Balancer> => {
  const upstreams: Upstream[] = ports.map((port) => ({ port, isUp: true }))
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const next = () => {
    const up = upstreams.filter(({ isUp }) => isUp)
    turn += 1
    return up[turn % up.length]
  }

  const pass = (incoming: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const upstream = next()
    if (!upstream) {
      response.writeHead(503).end()
      return
    }
    let hasBegun = false
    const { headers, method, url } = incoming
    const forwarded = {
      ...headers,
      'x-forwarded-for': [headers['x-forwarded-for'], incoming.socket.remoteAddress].filter(Boolean).join(', '),
      'x-forwarded-proto': 'https',
      connection: 'keep-alive',
    }
    const outgoing = ask({ host: '127.0.0.1', port: upstream.port, method, path: url, headers: forwarded, agent }, (reply) => {
      hasBegun = true
      response.writeHead(reply.statusCode ?? 502, { ...reply.headers, 'x-served-by': String(upstream.port) })
      response.flushHeaders()
      reply.pipe(response)
      reply.on('error', () => response.destroy())
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (hasBegun || response.destroyed) response.destroy()
      else if (error.code === 'ECONNREFUSED') {
        // Nobody has heard the request yet: another one may.
        upstream.isUp = false
        pass(incoming, body, response)
      } else response.writeHead(502).end()
    })
    response.on('close', () => outgoing.destroy())
    outgoing.end(body)
  }

  const server = createServer((incoming, response) => {
    void buffer(incoming).then(
      (body) => pass(incoming, body, response),
      () => response.destroy(),
    )
  })
  const timer = setInterval(() => {
    for (const upstream of upstreams) void isReady(upstream.port).then((ready) => (upstream.isUp = ready))
  }, LOOK_MS)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
