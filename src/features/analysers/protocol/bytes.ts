/** Bytes that arrive piecemeal, kept in one growing place: a million chunks of one byte cost no more than one of a million. */
export class ByteStore {
  #bytes = Buffer.alloc(0)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** What is kept, without copying: valid until the next change. */
  get view(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }

  append(bytes: Uint8Array): void {
    const needed = this.#size + bytes.length
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length, 256))
      this.#bytes.copy(grown, 0, 0, this.#size)
      this.#bytes = grown
    }
    this.#bytes.set(bytes, this.#size)
    this.#size = needed
  }

  truncate(size: number): void {
    this.#size = Math.min(size, this.#size)
  }

  /** A copy of what is kept; nothing stays, not even the room for it. */
  take(): Buffer {
    const taken = Buffer.from(this.view)
    this.clear()
    return taken
  }

  clear(): void {
    this.#bytes = Buffer.alloc(0)
    this.#size = 0
  }
}

const strict = new TextDecoder('utf-8', { fatal: true })
const western = new TextDecoder('windows-1252')

/** Text of bytes whose encoding nobody stated: UTF-8 where they are valid UTF-8, else Latin-1 as Windows extends it. */
export const textOf = (bytes: Uint8Array): string => {
  try {
    return strict.decode(bytes)
  } catch {
    return western.decode(bytes)
  }
}
