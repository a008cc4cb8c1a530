import type { Client, Connection, Submittable } from 'pg'

/** The part of the connection that speaks the protocol of COPY. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
  stream: { writableNeedDrain: boolean; once(event: 'drain', listener: () => void): void; pause(): void; resume(): void }
}

const CHUNK = 256 * 1024
const HELD_MOST = 8

/** The calls that the driver makes on whatever occupies the connection while the server sends a table. */
class CopyOut implements Submittable {
  readonly #text: string
  #connection: CopyConnection | undefined
  #room = Buffer.allocUnsafe(CHUNK)
  #bytes = 0
  #held: Buffer[] = []
  #isDone = false
  #failure: Error | undefined
  #wake: () => void = () => {}
  /** Lines that came, the header among them. */
  lines = 0

  constructor(text: string) {
    this.#text = text
  }
  submit = (connection: Connection) => {
    this.#connection = connection as unknown as CopyConnection
    connection.query(this.#text)
  }
  // The driver reads further lines into the bytes of this one.
  handleCopyData({ chunk }: { chunk: Buffer }) {
    this.lines++
    if (this.#bytes + chunk.length > this.#room.length) this.#hold(Math.max(CHUNK, chunk.length))
    this.#bytes += chunk.copy(this.#room, this.#bytes)
  }
  #hold(next: number) {
    if (this.#bytes > 0) this.#held.push(this.#room.subarray(0, this.#bytes))
    this.#room = Buffer.allocUnsafe(next)
    this.#bytes = 0
    if (this.#held.length >= HELD_MOST) this.#connection?.stream.pause()
    this.#wake()
  }
  handleCommandComplete() {}
  handleReadyForQuery() {
    this.#isDone = true
    this.#hold(0)
  }
  handleError(error: Error) {
    this.#failure = error
    this.#wake()
  }
  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const next = this.#held.shift()
      if (this.#failure) throw this.#failure
      if (next) {
        if (this.#held.length < HELD_MOST / 2) this.#connection?.stream.resume()
        yield next
      } else if (this.#isDone) return
      else await new Promise<void>((wake) => (this.#wake = wake))
    }
  }
}

/** What `copy … to stdout` sends, in pieces, no faster than they are taken; `lines` counts when it has ended. All of it must be read. */
export const copyOut = (client: Client, text: string): { chunks: AsyncGenerator<Buffer>; lines: () => number } => {
  const copy = new CopyOut(text)
  client.query(copy)
  return { chunks: copy.chunks(), lines: () => copy.lines }
}

/** The same for what the server takes. */
class CopyIn implements Submittable {
  readonly #text: string
  readonly #source: AsyncIterable<Buffer>
  readonly #done: () => void
  readonly #failed: (error: Error) => void
  #failure: Error | undefined
  #wake: () => void = () => {}

  constructor(text: string, source: AsyncIterable<Buffer>, done: () => void, failed: (error: Error) => void) {
    this.#text = text
    this.#source = source
    this.#done = done
    this.#failed = failed
  }
  submit = (connection: Connection) => connection.query(this.#text)
  handleCopyInResponse(connection: CopyConnection) {
    void this.#send(connection)
  }
  async #send(connection: CopyConnection) {
    try {
      for await (const chunk of this.#source) {
        if (this.#failure) return
        connection.sendCopyFromChunk(chunk)
        if (!connection.stream.writableNeedDrain) continue
        await new Promise<void>((go) => {
          this.#wake = go
          connection.stream.once('drain', go)
        })
      }
      if (!this.#failure) connection.endCopyFrom()
    } catch (error) {
      this.#failure ??= error as Error
      connection.sendCopyFail('The source ended.')
    }
  }
  handleCommandComplete() {}
  handleReadyForQuery() {
    this.#done()
  }
  handleError(error: Error) {
    this.#failure ??= error
    this.#failed(this.#failure)
    this.#wake()
  }
}

/** Sends `source` to `copy … from stdin`, no faster than it is taken. Rejects with what the server or the source says. */
export const copyIn = (client: Client, text: string, source: AsyncIterable<Buffer>): Promise<void> =>
  new Promise((done, failed) => void client.query(new CopyIn(text, source, done, failed)))
