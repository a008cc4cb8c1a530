/** Bounds of the line: what instruments need many times over, and what keeps anybody else from wearing the program out. */
export const limits = {
  connections: 1000,
  /** From one address, unless it is that of an instrument. */
  connectionsOfAddress: 20,
  /** Bytes of one message. */
  message: 1024 * 1024,
  /** Bytes of messages that have begun, and wait to be stored, over all connections. */
  held: 64 * 1024 * 1024,
  /** Bytes between messages that mean nothing. */
  noise: 64 * 1024,
  /** Bytes of a message that was refused for its length. */
  refused: 16 * 1024 * 1024,
  /** Messages of one connection that may wait to be stored. */
  waiting: 64,
  /** Bytes of answers that the other side has not taken. */
  unsent: 64 * 1024,
  frameMs: 30_000,
  idleMs: 600_000,
  connectMs: 10_000,
} as const

/** Counts what all connections hold together. */
export class Held {
  #bytes = 0

  get isFull(): boolean {
    return this.#bytes > limits.held
  }

  get bytes(): number {
    return this.#bytes
  }

  add(bytes: number): void {
    this.#bytes += bytes
  }
}
