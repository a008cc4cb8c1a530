import { ACK, NAK, type LineToken } from './astm-frames.ts'
import { linkTimes, type LineActions, type LinkProblem } from './astm-line.ts'
import { endsWithTerminator, splitMessages } from './astm-records.ts'
import { ByteStore } from './bytes.ts'

type Frame = Extract<LineToken, { type: 'frame' }>

/** What a frame begins with where it begins a record, or a message: a letter and a delimiter. */
const RECORD = /^[A-Z][!-/:-@[-`{-~]/i
const HEADER = /^H[!-/:-@[-`{-~]/i

const isLineEnd = (byte: number | undefined) => byte === 0x0d || byte === 0x0a

/** The receiving half of a line: answers frames, puts messages together, and holds the answer to a message's last frame back. */
export class AstmReceiver {
  readonly #maxMessage: number
  readonly #actions: LineActions
  readonly #message = new ByteStore()
  #state: 'idle' | 'receiving' | 'withheld' = 'idle'
  #timer = 0
  /** The last frame that was acknowledged: the same again is a retransmission. */
  #accepted: Frame | null = null
  #held: { frame: Frame; sizeBefore: number } | null = null
  #isOverfull = false
  #isRefused = false
  /** Something was answered NAK since the last frame that was kept. */
  #isAwaitingAgain = false
  #isNumberedAnew = false

  constructor(maxMessage: number, actions: LineActions) {
    this.#maxMessage = maxMessage
    this.#actions = actions
  }

  get state(): 'idle' | 'receiving' | 'withheld' {
    return this.#state
  }

  get deadline(): number | null {
    return this.#state === 'receiving' ? this.#timer : null
  }

  /** Answers an ENQ. What had begun before it will never end. */
  open(now: number, isBusy: boolean): void {
    this.stop('message broken off')
    this.#actions.send(isBusy ? NAK : ACK)
    if (!isBusy) this.#resume(now)
  }

  hear(token: LineToken, now: number): void {
    if (token.type === 'EOT') this.#end()
    if (token.type !== 'frame' && token.type !== 'damaged') return
    this.#resume(now)
    if (token.type === 'frame') return this.#take(token)
    this.#refuse(token.reason)
  }

  /** Goes back to idle. What had been received of a message is named as lost. */
  stop(reason: LinkProblem): void {
    const lost = this.#state === 'receiving' && this.#message.size > 0 ? this.#message.take() : null
    if (lost) this.#actions.problem(reason, lost)
    this.#message.clear()
    this.#accepted = null
    this.#held = null
    this.#isOverfull = false
    this.#isRefused = false
    this.#isAwaitingAgain = false
    this.#isNumberedAnew = false
    this.#state = 'idle'
  }

  expire(now: number): boolean {
    if (this.#state !== 'receiving' || now < this.#timer) return false
    this.stop('line silent')
    return true
  }

  /** Ends a hold, `answer` telling whether the other side still waits for one. False where nothing is held. */
  decide(now: number, isStored: boolean, answer: boolean): boolean {
    if (!this.#held) return false
    const { frame, sizeBefore } = this.#held
    this.#held = null
    this.#isRefused = !isStored
    if (isStored) {
      this.#message.clear()
      this.#accepted = frame
      this.#isNumberedAnew = false
    } else this.#message.truncate(sizeBefore)
    this.#resume(now)
    if (answer) this.#actions.send(isStored ? ACK : NAK)
    return true
  }

  #resume(now: number): void {
    this.#state = 'receiving'
    this.#timer = now + linkTimes.receiver
  }

  #take(frame: Frame): void {
    const { number, text } = frame
    if (this.#isOverfull) return this.#actions.send(NAK)
    if (this.#accepted?.number === number && this.#accepted.text.equals(text)) return this.#actions.send(ACK)
    const isNext = number === ((this.#accepted?.number ?? 0) + 1) % 8
    if (!isNext && !this.#isCountedAnew(frame)) this.#refuse('frame number')
    else if (this.#message.size + text.length > this.#maxMessage) {
      this.#message.clear()
      this.#isOverfull = true
      this.#refuse('message too long')
    } else {
      this.#isNumberedAnew ||= !isNext
      this.#keep(frame)
    }
  }

  /**
   * Some instruments count the frames of each message anew, from 1 or 0, some within a message. Only where a record begins, for a gap within one
   * is a frame that was lost; behind a frame that is to come again, and under the number of the one before, only a new message.
   */
  #isCountedAnew({ number, text }: Frame): boolean {
    const isAtRecord = this.#accepted === null || this.#accepted.isLast
    if (!isAtRecord || number > 1) return false
    const isMessageAlone = this.#isAwaitingAgain || number === this.#accepted?.number
    return (isMessageAlone ? HEADER : RECORD).test(text.subarray(0, 2).toString('latin1'))
  }

  #refuse(reason: LinkProblem): void {
    this.#isAwaitingAgain = true
    this.#actions.problem(reason)
    this.#actions.send(NAK)
  }

  #keep(frame: Frame): void {
    const sizeBefore = this.#message.size
    this.#isAwaitingAgain = false
    this.#message.append(frame.text)
    // A record that ends with its frame may lack its CR.
    if (frame.isLast && frame.text.length > 0 && !isLineEnd(frame.text.at(-1))) this.#message.append(Buffer.of(0x0d))
    if (!endsWithTerminator(this.#message.view)) {
      this.#accepted = frame
      return this.#actions.send(ACK)
    }
    this.#held = { frame, sizeBefore }
    this.#state = 'withheld'
    this.#actions.push({ type: 'received', messages: splitMessages(this.#message.view), isWithheld: true, ...this.#note })
  }

  get #note(): { isNumberedAnew?: true } {
    return this.#isNumberedAnew ? { isNumberedAnew: true } : {}
  }

  #end(): void {
    // A message that we could not store will come again, whole.
    if (this.#message.size > 0 && !this.#isRefused) {
      this.#actions.problem('no terminator record')
      this.#actions.push({ type: 'received', messages: splitMessages(this.#message.take()), isWithheld: false, ...this.#note })
    }
    this.stop('message broken off')
  }
}
