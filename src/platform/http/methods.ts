import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#platform/errors/problem.ts'

const pathOf = (url: string) => url.split('?')[0]!.replace(/(?<=.)\/$/, '')
const patternOf = (url: string) =>
  new RegExp(
    `^${pathOf(url)
      .replace(/[.+?^$()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replace(/:\w+/g, '[^/]+')}$`,
  )

/** A live stream has no end whose length a HEAD could tell. */
const hasHead = (url: string) => !pathOf(url).endsWith('/events')

/** A HEAD is answered as the GET that it stands for; Node sends no body in a reply to it (RFC 9110, 9.3.2). */
export const headAsGet = (request: { method?: string | undefined; url?: string | undefined }): string => {
  const { url = '/' } = request
  if (request.method === 'HEAD' && hasHead(url)) request.method = 'GET'
  return url
}

/**
 * Answers addresses that know other methods: 204 to OPTIONS, else 405, each with `Allow` (RFC 9110, 15.5.6). Everything else is a 404. It has to
 * come before the routes, of which it takes note.
 */
export const answerOtherMethods = (app: FastifyInstance) => {
  const served: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) served.push({ method: one, url })
  })
  let patterns: { pattern: RegExp; method: string }[] | undefined
  const allowedAt = (url: string) => {
    patterns ??= served.map((one) => ({ pattern: patternOf(one.url), method: one.method }))
    const methods = new Set(patterns.filter(({ pattern }) => pattern.test(pathOf(url))).map(({ method }) => method))
    if (methods.size === 0) return []
    if (methods.has('GET') && hasHead(url)) methods.add('HEAD')
    return [...methods, 'OPTIONS'].toSorted()
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const allowed = allowedAt(request.url)
    if (allowed.length === 0) throw new Problem(404, 'not_found', 'This address does not exist.')
    void reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new Problem(405, 'method_not_allowed', `This address does not answer ${request.method}. Allowed: ${allowed.join(', ')}.`)
  })
}
