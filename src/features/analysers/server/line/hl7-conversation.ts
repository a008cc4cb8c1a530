import type { Socket } from 'node:net'
import {
  textOf,
  acknowledge,
  answerCodes,
  type Answer,
  type Hl7Header,
  emptyMessage,
  frame,
  mllpReader,
  type MllpEvent,
} from '../protocol.ts'
import { readHl7, type Hl7Reading } from '../read-hl7.ts'
import { kept } from '../kept-text.ts'
import { newControlId, type Conversation, type Surroundings } from './conversation.ts'
import { limits } from './limits.ts'
import { Link } from './link.ts'

type Outcome = Pick<Answer, 'text' | 'error'> & { code: 'AA' | 'AE' | 'AR' }

const readSafely = (bytes: Buffer): Hl7Reading => {
  try {
    return readHl7(bytes)
  } catch {
    const refusal = { code: 'AR', error: '207', text: 'The message could not be read' } as const
    return { header: null, message: { ...emptyMessage('hl7'), refusal } }
  }
}

/** HL7 v2 over MLLP with one instrument: every message is kept before it is answered, and answered in the order in which it came. */
export class Hl7Conversation implements Conversation {
  readonly #with: Surroundings
  readonly #link: Link
  readonly #reader = mllpReader({ maxBytes: limits.message })
  #answering = Promise.resolve()
  #waiting = 0
  #waitingBytes = 0
  #noise = 0
  #patience: number = limits.noise
  #frame: NodeJS.Timeout | undefined

  constructor(socket: Socket, surroundings: Surroundings, onClose: () => void) {
    this.#with = surroundings
    this.#link = new Link({
      socket,
      held: surroundings.held,
      onData: (chunk) => this.#read(chunk),
      onError: surroundings.onError,
      onClose: () => {
        clearTimeout(this.#frame)
        onClose()
      },
    })
    // Whoever has said all they wanted to still gets their answers.
    socket.once('end', () => void this.#answering.then(() => this.#link.end()))
  }

  get isOpen(): boolean {
    return this.#link.isOpen
  }

  send(_id: number, body: Buffer): void {
    this.#link.write(frame(body))
  }

  end(): void {
    this.#link.end()
  }

  #read(chunk: Buffer): void {
    const events = this.#reader.feed(chunk)
    for (const event of events) this.#hear(event)
    this.#bear(events, chunk.length)
    this.#count()
    this.#watch(events.length > 0)
  }

  /** The rest of a message that was refused for its length is borne with patience, anything else between messages with little. */
  #bear(events: readonly MllpEvent[], size: number): void {
    const isMessage = this.#reader.isInside || events.some(({ type }) => type === 'message')
    if (events.some((event) => event.type === 'problem' && event.reason === 'too long')) this.#patience = limits.refused
    if (isMessage) this.#patience = limits.noise
    this.#noise = isMessage ? 0 : this.#noise + size
    if (this.#noise > this.#patience) this.#link.end()
  }

  /** A message that has begun has to end. */
  #watch(isAnew: boolean): void {
    if (!this.#reader.isInside || isAnew) {
      clearTimeout(this.#frame)
      this.#frame = undefined
    }
    if (this.#reader.isInside) this.#frame ??= setTimeout(() => this.#link.guard(() => this.#giveUp()), limits.frameMs)
  }

  #giveUp(): void {
    this.#answer(null, false, { code: 'AR', text: 'The message did not end' })
    this.#link.end()
  }

  #count(): void {
    this.#link.keeps(this.#reader.held + this.#waitingBytes)
  }

  #hear(event: MllpEvent): void {
    if (event.type === 'message') return this.#take(event.bytes)
    if (event.reason === 'too long')
      this.#answering = this.#answering.then(() => this.#answer(null, false, { code: 'AR', text: 'The message is longer than 1 MiB' }))
  }

  #take(bytes: Buffer): void {
    const { header, message } = readSafely(bytes)
    const equipment = this.#with.identify(message.sender)
    if (equipment !== null) this.#with.onHeard(equipment, this)
    const stranger: Outcome = { code: 'AR', text: 'This instrument is not known here' }
    const outcome = message.refusal ?? (equipment === null ? stranger : { code: 'AA' as const })
    const answers = this.#answersTo(header, message.isResponse, outcome)
    this.#waiting += 1
    this.#waitingBytes += bytes.length
    if (this.#waiting === limits.waiting) this.#link.hold()
    const done = this.#with.store
      .keep({
        equipment,
        protocol: 'hl7',
        peer: this.#link.peer,
        body: bytes,
        controlId: kept(message.controlId, 200),
        messageType: kept(message.messageType, 60),
        answer: kept(answers.map(textOf).join(''), 4000),
        note: '',
        at: this.#with.clock(),
      })
      .then(
        () => answers,
        (error) => {
          this.#with.onError(error)
          return this.#answersTo(header, message.isResponse, { code: 'AE', error: '207', text: 'It could not be kept: send it again' })
        },
      )
    this.#answering = this.#answering.then(async () => {
      for (const answer of await done) this.#link.write(frame(answer))
      if (this.#waiting === limits.waiting) this.#link.release()
      this.#waiting -= 1
      this.#waitingBytes -= bytes.length
      this.#count()
    })
    this.#answering = this.#answering.catch(this.#with.onError)
  }

  #answersTo(header: Hl7Header | null, isResponse: boolean, outcome: Outcome): Buffer[] {
    const { clock, timeZone } = this.#with
    const { text, error } = outcome
    return answerCodes(header, isResponse, outcome.code).map((code) =>
      acknowledge(header, {
        code,
        controlId: newControlId(),
        at: clock(),
        timeZone: timeZone(),
        ...(text !== undefined && { text }),
        ...(error !== undefined && { error }),
      }),
    )
  }

  #answer(header: Hl7Header | null, isResponse: boolean, outcome: Outcome): void {
    for (const answer of this.#answersTo(header, isResponse, outcome)) this.#link.write(frame(answer))
  }
}
