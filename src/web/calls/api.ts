import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { callFacts, Endpoint, RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { attempt, persist } from './connection.ts'
import { heard } from './connection-state.ts'
import { addressOf, ApiError, bodyOf, readError, type Parts } from './http.ts'
import { keyOfRepeat } from './intent-key.ts'
import { liveMetaOf } from './news-about.ts'
import { own } from './news-pace.ts'
import { freshToken, session, tokenAfterRefusal, tokenIfSignedIn } from '../session/tokens.ts'
import { noteServerTime } from '../state/clinic-clock.ts'
import type { Transport } from './uploading.ts'

export { ApiError, isOffline, messageOf } from './http.ts'

export type Called = Omit<Pick<Endpoint, (typeof callFacts)[number]>, 'access'> & { access?: Endpoint['access'] }

export interface CallOptions {
  /** Made when the form opened (`intentKey`); otherwise that of the same change before, where its end is unknown, or a fresh one. */
  idempotencyKey?: string
  /** The version that the change starts from, sent as `If-Match`. */
  version?: number
  files?: Parts['files']
  /** The media type wanted of an endpoint that offers files beside JSON. */
  accept?: string
  signal?: AbortSignal
  /** False: a change that finds the connection lost fails at once, as what is asked does. */
  waits?: false
  /** Sends in place of `fetch`: `uploading(…)` tells how far a file has gone. */
  transport?: Transport
}

/** The request of an endpoint; one that takes nothing may be left out. */
export type RequestArgs<E> =
  unknown extends RequestOf<E> ? [request?: unknown, options?: CallOptions] : [request: RequestOf<E>, options?: CallOptions]

/** What carries a key: it is done once however often it arrives. */
const isKeyed = ({ method, idempotent }: Called) => method !== 'GET' && idempotent !== false

const headersOf = (key: string | undefined, { version, accept }: CallOptions): Record<string, string> => ({
  ...(key !== undefined && { 'idempotency-key': key }),
  ...(version !== undefined && { 'if-match': `"${version}"` }),
  ...(accept !== undefined && { accept }),
})

const nameOfFile = (file: File | Blob | null | undefined) =>
  file instanceof File ? [file.name, file.size, file.lastModified] : (file?.size ?? null)

/**
 * What a change is, as far as a repeat of it goes: who asks on which page for what. Not from which version: when the first attempt made that, the
 * server has to know the second by its key.
 */
const repeatOf = ({ method }: Called, address: string, { body }: Parts, { files = {} }: CallOptions) =>
  JSON.stringify([
    session.get().user?.user_id,
    globalThis.location?.pathname,
    method,
    address,
    typeof body === 'object' && body !== null ? { ...body, version: undefined } : body,
    Object.entries(files).map(([name, file]) => [name, nameOfFile(file)]),
  ])

/** A public call says who is asking when it can; signing in does not. */
const tokenIfAny = ({ idempotent }: Called) => (idempotent === false ? null : tokenIfSignedIn())

type Read<T> = (response: Response) => Promise<T>

/** Sends once and reads the reply; throws what is no success, an ApiError also where nothing answers or the reply breaks off. */
const sendOnce = <T>(transport: Transport, address: string, request: Parameters<Transport>[1], read: Read<T>): Promise<T> =>
  attempt(
    async ({ signal, moves }) => {
      const sentAt = Date.now()
      const response = await transport(address, { ...request, signal, moves })
      noteServerTime(response, sentAt)
      // A server whose database is away answers as well: that is no connection.
      if (response.status < 500) heard()
      if (response.ok) return read(response)
      throw await readError(response)
    },
    { signal: request.signal, isUpload: request.body instanceof FormData },
  )

/** Sends, after a renewed token where the first is refused, and as often as the state of the connection allows (`connection.ts`). */
const send = async <T>(endpoint: Called, request: Parts, options: CallOptions, read: Read<T>): Promise<T> => {
  const address = addressOf(endpoint, request)
  const { body, headers } = bodyOf(endpoint, { ...request, files: options.files })
  const { method } = endpoint
  const { transport = fetch, signal, waits = true, idempotencyKey } = options
  const isQuestion = method === 'GET'
  const repeat = isKeyed(endpoint) && idempotencyKey === undefined ? keyOfRepeat(repeatOf(endpoint, address, request, options)) : null
  const sent = { ...headers, ...headersOf(isKeyed(endpoint) ? (repeat?.get() ?? idempotencyKey) : undefined, options) }
  const isPublic = endpoint.access === 'public'
  let refused: string | null = null
  let refusals = 0
  const go = async (): Promise<T> => {
    const token = isPublic ? await tokenIfAny(endpoint) : await (refused ? tokenAfterRefusal(refused) : freshToken())
    const bearer: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
    try {
      return await sendOnce(transport, address, { method, body, headers: { ...sent, ...bearer }, signal }, read)
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 401
      // The server refuses a token that was just renewed only when something is badly wrong: give up then.
      if (!isRefused || token === null || isPublic || ++refusals > 2) throw error
      refused = token
      return go()
    }
  }
  try {
    const answer = await persist(go, { mayRepeat: isQuestion || isKeyed(endpoint), isQuestion, waits: waits && !isQuestion, signal })
    repeat?.settle()
    return answer
  } catch (error) {
    repeat?.settle(error)
    throw error
  }
}

/** Sends; what changes something is remembered as one's own, so that the screen shows at once what comes of it. */
const exchange = <T>(endpoint: Called, request: Parts, options: CallOptions, read: Read<T>) =>
  endpoint.method === 'GET' ? send(endpoint, request, options, read) : own.while(() => send(endpoint, request, options, read))

const readPayload = async (response: Response): Promise<unknown> => (response.status === 204 ? undefined : response.json())

/** Makes one call; answers its payload or throws an ApiError. */
export const call = async <const E extends Endpoint>(endpoint: E, ...[request, options]: RequestArgs<E>): Promise<ResponseOf<E>> =>
  (await exchange(endpoint, request ?? {}, options ?? {}, readPayload)) as ResponseOf<E>

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

export const callPage = async <const E extends Endpoint>(endpoint: E, ...[request, options]: RequestArgs<E>): Promise<RowPage<RowOf<E>>> =>
  exchange(endpoint, request ?? {}, options ?? {}, async (response) => {
    const total = response.headers.get('x-total-count')
    return {
      rows: (await readPayload(response)) as RowOf<E>[],
      next: cursorOf(response.headers.get('link')),
      total: total === null ? null : Number(total),
    }
  })

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
export const fetchFile = async <const E extends Endpoint>(endpoint: E, ...[request, options]: RequestArgs<E>) =>
  exchange(endpoint, request ?? {}, options ?? {}, async (response) => ({
    blob: await response.blob(),
    name: nameOf(response.headers.get('content-disposition')),
  }))

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
