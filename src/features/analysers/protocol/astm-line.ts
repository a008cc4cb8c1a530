export type LinkProblem =
  | 'checksum'
  | 'frame number'
  | 'frame too long'
  | 'message too long'
  | 'no terminator record'
  | 'message broken off'
  | 'line silent'
  | 'bytes nobody waits for'

export type Undelivered = 'no answer' | 'busy' | 'refused' | 'stopped' | 'closed'

/** What the caller of a link has to do, in this order. */
export type LinkAction =
  | { type: 'send'; bytes: Buffer }
  /**
   * Messages of records. Where `isWithheld`, the other side still waits: call `accept` once they are stored, or `refuse`; nothing else is
   * read until then. Otherwise the frames were acknowledged already, since nothing but the end of the session told that the message ends.
   * `isNumberedAnew`: their frames did not count on from those before.
   */
  | { type: 'received'; messages: Buffer[]; isWithheld: boolean; isNumberedAnew?: boolean }
  | { type: 'delivered'; id: string }
  | { type: 'undelivered'; id: string; reason: Undelivered }
  /** `lost` holds what had been received of a message that will not end. */
  | { type: 'problem'; reason: LinkProblem; lost: Buffer | null }

export interface LinkOptions {
  /** Who we are: where both sides begin at once, the host gives way. */
  role: 'host' | 'instrument'
  /** Bytes of a frame's text; at least 240. */
  maxFrame: number
  /** Bytes of a message, all its frames together. */
  maxMessage: number
}

/** E1381's waiting times in milliseconds, and how often a frame is sent again. */
export const linkTimes = {
  receiver: 30_000,
  sender: 15_000,
  contention: { host: 20_000, instrument: 1000 },
  busy: 10_000,
  tries: 6,
} as const

/** Gathers what one call makes a line do. */
export class LineActions {
  #actions: LinkAction[] = []

  push(action: LinkAction): void {
    this.#actions.push(action)
  }

  send(bytes: Buffer | number): void {
    this.push({ type: 'send', bytes: typeof bytes === 'number' ? Buffer.of(bytes) : bytes })
  }

  problem(reason: LinkProblem, lost: Buffer | null = null): void {
    this.push({ type: 'problem', reason, lost })
  }

  take(): LinkAction[] {
    return this.#actions.splice(0)
  }
}
