import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { makeCertificate } from '../../testing/servers/certificate.ts'
import { askHttp2, connectHttp2 } from '../../testing/servers/http2-client.ts'
import {
  ACK,
  CONTINUATION,
  DATA,
  END_HEADERS,
  END_STREAM,
  frame,
  GOAWAY,
  HEADERS,
  headerBlock,
  isEndOf,
  openRawHttp2,
  PING,
  request,
  requestHeaders,
  RST_STREAM,
  streamIds,
  SETTINGS,
  uint32,
  WINDOW_UPDATE,
  type RawHttp2,
} from '../../testing/servers/raw-http2.ts'
import { guardHttp2, HTTP2_LIMITS, http2Options, isGone, requireWhole, type Http2Limits } from './http2.ts'

const CANCEL = uint32(8)
/** More than the windows of a client that gives none, and than the system takes for it. */
const MUCH = 'x'.repeat(4_000_000)

let app: FastifyInstance
let opened: RawHttp2[] = []
afterEach(async () => {
  for (const connection of opened) connection.close()
  opened = []
  await app.close()
})

/** A reply that is read from a file, piece by piece. */
const [PIECES, PIECE] = [32, 65_536]

/** A server with such limits; `seen` is what its handlers met. */
const serve = async (limits: Partial<Http2Limits> = {}) => {
  const all = { ...HTTP2_LIMITS, ...limits }
  const options = { http2: true, https: { ...http2Options(all), ...(await makeCertificate()) } }
  app = Fastify(options as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance
  const guard = guardHttp2(app, all)
  const seen = { begun: 0, atWork: 0, most: 0, ips: [] as string[], forms: [] as string[], gone: [] as boolean[] }
  const release = Promise.withResolvers<void>()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (asked, text: string, done) => {
    try {
      requireWhole(asked)
      seen.forms.push(text)
      done(null, text)
    } catch (error) {
      done(error as Error)
    }
  })
  app.post('/form', () => 'taken')
  app.get('/', () => 'there')
  app.get('/much', () => MUCH)
  app.get('/file', (_asked, reply) => reply.send(Readable.from(Array.from({ length: PIECES }, () => Buffer.alloc(PIECE)))))
  app.get('/part', (asked) =>
    guard.work(asked, () => {
      seen.begun += 1
      return Promise.resolve('x'.repeat(400_000))
    }),
  )
  app.get('/work', (asked, reply) =>
    guard.work(asked, async () => {
      seen.begun += 1
      seen.atWork += 1
      seen.most = Math.max(seen.most, seen.atWork)
      await release.promise
      seen.atWork -= 1
      seen.ips.push(asked.ip, asked.protocol)
      seen.gone.push(isGone(reply))
      return 'done'
    }),
  )
  app.get('/closing', (_asked, reply) => reply.header('connection', 'close').send('there'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const open = async () => {
    const connection = await openRawHttp2(port)
    opened.push(connection)
    return connection
  }
  /** How many connections the server has. */
  const connections = () => new Promise<number>((done) => app.server.getConnections((_error, count) => done(count)))
  const isServed = async () => {
    const session = await connectHttp2(port)
    const { status } = await askHttp2(session, { ':path': '/' })
    session.destroy()
    return status
  }
  return { port, open, seen, release: release.resolve, connections, isServed }
}

test('thousands of requests that are reset at once begin no more work than a connection may have, and end it', async () => {
  const { open, seen, release, isServed, connections } = await serve()
  const attack = await open()
  for (let at = 0; at < 5_000 && !attack.isClosed(); at += 100) {
    attack.send(
      ...streamIds(5_000)
        .slice(at, at + 100)
        .flatMap((id) => [request(id, '/work'), frame(RST_STREAM, 0, id, CANCEL)]),
    )
    await sleep(1)
  }
  expect(await isServed()).toBe(200)
  await attack.until(() => false)
  expect(attack.isClosed()).toBe(true)
  expect(seen.most).toBeLessThanOrEqual(HTTP2_LIMITS.work)
  release()
  await expect.poll(() => seen.atWork).toBe(0)
  expect(seen.begun).toBeLessThanOrEqual(HTTP2_LIMITS.work)
  await expect.poll(connections).toBe(0)
})

test('requests that are reset faster than pages are left end the connection, though none of them is work', async () => {
  const { open, isServed } = await serve()
  const attack = await open()
  for (let at = 0; at < 5_000 && !attack.isClosed(); at += 100) {
    attack.send(
      ...streamIds(5_000)
        .slice(at, at + 100)
        .flatMap((id) => [request(id, '/'), frame(RST_STREAM, 0, id, CANCEL)]),
    )
    await sleep(1)
  }
  await attack.until(() => false)
  expect(attack.isClosed()).toBe(true)
  expect(await isServed()).toBe(200)
})

test('a page that is left gives up ninety requests at once, and the connection goes on', async () => {
  const { open, release } = await serve()
  const browser = await open()
  browser.send(frame(SETTINGS, ACK, 0), ...streamIds(90).map((id) => request(id, '/work')))
  await browser.until((frames) => frames.some(({ type }) => type === SETTINGS))
  browser.send(...streamIds(90).map((id) => frame(RST_STREAM, 0, id, CANCEL)), request(201, '/'))
  release()
  await browser.until((frames) => frames.some(isEndOf(201)))
  expect(browser.body(201)).toBe('there')
})

test('a request that was reset before its turn is not begun, and one that was begun still says from where it came', async () => {
  const { open, seen, release } = await serve()
  const client = await open()
  client.send(request(1, '/work'))
  await expect.poll(() => seen.begun).toBe(1)
  client.send(frame(RST_STREAM, 0, 1, CANCEL), request(3, '/'))
  await client.until((frames) => frames.some(isEndOf(3)))
  release()
  await expect.poll(() => seen.atWork).toBe(0)
  expect(seen.ips).toEqual(['127.0.0.1', 'https'])
  expect(seen.gone).toEqual([true])
})

test('requests beyond those that may be open at once are refused, the others answered', async () => {
  const { open, seen, release } = await serve({ streams: 10 })
  const client = await open()
  client.send(...streamIds(30).map((id) => request(id, '/work')))
  await client.until((frames) => frames.filter(({ type }) => type === RST_STREAM).length >= 20)
  expect(
    new Set(
      streamIds(30)
        .slice(10)
        .map((id) => client.reason(id)),
    ),
  ).toEqual(new Set(['REFUSED_STREAM']))
  expect(seen.begun).toBe(10)
  release()
  await client.until((frames) => frames.filter(({ type, flags }) => type === DATA && flags & END_STREAM).length >= 10)
  expect(streamIds(10).map((id) => client.body(id))).toEqual(streamIds(10).map(() => 'done'))
})

test('a client that has read how many may be open, and opens more, is ended', async () => {
  const { open, seen, release } = await serve({ streams: 10 })
  const client = await open()
  await client.until((frames) => frames.some(({ type, flags }) => type === SETTINGS && flags === 0))
  client.send(frame(SETTINGS, ACK, 0), ...streamIds(30).map((id) => request(id, '/work')))
  await client.until(() => false)
  expect(client.isClosed()).toBe(true)
  expect(seen.begun).toBeLessThanOrEqual(10)
  release()
})

test.each([
  ['PING', frame(PING, 0, 0, Buffer.alloc(8))],
  ['SETTINGS', frame(SETTINGS, 0, 0)],
])('a flood of %s frames is ended, a few are answered', async (_name, bytes) => {
  const { open, isServed } = await serve()
  const calm = await open()
  calm.send(...Array.from({ length: 50 }, () => bytes), request(1, '/'))
  await calm.until((frames) => frames.some(isEndOf(1)))
  expect(calm.body(1)).toBe('there')
  const flood = await open()
  for (let round = 0; round < 200 && !flood.isClosed(); round += 1) {
    flood.send(...Array.from({ length: 100 }, () => bytes))
    await sleep(1)
  }
  await flood.until(() => false)
  expect(flood.isClosed()).toBe(true)
  // A connection that is ended while it sends may be gone before it is heard why.
  expect([undefined, 'ENHANCE_YOUR_CALM']).toContain(flood.reason())
  expect(await isServed()).toBe(200)
})

const open = (path: string) => frame(HEADERS, END_HEADERS, 1, headerBlock(requestHeaders('POST', path, { 'content-type': FORM })))
const FORM = 'application/x-www-form-urlencoded'

test.each([
  [
    'CONTINUATION frames',
    [
      frame(HEADERS, 0, 1, headerBlock(requestHeaders('GET', '/'))),
      ...streamIds(2_000).map(() => frame(CONTINUATION, 0, 1, headerBlock([['x-a', 'b']]))),
    ],
  ],
  ['empty DATA frames', [open('/form'), ...streamIds(3_000).map(() => frame(DATA, 0, 1))]],
  ['frames of 32 MB', [Buffer.from([2, 0, 0, DATA, 0, 0, 0, 0, 1])]],
  ['SETTINGS with a thousand entries', [frame(SETTINGS, 0, 0, Buffer.concat(streamIds(1_000).map(() => Buffer.from([0, 2, 0, 0, 0, 0]))))]],
])('%s without end are ended', async (_name, frames) => {
  const { open, isServed, seen } = await serve()
  const attack = await open()
  attack.send(...frames)
  await attack.until(() => false)
  expect(attack.isClosed()).toBe(true)
  expect(seen.forms).toEqual([])
  expect(await isServed()).toBe(200)
})

test.each([
  ['says nothing at all', []],
  ['never ends its headers', [frame(HEADERS, 0, 1, headerBlock(requestHeaders('GET', '/')))]],
  ['sends the beginning of a frame', [Buffer.from([0, 0, 8])]],
  ['gives no window for what it asks', [frame(SETTINGS, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0])), request(1, '/much')]],
  ['never ends its body', [open('/form')]],
])('a connection that %s is ended once it is idle, with its socket', async (_name, frames) => {
  const { open, connections } = await serve({ idleMs: 300, endMs: 100 })
  const slow = await open()
  slow.send(...frames)
  await slow.until(() => false)
  expect(slow.isClosed()).toBe(true)
  await expect.poll(connections).toBe(0)
})

const NO_WINDOW = frame(SETTINGS, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0]))

test('a file that is taken slowly, but steadily, is sent whole, however long that takes', async () => {
  const { open } = await serve({ idleMs: 3_000, endMs: 100, speed: 1e9 })
  const client = await open()
  client.send(request(1, '/file'))
  for (let piece = 0; piece < PIECES; piece += 1) {
    await sleep(150)
    client.send(frame(WINDOW_UPDATE, 0, 0, uint32(PIECE)), frame(WINDOW_UPDATE, 0, 1, uint32(PIECE)))
  }
  await client.until((frames) => frames.some(isEndOf(1)))
  expect(client.reason(1)).toBeUndefined()
  expect(client.body(1)).toHaveLength(PIECES * PIECE)
})

test('no more is begun for a connection that takes none of its replies, until it takes them', async () => {
  const { open, seen } = await serve({ work: 2, unsent: 1_000_000 })
  const client = await open()
  client.send(NO_WINDOW, ...streamIds(10).map((id) => request(id, '/part')))
  await expect.poll(() => seen.begun).toBeGreaterThanOrEqual(3)
  await sleep(300)
  expect(seen.begun).toBeLessThanOrEqual(5)
  client.send(frame(WINDOW_UPDATE, 0, 0, uint32(100_000_000)), frame(SETTINGS, 0, 0, Buffer.from([0, 4, 0x7f, 0xff, 0xff, 0xff])))
  await client.until((frames) => streamIds(10).every((id) => frames.some(isEndOf(id))))
  expect(seen.begun).toBe(10)
})

test('a stream on which nothing moves is ended beside others that go on', async () => {
  const { open } = await serve({ idleMs: 400, endMs: 100, speed: 1e9 })
  const client = await open()
  // Room on the connection for all of them, but not for the whole of the long reply on its stream.
  client.send(frame(WINDOW_UPDATE, 0, 0, uint32(10_000_000)), request(1, '/much'))
  let next = 3
  const isOver = client.until(() => client.reason(1) !== undefined)
  const timer = setInterval(() => {
    client.send(request(next, '/'))
    next += 2
  }, 50)
  await isOver
  clearInterval(timer)
  expect(client.reason(1)).toBe('CANCEL')
  client.send(request(next, '/'))
  await client.until((frames) => frames.some(isEndOf(next)))
  expect(client.body(next)).toBe('there')
})

test('a client that says goodbye and holds the line is let go', async () => {
  const { port, connections } = await serve({ endMs: 100 })
  const holding = { port, host: '127.0.0.1', ALPNProtocols: ['h2'], rejectUnauthorized: false, allowHalfOpen: true }
  const socket = connect(holding)
  socket.on('error', () => {}).resume()
  await once(socket, 'secureConnect')
  socket.write(
    Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(SETTINGS, 0, 0), frame(GOAWAY, 0, 0, Buffer.alloc(8))]),
  )
  await expect.poll(connections, { timeout: 30_000 }).toBe(0)
  socket.destroy()
})

test('a body that is cut off is not taken for a whole one', async () => {
  const { open: connectRaw, seen } = await serve()
  const send = async (...end: Buffer[]) => {
    const client = await connectRaw()
    client.send(open('/form'), frame(DATA, 0, 1, Buffer.from('amount=1')))
    await sleep(50)
    client.send(...end)
    return client
  }
  await send(frame(RST_STREAM, 0, 1, CANCEL))
  await send(frame(RST_STREAM, 0, 1, uint32(0)))
  ;(await send()).close()
  const whole = await send(frame(DATA, END_STREAM, 1, Buffer.from('0')))
  await whole.until((frames) => frames.some(isEndOf(1)))
  expect(whole.body(1)).toBe('taken')
  expect(seen.forms).toEqual(['amount=10'])
})

test('no header of HTTP/1 connections is sent, and none is taken', async () => {
  const { port, open: connectRaw } = await serve()
  const session = await connectHttp2(port)
  const { status, headers } = await askHttp2(session, { ':path': '/closing' })
  expect([status, headers['connection']]).toEqual([200, undefined])
  session.close()
  const client = await connectRaw()
  const wrong = {
    connection: 'close',
    'keep-alive': '5',
    'transfer-encoding': 'chunked',
    upgrade: 'h2c',
    'proxy-connection': 'close',
    te: 'gzip',
  }
  Object.entries(wrong).forEach(([name, value], at) => client.send(request(2 * at + 1, '/', { [name]: value })))
  await client.until((frames) => frames.filter(({ type }) => type === RST_STREAM).length === 6)
  expect(streamIds(6).map((id) => client.reason(id))).toEqual(streamIds(6).map(() => 'PROTOCOL_ERROR'))
})

test('a host that is not the authority is refused', async () => {
  const { port } = await serve()
  const session = await connectHttp2(port)
  const asked = (host: string) => askHttp2(session, { ':path': '/', ':authority': 'clinic.example', host })
  expect([(await asked('evil.example')).status, (await asked('Clinic.example')).status]).toEqual([400, 200])
  session.close()
})
