import type { FastifyRequest } from 'fastify'

const HOST = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(:\d{1,5})?$/i

/**
 * How the caller addresses this server: protocol and host, such as https://clinic.example:8443. A host that is no plain name or number
 * is nobody's address, and becomes localhost.
 */
export const originOf = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string =>
  `${protocol === 'https' ? 'https' : 'http'}://${host.length <= 255 && HOST.test(host) ? host.toLowerCase() : 'localhost'}`
