import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Download, Endpoint, Page } from '#shared/endpoint.ts'
import { Problem } from '#platform/errors/problem.ts'
import { JSON_TYPE } from './accept.ts'
import type { StoredReply } from './idempotency.ts'

/** Content-Disposition by RFC 6266: a plain ASCII name for old clients, the real one in UTF-8 beside it. */
const contentDisposition = (filename: string, inline: boolean) => {
  const ascii = filename.replace(/[^\w. -]/g, '_')
  const utf8 = encodeURIComponent(filename).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${utf8}`
}

/** A reply ready to be sent, or kept. */
export interface Outcome extends StoredReply {
  download?: Download & { type: string }
  /** A failure that is answered although everything was committed. */
  problem?: Problem
}

const nextLink = (request: FastifyRequest, cursor: string) => {
  const url = new URL(request.url, 'http://localhost')
  url.searchParams.set('cursor', cursor)
  return `<${url.pathname}${url.search}>; rel="next"`
}

const encodePage = (endpoint: Endpoint, request: FastifyRequest, page: Page<unknown>): Outcome => ({
  status: 200,
  headers: {
    ...(page.next !== null && { link: nextLink(request, page.next) }),
    ...(page.total !== undefined && { 'x-total-count': String(page.total) }),
  },
  reply: JSON.stringify(z.encode(endpoint.response, page.rows)),
})

/** Calls that make a record (201) which a GET answers at the same address with its id. */
export const locatedIn = (endpoints: readonly Endpoint[]): ReadonlySet<Endpoint> => {
  const read = new Set(endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path.replace(/\{\w+\}/g, '{}')))
  return new Set(
    endpoints.filter(({ method, status, path }) => method === 'POST' && status === 201 && read.has(`${path.replace(/\/?$/, '/')}{}/`)),
  )
}

const locationOf = ({ url }: FastifyRequest, body: unknown): Record<string, string> =>
  typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'number'
    ? { location: `${url.split('?')[0]!.replace(/\/?$/, '/')}${body.id}/` }
    : {}

/** Whether the caller has this version already (RFC 9110, 13.1.2). */
const isKnown = ({ method, headers }: FastifyRequest, etag: string) => {
  if (method !== 'GET') return false
  const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}

interface Shape {
  status: number
  /** The media type of the reply. */
  type: string
  /** Its address is told (`locatedIn`). */
  isLocated: boolean
  /** Where the list in the reply goes on. */
  next: string | null
}

/** Brings what a handler answered into the shape of its contract; throws when it does not fit. */
export const encode = (endpoint: Endpoint, request: FastifyRequest, result: unknown, { status, type, isLocated, next }: Shape): Outcome => {
  if (result instanceof Problem) return { status: result.status, headers: {}, reply: '', problem: result }
  if (endpoint.produces) return { status, headers: {}, reply: '', download: { type: endpoint.produces, ...(result as Download) } }
  const vary = endpoint.offers && { vary: 'accept' }
  if (type !== JSON_TYPE) return { status, headers: { ...vary }, reply: '', download: { ...(result as Download), type } }
  if (endpoint.paged) return encodePage(endpoint, request, result as Page<unknown>)
  if (status === 204) return { status, headers: {}, reply: '' }
  const body = z.encode(endpoint.response, result)
  const version = typeof body === 'object' && body !== null && 'version' in body ? body.version : undefined
  const location: Record<string, string> =
    isLocated && status === 201 && !request.routeOptions.config.isAlias ? locationOf(request, body) : {}
  const link = next !== null && { link: nextLink(request, next) }
  const headers = { ...vary, ...location, ...link, ...(typeof version === 'number' && { etag: `"${version}"` }) }
  return { status, headers, reply: JSON.stringify(body) }
}

export const send = (reply: FastifyReply, { status, headers, reply: body, download }: Outcome) => {
  void reply.code(status).headers(headers)
  if (download?.etag) {
    const etag = `"${download.etag}"`
    void reply.headers({ etag, 'cache-control': 'private, no-cache' })
    if (isKnown(reply.request, etag)) return reply.code(304).send()
  }
  if (download)
    return reply
      .type(download.type)
      .header('content-disposition', contentDisposition(download.filename, download.inline ?? false))
      .send(download.body)
  if (headers['etag'] !== undefined && isKnown(reply.request, headers['etag'])) return reply.code(304).send()
  return status === 204 ? reply.send() : reply.type('application/json; charset=utf-8').send(body)
}
