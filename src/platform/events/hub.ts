import { Client } from 'pg'
import { z } from 'zod'
import { keptAlive } from '#platform/db/client.ts'
import type { DbRole } from '#platform/db/logins.ts'
import { requireSelf } from '#platform/db/self.ts'
import { outage } from '#platform/outage.ts'
import { topics, type Topic } from '#shared/topics.gen.ts'

export interface News {
  topic: Topic
  id?: number
  /** The one patient whose it is, where the topic is one of `patientTopics`. */
  patient?: number
}
type Listener = (news: News[]) => void

export interface EventHub {
  /**
   * Hands news to every process that shares the database. What could not be said is made up for when the line is back: an empty batch tells all
   * of them that something has happened, and screens ask again.
   */
  publish(news: News[]): void
  /** Calls `listener` with each batch of news until the returned function is called. */
  subscribe(listener: Listener): () => void
  /** All news of the last `ms` milliseconds; null where that is longer than is remembered. */
  recent(ms: number): News[] | null
  close(): Promise<void>
}

const CHANNEL = 'kliniki_news'
const BATCH_MS = 5
const RETRY_MS = 1_000
const PATIENCE_MS = 5_000
/** After so long without an answer a line is taken for dead, and another is opened. */
const ANSWER_MS = 15_000
/** A line that only listens is asked for a sign of life. */
const LOOK_MS = 15_000
/** Screens ask for what they missed within moments: who comes later than this asks for everything. */
const REMEMBERED_MS = 60_000

const newsSchema = z.array(
  z.object({
    topic: z.enum(Object.keys(topics) as [Topic, ...Topic[]]),
    id: z.number().int().optional(),
    patient: z.number().int().optional(),
  }),
)

/** The news of a notification; null where it is none: every login of the database may send what it likes. */
const readNews = (payload: string | undefined): News[] | null => {
  try {
    const { success, data } = newsSchema.safeParse(JSON.parse(payload ?? ''))
    return success ? data : null
  } catch {
    return null
  }
}

/** Without goodbye: whoever does not answer does not hear it either. */
const abandon = (client: Client) => (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

/**
 * News between processes over LISTEN/NOTIFY. It is sent after commit, in batches, on a connection of its own: a NOTIFY inside the
 * transaction takes a lock of the whole database while it commits, and writers would wait for each other.
 */
export const openEventHub = async (login: string, role: DbRole, onError: (error: unknown) => void): Promise<EventHub> => {
  const line = outage(onError)
  const listeners = new Set<Listener>()
  let remembered: { at: number; news: News[] }[] = []
  let listeningSince = 0
  let waiting: News[] = []
  let timer: NodeJS.Timeout | undefined
  let sending = Promise.resolve()
  let closed = false
  /** News of ours was lost on the way: nobody has heard of it. */
  let isOwed = false
  let client: Client | undefined

  const open = async () => {
    const next = new Client({
      ...keptAlive,
      connectionString: login,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: ANSWER_MS,
    })
    next.on('notification', ({ payload }) => {
      const news = readNews(payload)
      if (!news) return
      const at = Date.now()
      // What is remembered from before is not all that has happened.
      if (news.length === 0) listeningSince = at
      remembered = remembered.filter((one) => at - one.at < REMEMBERED_MS)
      remembered.push({ at, news })
      for (const listener of listeners) listener(news)
    })
    next.on('error', line.failed)
    try {
      await next.connect()
      requireSelf(role, await next.query('select session_user::text as session, current_user::text as acting'))
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      abandon(next)
      throw error
    }
    const looking = setInterval(() => void next.query('select 1').catch(() => abandon(next)), LOOK_MS).unref()
    // Not before: one that fails ends as well, and would be replaced twice, by two that fail.
    next.on('end', () => {
      clearInterval(looking)
      client = undefined
      if (!closed) setTimeout(() => void reopen(), RETRY_MS)
    })
    listeningSince = Date.now()
    client = next
    line.worked()
    if (closed) await next.end()
  }
  const reopen = async () => {
    if (closed) return
    try {
      await open()
      // Whatever was said while the line was down is unknown: every screen asks again, those of other processes only if it was ours.
      if (isOwed) sending = sending.then(() => send([]))
      else for (const listener of listeners) listener([])
    } catch (error) {
      line.failed(error)
      setTimeout(() => void reopen(), RETRY_MS)
    }
  }
  const send = async (batch: News[]) => {
    const current = client
    if (!current) {
      isOwed = true
      return
    }
    try {
      // A notification may carry 8000 bytes.
      for (let at = 0; at === 0 || at < batch.length; at += 100)
        await current.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(batch.slice(at, at + 100))])
      if (batch.length === 0) isOwed = false
    } catch (error) {
      line.failed(error)
      isOwed = true
      // A line on which nothing gets through makes room for another.
      abandon(current)
    }
  }

  // One batch after the other: a connection answers one query at a time.
  const flush = () => {
    timer = undefined
    const batch = waiting
    waiting = []
    if (batch.length > 0) sending = sending.then(() => send(batch))
    return sending
  }

  await open()
  return {
    publish: (news) => {
      if (news.length === 0) return
      waiting.push(...news)
      timer ??= setTimeout(() => void flush(), BATCH_MS)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    recent: (ms) => {
      const from = Date.now() - ms
      if (ms > REMEMBERED_MS || from < listeningSince) return null
      return remembered.filter(({ at }) => at >= from).flatMap(({ news }) => news)
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await flush()
      await client?.end()
    },
  }
}
