import type { Endpoint, RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { attempt, persist } from '#web/calls/connection.ts'
import { addressOf, bodyOf, readError, type Parts } from '#web/calls/http.ts'

/**
 * One call as nobody in particular: no session, no waiting for a lost connection. Answers the payload or throws an ApiError. With the same `key` a
 * repeated change is made once.
 */
export const ask = async <const E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  { key, signal }: { key?: string; signal?: AbortSignal } = {},
): Promise<ResponseOf<E>> => {
  const { body, headers } = bodyOf({}, request as Parts)
  const address = addressOf(endpoint, request as Parts)
  const { method } = endpoint
  const isQuestion = method === 'GET'
  const send = () =>
    attempt(
      async ({ signal: end }) => {
        const response = await fetch(address, {
          method,
          body,
          headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
          signal: end,
        })
        if (!response.ok) throw await readError(response)
        return (await response.json()) as ResponseOf<E>
      },
      { signal },
    )
  return persist(send, { mayRepeat: isQuestion || key !== undefined, isQuestion, signal })
}
