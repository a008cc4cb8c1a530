import { setTimeout as sleep } from 'node:timers/promises'
import { asOwner } from '#platform/db/owner.ts'
import type { Random } from '../../db/seed/random.ts'
import type { Proxy } from './proxy.ts'
import { killNow, type Service } from './kept-running.ts'

/** What can be struck, and by whose dice. */
export interface Ground {
  service: Service
  proxy: Proxy
  dice: Random
}

/** What was struck, in words, and how many of them: none is a round that was not played. */
export interface Hit {
  did: string
  hits: number
}

export interface Strike {
  name: string
  /** There have to be several processes that answer. */
  needsWorkers?: true
  /** What the log may say of it as an error; null where the program has nothing to say. */
  forgives: RegExp | null
  strike: (ground: Ground) => Promise<Hit>
}

/** The database was not there, or fell in the middle of work. */
const databaseAway =
  /terminated|terminating|ECONNRE|EPIPE|ENOENT.*s\.PGSQL|starting up|shutting down|recovery mode|not yet accepting|not queryable|timeout expired|timeout exceeded|57P0\d|SIGTERM|SIGKILL|Connection (ended|closed)/i
/** Work that was under way when the program was asked to end. */
export const stoppedAtWork = /terminated|terminating|shutting down|57P0\d|SIGTERM|SIGKILL|Connection (ended|closed)/i
/** A line of a person, never one to the database. */
const lineCut = /^(?![^]*(?:node_modules\/pg|PGSQL))[^]*(?:ECONNRESET|EPIPE)/

/** What is killed is named by its process; undefined where there is none. */
const ofProcess = (pid: number | undefined, isKilled: boolean): Hit => ({ did: `process ${pid}`, hits: isKilled ? 1 : 0 })

const ofDatabase = async <T>({ service }: Ground, ask: (client: Parameters<Parameters<typeof asOwner<T>>[1]>[0]) => Promise<T>) => {
  const url = service.ownerUrl()
  if (!url) throw new Error('There is no database to strike.')
  return asOwner(url, ask)
}

const ITS_CLIENTS = `from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`

const serverStruck = ({ service }: Ground, signal: 'SIGTERM' | 'SIGKILL') => {
  const pid = service.pid()
  return ofProcess(pid, service.signal(signal))
}

const postmasterKilled = ({ service }: Ground) => {
  const at = service.postmaster()
  return ofProcess(at?.pid, at !== null && killNow(at.pid))
}

const BUSY = 20
/** One that is at work, if one is. */
const backendKilled = async (ground: Ground) => {
  const pid = await ofDatabase(ground, async (client) => {
    for (let tries = 0; ; tries += 1) {
      const { rows } = await client.query<{ pid: number; state: string | null }>(
        `select pid, state ${ITS_CLIENTS} order by coalesce(state, '') in ('active', 'idle in transaction') desc, random() limit 1`,
      )
      if (tries > BUSY || rows[0]?.state !== 'idle') return rows[0]?.pid
    }
  })
  return ofProcess(pid, pid !== undefined && killNow(pid))
}

const connectionsEnded = async (ground: Ground) => {
  let ended = 0
  for (let n = 0; n < 3; n += 1) {
    ended += await ofDatabase(ground, async (client) => {
      const { rows } = await client.query<{ n: number }>(
        `select (count(*) filter (where pg_terminate_backend(pid)))::integer as n ${ITS_CLIENTS}`,
      )
      return rows[0]?.n ?? 0
    })
    await sleep(ground.dice.integer(50, 500))
  }
  return { did: `${ended} connections`, hits: ended }
}

const linesCut = async ({ proxy, dice }: Ground) => {
  let cut = 0
  for (let n = 0; n < 5; n += 1) {
    cut += proxy.cutAll()
    await sleep(dice.integer(50, 600))
  }
  return { did: `${cut} lines`, hits: cut }
}

const CUTTING_MS = 3_000
/** Until one was, at most so many times as long. */
const CUTTING_TIMES = 5
const cutIn =
  (where: 'requests' | 'replies') =>
  async ({ proxy }: Ground) => {
    const before = proxy.cuts()
    proxy.cutIn(where)
    for (let times = 0; times < CUTTING_TIMES && proxy.cuts() === before; times += 1) await sleep(CUTTING_MS)
    proxy.cutIn('nowhere')
    const cut = proxy.cuts() - before
    return { did: `${cut} lines`, hits: cut }
  }

/** Everything that can be done to a clinic at work without touching what it has written. */
export const strikes: readonly Strike[] = [
  { name: 'kill -9 of the server', forgives: databaseAway, strike: async (ground) => serverStruck(ground, 'SIGKILL') },
  { name: 'kill -9 of the postmaster', forgives: databaseAway, strike: async (ground) => postmasterKilled(ground) },
  { name: 'kill -9 of a backend', forgives: databaseAway, strike: backendKilled },
  {
    name: 'kill -9 of server and postmaster',
    forgives: databaseAway,
    strike: async (ground) => {
      const [server, postmaster] = [serverStruck(ground, 'SIGKILL'), postmasterKilled(ground)]
      return { did: `${server.did}, ${postmaster.did}`, hits: Math.min(server.hits, postmaster.hits) }
    },
  },
  {
    name: 'kill -9 of a worker',
    needsWorkers: true,
    forgives: null,
    strike: async ({ service, dice }) => {
      const workers = service.workers()
      const pid = workers.length > 0 ? dice.pick(workers) : undefined
      return ofProcess(pid, pid !== undefined && service.killWorker(pid))
    },
  },
  { name: 'connections of the database ended', forgives: databaseAway, strike: connectionsEnded },
  { name: 'lines cut', forgives: lineCut, strike: linesCut },
  { name: 'lines cut in requests', forgives: lineCut, strike: cutIn('requests') },
  { name: 'lines cut in replies', forgives: lineCut, strike: cutIn('replies') },
  { name: 'SIGTERM', forgives: stoppedAtWork, strike: async (ground) => serverStruck(ground, 'SIGTERM') },
]

export interface Plan {
  strike: Strike
  workers: 1 | 2
  /** The browsers are looked at. */
  isWatched: boolean
}
const WATCHED_SHARE = 5

const inOrder = (all: readonly { strike: Strike; place: number }[]) => all.toSorted((a, b) => a.place - b.place).map(({ strike }) => strike)

/** Rounds after which no kind of strike is left out. */
export const ENOUGH = 2 * strikes.length

/**
 * The strikes of so many rounds: each kind as often as the others, in an order of the dice. Those that need workers come in the later half.
 * Of each kind one round in five is watched in the browsers, and one at least.
 */
export const planOf = (rounds: number, dice: Random): Plan[] => {
  const half = Math.ceil(rounds / 2)
  const drawn = (count: number, of: readonly Strike[]) => {
    // Where there is not a turn for each, it is not always the same that have none.
    const kinds = inOrder(of.map((strike) => ({ strike, place: dice.next() })))
    return inOrder(
      Array.from({ length: count }, (_, n) => ({ strike: kinds[n % kinds.length]!, place: Math.floor(n / kinds.length) + dice.next() })),
    )
  }
  const alone = drawn(
    half,
    strikes.filter(({ needsWorkers }) => !needsWorkers),
  ).map((strike) => ({ strike, workers: 1 as const }))
  const all = [...alone, ...drawn(rounds - half, strikes).map((strike) => ({ strike, workers: 2 as const }))]
  const watched = new Set<number>()
  for (const ofKind of Map.groupBy(all.keys(), (at) => all[at]?.strike).values())
    for (let left = Math.max(1, Math.round(ofKind.length / WATCHED_SHARE)); left > 0; left -= 1)
      watched.add(ofKind.splice(dice.integer(0, ofKind.length - 1), 1)[0]!)
  return all.map((plan, at) => ({ ...plan, isWatched: watched.has(at) }))
}
