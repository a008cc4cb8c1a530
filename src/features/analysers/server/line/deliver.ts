import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/db/connect.ts'
import type { News } from '#platform/events/hub.ts'
import { writeAstmOrder, writeOml, writeOrm } from '../protocol.ts'
import type { Conversation } from './conversation.ts'
import { ordersFor, type SampleOrder } from './orders.ts'

const LOOK_MS = 5000
const BATCH = 100
/** Minutes until the next try: five tries within an hour. */
const pauses = [1, 4, 15, 40]
export const MOST_TRIES = pauses.length + 1

/** An instrument that is sent orders. */
export interface Receiver {
  id: number
  protocol: 'hl7' | 'astm'
  order_message: string | null
}

interface Parts {
  db: Db
  clock: Clock
  publish: (news: News[]) => void
  onError: (error: unknown) => void
  /** The instruments that are sent orders. */
  receivers: () => readonly Receiver[]
  /** The connection on which an instrument may be sent something now. */
  conversationOf: (equipment: number) => Conversation | undefined
}

const bodyOf = ({ order_message }: Receiver, { order }: SampleOrder): Buffer => {
  if (order_message === 'ASTM') return Buffer.concat(writeAstmOrder(order))
  return Buffer.from(order_message === 'ORM^O01' ? writeOrm(order) : writeOml(order))
}

/** Sends what instruments are to do, tries again with growing pauses, and gives up after five tries. */
export class Deliverer {
  readonly #parts: Parts
  readonly #timer: NodeJS.Timeout
  #running: Promise<void> | null = null
  #isWanted = false
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.wake(), LOOK_MS)
    this.#timer.unref()
  }

  wake(): void {
    if (this.#isStopped) return
    this.#isWanted = true
    this.#running ??= this.#run().finally(() => (this.#running = null))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  /** An instrument came on the line: what could not be sent is due now. */
  async reached(equipment: number): Promise<void> {
    const { db, clock } = this.#parts
    await sql`update lab_equipment_jobs set next_try_at = ${clock()} where equipment_id = ${equipment} and state = 'queued'`.execute(db)
    this.wake()
  }

  /** The instrument took the message: what is in it is accepted. */
  async delivered(message: number): Promise<void> {
    const { db, clock } = this.#parts
    await sql`update lab_equipment_jobs set state = 'accepted', problem = '', done_at = ${clock()}
      where message_id = ${message} and state = 'sent'`.execute(db)
    this.#publish()
  }

  /** The message did not reach the instrument: it waits for its next try. */
  async undelivered(message: number, reason: string): Promise<void> {
    await sql`update lab_equipment_jobs set state = 'queued', problem = ${`The instrument did not take it: ${reason}.`}
      where message_id = ${message} and state = 'sent'`.execute(this.#parts.db)
    this.#publish()
  }

  /** The instrument asked for a sample's orders and took them. */
  async answered(equipment: number, accession: string): Promise<void> {
    const { db, clock } = this.#parts
    await sql`update lab_equipment_jobs j set state = 'accepted', problem = '', done_at = ${clock()}
      from lab_test_request_panels n join lab_samples s on s.id = n.sample_id
      where n.id = j.request_panel_id and j.equipment_id = ${equipment} and j.state in ('queued', 'sent') and s.code = ${accession}`.execute(
      db,
    )
    this.#publish()
  }

  #publish(): void {
    this.#parts.publish([{ topic: 'analysers' }])
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false
      try {
        for (const receiver of this.#parts.receivers()) await this.#deliver(receiver)
      } catch (error) {
        this.#parts.onError(error)
      }
    }
  }

  async #deliver(receiver: Receiver): Promise<void> {
    const conversation = this.#parts.conversationOf(receiver.id)
    const sent = await inTransaction(this.#parts.db, (db) => this.#prepare(db, receiver, conversation !== undefined))
    if (sent === null) return
    // Only what is committed goes out: an answer to it finds it.
    for (const { message, body } of sent) conversation?.send(message, body)
    this.#publish()
  }

  /** Takes what is due and writes the messages for it; null when nothing is. */
  async #prepare(db: Db, receiver: Receiver, isReached: boolean): Promise<{ message: number; body: Buffer }[] | null> {
    const now = this.#parts.clock()
    const { rows: due } = await sql<{ id: number; request_panel_id: number; tries: number }>`
      select j.id, j.request_panel_id, j.tries from lab_equipment_jobs j
      where j.equipment_id = ${receiver.id} and j.state in ('queued', 'sent') and j.next_try_at <= ${now}
      order by j.id limit ${sql.lit(BATCH)} for update skip locked`.execute(db)
    if (due.length === 0) return null
    const tired = due.filter(({ tries }) => tries >= MOST_TRIES)
    await this.#giveUp(db, tired, now)
    const live = due.filter(({ tries }) => tries < MOST_TRIES)
    if (!isReached) {
      await this.#try(db, live, { state: 'queued', problem: 'The analyser cannot be reached.', message: null }, now)
      return []
    }
    const orders = await ordersFor(
      db,
      receiver.id,
      live.map(({ request_panel_id }) => request_panel_id),
      now,
    )
    const wanted = new Set(orders.flatMap(({ panels }) => panels))
    await this.#drop(
      db,
      live.filter(({ request_panel_id }) => !wanted.has(request_panel_id)),
      now,
    )
    const sent = []
    for (const order of orders) {
      const body = bodyOf(receiver, order)
      const message = await this.#keep(db, receiver, order, body, now)
      const jobs = live.filter(({ request_panel_id }) => order.panels.includes(request_panel_id))
      await this.#try(db, jobs, { state: 'sent', problem: '', message }, now)
      sent.push({ message, body })
    }
    return sent
  }

  async #keep(db: Db, receiver: Receiver, { order }: SampleOrder, body: Buffer, now: Date): Promise<number> {
    const digest = createHash('sha256').update(body).digest()
    const type = receiver.order_message === 'ASTM' ? 'order' : receiver.order_message!
    const { id } = await db
      .insertInto('lab_messages')
      .values({
        equipment_id: receiver.id,
        direction: 'out',
        protocol: receiver.protocol,
        body,
        digest,
        control_id: order.controlId,
        message_type: type,
        state: 'sent',
        at: now,
        processed_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async #try(
    db: Db,
    jobs: readonly { id: number; tries: number }[],
    { state, problem, message }: { state: 'queued' | 'sent'; problem: string; message: number | null },
    now: Date,
  ): Promise<void> {
    for (const { id, tries } of jobs) {
      const next_try_at = new Date(now.getTime() + (pauses[tries] ?? pauses.at(-1)!) * 60_000)
      const change = { state, problem, tries: tries + 1, next_try_at, ...(message !== null && { message_id: message }) }
      await db.updateTable('lab_equipment_jobs').set(change).where('id', '=', id).execute()
    }
  }

  async #giveUp(db: Db, jobs: readonly { id: number }[], now: Date): Promise<void> {
    if (jobs.length === 0) return
    await sql`update lab_equipment_jobs set state = 'failed', done_at = ${now},
      problem = case when problem = '' then 'The instrument did not answer.' else problem end
      where id = any(${jobs.map(({ id }) => id)}::integer[])`.execute(db)
  }

  /** Nothing is left to be done: cancelled, approved, or its code taken out of the map. */
  async #drop(db: Db, jobs: readonly { id: number }[], now: Date): Promise<void> {
    if (jobs.length === 0) return
    await sql`update lab_equipment_jobs set state = 'cancelled', done_at = ${now}, problem = 'There is nothing left to do.'
      where id = any(${jobs.map(({ id }) => id)}::integer[])`.execute(db)
  }
}
