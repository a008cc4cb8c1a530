import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface GatewayCall {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingMessage['headers']
  body: string
}
type GatewayReply = (response: ServerResponse) => void

export interface SmsGateway {
  url: string
  calls: GatewayCall[]
  /** Replies to the calls to come, in their order; then each is taken, with an id. */
  replies: GatewayReply[]
  close(): Promise<void>
}

/** A reply of this status and content. */
export const replyWith =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): GatewayReply =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

/** An SMS gateway that really listens on this machine, on a free port, and keeps what it was asked. */
export const openSmsGateway = async (): Promise<SmsGateway> => {
  const calls: GatewayCall[] = []
  const replies: GatewayReply[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      calls.push({
        method: request.method ?? '',
        path: pathname,
        query: Object.fromEntries(searchParams),
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      })
      const reply = replies.shift() ?? replyWith(200, { data: { id: `g-${calls.length}` } })
      reply(response)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    calls,
    replies,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}
