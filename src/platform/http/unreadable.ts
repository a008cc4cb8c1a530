import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const refusals: Record<string, [status: string, code: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'too_large', 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'timeout', 'The request took too long to arrive.'],
}

const reply = (status: string, type: string, body: string) =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`

/** What is answered to what failed with `code`, in the shape of every other refusal. */
export const refusalOf = (code: string): { status: string; type: string; body: string } => {
  const [status, name, detail] = refusals[code] ?? ['400 Bad Request', 'invalid', 'The request cannot be read.']
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify({ detail, code: name }) }
}

/** Says why, and ends the connection. */
export const refuseSocket = (socket: Socket, code: string) => {
  const { status, type, body } = refusalOf(code)
  socket.end(reply(status, type, body))
}

const PLAIN = 'This clinic answers by https. Write https:// before its address, like https://clinic:8080\n'

const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/**
 * Answers what is no request at all, in the shape of every other refusal. `welcome` makes an https server tell whoever speaks plain http
 * to it what to do; without it their browser shows nothing but a broken connection.
 */
export const unreadableRequests = () => {
  const callers = new Map<string, Socket>()
  return {
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => {
      const caller = callers.get(nameOf(socket))
      if (error.code === 'ERR_SSL_HTTP_REQUEST' && caller?.writable)
        caller.end(reply('400 Bad Request', 'text/plain; charset=utf-8', PLAIN))
      else if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
      else refuseSocket(socket, error.code ?? '')
    },
    welcome: (server: Server) => {
      server.on('connection', (caller) => {
        const name = nameOf(caller)
        callers.set(name, caller)
        caller.once('close', () => callers.delete(name))
      })
    },
  }
}
