import type { Endpoint, RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { addressOf, bodyOf, errorOf, offlineError, type Parts } from '#web/calls/http.ts'

/** The slowest line that is still worth waiting for. */
const PATIENCE_MS = 45_000

const patience = (signal?: AbortSignal) => {
  const end = AbortSignal.timeout(PATIENCE_MS)
  return signal ? AbortSignal.any([signal, end]) : end
}

/**
 * One call as nobody in particular: no session, no waiting for the line, no second try. Answers the payload or throws an ApiError; no reply
 * in time counts as no line. With the same `key` a repeated change is made once.
 */
export const ask = async <const E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  { key, signal }: { key?: string; signal?: AbortSignal } = {},
): Promise<ResponseOf<E>> => {
  const { body, headers } = bodyOf({}, request as Parts)
  let response: Response
  try {
    response = await fetch(addressOf(endpoint, request as Parts), {
      method: endpoint.method,
      body,
      headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
      signal: patience(signal),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw offlineError()
  }
  if (!response.ok) throw await errorOf(response)
  return (await response.json()) as ResponseOf<E>
}
