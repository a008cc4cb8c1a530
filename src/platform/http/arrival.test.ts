import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitArrival } from './arrival.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  limitArrival(app, 150, 1_000)
  app.post('/body', () => 'there')
  app.post('/file', { config: { takesFiles: true } }, () => 'there')
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

/** Sends a body in two halves with a pause between; what came back until then. */
const send = (path: string, pauseMs: number) =>
  new Promise<string>((resolve) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    let said = ''
    socket.on('data', (more) => (said += String(more)))
    socket.on('close', () => resolve(said))
    socket.on('error', () => resolve(said))
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: clinic\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n"a`,
    )
    setTimeout(() => socket.writable && socket.write('b"'), pauseMs)
  })

test('a body that does not arrive in time is refused, one that does is taken, and a file may take longer', async () => {
  const [late, early, file] = await Promise.all([send('/body', 600), send('/body', 20), trickle(1_000, 20, 50)])
  expect(late).toContain('408 Request Timeout')
  expect(early).toContain('200 OK')
  expect(file).toContain('200 OK')
})

/** Sends a file a piece at a time; what came back until then. */
const trickle = (piece: number, pieces: number, everyMs: number) =>
  new Promise<string>((resolve) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    let said = ''
    let sent = 0
    socket.on('data', (more) => (said += String(more)))
    socket.on('error', () => {})
    const timer = setInterval(() => {
      if (sent >= pieces) return clearInterval(timer)
      sent += 1
      if (socket.writable) socket.write(sent === pieces ? `${' '.repeat(piece - 1)}"` : ' '.repeat(piece))
    }, everyMs)
    socket.on('close', () => {
      clearInterval(timer)
      resolve(said)
    })
    socket.write(
      `POST /file HTTP/1.1\r\nHost: clinic\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${piece * pieces + 1}\r\n\r\n"`,
    )
  })

test('a file that trickles is refused', async () => {
  expect(await trickle(1, 100, 50)).toContain('408 Request Timeout')
})
