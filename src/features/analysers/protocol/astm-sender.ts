import { ENQ, EOT, type LineToken } from './astm-frames.ts'
import { linkTimes, type LineActions, type LinkOptions, type Undelivered } from './astm-line.ts'

interface Outgoing {
  id: string
  frames: readonly Buffer[]
}

/** The sending half of a line: asks (ENQ), sends frame by frame, ends (EOT). One message at a time, in order. */
export class AstmSender {
  readonly #role: LinkOptions['role']
  readonly #actions: LineActions
  readonly #queue: Outgoing[] = []
  #state: 'idle' | 'bidding' | 'sending' = 'idle'
  #timer = 0
  #place = 0
  #tries = 0

  constructor(role: LinkOptions['role'], actions: LineActions) {
    this.#role = role
    this.#actions = actions
  }

  get state(): 'idle' | 'bidding' | 'sending' {
    return this.#state
  }

  /** When it wants to act next: to bid while idle, to give up while it waits. */
  get deadline(): number | null {
    return this.#queue.length > 0 ? this.#timer : null
  }

  add(id: string, frames: readonly Buffer[]): void {
    if (frames.length > 0) this.#queue.push({ id, frames })
    else this.#actions.push({ type: 'delivered', id })
  }

  /** Asks to send, where something waits and it is time. The line must be neutral. */
  bid(now: number): void {
    if (this.#state !== 'idle' || this.#queue.length === 0 || now < this.#timer) return
    this.#state = 'bidding'
    this.#timer = now + linkTimes.sender
    this.#actions.send(ENQ)
  }

  hear(type: LineToken['type'], now: number): void {
    if (this.#state === 'bidding') this.#hearBidding(type, now)
    else if (this.#state === 'sending') this.#hearSending(type, now)
  }

  expire(now: number): void {
    if (this.#state === 'idle' || now < this.#timer) return
    this.#actions.send(EOT)
    this.#fail('no answer', now + linkTimes.busy)
  }

  close(): void {
    for (const { id } of this.#queue.splice(0)) this.#actions.push({ type: 'undelivered', id, reason: 'closed' })
    this.#wait(0)
  }

  #hearBidding(type: LineToken['type'], now: number): void {
    if (type === 'ACK') {
      this.#state = 'sending'
      this.#place = 0
      this.#tries = 0
      this.#sendFrame(now)
    } else if (type === 'ENQ') this.#wait(now + linkTimes.contention[this.#role])
    else if (type === 'NAK') {
      if (++this.#tries > linkTimes.tries) this.#fail('busy', now + linkTimes.busy)
      else this.#wait(now + linkTimes.busy)
    }
  }

  #hearSending(type: LineToken['type'], now: number): void {
    const { id, frames } = this.#queue[0]!
    const isLast = this.#place === frames.length - 1
    if (type === 'ACK' && !isLast) {
      this.#tries = 0
      this.#place++
      this.#sendFrame(now)
    } else if (type === 'ACK' || (type === 'EOT' && isLast)) {
      // An EOT in place of ACK takes the frame and asks us to stop, which we were about to do.
      this.#actions.send(EOT)
      this.#actions.push({ type: 'delivered', id })
      this.#leave(now)
    } else if (type === 'NAK' && ++this.#tries <= linkTimes.tries) this.#sendFrame(now)
    else if (type === 'NAK' || type === 'EOT') {
      this.#actions.send(EOT)
      this.#fail(type === 'NAK' ? 'refused' : 'stopped', now + linkTimes.sender)
    }
  }

  #sendFrame(now: number): void {
    this.#timer = now + linkTimes.sender
    this.#actions.send(this.#queue[0]!.frames[this.#place]!)
  }

  #fail(reason: Undelivered, notBefore: number): void {
    this.#actions.push({ type: 'undelivered', id: this.#queue[0]!.id, reason })
    this.#leave(notBefore)
  }

  #leave(notBefore: number): void {
    this.#queue.shift()
    this.#tries = 0
    this.#wait(notBefore)
  }

  #wait(notBefore: number): void {
    this.#state = 'idle'
    this.#timer = notBefore
  }
}
