import { Client } from 'pg'
import { systemClock, type Clock } from '#platform/clock.ts'
import { keptAlive } from '#platform/db/client.ts'
import { connect, type Db } from '#platform/db/connect.ts'
import { openEventHub, type EventHub } from '#platform/events/hub.ts'
import { outage } from '#platform/outage.ts'
import { LINE_LOCK } from './line-lock.ts'
import type { Switchboard } from './switchboard.ts'

const RETRY_MS = 5000
const PATIENCE_MS = 5000
const LOOK_MS = 10_000
/** However much news there is. */
const REFRESH_MS = 500

export interface AnalyserOptions {
  /** The address of the database for kliniki_app. */
  login: string
  /** The address on which instruments are listened to. */
  host: string
  /** Of the process that takes jobs; connections of its own unless said. */
  db?: Db
  events?: EventHub
  clock?: Clock
  onError: (error: unknown, job: string) => void
}

export interface Analysers {
  /** Brings the lines to what is entered now, without waiting for the news of it. */
  refresh(): Promise<void>
  /** Waits until everything that came is decided about. */
  settle(): Promise<void>
  figures(): { connections: number; held: number }
  stop(): Promise<void>
}

/** Holds a lock of the whole database for as long as its connection lasts; undefined while another process has it. */
const takeLock = async (login: string, onLost: (held: Client) => void): Promise<Client | undefined> => {
  const client = new Client({ ...keptAlive, connectionString: login, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LINE_LOCK])
  if (!rows[0]?.taken) {
    await client.end()
    return undefined
  }
  client.once('end', () => onLost(client))
  return client
}

/**
 * Speaks with the instruments of the laboratory until stopped. Of several processes one does; another takes over
 * when it ends. While the database is away instruments are told to send again.
 */
export const openAnalysers = async ({ login, host, clock = systemClock, onError, ...shared }: AnalyserOptions): Promise<Analysers> => {
  const report = (error: unknown) => onError(error, 'analysers')
  const looking = outage(report)
  const ends: (() => Promise<void>)[] = []
  const openDb = () => {
    const connection = connect(login, 'kliniki_app', { max: 4 })
    ends.push(() => connection.close())
    return connection.db
  }
  const openEvents = async () => {
    const events = await openEventHub(login, 'kliniki_app', report)
    ends.push(() => events.close())
    return events
  }
  const db = shared.db ?? openDb()
  const events = shared.events ?? (await openEvents())
  let board: Switchboard | undefined
  let lock: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let turn = Promise.resolve()

  const lose = (held: Client) => {
    if (lock === held) lock = undefined
  }
  /** A database that says nothing may have given the lock to another process. */
  const loseSilent = async (held: Client) => {
    try {
      await held.query('select 1')
    } catch {
      lose(held)
      void held.end().catch(() => {})
    }
  }
  const look = async () => {
    if (isStopped) return
    if (lock) await loseSilent(lock)
    lock ??= await takeLock(login, lose)
    if (!lock) {
      // Another process has the line, or got it while this one could not reach the database.
      const had = board
      board = undefined
      return had?.stop()
    }
    if (!board) {
      // Reading messages takes memory that a clinic without instruments need not give.
      const there = await db.selectFrom('lab_equipment').select('id').where('connection', '<>', 'none').limit(1).executeTakeFirst()
      if (!there) return
      const { Switchboard } = await import('./switchboard.ts')
      board = new Switchboard({ db, clock, host, publish: (news) => events.publish(news), onError: report })
    }
    await board.refresh()
  }
  /** One look after the other. */
  const refresh = () => {
    turn = turn.then(look).then(looking.worked, looking.failed)
    return turn
  }
  const lookAgain = (after: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh().then(() => lookAgain(lock ? LOOK_MS : RETRY_MS)), after)
  }

  let isDue = false
  const unsubscribe = events.subscribe((news) => {
    if (isDue || !(news.length === 0 || news.some(({ topic }) => topic === 'analysers'))) return
    isDue = true
    setTimeout(() => {
      isDue = false
      void refresh()
    }, REFRESH_MS).unref()
  })
  await refresh()
  lookAgain(LOOK_MS)
  return {
    refresh,
    settle: async () => board?.settle(),
    figures: () => board?.figures() ?? { connections: 0, held: 0 },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      unsubscribe()
      await turn
      await board?.stop()
      await lock?.end()
      for (const end of ends.toReversed()) await end()
    },
  }
}
