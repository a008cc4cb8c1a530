import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, deviceOf, signedIn, signIn } from '../testing/accounts.ts'
import type { TestClinic } from '../testing/clinic.ts'
import { expectCountedAtOwnAddress, expectMethodAsSent } from '../testing/servers/claims-of-callers.ts'
import { askHttp2, callerOverHttp2, connectHttp2 } from '../testing/servers/http2-client.ts'
import { processesBelow } from '../testing/servers/memory.ts'
import { openSite, startProgram, type Program, type Site } from '../testing/servers/program.ts'
import {
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
  request,
  requestHeaders,
  RST_STREAM,
  streamIds,
  uint32,
} from '../testing/servers/raw-http2.ts'

// The attacks of transport.test.ts over HTTP/2, and those that only HTTP/2 has.
const ALLOWED_GROWTH_KB = 200_000
const CANCEL = uint32(8)

let site: Site
let program: Program
let call: TestClinic['call']
/** Of the process that answers requests, in KB. */
const memory = () => {
  const worker = processesBelow(program.pid).find(({ command }) => command.includes('cluster-worker'))
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${worker!.pid}/status`, 'utf8'))![1])
}
beforeAll(async () => {
  site = await openSite()
  // Before a clinic is set up, signing in is refused.
  await anAccount(site.db, 'nurse')
  // The loopback address in a spelling that the program does not take for it: it speaks https.
  program = await startProgram({ ...site.env, HOST: '127.1', KLINIKI_LOG: 'error' })
  call = callerOverHttp2(program.port)
})
afterAll(async () => {
  const open = await openRawHttp2(program.port)
  program.signal('SIGTERM')
  await open.until(() => false)
  // A connection that asks for nothing is told to end.
  expect(open.reason()).toBe('NO_ERROR')
  // Nothing that happened here was an error of ours.
  const end = await program.ended
  expect(end).toMatchObject({ code: 0, sentence: '' })
  expect(end.message).not.toContain('"level":50')
  await site.close()
})

const open = (count: number) => Promise.all(Array.from({ length: count }, () => openRawHttp2(program.port)))

/** What a connection is answered that sends this on its first stream, or why that, or all of it, is ended. */
const raw = async (...frames: Uint8Array[]) => {
  const connection = await openRawHttp2(program.port)
  connection.send(...frames)
  await connection.until((heard) => heard.some((one) => isEndOf(1)(one) || one.type === GOAWAY))
  const isEnded = connection.isClosed()
  connection.close()
  const reason = connection.reason(1) ?? connection.reason() ?? (isEnded ? 'ENDED' : undefined)
  return reason ?? (JSON.parse(connection.body(1)) as Record<string, unknown>)
}

const isServed = async () => {
  const from = performance.now()
  const { status } = await call('GET', '/company/clinic/')
  return { status, ms: performance.now() - from }
}
const expectServed = async () => {
  const served = await isServed()
  expect(served.status).toBe(200)
  // Only ends what hangs: the machine of the tests is shared.
  expect(served.ms).toBeLessThan(30_000)
}

/** A connection that is ended for what it sent may be gone before it says why. */
const MALFORMED: unknown = expect.stringMatching(/^(PROTOCOL_ERROR|INTERNAL_ERROR|ENDED)$/)

const BODY = '{"email":"a@clinic.example","password":"x"}'
const loginHeaders = (more: Record<string, string> = {}) =>
  frame(HEADERS, END_HEADERS, 1, headerBlock(requestHeaders('POST', '/users/login/', { 'content-type': 'application/json', ...more })))
const data = (text: string, isLast = true) => frame(DATA, isLast ? END_STREAM : 0, 1, Buffer.from(text))

test('two hundred connections that never finish their headers delay no other client', async () => {
  const before = memory()
  const slow = await open(200)
  for (const connection of slow) connection.send(frame(HEADERS, 0, 1, headerBlock(requestHeaders('GET', '/company/clinic/'))))
  await expectServed()
  expect(memory() - before).toBeLessThan(ALLOWED_GROWTH_KB)
  for (const connection of slow) connection.close()
})

test('bodies that are never finished delay no other client, whether many connections have one or one has many', async () => {
  const many = await open(50)
  for (const connection of many) connection.send(loginHeaders({ 'content-length': '1000' }), data(BODY, false))
  const [one] = await open(1)
  const headers = headerBlock(requestHeaders('POST', '/users/login/', { 'content-type': 'application/json' }))
  one!.send(...streamIds(100).flatMap((id) => [frame(HEADERS, END_HEADERS, id, headers), frame(DATA, 0, id, Buffer.from(BODY))]))
  await expectServed()
  for (const connection of [...many, one!]) connection.close()
})

test('connections that are cut, or idle after their reply, delay no other client', async () => {
  const cut = await open(60)
  cut.forEach((connection, at) => {
    connection.send(
      [request(1, '/health/live'), loginHeaders({ 'content-length': '1000' }), request(1, '/health/live').subarray(0, 20)][at % 3]!,
    )
    connection.close()
  })
  const idle = await open(100)
  for (const connection of idle) connection.send(request(1, '/health/live'))
  for (const connection of idle) await connection.until((frames) => frames.some(isEndOf(1)))
  expect(new Set(idle.map((connection) => connection.body(1)))).toEqual(new Set(['{"status":"ok"}']))
  await expectServed()
  idle[0]!.send(request(3, '/health/live'))
  await idle[0]!.until((frames) => frames.some(isEndOf(3)))
  expect(idle[0]!.body(3)).toBe('{"status":"ok"}')
  for (const connection of idle) connection.close()
})

test('lengths that lie are refused', async () => {
  for (const length of ['5', '44', '-1', '0x10', '1e3', '5, 6', '99999999999999999999', ''])
    expect([length, await raw(loginHeaders({ 'content-length': length }), data(BODY))]).toEqual([length, MALFORMED])
  expect(await raw(loginHeaders({ 'content-length': '10000000000' }), data(BODY, false))).toMatchObject({ code: 'too_large' })
})

const get = (more: Record<string, string>) => request(1, '/health/live', more)
const bare = (...headers: (readonly [string, string])[]) => frame(HEADERS, END_HEADERS | END_STREAM, 1, headerBlock(headers))
const LIVE = { status: 'ok' }
const UNREADABLE = { non_field_errors: ['The request cannot be read.'] }

test.each<[string, Uint8Array, unknown]>([
  ['TRACE', bare(...requestHeaders('TRACE', '/health/live')), expect.objectContaining({ code: 'method_not_allowed' })],
  ['an unknown method', bare(...requestHeaders('BREW', '/health/live')), expect.objectContaining({ code: 'method_not_allowed' })],
  ['a lower-case method', bare(...requestHeaders('get', '/health/live')), expect.objectContaining({ code: 'method_not_allowed' })],
  ['no authority', bare([':method', 'GET'], [':scheme', 'https'], [':path', '/health/live']), MALFORMED],
  ['no path', bare([':method', 'GET'], [':scheme', 'https'], [':authority', 'clinic']), MALFORMED],
  ['two paths', bare(...requestHeaders('GET', '/health/live'), [':path', '/health/ready']), MALFORMED],
  ['a pseudo-header after the others', bare(['x-a', 'b'], ...requestHeaders('GET', '/health/live')), MALFORMED],
  ['a pseudo-header of replies', bare(...requestHeaders('GET', '/health/live', { ':status': '200' })), MALFORMED],
  ['a header in capitals', get({ 'X-A': 'b' }), MALFORMED],
  ['a whole address', bare(...requestHeaders('GET', 'http://evil.example/health/live')), MALFORMED],
  ['a host that is another one', get({ host: 'evil.example' }), expect.objectContaining({ code: 'invalid' })],
  ['chunks', get({ 'transfer-encoding': 'chunked' }), MALFORMED],
  ['an upgrade', get({ upgrade: 'websocket', connection: 'upgrade' }), MALFORMED],
  ['a WebSocket by CONNECT', bare(...requestHeaders('CONNECT', '/health/live', { ':protocol': 'websocket' })), MALFORMED],
  [
    'headers of 32 KB',
    Buffer.concat([
      frame(HEADERS, END_STREAM, 1, headerBlock(requestHeaders('GET', '/health/live', { 'x-long': 'a'.repeat(16_000) }))),
      frame(CONTINUATION, END_HEADERS, 1, headerBlock([['x-longer', 'a'.repeat(16_000)]])),
    ]),
    expect.objectContaining({ detail: 'The headers of the request are too large.', code: 'too_large' }),
  ],
  [
    'a thousand headers',
    bare(...requestHeaders('GET', '/health/live'), ...streamIds(500).map(() => ['x-a', '1'] as const)),
    'ENHANCE_YOUR_CALM',
  ],
  ['an address of 8 KB', request(1, `/${'a'.repeat(8192)}`), expect.objectContaining({ code: 'not_found' })],
  [
    'a parameter of 8 KB, without signing in',
    request(1, `/users/users/${'1'.repeat(8192)}/`),
    expect.objectContaining({ code: 'not_authenticated' }),
  ],
  ['an address that cannot be decoded', request(1, '/users/%zz/'), UNREADABLE],
  ['a header with a line end in it, which is left out', get({ 'x-a': 'a\r\nset-cookie: a=b' }), LIVE],
  ['a frame on a stream that was never opened', data('x'), MALFORMED],
  ['a stream of the server', request(2, '/health/live'), MALFORMED],
])('%s', async (_name, bytes, expected) => {
  expect(await raw(bytes)).toEqual(expected)
})

test('what is no HTTP/2 after it was agreed on is ended', async () => {
  const [connection] = await open(1)
  connection!.send(Buffer.from('GET /health/live HTTP/1.1\r\nHost: clinic\r\n\r\n'))
  await connection!.until(() => false)
  expect(connection!.isClosed()).toBe(true)
})

test('nothing is built from the host that a caller names', async () => {
  const { email } = await anAccount(site.db, 'sysadmin')
  const { access } = await signedIn({ call }, email)
  const session = await connectHttp2(program.port)
  const ask = (path: string) =>
    askHttp2(session, {
      ':path': path,
      ':authority': 'evil.example',
      'x-forwarded-host': 'evil.example',
      authorization: `Bearer ${access}`,
    })
  await Promise.all(Array.from({ length: 3 }, () => anAccount(site.db, 'nurse')))
  const list = await ask('/users/users/?limit=1')
  expect([list.status, String(list.headers['link'])]).toEqual([200, expect.stringMatching(/^<\/users\/users\//)])
  for (const { headers, body } of [list, await ask('/users/users'), await ask('/')])
    expect(JSON.stringify(headers) + String(body)).not.toContain('evil.example')
  session.close()
})

/** How many connections to the database have something to do. */
const atWork = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(site.db)
  return rows[0]!.count
}

test('ten thousand requests that are reset at once end their connections; others are answered, and nothing stays behind', async () => {
  const { email } = await anAccount(site.db, 'nurse')
  const { access } = await signedIn({ call }, email)
  const asked = { authorization: `Bearer ${access}` }
  // What is loaded with the first use is no growth.
  expect((await call('GET', '/patients/patients/', undefined, asked)).status).toBe(200)
  const before = memory()
  for (const path of ['/patients/patients/?limit=100', '/events/']) {
    const attacks = await open(10)
    for (const attack of attacks)
      for (let at = 0; at < 1_000 && !attack.isClosed(); at += 50)
        attack.send(
          ...streamIds(1_000)
            .slice(at, at + 50)
            .flatMap((id) => [request(id, path, asked), frame(RST_STREAM, 0, id, CANCEL)]),
        )
    await expectServed()
    for (const attack of attacks) await attack.until(() => false)
    expect(attacks.map((attack) => attack.isClosed())).toEqual(attacks.map(() => true))
  }
  await expect.poll(atWork, { timeout: 30_000 }).toBe(0)
  // Their account has made too many calls in ten seconds.
  await expect.poll(async () => (await call('GET', '/patients/patients/', undefined, asked)).status, { timeout: 60_000 }).toBe(200)
  // No live stream is counted for an account whose streams were reset while they began.
  const session = await connectHttp2(program.port)
  const streams = streamIds(50).map(() => session.request({ ':path': '/events/', ...asked }))
  const statuses = await Promise.all(
    streams.map((stream) => new Promise((done) => stream.once('response', (headers) => done(headers[':status'])))),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  session.destroy()
  await sleep(1)
  expect(memory() - before).toBeLessThan(ALLOWED_GROWTH_KB)
})

test('a header cannot change the method', () => expectMethodAsSent({ call, db: site.db }))

test('whoever claims to come from elsewhere is still counted where they are', () => expectCountedAtOwnAddress({ call, db: site.db }))

test('the device cookie belongs to this host alone and to no script', async () => {
  await site.db.deleteFrom('rate_limits').execute()
  const { email } = await anAccount(site.db, 'nurse')
  const reply = await signIn({ call }, email)
  expect(deviceOf(reply)).not.toBe('')
  expect(String(reply.headers['set-cookie'])).toMatch(
    /^__Host-kliniki_device=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/,
  )
})
