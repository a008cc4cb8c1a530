import { networkInterfaces } from 'node:os'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { furtherAddresses, ownAddress } from './addresses.ts'
import { listen } from './listen.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))
const outside = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address)

test.each(['127.0.0.1', '127.0.0.2', 'localhost', '0.0.0.0', ...(hasIpv6 ? ['::1', '::'] : [])])(
  'the address that is printed answers where HOST is %s',
  async (host) => {
    const app = fastify()
    app.get('/health/live', async () => 'ok')
    const port = await listen(app, { host, port: 0 })
    try {
      expect(await (await fetch(`${ownAddress({ host }, port, false)}/health/live`)).text()).toBe('ok')
    } finally {
      await app.close()
    }
  },
)

test('the other addresses of a machine are named where it listens to all, and what bills lead to', () => {
  expect(furtherAddresses({ host: '127.0.0.1', publicUrl: undefined }, 8080, false)).toEqual([])
  const named = furtherAddresses({ host: '0.0.0.0', publicUrl: 'https://clinic.example' }, 8443, true)
  expect(named.at(-1)).toBe('KLINIKI_PUBLIC_URL, which is printed on bills, is https://clinic.example')
  for (const address of outside) expect(named[0]).toContain(`https://${address}:8443`)
  expect(ownAddress({ host: 'fd00::5' }, 8443, true)).toBe('https://[fd00::5]:8443')
})
