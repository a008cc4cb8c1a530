/** What sends a request: `fetch`, or something that does the same and more. */
export type Transport = (
  address: string,
  request: {
    method: string
    headers: Record<string, string>
    body?: string | FormData | undefined
    signal?: AbortSignal | undefined
    /** Called whenever more of the body has gone: what moves is not given up. */
    moves?: (() => void) | undefined
  },
) => Promise<Response>

const WITHOUT_BODY = new Set([204, 205, 304])

const headersIn = (text: string) => {
  const headers = new Headers()
  for (const line of text.trim().split(/[\r\n]+/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  return headers
}

/**
 * Sends as `fetch` does and tells which share (0 to 1) of the body has gone, which `fetch` cannot. Rejects with a TypeError when there is
 * no answer and with an AbortError after `signal`, as `fetch` does.
 */
export const uploading =
  (onSent: (share: number) => void): Transport =>
  (address, { method, headers, body, signal, moves }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, address)
      request.responseType = 'blob'
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        moves?.()
        onSent(total > 0 ? loaded / total : 0)
      })
      request.addEventListener('load', () => {
        const { status } = request
        const content = WITHOUT_BODY.has(status) ? null : (request.response as Blob)
        resolve(new Response(content, { status, headers: headersIn(request.getAllResponseHeaders()) }))
      })
      request.addEventListener('error', () => reject(new TypeError('There was no answer.')))
      const stopped = () => reject(new DOMException('The sending was stopped.', 'AbortError'))
      request.addEventListener('abort', stopped)
      if (signal?.aborted) return stopped()
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body ?? null)
    })
