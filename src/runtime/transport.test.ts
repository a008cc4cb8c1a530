import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, deviceOf, signedIn, signIn } from '../testing/accounts.ts'
import { expectCountedAtOwnAddress, expectMethodAsSent } from '../testing/servers/claims-of-callers.ts'
import type { TestClinic } from '../testing/clinic.ts'
import { processesBelow } from '../testing/servers/memory.ts'
import { callerOf, openSite, startProgram, type Program, type Site } from '../testing/servers/program.ts'

const ALLOWED_GROWTH_KB = 200_000

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
  // Somebody works here: before that nobody may even try to sign in.
  await anAccount(site.db, 'nurse')
  program = await startProgram({ ...site.env, KLINIKI_LOG: 'error' })
  call = callerOf(program.port)
})
afterAll(async () => {
  program.signal('SIGTERM')
  // Nothing that happened here was an error of ours.
  const end = await program.ended
  expect(end).toMatchObject({ code: 0, sentence: '' })
  expect(end.message).not.toContain('"level":50')
  await site.close()
})

const open = async () => {
  const socket = connect(program.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Everything that comes until the other side closes, or for `ms` at most. */
const heardBy = async (socket: Socket, ms = 3_000) => {
  let text = ''
  socket.on('data', (data) => (text += String(data)))
  await Promise.race([once(socket, 'close'), sleep(ms)])
  socket.destroy()
  return text
}

/** Sends bytes as they are and answers all status codes that come back. */
const raw = async (bytes: string, ms?: number) => {
  const socket = await open()
  socket.write(bytes)
  const text = await heardBy(socket, ms)
  return { text, statuses: [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)) }
}

const isServed = async () => {
  const from = performance.now()
  const { status } = await call('GET', '/company/clinic/')
  return { status, ms: performance.now() - from }
}

const login = (extra: string, body: string) =>
  `POST /users/login/ HTTP/1.1\r\nHost: clinic\r\nConnection: close\r\nContent-Type: application/json\r\n${extra}\r\n${body}`

const BODY = '{"email":"a@clinic.example","password":"x"}'

test('five hundred connections that never finish their headers keep nobody else waiting', async () => {
  const before = memory()
  const slow = await Promise.all(Array.from({ length: 500 }, open))
  for (const socket of slow) socket.write('GET /company/clinic/ HTTP/1.1\r\nHost: clinic\r\nX-Slow: ')
  for (let round = 0; round < 3; round += 1) {
    for (const socket of slow) socket.write('a')
    const served = await isServed()
    expect(served.status).toBe(200)
    expect(served.ms).toBeLessThan(2_000)
  }
  expect(memory() - before).toBeLessThan(ALLOWED_GROWTH_KB)
  for (const socket of slow) socket.destroy()
})

test('a body that is never finished keeps nobody else waiting', async () => {
  const sockets = await Promise.all(Array.from({ length: 50 }, open))
  sockets.forEach((socket, at) =>
    socket.write(at % 2 ? login('Transfer-Encoding: chunked\r\n', '5\r\n{"ema\r\n') : login('Content-Length: 1000\r\n', BODY)),
  )
  expect((await isServed()).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('connections that are half closed, or idle after their reply, keep nobody else waiting', async () => {
  const live = 'GET /health/live HTTP/1.1\r\nHost: clinic\r\n\r\n'
  // Closed from here in the middle of the headers, of the body, or before the reply: nothing is left of them.
  const half = await Promise.all(Array.from({ length: 90 }, open))
  const closed = half.map((socket) => new Promise((done) => socket.resume().once('close', done)))
  half.forEach((socket, at) => socket.end([live, live.slice(0, 20), login('Content-Length: 1000\r\n', BODY)][at % 3]!))
  await Promise.all(closed)

  const idle = await Promise.all(Array.from({ length: 200 }, open))
  const reply = (socket: Socket) => {
    socket.write(live)
    return once(socket, 'data').then(([text]) => String(text).slice(0, 15))
  }
  expect(new Set(await Promise.all(idle.map(reply)))).toEqual(new Set(['HTTP/1.1 200 OK']))
  const served = await isServed()
  expect(served.status).toBe(200)
  expect(served.ms).toBeLessThan(2_000)
  expect(await reply(idle[0]!)).toBe('HTTP/1.1 200 OK')
  for (const socket of idle) socket.destroy()
})

test('lengths that lie are refused, or take the body for what they say it is', async () => {
  // Shorter than the body: the rest is no second request.
  expect((await raw(login('Content-Length: 5\r\n', BODY).replace('Connection: close\r\n', ''))).statuses).toEqual([400])
  for (const length of ['-1', '0x10', '1e3', '5, 6', '99999999999999999999', '']) {
    const { statuses } = await raw(login(`Content-Length: ${length}\r\n`, BODY))
    expect([length, statuses]).toEqual([length, [400]])
  }
  expect((await raw(login('Content-Length: 43\r\nContent-Length: 44\r\n', BODY))).statuses).toEqual([400])
  expect((await raw(login('Content-Length: 10000000000\r\n', BODY))).statuses).toEqual([413])
})

test('a length and chunks at once, and chunks that are none, are refused', async () => {
  const smuggled = '0\r\n\r\nGET /health/live HTTP/1.1\r\nHost: clinic\r\n\r\n'
  expect((await raw(login('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', smuggled))).statuses).toEqual([400])
  expect((await raw(login('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', smuggled))).statuses).toEqual([400])
  expect((await raw(login('Transfer-Encoding: xchunked\r\n', BODY))).statuses).toEqual([400])
  expect((await raw(login('Transfer-Encoding: chunked\r\n', 'zz\r\nabc\r\n'))).statuses).toEqual([400])
  expect((await raw(login('Transfer-Encoding : chunked\r\n', smuggled))).statuses).toEqual([400])
})

test.each([
  ['TRACE', 'TRACE / HTTP/1.1\r\nHost: clinic\r\nX-Secret: 1\r\nConnection: close\r\n\r\n', [405]],
  ['a method nobody knows', 'BREW / HTTP/1.1\r\nHost: clinic\r\n\r\n', [400]],
  ['a lower-case method', 'get /health/live HTTP/1.1\r\nHost: clinic\r\n\r\n', [400]],
  ['HTTP/1.0', 'GET /health/live HTTP/1.0\r\n\r\n', [200]],
  ['HTTP/1.1 without a host', 'GET /health/live HTTP/1.1\r\n\r\n', [400]],
  ['HTTP/9', 'GET /health/live HTTP/9.9\r\nHost: clinic\r\n\r\n', [400]],
  ['a whole address', 'GET http://evil.example/health/live HTTP/1.1\r\nHost: clinic\r\nConnection: close\r\n\r\n', [200]],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n', []],
  ['a header of 64 KB', `GET /health/live HTTP/1.1\r\nHost: clinic\r\nX-Long: ${'a'.repeat(65_536)}\r\n\r\n`, [431]],
  ['a thousand headers', `GET /health/live HTTP/1.1\r\nHost: clinic\r\n${'X-A: 12345678901234\r\n'.repeat(1000)}\r\n`, [431]],
  ['an address of 8 KB', `GET /${'a'.repeat(8192)} HTTP/1.1\r\nHost: clinic\r\nConnection: close\r\n\r\n`, [404]],
  [
    'a parameter of 8 KB, of somebody not signed in',
    `GET /users/users/${'1'.repeat(8192)}/ HTTP/1.1\r\nHost: clinic\r\nConnection: close\r\n\r\n`,
    [401],
  ],
  ['an address that cannot be decoded', 'GET /users/%zz/ HTTP/1.1\r\nHost: clinic\r\nConnection: close\r\n\r\n', [400]],
  ['a header with a line end in it', 'GET /health/live HTTP/1.1\r\nHost: clinic\r\nX-A: a\nSet-Cookie: a=b\r\n\r\n', [400]],
  [
    'a WebSocket of another site',
    'GET /health/live HTTP/1.1\r\nHost: clinic\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nOrigin: https://evil.example\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    [200],
  ],
  ['a TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001', [400]],
  ['noise', '\u0000\u0001\u0002\u0003\u0004\r\n\r\n', [400]],
])('%s', async (_name, bytes, expected) => {
  const { text, statuses } = await raw(bytes)
  expect(statuses).toEqual(expected)
  expect(text).not.toMatch(/set-cookie|x-secret|"statusCode"|node_modules/i)
})

test('every refusal has the one shape', async () => {
  for (const bytes of [
    'get / HTTP/1.1\r\n\r\n',
    `GET / HTTP/1.1\r\nX: ${'a'.repeat(65_536)}\r\n\r\n`,
    'GET /users/%zz/ HTTP/1.1\r\nHost: clinic\r\nConnection: close\r\n\r\n',
    `GET /users/users/${'1'.repeat(8192)}/ HTTP/1.1\r\nHost: clinic\r\nConnection: close\r\n\r\n`,
  ]) {
    const { text } = await raw(bytes)
    const body = JSON.parse(text.slice(text.indexOf('{'))) as Record<string, unknown>
    expect('detail' in body ? [typeof body['detail'], typeof body['code']] : Object.keys(body)).toEqual(
      'detail' in body ? ['string', 'string'] : ['non_field_errors'],
    )
  }
})

test('nothing is built from the host that a caller names', async () => {
  const { email } = await anAccount(site.db, 'sysadmin')
  const { access } = await signedIn({ call }, email)
  const request = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nAuthorization: Bearer ${access}\r\nConnection: close\r\n\r\n`
  await Promise.all(Array.from({ length: 3 }, () => anAccount(site.db, 'nurse')))
  const list = await raw(request('/users/users/?limit=1'))
  expect(list.statuses).toEqual([200])
  expect(list.text).toMatch(/link: <\/users\/users\//i)
  const reply = await raw(
    login(`Content-Length: 43\r\nX-Forwarded-Host: evil.example\r\n`, BODY).replace('Host: clinic', 'Host: evil.example'),
  )
  for (const { text } of [list, reply, await raw(request('/users/users')), await raw(request('/'))])
    expect(text).not.toContain('evil.example')
})

test('a header cannot change the method, nor make plain http pass for https', async () => {
  await expectMethodAsSent({ call, db: site.db })
  const reply = await call('GET', '/health/live', undefined, { 'x-forwarded-proto': 'https' })
  expect(reply.headers['strict-transport-security']).toBeUndefined()
})

test('whoever claims to come from elsewhere is still counted where they are', () => expectCountedAtOwnAddress({ call, db: site.db }))

test('the device cookie belongs to this host alone and to no script', async () => {
  await site.db.deleteFrom('rate_limits').execute()
  const { email } = await anAccount(site.db, 'nurse')
  const reply = await signIn({ call }, email)
  expect(deviceOf(reply)).not.toBe('')
  expect(String(reply.headers['set-cookie'])).toMatch(/^kliniki_device=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/)
})
