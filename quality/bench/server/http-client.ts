import { connect, type Socket } from 'node:net'

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}
export interface HttpReply {
  status: number
  body: string
  /** The lines above the body, as they came. */
  head: string
}

export interface HttpConnection {
  /** One request at a time. */
  send: (request: HttpRequest) => Promise<HttpReply>
  /** The server may have closed it since the last reply. */
  isOpen: () => boolean
  close: () => void
}

const textOf = ({ method, path, token, body, headers = {} }: HttpRequest) => {
  const payload = body === undefined ? '' : JSON.stringify(body)
  let head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n`
  if (token !== undefined) head += `authorization: Bearer ${token}\r\n`
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`
  if (payload) head += `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(payload)}\r\n`
  return `${head}\r\n${payload}`
}

interface Waiting {
  done: (reply: HttpReply) => void
  failed: (error: Error) => void
}

const parse = (data: Buffer): { reply: HttpReply; length: number } | null => {
  const end = data.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = data.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined && status !== 204) throw new Error(`A reply without content-length: ${head.slice(0, 200)}`)
  const whole = end + 4 + Number(length ?? 0)
  return data.length < whole ? null : { reply: { status, head, body: data.toString('utf8', end + 4, whole) }, length: whole }
}

/**
 * One kept-alive HTTP/1.1 connection, made of a bare socket: on a machine that runs the program, its database and the measurement at once,
 * the client must cost next to nothing. `localAddress` is where the request seems to come from.
 */
export const openConnection = (port: number, localAddress = '127.0.0.1'): Promise<HttpConnection> =>
  new Promise((opened, refused) => {
    let waiting: Waiting | null = null
    let data: Buffer = Buffer.alloc(0)
    const fail = (error: Error) => {
      const { failed } = waiting ?? { failed: refused }
      waiting = null
      failed(error)
    }
    const socket: Socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('The server closed the connection')))
    socket.on('data', (chunk) => {
      try {
        data = data.length > 0 ? Buffer.concat([data, chunk]) : chunk
        const parsed = parse(data)
        if (!parsed || !waiting) return
        data = data.subarray(parsed.length)
        const { done } = waiting
        waiting = null
        done(parsed.reply)
      } catch (error) {
        fail(error as Error)
      }
    })
    socket.on('connect', () =>
      opened({
        send: (request) =>
          new Promise((done, failed) => {
            if (socket.destroyed) return failed(new Error('The connection is closed'))
            waiting = { done, failed }
            socket.write(textOf(request))
          }),
        isOpen: () => !socket.destroyed && socket.readable,
        close: () => socket.destroy(),
      }),
    )
  })
