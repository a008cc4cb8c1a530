import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  framesOf,
  AstmLink,
  type LinkAction,
  readAstm,
  emptyMessage,
  type AnalyserMessage,
  writeAstmOrder,
  writeAstmUnknown,
} from '../protocol.ts'
import { kept } from '../kept-text.ts'
import { newControlId, type Conversation, type Surroundings } from './conversation.ts'
import { limits } from './limits.ts'
import { Link } from './link.ts'

/** What newer instruments put into one frame. */
const MAX_FRAME = 64_000
const KEEP_TRIES = 6
const QUERIES = 50

const NUMBERED_ANEW = 'Frame numbers restarted'

/** What came in one piece. */
interface Taken {
  body: Buffer
  message: AnalyserMessage
  isWithheld: boolean
  note: string
}

const readSafely = (bytes: Buffer): AnalyserMessage => {
  try {
    return readAstm(bytes)
  } catch {
    return { ...emptyMessage('astm'), refusal: { code: 'AR', error: '207', text: 'The message could not be read' } }
  }
}

const recordsIn = (body: Buffer) => {
  const records: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const end = body.indexOf(0x0d, at)
    records.push(body.subarray(at, end === -1 ? body.length : end + 1))
    at = end === -1 ? body.length : end + 1
  }
  return records
}

/** ASTM with one instrument: the frame that ends a message is acknowledged when the message is kept, and what it asks for is answered. */
export class AstmConversation implements Conversation {
  readonly #with: Surroundings
  readonly #link: Link
  readonly #line = new AstmLink({ role: 'host', maxFrame: MAX_FRAME, maxMessage: limits.message })
  #timer: NodeJS.Timeout | undefined
  #received = 0
  #isClosed = false
  #keeping = Promise.resolve()

  constructor(socket: Socket, surroundings: Surroundings, onClose: () => void) {
    this.#with = surroundings
    this.#link = new Link({
      socket,
      held: surroundings.held,
      onData: (chunk) => {
        this.#received = this.#line.state === 'idle' ? 0 : this.#received + chunk.length
        this.#link.keeps(Math.min(this.#received, 2 * limits.message))
        this.#do(this.#line.feed(chunk, performance.now()))
      },
      onError: surroundings.onError,
      onClose: () => {
        this.#isClosed = true
        clearTimeout(this.#timer)
        this.#do(this.#line.close())
        onClose()
      },
    })
    socket.once('end', () => void this.#keeping.then(() => this.#link.end()))
  }

  get isOpen(): boolean {
    return this.#link.isOpen
  }

  send(id: number, body: Buffer): void {
    this.#do(this.#line.send(String(id), framesOf(recordsIn(body)), performance.now()))
  }

  end(): void {
    this.#link.end()
  }

  #do(actions: readonly LinkAction[]): void {
    for (const action of actions) this.#act(action)
    if (this.#isClosed) return
    if (this.#line.state === 'idle') this.#link.keeps((this.#received = 0))
    clearTimeout(this.#timer)
    const { deadline } = this.#line
    if (deadline === null) return
    this.#timer = setTimeout(
      () => this.#link.guard(() => this.#do(this.#line.tick(performance.now()))),
      Math.max(1, deadline - performance.now()),
    )
  }

  #act(action: LinkAction): void {
    if (action.type === 'send') this.#link.write(action.bytes)
    else if (action.type === 'received') this.#take(action.messages, action.isWithheld, action.isNumberedAnew ? NUMBERED_ANEW : '')
    else if (action.type === 'delivered') this.#delivered(action.id)
    else if (action.type === 'undelivered') this.#told(action.id, (id) => this.#with.onUndelivered(id, action.reason))
    else if (action.lost && action.lost.length > 0) this.#take([action.lost], false, '')
  }

  /** Orders that we send are known by their message, those that answer a query by their sample. */
  #told(id: string, report: (id: number) => void): void {
    if (/^\d+$/.test(id)) report(Number(id))
  }

  #delivered(id: string): void {
    const [, equipment, accession] = /^query (\d+) (.*)$/s.exec(id) ?? []
    if (equipment !== undefined && accession !== undefined) this.#with.onAnswered(Number(equipment), accession)
    else this.#told(id, (message) => this.#with.onDelivered(message))
  }

  #take(bodies: readonly Buffer[], isWithheld: boolean, note: string): void {
    const messages = bodies.map((body) => ({ body, message: readSafely(body) }))
    const work = Promise.all(messages.map(({ body, message }) => this.#keep({ body, message, isWithheld, note })))
    this.#keeping = work
      .then(
        (equipment) => {
          if (isWithheld) this.#do(this.#line.accept(performance.now()))
          for (const [at, { message }] of messages.entries()) this.#answer(equipment[at] ?? null, message.queries)
        },
        (error) => {
          this.#with.onError(error)
          if (isWithheld) this.#do(this.#line.refuse(performance.now()))
        },
      )
      .catch(this.#with.onError)
  }

  async #keep({ body, message, isWithheld, note }: Taken): Promise<number | null> {
    const equipment = this.#with.identify(message.sender)
    if (equipment !== null) this.#with.onHeard(equipment, this)
    const incoming = {
      equipment,
      protocol: 'astm',
      peer: this.#link.peer,
      body,
      controlId: kept(message.controlId, 200),
      messageType: kept(message.messageType, 60),
      answer: 'ACK',
      note,
      at: this.#with.clock(),
    } as const
    // What was acknowledged already cannot be refused any more.
    for (let tries = isWithheld ? KEEP_TRIES : 1; ; tries++)
      try {
        await this.#with.store.keep(incoming)
        return equipment
      } catch (error) {
        if (tries >= KEEP_TRIES) throw error
        await sleep(1000 * tries, undefined, { ref: false })
      }
  }

  #answer(equipment: number | null, queries: readonly string[]): void {
    if (equipment === null) return
    for (const accession of queries.slice(0, QUERIES)) void this.#answerQuery(equipment, accession).catch(this.#with.onError)
  }

  async #answerQuery(equipment: number, accession: string): Promise<void> {
    const orders = await this.#with.ordersOf(equipment, accession)
    if (this.#isClosed) return
    const origin = {
      controlId: newControlId(),
      sendingApplication: 'KLINIKI',
      receivingApplication: '',
      now: this.#with.clock(),
      timeZone: this.#with.timeZone(),
      testMode: false,
    }
    const answers = orders.map((order) => ({ of: order.accession, records: writeAstmOrder(order, { isQueryAnswer: true }) }))
    if (answers.length === 0) answers.push({ of: '', records: writeAstmUnknown(accession, origin) })
    for (const { of, records } of answers) this.#do(this.#line.send(`query ${equipment} ${of}`, framesOf(records), performance.now()))
  }
}
