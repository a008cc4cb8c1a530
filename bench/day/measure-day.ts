import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asOwner } from '#platform/db/owner.ts'
import { onSignal } from '../../tools/on-signal.ts'
import { cloneDatabase, type Say } from '../dataset.ts'
import { memoryOf } from '../figures/memory.ts'
import { type Program, startProgram } from '../house/program.ts'
import { countRows, openData, type Rows, type sizes } from './data.ts'
import { type Cast, settleCast } from './people/cast.ts'
import { openDay, type RunningDay } from './people/day.ts'
import type { DayFigures } from './people/meter.ts'

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
  postgres: string
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

const postmasterOf = (dir: string) => Number(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const rounded = (value: number) => Math.round(value * 10) / 10

/** Lets the day go on for so long, and looks at the memory each minute. */
const watch = async (day: RunningDay, minutes: number, memory: () => Omit<MemoryAt, 'minute'>, say: Say) => {
  const seen: MemoryAt[] = []
  const from = performance.now()
  let told = 0
  for (let minute = 0; minute <= minutes; minute += 1) {
    await sleep(Math.max(0, from + minute * MINUTE_MS - performance.now()))
    const used = memory()
    seen.push({ minute, ...used })
    const { errors, cuts, failures } = day.meter.figures(1)
    for (const { status, path, what } of failures.slice(told)) say(`  ${status} ${path} ${what}`)
    told = failures.length
    say(
      `  minute ${minute}: ${day.meter.requests()} requests, ${day.meter.visits()} visits, ${day.floor.inside()} in the house, ${errors} errors, ${cuts.reduce((sum, { count }) => sum + count, 0)} repeated, server ${used.server} MB, database ${used.database} MB, load ${rounded(loadavg()[0] ?? 0)}`,
    )
  }
  await sleep(Math.max(0, from + minutes * MINUTE_MS - performance.now()))
  return seen
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
  const before = rounded(loadavg()[0] ?? 0)
  const day = await openDay({ ports: [program.port], cast, seed: 'day', pace })
  const warmUp = rounded(Math.min(WARM_UP_MINUTES / pace, minutes))
  say(`${cast.members.length} people at work, pace ${pace}; ${warmUp} minutes until the first have been through all rooms`)
  const memory = () => ({ server: memoryOf([program.pid]), database: memoryOf([postmasterOf(dir)]) })
  const first = await watch(day, warmUp, memory, say)
  say('  from now on it counts')
  const begun = day.seconds()
  const told = day.journal.entries.length
  day.meter.restart()
  const seen = await watch(day, minutes, memory, say)
  const figures = day.meter.figures(day.seconds() - begun)
  const { inside, lost } = { inside: day.floor.inside(), lost: day.floor.lost() }
  await day.stop()
  const writes = Object.groupBy(day.journal.entries.slice(told), ({ kind }) => kind)
  return {
    at: new Date().toISOString(),
    postgres: await versionOf(url),
    people: cast.members.length,
    pace,
    minutes,
    warm_up_minutes: warmUp,
    load: { before, after: rounded(loadavg()[0] ?? 0) },
    memory: [...first, ...seen.slice(1).map((one) => ({ ...one, minute: rounded(warmUp + one.minute) }))],
    writes: Object.fromEntries(Object.entries(writes).map(([kind, entries]) => [kind, entries.length])),
    inside,
    lost,
    figures,
  }
}

/** Runs one day over a copy of the data, against the program as a clinic runs it; the copy is dropped afterwards. */
export const measureDay = async (plan: DayPlan): Promise<DayResult> => {
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
          const program = await startProgram(url, secrets)
          return whileHolding(program.stop, async () => ({ rows, ...(await measureAt({ plan, url, cast, program, dir })) }))
        })
      },
    )
  })
}
