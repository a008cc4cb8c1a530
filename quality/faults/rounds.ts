import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Connection, type Db } from '#platform/db/connect.ts'
import type { RunningDay } from '../bench/day/people/day.ts'
import type { Random } from '../../db/seed/random.ts'
import { checkClinic } from './checks/index.ts'
import type { Checked } from './checks/check.ts'
import { checkJournal } from './checks/journal.ts'
import type { LogWatch } from './log.ts'
import type { Proxy } from './proxy.ts'
import { secondsToRecover } from './recovery.ts'
import type { Screens, ScreenResult } from './screens.ts'
import type { Service } from './kept-running.ts'
import { ENOUGH, type Plan, planOf, stoppedAtWork, strikes } from './strikes.ts'

export interface Round {
  number: number
  strike: string
  workers: 1 | 2
  /** What was struck. */
  did: string
  /** Until it answered again; NaN where it did not. */
  seconds: number
  acknowledged: number
  checked: Checked[]
  screens: ScreenResult | null
  /** What is wrong, in sentences. */
  findings: string[]
}

export interface TestServer {
  service: Service
  proxy: Proxy
  day: RunningDay
  screens: Screens | null
  log: LogWatch
  dice: Random
  say: (line: string) => void
}

/** Work goes on at least so many writes after the clinic has recovered, or something is wrong. */
const WRITES_AFTER = 5
const WRITES_MS = 60_000
/** Strikes after which the browsers' streams are cut for long enough to be told. */
const AWAY = ['kill -9 of the server', 'kill -9 of server and postmaster', 'SIGTERM']

/** A connection to the database wherever it listens now. */
export const withDatabase = async <T>({ service }: Pick<TestServer, 'service'>, work: (db: Db) => Promise<T>): Promise<T> => {
  const login = service.login()
  if (!login) throw new Error('There is no database.')
  const connection: Connection = connect(login, 'kliniki_app', { max: 2 })
  try {
    return await work(connection.db)
  } finally {
    await connection.close()
  }
}

export const findingsOf = (checked: readonly Checked[]): string[] =>
  checked.flatMap(({ name, broken }) =>
    broken.map((one) => `${name}: ${one.name}, ${one.count} rows, such as ${JSON.stringify(one.rows).slice(0, 600)}`),
  )

/** Everything that has to hold while people are at work. */
const checkAll = (faultRun: TestServer): Promise<Checked[]> =>
  withDatabase(faultRun, async (db) => {
    // What was acknowledged before the look, not what comes meanwhile.
    const reported = [...faultRun.day.journal.entries]
    return [await checkJournal(db, reported), ...(await checkClinic(db))]
  })

const goesOn = async ({ day: { journal } }: TestServer): Promise<string[]> => {
  const before = journal.entries.length
  const deadline = performance.now() + WRITES_MS
  while (journal.entries.length < before + WRITES_AFTER) {
    if (performance.now() > deadline) return [`Work did not go on: ${journal.entries.length - before} writes in a minute.`]
    await sleep(100)
  }
  return []
}

const watchScreens = async ({ screens, service }: TestServer, since: number, strike: string): Promise<ScreenResult | null> => {
  if (!screens) return null
  const connections: Connection[] = []
  try {
    return await screens.watch({
      since,
      isAway: AWAY.includes(strike),
      db: async () => {
        const connection = connect(service.login() ?? '', 'kliniki_app', { max: 2 })
        connections.push(connection)
        return connection.db
      },
    })
  } catch (error) {
    return { sawBar: false, seconds: Number.NaN, skipped: [], wrong: [String(error)] }
  } finally {
    await Promise.all(connections.map((connection) => connection.close()))
  }
}

/** The program is started anew with as many processes as the coming rounds want. */
const withWorkers = async ({ service, log, say }: TestServer, workers: 1 | 2) => {
  say(`From here on ${workers} processes answer`)
  service.setEnv(workers === 1 ? {} : { WEB_WORKERS: String(workers) })
  const starts = service.starts()
  log.struck(stoppedAtWork)
  service.signal('SIGTERM')
  while (service.starts() === starts) await sleep(50)
  await service.serves()
  log.recovered()
}

/** Strikes, waits until the clinic is back, and looks at everything; what is wrong goes into the findings of the round as it is seen. */
const strikeAndLook = async (faultRun: TestServer, round: Round, { strike, isWatched }: Plan): Promise<void> => {
  const { service, proxy, dice, screens, log } = faultRun
  const { number, findings } = round
  await sleep(dice.integer(1_000, 4_000))
  if (isWatched) await screens?.beginToType(number)
  // What was said before is of the round before, and of nobody's strike.
  findings.push(...log.findings())
  log.struck(strike.forgives)
  const since = performance.now()
  const { did, hits } = await strike.strike({ service, proxy, dice })
  round.did = did
  if (hits === 0) findings.push('Nothing was struck.')
  const watched = isWatched ? watchScreens(faultRun, since, strike.name) : Promise.resolve(null)
  watched.catch(() => {})
  round.seconds = await secondsToRecover(service.port, since).catch((error: Error) => {
    findings.push(`${error.message} ${service.message().slice(-2000)}`)
    return Number.NaN
  })
  log.recovered()
  findings.push(...(await goesOn(faultRun)))
  round.screens = await watched
  findings.push(...(round.screens?.wrong ?? []).map((sentence) => `Screens: ${sentence}`))
  round.checked = await checkAll(faultRun)
  findings.push(...findingsOf(round.checked))
}

const playRound = async (faultRun: TestServer, number: number, plan: Plan): Promise<Round> => {
  const { strike, workers } = plan
  const round: Round = {
    number,
    strike: strike.name,
    workers,
    did: 'nothing',
    seconds: Number.NaN,
    acknowledged: 0,
    checked: [],
    screens: null,
    findings: [],
  }
  try {
    await strikeAndLook(faultRun, round, plan)
  } catch (error) {
    round.findings.push(`The round broke off: ${String(error)}`)
  } finally {
    faultRun.proxy.cutIn('nowhere')
  }
  round.findings.push(...faultRun.log.findings())
  round.acknowledged = faultRun.day.journal.entries.length
  return round
}

const report = ({ say }: TestServer, { number, strike, did, seconds, screens, acknowledged, findings }: Round) => {
  const back = Number.isNaN(seconds) ? 'not back' : `back after ${seconds.toFixed(1)} s`
  const seen = screens ? `, screens ${screens.seconds.toFixed(1)} s` : ''
  say(`${String(number).padStart(3)}  ${strike} (${did}): ${back}${seen}, ${acknowledged} writes acknowledged`)
  for (const column of screens?.skipped ?? []) say(`     ${column} has too many cards to be compared`)
  for (const finding of findings) say(`     WRONG  ${finding}`)
}

export interface Played {
  rounds: Round[]
  /** Kinds of strikes whose turn did not come. */
  missing: string[]
  /** What is wrong with the run itself. */
  findings: string[]
}

/** Strikes the clinic round by round while people work in it, and looks after each at everything that must be true. */
export const playRounds = async (faultRun: TestServer, count: number, until: number): Promise<Played> => {
  const rounds: Round[] = []
  const findings: string[] = []
  let workers: 1 | 2 = 1
  for (const [index, plan] of planOf(count, faultRun.dice).entries()) {
    if (Date.now() > until) {
      findings.push(`Time is up after ${rounds.length} of ${count} rounds.`)
      break
    }
    if (plan.workers !== workers)
      await withWorkers(faultRun, (workers = plan.workers)).catch((error: unknown) =>
        findings.push(`Two processes did not start: ${String(error)}`),
      )
    const round = await playRound(faultRun, index + 1, plan)
    rounds.push(round)
    report(faultRun, round)
  }
  const missing = strikes.map(({ name }) => name).filter((name) => !rounds.some(({ strike }) => strike === name))
  // Fewer rounds cannot have all of them.
  if (missing.length > 0 && count >= ENOUGH) findings.push(`Never played: ${missing.join(', ')}.`)
  for (const finding of findings) faultRun.say(`WRONG  ${finding}`)
  return { rounds, missing, findings }
}
