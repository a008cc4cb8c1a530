import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/connect.ts'
import type { News } from '#platform/events/hub.ts'

const WRITE_MS = 2000
/** An instrument that is heard all the time is written down this often. */
const SEEN_EVERY_MS = 15_000

interface Parts {
  db: Db
  clock: Clock
  publish: (news: News[]) => void
  onError: (error: unknown) => void
}
interface Note {
  seen?: Date
  error?: string | null
}

/** Writes down when an instrument was last heard and what keeps it from being reached; seldom, however much is said. */
export class Presence {
  readonly #parts: Parts
  readonly #notes = new Map<number, Note>()
  readonly #written = new Map<number, Note>()
  #timer: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  seen(equipment: number): void {
    const now = this.#parts.clock()
    const before = this.#written.get(equipment)
    if (before?.seen && before.error === null && now.getTime() - before.seen.getTime() < SEEN_EVERY_MS) return
    this.#note(equipment, { seen: now, error: null })
  }

  failed(equipment: number, error: string): void {
    if (this.#written.get(equipment)?.error !== error) this.#note(equipment, { error })
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#write()
  }

  #note(equipment: number, note: Note): void {
    this.#notes.set(equipment, { ...this.#notes.get(equipment), ...note })
    this.#written.set(equipment, { ...this.#written.get(equipment), ...note })
    this.#timer ??= setTimeout(() => void this.#write(), WRITE_MS)
  }

  async #write(): Promise<void> {
    this.#timer = undefined
    const notes = [...this.#notes].toSorted(([a], [b]) => a - b)
    this.#notes.clear()
    try {
      for (const [id, { seen, error }] of notes)
        await sql`update lab_equipment set last_seen_at = coalesce(${seen ?? null}::timestamptz, last_seen_at), last_error = ${error ?? null}
          where id = ${id}`.execute(this.#parts.db)
      if (notes.length > 0) this.#parts.publish([{ topic: 'analysers' }])
    } catch (error) {
      for (const [id] of notes) this.#written.delete(id)
      this.#parts.onError(error)
    }
  }
}
