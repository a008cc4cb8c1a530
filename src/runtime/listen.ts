import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ConfigurationError } from '#platform/config.ts'

export interface Place {
  port: number
  host: string
}

const refusals: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} of ${host} is taken by another program: stop that one (on Linux, ss -ltnp names it), or choose another port with PORT.`,
  EACCES: ({ port }) =>
    `Port ${port} may not be opened by this user: choose one above 1023 with PORT, or let the service have it (AmbientCapabilities=CAP_NET_BIND_SERVICE).`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST ${host} is not an address of this machine.`,
  EAI_AGAIN: ({ host }) => `HOST ${host} is not an address of this machine.`,
}

const refusalOf = (error: unknown, place: Place) => {
  const refusal = error instanceof Error && 'code' in error ? refusals[String(error.code)] : undefined
  return refusal ? new ConfigurationError(refusal(place)) : error
}

/** ConfigurationError where the port cannot be had: asked before anything else is touched. */
export const requireFreePort = async ({ host, port }: Place): Promise<void> => {
  const server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    throw refusalOf(error, { host, port })
  } finally {
    if (server.listening) await new Promise((done) => server.close(done))
  }
}

/** Opens the port and answers its number, also when 0 asked for any. A place that cannot be had is a ConfigurationError. */
export const listen = async (app: FastifyInstance, place: Place): Promise<number> => {
  const { level } = app.log
  try {
    // The program says itself where it is to be found.
    app.log.level = 'silent'
    await app.listen(place)
  } catch (error) {
    throw refusalOf(error, place)
  } finally {
    app.log.level = level
  }
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : place.port
}
