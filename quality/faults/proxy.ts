import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Random } from '../../db/seed/random.ts'

/** Where the line is cut: not at all; while a request is on its way; while its reply is. */
export type Cutting = 'nowhere' | 'requests' | 'replies'

/** A wire between the people and the program that can be cut. */
export interface Proxy {
  port: number
  /** Cuts every line that is open, at once. */
  cutAll: () => number
  /** From now on lines are cut there, some of them, until told otherwise. */
  cutIn: (where: Cutting) => void
  /** How many lines were cut so far. */
  cuts: () => number
  close: () => Promise<void>
}

const SHARE_CUT = 0.25

/** Passes on what arrives at a port of 127.0.0.1 to `to`, from the address that it came from. */
export const openProxy = async (to: number, dice: Random): Promise<Proxy> => {
  const lines = new Set<[Socket, Socket]>()
  let where: Cutting = 'nowhere'
  let cuts = 0

  const cut = (line: [Socket, Socket]) => {
    if (!lines.delete(line)) return
    cuts += 1
    // As a cable that is pulled: neither side is told goodbye.
    for (const socket of line) socket.resetAndDestroy()
  }
  /** Passes a piece on, or half of it and cuts. */
  const pass = (line: [Socket, Socket], piece: Buffer, onto: Socket, direction: Cutting) => {
    if (where !== direction || !dice.chance(SHARE_CUT)) return void onto.write(piece)
    const half = piece.subarray(0, dice.integer(0, piece.length - 1))
    if (half.length === 0) return cut(line)
    onto.write(half, () => cut(line))
  }
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: to, host: '127.0.0.1', localAddress: near.remoteAddress ?? '127.0.0.1', noDelay: true })
    const line: [Socket, Socket] = [near, far]
    lines.add(line)
    near.on('data', (piece: Buffer) => pass(line, piece, far, 'requests'))
    far.on('data', (piece: Buffer) => pass(line, piece, near, 'replies'))
    for (const [one, other] of [line, [far, near] as const]) {
      one.on('error', () => {})
      one.on('end', () => other.end())
      one.on('close', () => {
        lines.delete(line)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cutAll: () => {
      const open = [...lines]
      open.forEach(cut)
      return open.length
    },
    cutIn: (direction) => void (where = direction),
    cuts: () => cuts,
    close: async () => {
      for (const line of lines) for (const socket of line) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
