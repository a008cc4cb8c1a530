import type { FastifyInstance } from 'fastify'
import { ConfigurationError } from '#platform/config.ts'

export interface Place {
  port: number
  host: string
}

const refusals: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ port }) => `Port ${port} is taken by another program; choose one with PORT.`,
  EACCES: ({ port }) => `Port ${port} may not be opened by this user; choose one above 1023 with PORT.`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST ${host} is not an address of this machine.`,
  EAI_AGAIN: ({ host }) => `HOST ${host} is not an address of this machine.`,
}

/** Opens the port and answers its number, also when 0 asked for any. A place that cannot be had is a ConfigurationError. */
export const listen = async (app: FastifyInstance, place: Place): Promise<number> => {
  const { level } = app.log
  try {
    // The program says itself where it is to be found.
    app.log.level = 'silent'
    await app.listen(place)
  } catch (error) {
    const refusal = error instanceof Error && 'code' in error ? refusals[String(error.code)] : undefined
    throw refusal ? new ConfigurationError(refusal(place)) : error
  } finally {
    app.log.level = level
  }
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : place.port
}
