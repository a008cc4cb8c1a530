import type { Client, Connection, Submittable } from 'pg'

/** What a column takes; an instant is its ISO text, null is null. */
export type Value = string | number | boolean | null

/** The part of the connection that speaks the protocol of COPY. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

const CHUNK = 256 * 1024

const special = /[\\\n\r\t]/g
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const field = (value: Value) =>
  value === null ? '\\N' : typeof value === 'string' ? value.replace(special, (sign) => escapes[sign] as string) : String(value)

/** The calls that the driver makes on whatever occupies the connection, in the order in which the server answers. */
class CopyIn implements Submittable {
  readonly #text: string
  readonly #chunks: () => Iterable<Buffer>
  readonly #done: () => void
  readonly #failed: (error: Error) => void

  constructor(text: string, chunks: () => Iterable<Buffer>, done: () => void, failed: (error: Error) => void) {
    this.#text = text
    this.#chunks = chunks
    this.#done = done
    this.#failed = failed
  }
  submit = (connection: Connection) => connection.query(this.#text)
  handleCopyInResponse(connection: CopyConnection) {
    for (const chunk of this.#chunks()) connection.sendCopyFromChunk(chunk)
    connection.endCopyFrom()
  }
  handleCommandComplete() {}
  handleReadyForQuery() {
    this.#done()
  }
  handleError(error: Error) {
    this.#failed(error)
  }
}

function* chunksOf(rows: readonly (readonly Value[])[]): Generator<Buffer> {
  let text = ''
  for (const row of rows) {
    let separator = ''
    for (const value of row) {
      text += separator + field(value)
      separator = '\t'
    }
    text += '\n'
    if (text.length > CHUNK) {
      yield Buffer.from(text)
      text = ''
    }
  }
  if (text) yield Buffer.from(text)
}

/** Writes rows into a table by COPY, identities included; constraints and triggers hold as for an insert. `table` and `columns` are our own words. */
export const copyRows = (client: Client, table: string, columns: readonly string[], rows: readonly (readonly Value[])[]) =>
  new Promise<void>((done, failed) => {
    if (rows.length === 0) return done()
    client.query(new CopyIn(`copy ${table} (${columns.join(', ')}) from stdin`, () => chunksOf(rows), done, failed))
  })
