import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** What came in, to be kept before anybody is told that it came. */
export interface Incoming {
  equipment: number | null
  protocol: 'hl7' | 'astm'
  peer: string
  body: Buffer
  controlId: string
  messageType: string
  /** What will be answered once it is kept. */
  answer: string
  /** What was odd on the line; mostly nothing. */
  note: string
  at: Date
}

interface Waiting {
  message: Incoming
  key: string
  digest: Buffer
  resolve: (stored: Kept) => void
  reject: (error: unknown) => void
}

export interface Kept {
  id: number
  /** It had come before. */
  isAgain: boolean
}

const MOST = 250
const MOST_BYTES = 8 * 1024 * 1024

const insert = async (db: Db, batch: readonly Waiting[]): Promise<Map<string, Kept>> => {
  const byKey = Map.groupBy(batch, ({ key }) => key)
  const firsts = [...byKey.values()].map(([first, ...again]) => ({ ...first!, times: 1 + again.length }))
  const column = <T>(of: (one: (typeof firsts)[number]) => T) => firsts.map(of)
  const { rows } = await sql<{ id: number; equipment: number | null; digest: string; times: number }>`
    insert into lab_messages as m (equipment_id, direction, protocol, peer, body, digest, control_id, message_type, state, answer, line_note, times_received, at)
    select w.equipment, 'in', w.protocol, w.peer, w.body, w.digest, w.control_id, w.message_type, 'stored', w.answer, w.note, w.times, w.at
    from unnest(${column(({ message }) => message.equipment)}::integer[], ${column(({ message }) => message.protocol)}::lab_protocol[],
      ${column(({ message }) => message.peer)}::text[], ${column(({ message }) => message.body)}::bytea[],
      ${column(({ digest }) => digest)}::bytea[], ${column(({ message }) => message.controlId)}::text[],
      ${column(({ message }) => message.messageType)}::text[], ${column(({ message }) => message.answer)}::text[],
      ${column(({ message }) => message.note)}::text[],
      ${column(({ times }) => times)}::integer[], ${column(({ message }) => message.at.toISOString())}::timestamptz[])
      as w(equipment, protocol, peer, body, digest, control_id, message_type, answer, note, times, at)
    on conflict (coalesce(equipment_id, 0), digest) where direction = 'in'
      do update set times_received = m.times_received + excluded.times_received
    returning id, equipment_id as equipment, encode(digest, 'hex') as digest, times_received as times`.execute(db)
  return new Map(
    rows.map(({ id, equipment, digest, times }) => {
      const key = `${equipment ?? 0} ${digest}`
      return [key, { id, isAgain: times > (byKey.get(key)?.length ?? 1) }]
    }),
  )
}

/** Keeps messages in the database, many in one statement: whatever comes while one is under way goes with the next. */
export class GroupStore {
  readonly #db: Db
  readonly #onStored: () => void
  #waiting: Waiting[] = []
  #running: Promise<void> | null = null

  constructor(db: Db, onStored: () => void) {
    this.#db = db
    this.#onStored = onStored
  }

  /** Resolves when the message is committed: the same bytes of the same instrument are kept once. Rejects when they could not be. */
  keep(message: Incoming): Promise<Kept> {
    const digest = createHash('sha256').update(message.body).digest()
    const key = `${message.equipment ?? 0} ${digest.toString('hex')}`
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message, key, digest, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  get isBusy(): boolean {
    return this.#running !== null
  }

  /** Waits until nothing is under way. */
  async settle(): Promise<void> {
    while (this.#running) await this.#running
  }

  #next(): Waiting[] {
    let bytes = 0
    let count = 0
    for (const { message } of this.#waiting) {
      if (count > 0 && (count === MOST || bytes + message.body.length > MOST_BYTES)) break
      bytes += message.body.length
      count += 1
    }
    return this.#waiting.splice(0, count)
  }

  async #run(): Promise<void> {
    // What arrives in the same turn goes together.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) await this.#keepBatch(this.#next())
    this.#running = null
  }

  async #keepBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const kept = await insert(this.#db, batch)
      for (const { key, resolve } of batch) resolve(kept.get(key)!)
      this.#onStored()
    } catch (error) {
      // One that cannot be kept must not take the others with it.
      if (batch.length > 1) for (const one of batch) await this.#keepBatch([one])
      else batch[0]!.reject(error)
    }
  }
}
