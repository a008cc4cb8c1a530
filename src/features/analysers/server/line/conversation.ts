import type { Clock } from '#platform/clock.ts'
import type { AnalyserOrder } from '../protocol.ts'
import type { GroupStore } from './group-store.ts'
import type { Held } from './limits.ts'

/** What a conversation with an instrument needs of the rest of the program. */
export interface Surroundings {
  clock: Clock
  /** The clinic's, in which instruments show their time. */
  timeZone: () => string
  store: GroupStore
  held: Held
  /** Which instrument speaks, by how it names itself; null: none that we know. */
  identify: (sender: string) => number | null
  /** An instrument was heard. */
  onHeard: (equipment: number, by: Conversation) => void
  /** What became of an order that was sent as this message. */
  onDelivered: (message: number) => void
  onUndelivered: (message: number, reason: string) => void
  /** An instrument took the orders of a sample that it had asked for; an empty number where there were none. */
  onAnswered: (equipment: number, accession: string) => void
  /** The orders of a sample for an instrument, or of all that wait. */
  ordersOf: (equipment: number, accession: string) => Promise<AnalyserOrder[]>
  onError: (error: unknown) => void
}

/** A connection on which an instrument may be sent orders. */
export interface Conversation {
  readonly isOpen: boolean
  /** Sends an order that is kept as message `id`. */
  send: (id: number, body: Buffer) => void
  /** Sends what is written and closes. */
  end: () => void
}

let lastId = 0
/** Unique among our messages, for as long as any instrument remembers; 17 characters at most. */
export const newControlId = (): string => {
  lastId = Math.max(lastId + 1, Date.now() * 100)
  return `K${lastId.toString(36).toUpperCase()}`
}
