import { once } from 'node:events'
import { connect, type ClientHttp2Session, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2'
import { nextIn } from '../calls/next-in.ts'
import type { Reply, TestClinic } from '../clinic.ts'

export interface Http2Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** Why the stream was reset; 0 where it was not. */
  code: number
}

/** A connection of HTTP/2 as browsers open one, with any certificate. */
export const connectHttp2 = async (port: number): Promise<ClientHttp2Session> => {
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  session.on('error', () => {})
  await once(session, 'connect')
  return session
}

/** One request over a connection, to the end of its stream. A stream that is reset has status 0 unless a reply had begun. */
export const askHttp2 = (session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string | Uint8Array): Promise<Http2Answer> =>
  new Promise((done) => {
    const stream = session.request(headers, { endStream: body === undefined })
    const chunks: Buffer[] = []
    let answered: IncomingHttpHeaders = {}
    stream.on('response', (received) => (answered = received))
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('error', () => {})
    stream.on('close', () =>
      done({ status: Number(answered[':status'] ?? 0), headers: answered, body: Buffer.concat(chunks), code: stream.rstCode ?? 0 }),
    )
    if (body !== undefined) stream.end(body)
  })

/** Calls a program that listens by https, over HTTP/2 and each time on a connection of its own. */
export const callerOverHttp2 =
  (port: number): TestClinic['call'] =>
  async (method, path, body, headers = {}): Promise<Reply> => {
    const session = await connectHttp2(port)
    const json = body === undefined ? undefined : JSON.stringify(body)
    const type = body !== undefined && { 'content-type': 'application/json' }
    const answer = await askHttp2(session, { ':method': method, ':path': path, ...type, ...headers }, json)
    session.close()
    const text = answer.body.toString()
    const all = answer.headers as Reply['headers']
    return { status: answer.status, headers: all, text, next: nextIn(all), json: <T>() => JSON.parse(text) as T }
  }
