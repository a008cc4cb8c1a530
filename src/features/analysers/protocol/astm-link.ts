import { ENQ, EOT, FrameScanner } from './astm-frames.ts'
import { LineActions, type LinkAction, type LinkOptions } from './astm-line.ts'
import { AstmReceiver } from './astm-receiver.ts'
import { AstmSender } from './astm-sender.ts'
import { ByteStore } from './bytes.ts'

/**
 * One line by ASTM E1381 (LIS1-A), both ways, without a socket or a clock of its own: feed it what arrives, tick it when `deadline` has
 * passed, and do what it says. Times are milliseconds of any clock that only goes forward.
 */
export class AstmLink {
  /** Refuses new sessions while set. */
  isBusy = false

  readonly #maxMessage: number
  readonly #scanner: FrameScanner
  readonly #waiting = new ByteStore()
  readonly #actions = new LineActions()
  readonly #receiver: AstmReceiver
  readonly #sender: AstmSender

  constructor(options: LinkOptions) {
    this.#maxMessage = options.maxMessage
    this.#scanner = new FrameScanner(options.maxFrame)
    this.#receiver = new AstmReceiver(options.maxMessage, this.#actions)
    this.#sender = new AstmSender(options.role, this.#actions)
  }

  /** 'withheld': nothing is read until `accept` or `refuse`. 'bidding': asked to send, no answer yet. */
  get state(): 'idle' | 'receiving' | 'withheld' | 'bidding' | 'sending' {
    return this.#receiver.state === 'idle' ? this.#sender.state : this.#receiver.state
  }

  /** When `tick` has something to do; null while nothing but a call can change anything. */
  get deadline(): number | null {
    return this.#receiver.state === 'idle' ? this.#sender.deadline : this.#receiver.deadline
  }

  /** Takes bytes as they arrive, split and packed as they may be. */
  feed(bytes: Uint8Array, now: number): LinkAction[] {
    this.#read(bytes, now)
    return this.#actions.take()
  }

  /** Lets time pass: silence ends sessions, and what waits to be sent is sent. */
  tick(now: number): LinkAction[] {
    if (this.#receiver.expire(now)) this.#scanner.reset()
    this.#sender.expire(now)
    this.#bid(now)
    return this.#actions.take()
  }

  /** Queues a message of ours, as frames by `framesOf`. Its `id` comes back as delivered or undelivered, once. */
  send(id: string, frames: readonly Buffer[], now: number): LinkAction[] {
    this.#sender.add(id, frames)
    this.#bid(now)
    return this.#actions.take()
  }

  /** The withheld messages are stored: acknowledges them. Does nothing where none are withheld. */
  accept(now: number): LinkAction[] {
    return this.#decide(now, true)
  }

  /** The withheld messages could not be stored: the other side is to send the last frame again. */
  refuse(now: number): LinkAction[] {
    return this.#decide(now, false)
  }

  /** The line is gone: what was queued is undelivered, what had begun is lost. */
  close(): LinkAction[] {
    this.#receiver.stop('message broken off')
    this.#sender.close()
    this.#scanner.reset()
    this.#waiting.clear()
    return this.#actions.take()
  }

  #bid(now: number): void {
    if (this.#receiver.state === 'idle') this.#sender.bid(now)
  }

  #read(bytes: Uint8Array, now: number): void {
    let at = 0
    while (at < bytes.length && this.#receiver.state !== 'withheld') {
      const { token, next } = this.#scanner.scan(bytes, at)
      at = next
      if (!token) continue
      if (this.#sender.state !== 'idle') this.#sender.hear(token.type, now)
      else if (token.type === 'ENQ') this.#receiver.open(now, this.isBusy)
      else if (this.#receiver.state === 'receiving') this.#receiver.hear(token, now)
    }
    if (at < bytes.length) this.#keepWaiting(bytes.subarray(at))
    this.#bid(now)
  }

  /** Nobody may send while an answer is held back: a little patience, not memory without end. */
  #keepWaiting(bytes: Uint8Array): void {
    if (this.#waiting.size + bytes.length <= this.#maxMessage) return this.#waiting.append(bytes)
    this.#waiting.clear()
    this.#actions.problem('bytes nobody waits for')
  }

  #decide(now: number, isStored: boolean): LinkAction[] {
    // Who has given up waiting would take this answer for one to what it sent since.
    const isAwaited = !this.#waiting.view.some((byte) => byte === EOT || byte === ENQ)
    if (this.#receiver.decide(now, isStored, isAwaited)) this.#read(this.#waiting.take(), now)
    return this.#actions.take()
  }
}
