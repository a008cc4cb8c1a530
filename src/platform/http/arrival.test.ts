import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../testing/servers/certificate.ts'
import { connectHttp2 } from '../../testing/servers/http2-client.ts'
import { limitArrival } from './arrival.ts'
import { guardHttp2, http2Options } from './http2.ts'

/** A request of which the body is written a piece at a time. */
interface Sending {
  write(text: string): void
  isOpen(): boolean
  /** What came back by the end of it. */
  reply: Promise<string>
}

/** Begins a request with a body of `length` bytes. */
type Begin = (port: number, path: string, length: number) => Promise<Sending>

const overHttp1: Begin = async (port, path, length) => {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (more) => (heard += String(more)))
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: clinic\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  )
  return {
    write: (text) => socket.writable && socket.write(text),
    isOpen: () => socket.writable,
    reply: new Promise((resolve) => socket.on('close', () => resolve(heard.slice('HTTP/1.1 '.length)))),
  }
}

const overHttp2: Begin = async (port, path, length) => {
  const session = await connectHttp2(port)
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/json', 'content-length': length })
  let heard = ''
  stream.on('response', ({ ':status': status }) => (heard = `${status} ${heard}`))
  stream.on('data', (more) => (heard += String(more)))
  stream.on('error', () => {})
  let sent = 0
  return {
    write: (text) => {
      sent += text.length
      if (stream.writable) stream.write(text)
      if (sent === length) stream.end()
    },
    isOpen: () => stream.writable,
    reply: new Promise((resolve) =>
      stream.on('close', () => {
        session.close()
        resolve(heard)
      }),
    ),
  }
}

describe.each([
  ['HTTP/1.1', overHttp1, false],
  ['HTTP/2', overHttp2, true],
])('over %s', (_protocol, begin, isHttp2) => {
  let app: FastifyInstance
  beforeAll(async () => {
    const secure = isHttp2 && { http2: true, https: { ...http2Options(), ...(await makeCertificate()) } }
    app = Fastify({ ...secure } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance
    guardHttp2(app)
    limitArrival(app, 400, 1_000)
    app.post('/body', () => 'there')
    app.post('/file', { config: { takesFiles: true } }, () => 'there')
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())
  const portOf = () => (app.server.address() as AddressInfo).port

  /** Sends a body in two halves with a pause between; what came back until then. */
  const send = async (path: string, pauseMs: number) => {
    const sending = await begin(portOf(), path, 4)
    sending.write('"a')
    setTimeout(() => sending.write('b"'), pauseMs)
    return sending.reply
  }

  /** Sends a file a piece at a time; what came back until then. */
  const trickle = async (piece: number, pieces: number, everyMs: number) => {
    const sending = await begin(portOf(), '/file', piece * pieces + 1)
    sending.write('"')
    let sent = 0
    const timer = setInterval(() => {
      if (sent >= pieces || !sending.isOpen()) return clearInterval(timer)
      sent += 1
      sending.write(sent === pieces ? `${' '.repeat(piece - 1)}"` : ' '.repeat(piece))
    }, everyMs)
    return sending.reply
  }

  test('a body that does not arrive in time is refused, one that does is taken, and a file may take longer', async () => {
    const [late, early, file] = await Promise.all([send('/body', 1_500), send('/body', 20), trickle(1_000, 40, 50)])
    expect(late).toMatch(/^408/)
    expect(late).toContain('{"detail":"The request took too long to arrive.","code":"timeout"}')
    expect(early).toMatch(/^200/)
    expect(file).toMatch(/^200/)
  })

  test('a file that trickles is refused', async () => {
    expect(await trickle(1, 100, 50)).toMatch(/^408/)
  })
})
