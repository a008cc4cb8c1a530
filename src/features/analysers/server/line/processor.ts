import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/connect.ts'
import type { News } from '#platform/events/hub.ts'
import { processMessage } from '../processing/process-message.ts'

const SWEEP_MS = 60_000
const PAUSE_MS = 2000
const BATCH = 200
/** Instruments whose messages are decided about at the same time. */
const SIDE_BY_SIDE = 2
const TRIES = 5
/** Milliseconds that a message waits while others are being kept. */
const PATIENCE = 10

interface Parts {
  db: Db
  clock: Clock
  publish: (news: News[]) => void
  onError: (error: unknown) => void
  /** Messages are being kept that somebody waits for. */
  isBusy: () => boolean
}

interface Due {
  id: number
  equipment_id: number | null
}

/** Decides about stored messages, in order for each instrument: when woken, when it begins, and every minute. */
export class Processor {
  readonly #parts: Parts
  readonly #tries = new Map<number, number>()
  #isWanted = false
  #isStopped = false
  #running: Promise<void> | null = null
  readonly #timer: NodeJS.Timeout

  constructor(parts: Parts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.wake(), SWEEP_MS)
    this.#timer.unref()
    this.wake()
  }

  wake(): void {
    if (this.#isStopped) return
    this.#isWanted = true
    this.#running ??= this.#run().finally(() => (this.#running = null))
  }

  /** Waits until everything that is stored has been decided about. */
  async settle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.settle()
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false
      try {
        while (!this.#isStopped && (await this.#pass()));
      } catch (error) {
        this.#parts.onError(error)
        await sleep(PAUSE_MS, undefined, { ref: false })
        this.#isWanted = true
      }
    }
  }

  /** Decides about the oldest ones; false when there are none. */
  async #pass(): Promise<boolean> {
    const due = await this.#parts.db
      .selectFrom('lab_messages')
      .select(['id', 'equipment_id'])
      .where('state', '=', 'stored')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (due.length === 0) return false
    const lanes = [...Map.groupBy(due, ({ equipment_id }) => equipment_id).values()]
    const entered = new Set<boolean>()
    const work = async () => {
      for (let lane = lanes.shift(); lane; lane = lanes.shift()) for (const message of lane) entered.add(await this.#decide(message))
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
    this.#parts.publish([{ topic: 'analysers' }, ...(entered.has(true) ? [{ topic: 'laboratory' } as const] : [])])
    return true
  }

  async #decide({ id }: Due): Promise<boolean> {
    if (this.#isStopped) return false
    // Whoever waits for an acknowledgement goes first, but not for ever.
    for (let tries = 0; tries < PATIENCE && this.#parts.isBusy(); tries++) await sleep(1)
    await turn()
    try {
      const done = await processMessage(this.#parts.db, id, this.#parts.clock())
      this.#tries.delete(id)
      return done?.isEntered ?? false
    } catch (error) {
      await this.#failed(id, error)
      return false
    }
  }

  /** Tried again, but not for ever: one that cannot be decided about must not hold up the others. */
  async #failed(id: number, error: unknown): Promise<void> {
    this.#parts.onError(error)
    const tries = (this.#tries.get(id) ?? 0) + 1
    this.#tries.set(id, tries)
    if (tries < TRIES) throw error
    this.#tries.delete(id)
    const change = {
      state: 'failed',
      problem: 'The message could not be read. Try again later.',
      processed_at: this.#parts.clock(),
    } as const
    await this.#parts.db.updateTable('lab_messages').set(change).where('id', '=', id).execute()
  }
}
