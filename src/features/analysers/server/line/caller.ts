import type { Socket } from 'node:net'
import { openSocket } from '#platform/outgoing/open-socket.ts'
import type { Conversation } from './conversation.ts'
import type { Instrument } from './instruments.ts'
import { limits } from './limits.ts'
import { converse, type Shared } from './port.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
/** A connection that held so long makes the next pause a short one again. */
const STEADY_MS = 10_000

interface Options {
  instrument: Instrument
  shared: Shared
  onConnected: (conversation: Conversation) => void
  onError: (error: Error) => void
}

/** Keeps a connection to an instrument that waits to be called; calls again, ever more seldom, when it is lost. */
export class Caller {
  readonly instrument: Instrument
  readonly #options: Options
  #socket: Socket | undefined
  #timer: NodeJS.Timeout | undefined
  #pause = FIRST_PAUSE_MS
  readonly #closing = new AbortController()
  conversation: Conversation | undefined

  constructor(options: Options) {
    this.#options = options
    this.instrument = options.instrument
    this.#call()
  }

  close(): void {
    this.#closing.abort()
    clearTimeout(this.#timer)
    this.#socket?.destroy()
  }

  #call(): void {
    const { host, port, alsoAllowed } = this.instrument
    const options = { alsoAllowed, timeoutMs: limits.connectMs, signal: this.#closing.signal }
    openSocket({ host: host ?? '', port }, options).then(
      (socket) => this.#connected(socket),
      (error: Error) => this.#lost(error),
    )
  }

  #connected(socket: Socket): void {
    if (this.#closing.signal.aborted) return void socket.destroy()
    this.#socket = socket
    const since = performance.now()
    let error = new Error('The instrument closed the connection')
    socket.on('error', (caught) => (error = caught))
    socket.once('close', () => {
      this.conversation = undefined
      if (performance.now() - since > STEADY_MS) this.#pause = FIRST_PAUSE_MS
      this.#lost(error)
    })
    this.#greet(socket)
  }

  #lost(error: Error): void {
    if (this.#closing.signal.aborted) return
    this.#options.onError(error)
    // A little apart, so that all instruments behind one switch are not called at the same moment.
    this.#timer = setTimeout(() => this.#call(), this.#pause * (0.75 + Math.random() / 2))
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE_MS)
  }

  #greet(socket: Socket): void {
    const { id, protocol } = this.instrument
    const conversation = converse(socket, { protocol, shared: this.#options.shared, identify: () => id, onClose: () => {} })
    this.conversation = conversation
    this.#options.onConnected(conversation)
  }
}
