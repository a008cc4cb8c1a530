import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/connect.ts'
import type { News } from '#platform/events/hub.ts'
import { Caller } from './caller.ts'
import type { Conversation } from './conversation.ts'
import { Deliverer } from './deliver.ts'
import { GroupStore } from './group-store.ts'
import { readInstruments, type Instrument } from './instruments.ts'
import { Held } from './limits.ts'
import { ordersAsked } from './orders.ts'
import { faultWords } from './fault-labels.ts'
import { Crowd, Port, type Shared } from './port.ts'
import { Presence } from './presence.ts'
import { Processor } from './processor.ts'

export interface SwitchboardParts {
  db: Db
  clock: Clock
  /** The address on which instruments are listened to. */
  host: string
  publish: (news: News[]) => void
  onError: (error: unknown) => void
}

/** Every line to an instrument: opens, keeps and closes them as instruments are entered, changed and taken out of use. */
export class Switchboard {
  readonly #parts: SwitchboardParts
  readonly #store: GroupStore
  readonly #processor: Processor
  readonly #deliverer: Deliverer
  readonly #presence: Presence
  readonly #crowd = new Crowd()
  readonly #held = new Held()
  readonly #ports = new Map<number, Port>()
  readonly #callers = new Map<number, Caller>()
  /** On which connection an instrument was heard last. */
  readonly #heard = new Map<number, Conversation>()
  #instruments: Instrument[] = []
  #timeZone = 'UTC'

  constructor(parts: SwitchboardParts) {
    this.#parts = parts
    this.#store = new GroupStore(parts.db, () => this.#processor.wake())
    this.#processor = new Processor({ ...parts, isBusy: () => this.#store.isBusy })
    this.#presence = new Presence(parts)
    this.#deliverer = new Deliverer({
      ...parts,
      receivers: () => this.#instruments.filter(({ order_message }) => order_message !== null),
      conversationOf: (equipment) => this.#conversationOf(equipment),
    })
  }

  /** Brings the lines to what is entered now. */
  async refresh(): Promise<void> {
    const { instruments, timeZone } = await readInstruments(this.#parts.db)
    this.#instruments = instruments
    this.#timeZone = timeZone
    await this.#refreshPorts()
    this.#refreshCallers()
    this.#deliverer.wake()
  }

  /** Waits until everything that came is decided about. */
  async settle(): Promise<void> {
    await this.#store.settle()
    await this.#processor.settle()
  }

  async stop(): Promise<void> {
    for (const caller of this.#callers.values()) caller.close()
    await Promise.all([...this.#ports.values()].map((port) => port.close()))
    await this.#store.settle()
    await Promise.all([this.#processor.stop(), this.#deliverer.stop()])
    await this.#presence.stop()
  }

  /** Connections and bytes held, for whoever watches over them. */
  figures() {
    return { connections: this.#crowd.size, held: this.#held.bytes }
  }

  #onPort(port: number): Instrument[] {
    return this.#instruments.filter((instrument) => instrument.connection === 'listen' && instrument.port === port)
  }

  async #refreshPorts(): Promise<void> {
    const wanted = new Set(this.#instruments.filter(({ connection }) => connection === 'listen').map(({ port }) => port))
    for (const [port, open] of this.#ports)
      if (!wanted.has(port) || open.isBroken) {
        this.#ports.delete(port)
        await open.close()
      }
    for (const port of wanted) if (!this.#ports.has(port)) this.#ports.set(port, this.#open(port))
  }

  /** The instruments of one port speak one language: the first one's. */
  #expectedOn(port: number): Instrument[] {
    const all = this.#onPort(port)
    return all.filter((instrument) => {
      const fits = instrument.protocol === all[0]!.protocol
      if (!fits) this.#presence.failed(instrument.id, `Port ${port} is used by an instrument of another format.`)
      return fits
    })
  }

  #open(port: number): Port {
    return new Port({
      host: this.#parts.host,
      port,
      shared: this.#shared(),
      crowd: this.#crowd,
      instruments: () => this.#expectedOn(port),
      onListening: () => {},
      onError: (error) => {
        for (const { id } of this.#onPort(port)) this.#presence.failed(id, faultWords(error))
      },
    })
  }

  #refreshCallers(): void {
    const wanted = new Map(this.#instruments.filter(({ connection }) => connection === 'connect').map((one) => [one.id, one]))
    for (const [id, caller] of this.#callers) {
      const now = wanted.get(id)
      const { host, port, protocol } = caller.instrument
      if (now && now.host === host && now.port === port && now.protocol === protocol) continue
      this.#callers.delete(id)
      caller.close()
    }
    for (const [id, instrument] of wanted) if (!this.#callers.has(id)) this.#callers.set(id, this.#call(instrument))
  }

  #call(instrument: Instrument): Caller {
    const { id } = instrument
    return new Caller({
      instrument,
      shared: this.#shared(),
      onConnected: (conversation) => this.#connected(id, conversation),
      onError: (error) => this.#presence.failed(id, faultWords(error)),
    })
  }

  #connected(equipment: number, conversation: Conversation): void {
    this.#presence.seen(equipment)
    if (this.#heard.get(equipment) === conversation) return
    this.#heard.set(equipment, conversation)
    this.#quietly(this.#deliverer.reached(equipment))
  }

  #conversationOf(equipment: number): Conversation | undefined {
    const conversation = this.#callers.get(equipment)?.conversation ?? this.#heard.get(equipment)
    return conversation?.isOpen ? conversation : undefined
  }

  #quietly(work: Promise<unknown>): void {
    work.catch(this.#parts.onError)
  }

  #shared(): Shared {
    const { db, clock, onError } = this.#parts
    return {
      clock,
      timeZone: () => this.#timeZone,
      store: this.#store,
      held: this.#held,
      onHeard: (equipment, by) => this.#connected(equipment, by),
      onDelivered: (message) => this.#quietly(this.#deliverer.delivered(message)),
      onUndelivered: (message, reason) => this.#quietly(this.#deliverer.undelivered(message, reason)),
      onAnswered: (equipment, accession) => this.#quietly(this.#deliverer.answered(equipment, accession)),
      ordersOf: async (equipment, accession) => (await ordersAsked(db, equipment, accession, clock())).map(({ order }) => order),
      onError,
    }
  }
}
