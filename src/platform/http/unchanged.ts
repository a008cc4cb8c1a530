import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'

/** Changes of a record that a GET answers at the same address. */
export const readableIn = (endpoints: readonly Endpoint[]): ReadonlySet<Endpoint> => {
  const read = new Set(endpoints.filter(({ method }) => method === 'GET').flatMap(({ path, also = [] }) => [path, ...also]))
  return new Set(
    endpoints.filter(
      ({ method, path, also = [] }) => (method === 'PUT' || method === 'PATCH') && [path, ...also].some((one) => read.has(one)),
    ),
  )
}

/** Only a whole record names itself: what a form sends holds its fields alone. */
const isWhole = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && 'id' in body

/**
 * Answers a record that comes back as it was read, word for word: nothing changes, whatever else the call could do. The caller reads it with
 * their own rights. Says whether it answered; everything else goes on to the call itself.
 */
export const answerUnchanged = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
  if (!isWhole(request.body)) return false
  const { authorization, cookie } = request.headers
  const read = await request.server.inject({
    method: 'GET',
    url: request.url,
    headers: { ...(authorization !== undefined && { authorization }), ...(cookie !== undefined && { cookie }) },
    remoteAddress: request.ip,
  })
  if (read.statusCode !== 200 || !isDeepStrictEqual(read.json(), { ...request.body })) return false
  const { etag } = read.headers
  void reply
    .headers(typeof etag === 'string' ? { etag } : {})
    .type('application/json; charset=utf-8')
    .send(read.body)
  return true
}
