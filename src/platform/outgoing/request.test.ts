import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openNameServer } from '../../testing/servers/name-server.ts'
import { openSmsGateway, replyWith, type SmsGateway } from '../../testing/servers/sms-gateway.ts'
import { OutgoingFault, type OutgoingRules } from './destination.ts'
import { openSocket } from './open-socket.ts'
import { askOutside } from './request.ts'

// Against servers that really listen on this machine, where nothing is listed unless a test says so.
let server: SmsGateway
let listed: string | undefined
beforeEach(async () => {
  listed = process.env['KLINIKI_PRIVATE_ADDRESSES']
  delete process.env['KLINIKI_PRIVATE_ADDRESSES']
  server = await openSmsGateway()
})
afterEach(async () => {
  if (listed !== undefined) process.env['KLINIKI_PRIVATE_ADDRESSES'] = listed
  await server.close()
})

const portOf = (url: string) => Number(new URL(url).port)
const ask = (url: string, rules: OutgoingRules & { timeoutMs?: number; headers?: Record<string, string> } = {}) =>
  askOutside({ url, method: 'GET', headers: {}, timeoutMs: 2000, maxBytes: 1000, ...rules })
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'reached',
    (error: unknown) => (error instanceof OutgoingFault ? error.kind : `crash ${String(error)}`),
  )

test.each([
  '127.0.0.1',
  '0x7f000001',
  '2130706433',
  '0177.1',
  '127.1',
  'localhost',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::1]',
  '[64:ff9b::7f00:1]',
])('this machine is not reached as %s', async (host) => {
  const port = portOf(server.url)
  expect(await kindOf(ask(`http://${host}:${port}/`))).toBe('not allowed')
  expect(await kindOf(openSocket({ host, port }, { timeoutMs: 2000 }))).toBe('not allowed')
  expect(server.calls).toEqual([])
})

test.each(['169.254.169.254', '0xa9fea9fe', '[::ffff:169.254.169.254]', '[fd00:ec2::254]', '0.0.0.0', '[::]', '[fe80::1]', '224.0.0.1'])(
  '%s is never reached, whatever is listed',
  async (host) => {
    process.env['KLINIKI_PRIVATE_ADDRESSES'] = '0.0.0.0/0 ::/0'
    expect(await kindOf(ask(`http://${host}/latest/meta-data/`))).toBe('forbidden')
  },
)

test('what the operator lists is reached, on the port that is listed', async () => {
  const port = portOf(server.url)
  process.env['KLINIKI_PRIVATE_ADDRESSES'] = `10.0.0.0/8, 127.0.0.1:${port}`
  expect(await kindOf(ask(server.url))).toBe('reached')
  expect(await kindOf(ask(`http://127.1:${port}/`))).toBe('reached')
  process.env['KLINIKI_PRIVATE_ADDRESSES'] = `127.0.0.1:${port + 1}`
  expect(await kindOf(ask(server.url))).toBe('not allowed')
  expect(await kindOf(ask(server.url, { alsoAllowed: '127.0.0.0/8' }))).toBe('reached')
})

test('a name that leads to a private address is not reached', async () => {
  for (const address of ['127.0.0.1', '10.0.0.5', '169.254.169.254', '0.0.0.0']) {
    const names = await openNameServer(address)
    expect(await kindOf(ask(`http://sms.example:${portOf(server.url)}/`, { resolve: names.resolve }))).toMatch(/not allowed|forbidden/)
    expect(names.asked).toEqual(['sms.example'])
    await names.close()
  }
  expect(server.calls).toEqual([])
})

const toPublic = () => Promise.resolve([{ address: '93.184.216.34', family: 4 }])
const toBoth = async () => [...(await toPublic()), { address: '127.0.0.1', family: 4 }]
const toNothing = () => new Promise<never>(() => {})

test('one private address among several of a name is enough', async () => {
  expect(await kindOf(ask(`https://sms.example:${portOf(server.url)}/`, { resolve: toBoth }))).toBe('not allowed')
})

test('the address that was checked is the one that is reached, although the name changes its mind (DNS rebinding)', async () => {
  // The first answer is listed, each later one is another machine, which must not be reached.
  const names = await openNameServer('127.0.0.1', '127.0.0.2')
  const port = portOf(server.url)
  const other = createServer((_request, response) => response.end('secret of the other machine'))
  await once(other.listen(port, '127.0.0.2'), 'listening')
  process.env['KLINIKI_PRIVATE_ADDRESSES'] = '127.0.0.1'
  const { text } = await ask(`http://sms.example:${port}/`, { resolve: names.resolve })
  expect([names.asked, server.calls.length, text.includes('secret')]).toEqual([['sms.example'], 1, false])
  expect(server.calls[0]?.headers.host).toBe(`sms.example:${port}`)
  expect(await kindOf(ask(`http://sms.example:${port}/`, { resolve: names.resolve }))).toBe('not allowed')
  await new Promise((closed) => void other.close(closed))
  await names.close()
})

test('a redirect is answered and not followed', async () => {
  const inner = await openSmsGateway()
  process.env['KLINIKI_PRIVATE_ADDRESSES'] = '127.0.0.0/8'
  for (const location of [inner.url, 'http://169.254.169.254/latest/meta-data/']) {
    server.replies.push(replyWith(302, '', { location }))
    expect(await ask(server.url)).toMatchObject({ status: 302 })
  }
  expect(inner.calls).toEqual([])
  await inner.close()
})

test('without encryption nothing leaves the house, whatever its names turn out to be', async () => {
  expect(await kindOf(ask('http://gateway.lan/', { resolve: toPublic }))).toBe('forbidden')
})

test('what goes wrong is one of our own words', async () => {
  process.env['KLINIKI_PRIVATE_ADDRESSES'] = '127.0.0.0/8'
  server.replies.push(() => {})
  expect(await kindOf(ask(server.url, { timeoutMs: 200 }))).toBe('slow')
  server.replies.push((response) => response.destroy())
  expect(await kindOf(ask(server.url))).toBe('closed')
  const gone = await openSmsGateway()
  await gone.close()
  expect(await kindOf(ask(gone.url))).toBe('refused')
  expect(await kindOf(openSocket({ host: '127.0.0.1', port: portOf(gone.url) }, { timeoutMs: 2000 }))).toBe('refused')
  expect(await kindOf(ask('https://no-such-name.invalid/', { timeoutMs: 10_000 }))).toMatch(/unknown host|slow/)
  expect(await kindOf(ask('https://sms.example/', { resolve: toNothing, timeoutMs: 100 }))).toBe('slow')
})

test('a certificate that nobody vouches for is refused', async () => {
  process.env['KLINIKI_PRIVATE_ADDRESSES'] = '127.0.0.0/8 ::1'
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }])
  const secure: Server = createSecure({ key, cert }, (_request, response) => response.end('hello'))
  await once(secure.listen(0, '127.0.0.1'), 'listening')
  const { port } = secure.address() as AddressInfo
  expect(await kindOf(ask(`https://localhost:${port}/`))).toBe('certificate')
  expect(await kindOf(openSocket({ host: 'localhost', port }, { timeoutMs: 2000, isSecure: true }))).toBe('certificate')
  secure.closeAllConnections()
  await new Promise((closed) => void secure.close(closed))
})

/** How a program opens a connection to the outside. */
const OPENS = [
  /(?:^|[^\w.])fetch\(/,
  /\b(?:connect|createConnection)\b[^\n]*from 'node:(?:net|tls|http2)'/,
  /\brequest\b[^\n]*from 'node:https?'/,
  /from 'undici'|import\('node:(?:net|tls|https?)'\)/,
]

test('nothing else of the program opens connections to the outside', () => {
  const cwd = join(import.meta.dirname, '../..')
  const files = globSync('**/*.ts', { cwd }).filter((path) => !/\.test\.ts$|^testing\/|\/web\/|^web\//.test(path))
  expect(files.length).toBeGreaterThan(1000)
  const opening = files.filter((path) => OPENS.some((opens) => opens.test(readFileSync(join(cwd, path), 'utf8'))))
  expect(opening.sort()).toEqual(['platform/outgoing/open-socket.ts', 'platform/outgoing/request.ts'])
})
