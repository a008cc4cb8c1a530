import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A line to the database at `url` that can be frozen: nobody is told anything, new connections are taken and say nothing either, as with a
 * machine that hangs. `via` is an address through it.
 */
export const openLine = async (url: string) => {
  const open = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    if (isFrozen) for (const one of [near, far]) one.pause()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    via: (login: string) => {
      const at = new URL(login)
      // By its port, not by its socket.
      at.search = ''
      at.port = String(port)
      return at.href
    },
    freeze: () => {
      isFrozen = true
      for (const one of open) one.unpipe().pause()
    },
    /** For new connections; those that were frozen stay so. */
    thaw: () => void (isFrozen = false),
    close: async () => {
      for (const one of open) one.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
