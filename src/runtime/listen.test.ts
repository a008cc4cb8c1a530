import { once } from 'node:events'
import { createServer } from 'node:net'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { ConfigurationError } from '#platform/config.ts'
import { listen, type Place, requireFreePort } from './listen.ts'

/** The one sentence about a place that cannot be had. */
const refusal = async (place: Place) => {
  const app = fastify()
  const error: unknown = await listen(app, place).catch((caught: unknown) => caught)
  await app.close()
  expect(error).toBeInstanceOf(ConfigurationError)
  return (error as Error).message
}

describe('a place that cannot be had', () => {
  test('is named when another program has the port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    expect(await refusal({ host: '127.0.0.1', port })).toBe(
      `Port ${port} of 127.0.0.1 is taken by another program: stop that one (on Linux, ss -ltnp names it), or choose another port with PORT.`,
    )
    other.close()
  })

  test.each(['203.0.113.7', 'clinic.invalid'])('is named when the host %s is not this machine', async (host) => {
    expect(await refusal({ host, port: 0 })).toBe(`HOST ${host} is not an address of this machine.`)
  })
})

test('a port is asked for, and free again, before anything else is touched', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  await expect(requireFreePort({ host: '127.0.0.1', port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken`)
  await new Promise((done) => other.close(done))
  await requireFreePort({ host: '127.0.0.1', port })
  await requireFreePort({ host: '127.0.0.1', port })
})

test('a port is answered by its number when any was asked for', async () => {
  const app = fastify()
  const port = await listen(app, { host: '127.0.0.1', port: 0 })
  expect(app.server.address()).toMatchObject({ port })
  await app.close()
})
