import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Endpoint, RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { heard, lost, waitForLine } from './connection.ts'
import { addressOf, ApiError, bodyOf, errorOf, isAway, offlineError, type Parts } from './http.ts'
import { liveMetaOf } from './news-about.ts'
import { own } from './news-pace.ts'
import { randomId } from './random-id.ts'
import { freshToken, tokenAfterRefusal, tokenIfSignedIn } from '../session/tokens.ts'
import type { Transport } from './uploading.ts'

export { ApiError, isOffline, messageOf } from './http.ts'

/** What a call needs to know of its endpoint at run time; the schemas matter to forms alone. */
export type Called = Pick<Endpoint, 'method' | 'path' | 'idempotent' | 'files' | 'live' | 'paged'> & { access?: Endpoint['access'] }

export interface CallOptions {
  /** Made when the form opened; a fresh one otherwise. */
  idempotencyKey?: string
  /** The version that the change starts from, sent as `If-Match`. */
  version?: number
  files?: Parts['files']
  /** The media type wanted of an endpoint that offers files beside JSON. */
  accept?: string
  signal?: AbortSignal
  /** False: a change that finds no line fails at once, as what is asked does. */
  waits?: false
  /** Sends in place of `fetch`: `uploading(…)` tells how far a file has gone. */
  transport?: Transport
}

/** The request of an endpoint; one that takes nothing may be left out. */
export type RequestArgs<E> =
  unknown extends RequestOf<E> ? [request?: unknown, options?: CallOptions] : [request: RequestOf<E>, options?: CallOptions]

/** What may go out again: it is done once however often it arrives, since it carries a key. */
const isRepeatable = ({ method, idempotent }: Called) => method !== 'GET' && idempotent !== false

const headersOf = (endpoint: Called, { idempotencyKey, version, accept }: CallOptions): Record<string, string> => ({
  ...(isRepeatable(endpoint) && { 'idempotency-key': idempotencyKey ?? randomId() }),
  ...(version !== undefined && { 'if-match': `"${version}"` }),
  ...(accept !== undefined && { accept }),
})

/** A public call says who is asking when it can; signing in does not. */
const tokenIfAny = ({ idempotent }: Called) => (idempotent === false ? null : tokenIfSignedIn())

/** Sends once; throws what is no success, an ApiError also where nothing answers. */
const sendOnce = async (transport: Transport, address: string, request: Parameters<Transport>[1]): Promise<Response> => {
  let response: Response
  try {
    response = await transport(address, request)
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw offlineError()
  }
  // A server whose database is away answers as well: that is no line.
  if (response.status < 500) heard()
  if (response.ok) return response
  throw await errorOf(response)
}

/** Sends and sends again: after a renewed token, and, for changes that may be repeated, after the line has come back. */
const send = async (endpoint: Called, request: Parts, options: CallOptions): Promise<Response> => {
  const address = addressOf(endpoint, request)
  const { body, headers } = bodyOf(endpoint, { ...request, files: options.files })
  const sent = { ...headers, ...headersOf(endpoint, options) }
  const { method } = endpoint
  const { transport = fetch, signal, waits = true } = options
  const isPublic = endpoint.access === 'public'
  let refused: string | null = null
  for (let refusals = 0; ;) {
    let token: string | null = null
    try {
      token = isPublic ? await tokenIfAny(endpoint) : await (refused ? tokenAfterRefusal(refused) : freshToken())
      const bearer: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
      return await sendOnce(transport, address, { method, body, headers: { ...sent, ...bearer }, signal })
    } catch (error) {
      if (isAway(error)) {
        lost()
        if (!waits || !isRepeatable(endpoint)) throw error
        await waitForLine()
      } else {
        const isRefused = error instanceof ApiError && error.status === 401
        // The server refuses a token that was just renewed only when something is badly wrong: give up then.
        if (!isRefused || token === null || isPublic || ++refusals > 2) throw error
        refused = token
      }
    }
  }
}

/** Sends; what changes something is remembered as one's own, so that the screen shows at once what comes of it. */
const exchange = (endpoint: Called, request: Parts, options: CallOptions) =>
  endpoint.method === 'GET' ? send(endpoint, request, options) : own.while(() => send(endpoint, request, options))

const payloadOf = async (response: Response): Promise<unknown> => (response.status === 204 ? undefined : response.json())

/** Makes one call; answers its payload or throws an ApiError. */
export const call = async <const E extends Endpoint>(endpoint: E, ...[request, options]: RequestArgs<E>): Promise<ResponseOf<E>> =>
  (await payloadOf(await exchange(endpoint, request ?? {}, options ?? {}))) as ResponseOf<E>

/** One page of a list: its rows, the cursor of the next page, and the total when it was asked for. */
export interface RowPage<Row> {
  rows: Row[]
  next: string | null
  total: number | null
}
type RowOf<E extends Endpoint> = ResponseOf<E> extends (infer Row)[] ? Row : never

const cursorOf = (link: string | null): string | null => {
  const address = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  return address === undefined ? null : new URL(address, location.origin).searchParams.get('cursor')
}

export const callPage = async <const E extends Endpoint>(
  endpoint: E,
  ...[request, options]: RequestArgs<E>
): Promise<RowPage<RowOf<E>>> => {
  const response = await exchange(endpoint, request ?? {}, options ?? {})
  const total = response.headers.get('x-total-count')
  return {
    rows: (await payloadOf(response)) as RowOf<E>[],
    next: cursorOf(response.headers.get('link')),
    total: total === null ? null : Number(total),
  }
}

/** Options of `useQuery`; live news about the endpoint's topics makes the reply stale. */
export const query = <const E extends Endpoint>(endpoint: E, ...[request]: RequestArgs<E>) =>
  queryOptions({
    queryKey: [endpoint.path, request ?? {}] as const,
    queryFn: ({ signal }) => call(endpoint, ...([request, { signal }] as unknown as RequestArgs<E>)),
    meta: { ...liveMetaOf(endpoint, (request ?? {}) as Parts) },
  })

/** Options of `useInfiniteQuery` for a list that is paged by cursor. */
export const pages = <const E extends Endpoint & { paged: true }>(endpoint: E, ...[request]: RequestArgs<E>) =>
  infiniteQueryOptions({
    queryKey: [endpoint.path, 'pages', request ?? {}] as const,
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) => {
      const { query: given, ...rest } = (request ?? {}) as Parts
      const asked = { ...rest, query: { ...given, ...(pageParam !== null && { cursor: pageParam }) } }
      return callPage(endpoint, ...([asked, { signal }] as unknown as RequestArgs<E>))
    },
    getNextPageParam: (last: RowPage<RowOf<E>>) => last.next,
    meta: { ...liveMetaOf(endpoint, request ?? {}) },
  })

const nameOf = (disposition: string | null): string => {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return extended ? decodeURIComponent(extended) : (/filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'download')
}

/** Fetches a file reply with the bearer header: a Blob and its name. */
export const fetchFile = async <const E extends Endpoint>(endpoint: E, ...[request, options]: RequestArgs<E>) => {
  const response = await exchange(endpoint, request ?? {}, options ?? {})
  return { blob: await response.blob(), name: nameOf(response.headers.get('content-disposition')) }
}

const FREED_AFTER_MS = 60_000
const freeLater = (url: string) => void setTimeout(() => URL.revokeObjectURL(url), FREED_AFTER_MS)

/** Saves what is here already as a file. */
export const saveBlob = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  freeLater(url)
}

/**
 * Fetches a file and saves it, or with `open` shows it in a new tab (the tab is opened at once, so that no pop-up blocker minds). `accept`
 * names one of the files that an endpoint offers beside JSON.
 */
export const download = async <const E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  { open = false, accept }: { open?: boolean; accept?: string } = {},
): Promise<void> => {
  const tab = open ? window.open('', '_blank') : null
  try {
    const { blob, name } = await fetchFile(endpoint, ...([request, { accept }] as unknown as RequestArgs<E>))
    if (!tab) return saveBlob(blob, name)
    const url = URL.createObjectURL(blob)
    tab.location.href = url
    freeLater(url)
  } catch (error) {
    tab?.close()
    throw error
  }
}
