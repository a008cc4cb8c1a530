import type { Socket } from 'node:net'
import { limits, type Held } from './limits.ts'

interface Options {
  socket: Socket
  held: Held
  onData: (chunk: Buffer) => void
  /** A fault of ours; the connection is ended. */
  onError: (error: unknown) => void
  /** Once, however the connection ended. */
  onClose: () => void
}

/** One connection: reads only as fast as what was read is dealt with and answers are taken, and never throws. */
export class Link {
  /** Address and port at the other end. */
  readonly peer: string
  readonly #socket: Socket
  readonly #held: Held
  readonly #onError: (error: unknown) => void
  #holds = 0
  #size = 0
  #slow: NodeJS.Timeout | undefined

  constructor({ socket, held, onData, onError, onClose }: Options) {
    this.#onError = onError
    this.#socket = socket
    this.#held = held
    this.peer = `${socket.remoteAddress ?? ''} ${socket.remotePort ?? ''}`.trim()
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 60_000)
    socket.setTimeout(limits.idleMs, () => this.end())
    socket.on('data', (chunk: Buffer) => this.guard(() => onData(chunk)))
    // An error is followed by 'close', and there is nobody who could be told.
    socket.on('error', () => {})
    socket.on('drain', () => this.#drained())
    socket.once('close', () => {
      clearTimeout(this.#slow)
      this.keeps(0)
      onClose()
    })
  }

  /** Does a piece of work; whatever is wrong with it costs this connection, and nothing else. */
  guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#onError(error)
      this.#socket.destroy()
    }
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable
  }

  /** Says how many bytes are held for this connection now; ends it where that is more than all together may hold. */
  keeps(size: number): void {
    const grown = size - this.#size
    this.#held.add(grown)
    this.#size = size
    if (grown > 0 && this.#held.isFull) this.#socket.destroy()
  }

  write(bytes: Buffer): void {
    if (!this.isOpen) return
    this.#socket.write(bytes)
    if (this.#socket.writableLength <= limits.unsent || this.#slow) return
    this.hold()
    this.#slow = setTimeout(() => this.#socket.destroy(), limits.frameMs)
  }

  /** Nothing more is read until as many releases. */
  hold(): void {
    this.#holds += 1
    this.#socket.pause()
  }

  release(): void {
    this.#holds -= 1
    if (this.#holds === 0 && !this.#socket.destroyed) this.#socket.resume()
  }

  /** Sends what is written and closes; whoever does not close their side in turn is cut off. */
  end(): void {
    this.#socket.end()
    setTimeout(() => this.#socket.destroy(), 2000).unref()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #drained() {
    if (!this.#slow) return
    clearTimeout(this.#slow)
    this.#slow = undefined
    this.release()
  }
}
