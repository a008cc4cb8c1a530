import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { networkOf, rememberAddresses } from './network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['2001:db8:7:8::1', '2001:db8:7:8::/64'],
  ['2001:0DB8:7:8:ffff:ffff:ffff:ffff', '2001:db8:7:8::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nowhere', 'nowhere'],
])('%s is counted as %s', (ip, network) => expect(networkOf(ip)).toBe(network))

test('a request whose connection was cut still says from where it came', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  rememberAddresses(server)
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const [request] = (await once(server, 'request')) as [IncomingMessage]
  const closed = new Promise((done) => request.socket.on('error', () => {}).once('close', done))
  client.resetAndDestroy()
  await closed
  expect(request.socket.remoteAddress).toBe('127.0.0.1')
  server.close()
})

// Asks and cuts its line at once, in a thread of its own.
const CUT_AT_ONCE = `
const { workerData, parentPort } = require('node:worker_threads')
const { connect } = require('node:net')
const { port, flag } = workerData
const client = connect(port, '127.0.0.1', () => client.write('GET / HTTP/1.1\\r\\nhost: localhost\\r\\n\\r\\n', () => client.resetAndDestroy()))
client.on('close', () => Atomics.notify(flag, 0, Atomics.add(flag, 0, 1) + 1))`

test('what came over a connection that was cut before it was taken in is asked of nobody', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  rememberAddresses(server)
  await once(server, 'listening')
  const addresses: (string | undefined)[] = []
  server.on('request', ({ socket }, reply) => {
    addresses.push(socket.remoteAddress)
    reply.end()
  })
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const { port } = server.address() as AddressInfo
  const taken = once(server, 'connection')
  const worker = new Worker(CUT_AT_ONCE, { eval: true, workerData: { port, flag } })
  await once(worker, 'online')
  // Nothing is taken in here until the line is cut.
  Atomics.wait(flag, 0, 0, 10_000)
  await taken
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('')
  expect(addresses).toEqual(['127.0.0.1'])
  await worker.terminate()
  server.close()
})
