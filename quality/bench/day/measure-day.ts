import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepLogins } from '#platform/db/logins.ts'
import { asOwner } from '#platform/db/owner.ts'
import { onSignal } from '../../../tools/on-signal.ts'
import { cloneDatabase, type Say } from '../dataset.ts'
import { machine, type Machine } from '../figures/machine.ts'
import { memoryOf, postmasterOf } from '../figures/memory.ts'
import { type Program, startProgram } from '../server/program.ts'
import { countRows, openData, type Rows, type sizes } from './data.ts'
import { type Cast, settleCast } from './people/cast.ts'
import { openDay, type RunningDay } from './people/day.ts'
import type { DayFigures, Failure } from './people/meter.ts'

const MINUTE_MS = 60_000
/** Until the first of those who came have gone through all rooms, in minutes of the clinic's own pace. */
const WARM_UP_MINUTES = 15

export interface DayPlan {
  size: keyof typeof sizes
  from: string | undefined
  people: number
  pace: number
  /** That are measured, after the warm-up. */
  minutes: number
  say: Say
}
/** Megabytes of server and of database, their children included, as shares of what they use together (PSS); by minutes since the opening. */
export interface MemoryAt {
  minute: number
  server: number | null
  database: number | null
}
export interface DayResult {
  at: string
  machine: Machine
  people: number
  pace: number
  minutes: number
  warm_up_minutes: number
  rows: Rows
  load: { before: number; after: number }
  memory: MemoryAt[]
  /** Acknowledged writes by kind. */
  writes: Record<string, number>
  /** Who was in the house at the end, and who had to go home because something went wrong. */
  inside: number
  lost: number
  figures: DayFigures
}

const rounded = (value: number) => Math.round(value * 10) / 10

const memoryOfDatabase = (dir: string) => {
  try {
    return memoryOf([postmasterOf(dir)])
  } catch {
    // It is being started again.
    return null
  }
}

/** Looks at the day and its memory each minute. */
const openWatch = (day: RunningDay, memory: () => Omit<MemoryAt, 'minute'>, say: Say) => {
  const from = performance.now()
  const seen: MemoryAt[] = []
  const reported = new Set<Failure>()
  const pauseUntil = (minute: number) => sleep(Math.max(0, from + minute * MINUTE_MS - performance.now()))
  const look = (minute: number) => {
    const used = memory()
    seen.push({ minute, ...used })
    const { errors, cuts, failures } = day.meter.troubles()
    for (const failure of failures.filter((one) => !reported.has(one))) {
      say(`  ${failure.status} ${failure.path} ${failure.what}`)
      reported.add(failure)
    }
    say(
      `  minute ${minute}: ${day.meter.requests()} requests, ${day.meter.visits()} visits, ${day.floor.inside()} in the house, ${errors} errors, ${cuts.reduce((sum, { count }) => sum + count, 0)} repeated, server ${used.server} MB, database ${used.database} MB, load ${rounded(loadavg()[0] ?? 0)}`,
    )
  }
  return {
    seen,
    /** Lets the day go on until so many minutes after its opening. */
    until: async (end: number) => {
      for (; seen.length <= end; look(seen.length)) await pauseUntil(seen.length)
      await pauseUntil(end)
    },
  }
}

/** Works while something is held that has to be let go, whatever happens: also when the measurement is told to end. */
const whileHolding = async <T>(letGo: () => void | Promise<void>, work: () => Promise<T>): Promise<T> => {
  const forget = onSignal(letGo)
  try {
    return await work()
  } finally {
    await letGo()
    forget()
  }
}

const versionOf = (url: string) =>
  asOwner(url, async (client) => (await client.query<{ server_version: string }>('show server_version')).rows[0]?.server_version ?? '')

interface Ground {
  plan: DayPlan
  url: string
  cast: Cast
  program: Program
  /** Where the database lies. */
  dir: string
}

const measureAt = async ({ plan: { pace, minutes, say }, url, cast, program, dir }: Ground): Promise<Omit<DayResult, 'rows'>> => {
  const about = machine(await versionOf(url))
  const before = rounded(loadavg()[0] ?? 0)
  const day = await openDay({ ports: [program.port], cast, seed: 'day', pace })
  const warmUp = rounded(Math.min(WARM_UP_MINUTES / pace, minutes))
  say(`${cast.members.length} people at work, pace ${pace}; ${warmUp} minutes until the first have been through all rooms`)
  const memory = () => ({ server: memoryOf([program.pid]), database: memoryOfDatabase(dir) })
  const watch = openWatch(day, memory, say)
  await watch.until(warmUp)
  say('  from now on it counts')
  const begun = day.seconds()
  const reported = day.journal.entries.length
  day.meter.restart()
  await watch.until(warmUp + minutes)
  const figures = day.meter.figures(day.seconds() - begun)
  const { inside, lost } = { inside: day.floor.inside(), lost: day.floor.lost() }
  await day.stop()
  const writes = Object.groupBy(day.journal.entries.slice(reported), ({ kind }) => kind)
  return {
    at: new Date().toISOString(),
    machine: about,
    people: cast.members.length,
    pace,
    minutes,
    warm_up_minutes: warmUp,
    load: { before, after: rounded(loadavg()[0] ?? 0) },
    memory: watch.seen,
    writes: Object.fromEntries(Object.entries(writes).map(([kind, entries]) => [kind, entries.length])),
    inside,
    lost,
    figures,
  }
}

/**
 * Runs one day over a copy of the data, against the program as a clinic runs it; the copy is dropped afterwards. `settle` is given what was
 * measured before anything is ended and dropped: what goes wrong then takes nothing with it.
 */
export const measureDay = async (plan: DayPlan, settle: (day: DayResult) => void): Promise<void> => {
  const { size, from, people, say } = plan
  const { database, dir } = await openData(size, from, say)
  return whileHolding(database.stop, async () => {
    const secrets = mkdtempSync(join(tmpdir(), 'kliniki-bench-day-'))
    return whileHolding(
      () => rmSync(secrets, { recursive: true, force: true }),
      async () => {
        const { url, drop } = await cloneDatabase(database.ownerUrl)
        return whileHolding(drop, async () => {
          const rows = await countRows(url)
          say(`${rows.patients} patients, ${rows.visits} visits, ${rows.results} results, ${rows.items} invoice items`)
          const cast = await settleCast(url, people)
          keepLogins(secrets, database.logins)
          const program = await startProgram(url, secrets)
          return whileHolding(program.stop, async () => settle({ rows, ...(await measureAt({ plan, url, cast, program, dir })) }))
        })
      },
    )
  })
}
