import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from, to } from 'pg-copy-streams'

export interface CopyOut {
  /** In pieces, no faster than they are taken. All of them must be read before the connection takes another statement. */
  chunks: AsyncIterable<Buffer>
  /** How many rows the server has counted, the header not among them. To be asked after the last piece. */
  rows(): number
}

/** What `copy … to stdout` sends. */
export const copyOut = (client: Client, text: string): CopyOut => {
  const stream = client.query(to(text))
  // A connection that breaks before the first piece is asked for, or behind the last row, is still reported to the reader.
  stream.on('error', (error) => stream.destroy(error))
  const chunks = async function* (): AsyncGenerator<Buffer> {
    yield* stream
    // The number of rows comes in a message behind the last one; it is here when the next statement is answered.
    await client.query('')
  }
  return { chunks: chunks(), rows: () => stream.rowCount }
}

/** Sends `source` to `copy … from stdin`, no faster than it is taken. Rejects with what the server or the source says. */
export const copyIn = (client: Client, text: string, source: AsyncIterable<Buffer>): Promise<void> =>
  pipeline(source, client.query(from(text)))
