import { createServer, type Server, type Socket } from 'node:net'
import { isSender } from '../inbox/identify.ts'
import { plainAddress } from './address.ts'
import { AstmConversation } from './astm-conversation.ts'
import type { Surroundings } from './conversation.ts'
import { Hl7Conversation } from './hl7-conversation.ts'
import type { Instrument } from './instruments.ts'
import { limits } from './limits.ts'

export type Shared = Omit<Surroundings, 'identify'>

/** Counts the connections of all ports. */
export class Crowd {
  #all = 0
  readonly #byAddress = new Map<string, number>()

  get size(): number {
    return this.#all
  }

  /** Lets one more in, or not. */
  admit(address: string, isKnown: boolean): boolean {
    const own = this.#byAddress.get(address) ?? 0
    if (this.#all >= limits.connections || (!isKnown && own >= limits.connectionsOfAddress)) return false
    this.#all += 1
    this.#byAddress.set(address, own + 1)
    return true
  }

  leave(address: string): void {
    this.#all -= 1
    const own = (this.#byAddress.get(address) ?? 1) - 1
    if (own > 0) this.#byAddress.set(address, own)
    else this.#byAddress.delete(address)
  }
}

/** The one instrument that speaks from an address, or that names itself so where there are several; null: none that is known. */
export const identifyAmong = (instruments: readonly Instrument[], sender: string): number | null => {
  if (instruments.length === 1) return instruments[0]!.id
  const [one, ...more] = instruments.filter((instrument) => isSender(sender, instrument.sender))
  return one && more.length === 0 ? one.id : null
}

/** Speaks with whoever is at the other end of a socket, in the language of the instruments that it may be. */
export const converse = (
  socket: Socket,
  {
    protocol,
    shared,
    identify,
    onClose,
  }: { protocol: 'hl7' | 'astm'; shared: Shared; identify: Surroundings['identify']; onClose: () => void },
) => {
  const surroundings = { ...shared, identify }
  return protocol === 'hl7' ? new Hl7Conversation(socket, surroundings, onClose) : new AstmConversation(socket, surroundings, onClose)
}

interface Options {
  host: string
  port: number
  shared: Shared
  crowd: Crowd
  /** Those that are expected on this port, as they are entered now. */
  instruments: () => readonly Instrument[]
  onListening: () => void
  onError: (error: NodeJS.ErrnoException) => void
}

/** A port on which instruments call; several may share it. */
export class Port {
  readonly #options: Options
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** It could not be opened, and is no use any more. */
  isBroken = false

  constructor(options: Options) {
    this.#options = options
    // Whoever has said all they wanted to is answered before the connection ends.
    this.#server = createServer({ allowHalfOpen: true, pauseOnConnect: false }, (socket) => this.#welcome(socket))
    this.#server.on('error', (error) => {
      this.isBroken = true
      options.onError(error)
    })
    this.#server.listen({ port: options.port, host: options.host, backlog: 511 }, options.onListening)
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    if (!this.#server.listening) return
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #welcome(socket: Socket): void {
    const { crowd, shared } = this.#options
    const address = plainAddress(socket.remoteAddress ?? '')
    const all = this.#options.instruments()
    const own = all.filter(({ addresses }) => addresses.includes(address))
    const mayBe = own.length > 0 ? own : all.filter(({ host }) => host === null)
    if (mayBe.length === 0 || !crowd.admit(address, own.length > 0)) {
      socket.on('error', () => {})
      socket.destroy()
      return
    }
    this.#sockets.add(socket)
    const identify = (sender: string) => identifyAmong(this.#present(mayBe), sender)
    const onClose = () => {
      this.#sockets.delete(socket)
      crowd.leave(address)
    }
    converse(socket, { protocol: mayBe[0]!.protocol, shared, identify, onClose })
  }

  /** Those of them that are still entered, as they are now. */
  #present(instruments: readonly Instrument[]): Instrument[] {
    const ids = new Set(instruments.map(({ id }) => id))
    return this.#options.instruments().filter(({ id }) => ids.has(id))
  }
}
