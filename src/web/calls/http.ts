import type { Endpoint } from '#shared/endpoint.ts'
import { t } from '../i18n.ts'
import { date } from '../text/format.ts'

/**
 * A reply that is not a success, or no reply at all: `code` 'offline' where the connection is lost, 'no_answer' where only this call was not
 * answered. `status` is then 0, or what stood in the server's place said (502 to 504).
 */
export class ApiError extends Error {
  override name = 'ApiError'
  status: number
  code: string
  /** Field name -> messages; '' is the form as a whole. */
  fields: Record<string, string[]>
  detail: string
  /** Seconds to wait before trying again. */
  retryAfter: number | null
  body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>, retryAfter: number | null = null) {
    // A list of messages under `code` is about a field of that name.
    const { detail: message, non_field_errors: whole, ...rest } = body
    const { code } = rest
    // The server speaks of headers here.
    const detail = code === 'idempotency_key_reused' ? KEY_REUSED : message
    const fields = status === 400 || status === 401 ? fieldsOf(rest) : {}
    if (Array.isArray(whole)) fields[''] = whole.map(String)
    const text = typeof detail === 'string' ? detail : (fields['']?.[0] ?? Object.values(fields)[0]?.[0] ?? 'Something went wrong.')
    super(text)
    this.status = status
    this.code = typeof code === 'string' ? code : `http_${status}`
    this.fields = fields
    this.detail = text
    this.retryAfter = retryAfter
    this.body = detail === message ? body : { ...body, detail }
  }
}

const fieldsOf = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).flatMap(([name, value]) => (Array.isArray(value) ? [[name, value.map(String)]] : [])))

const UNANSWERED = 'The server did not respond. Try again in a moment.'
const UNANSWERED_CHANGE = 'The server did not respond. Your entries are still here. Try again: they are saved only once.'
const KEY_REUSED = 'An earlier attempt was saved. Check what was saved before you save again.'

export const offlineError = () => new ApiError(0, { detail: 'No connection to the clinic’s server.', code: 'offline' })
export const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'offline'
/** What a call that was given up is reported as: in the server's words where it has any. */
export const noAnswer = (error: ApiError, isKeyed: boolean): ApiError =>
  typeof error.body['detail'] === 'string' && error.status > 0
    ? error
    : new ApiError(error.status, { detail: isKeyed ? UNANSWERED_CHANGE : UNANSWERED, code: 'no_answer' })

/**
 * No connection, or the database is away, or the server behind a balancer: it is unknown whether a change was saved, so that it goes out again
 * with the same key rather than being typed anew. What the server refuses of its own accord (busy, too slow, a full disk) has a code and is answered.
 */
export const isAway = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 0 ||
    error.code === 'unavailable' ||
    error.code === 'no_answer' ||
    ['http_502', 'http_503', 'http_504'].includes(error.code))

/** One sentence for a person about any failure, in their language. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return t('Something went wrong.')
  const { code, body, detail } = error
  if (code !== 'patient_died') return t(detail)
  return t('This patient died on {day}. No new work can be started. Bills, documents and results can be completed.', {
    day: date(String(body['died_on'])),
  })
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

export interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  files?: Record<string, File | Blob | null | undefined>
}

/** The address of a request, under `/api`. */
export const addressOf = ({ path }: Pick<Endpoint, 'path'>, { params = {}, query = {} }: Parts): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, asText(value)]))
  return search.size > 0 ? `/api${filled}?${search}` : `/api${filled}`
}

const formDataOf = (body: unknown, files: NonNullable<Parts['files']>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>))
    if (value !== null && value !== undefined) form.append(name, asText(value))
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file)
  return form
}

/** JSON, or multipart when there is a file to send. */
export const bodyOf = (
  endpoint: Pick<Endpoint, 'files'>,
  { body, files }: Parts,
): { body?: string | FormData; headers?: Record<string, string> } => {
  if (endpoint.files && files && Object.values(files).some(Boolean)) return { body: formDataOf(body, files) }
  return body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads a failed reply, whatever its body is; throws when that breaks off. */
export const readError = async (response: Response): Promise<ApiError> => {
  const body = parsed(await response.text())
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return new ApiError(response.status, isObject ? (body as Record<string, unknown>) : {}, Number.isFinite(seconds) ? seconds : null)
}
