import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { Resolver } from 'node:dns/promises'
import type { Resolve } from '#platform/outgoing/destination.ts'

export interface NameServer {
  /** Asks it, as a program asks the name server of its network. */
  resolve: Resolve
  /** The names that it was asked for. */
  asked: string[]
  close(): Promise<void>
}

const nameIn = (query: Buffer) => {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.'), end: at + 5 }
}

/** A name server that really listens on this machine: every question gets the next of these addresses, which may be kept for no time at all. */
export const openNameServer = async (...answers: string[]): Promise<NameServer> => {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = nameIn(query)
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? '0.0.0.0'
    asked.push(name)
    const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...answer.split('.').map(Number)])
    socket.send(Buffer.concat([head, query.subarray(12, end), record]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    resolve: async (host) => (await resolver.resolve4(host)).map((address) => ({ address, family: 4 })),
    asked,
    close: () => new Promise((closed) => void socket.close(() => closed())),
  }
}
