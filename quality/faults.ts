// `npm run faults`: people work in a clinic whose program, database and lines are struck round by round; after each, everything is looked at.
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigurationError } from '#platform/config.ts'
import { freePort } from '#platform/free-port.ts'
import { settleCast } from './bench/day/people/cast.ts'
import { openDay } from './bench/day/people/day.ts'
import { random } from '../db/seed/random.ts'
import { findChromium } from '../tools/chromium.mjs'
import { backUpUnderLoad } from './faults/backup.ts'
import { findVisit, openClinic, PASSWORD } from './faults/clinic.ts'
import { lookAtRest } from './faults/at-rest.ts'
import type { Before } from './faults/checks/journal.ts'
import { watchLog } from './faults/log.ts'
import { openProxy } from './faults/proxy.ts'
import { type Outcome, reportOf } from './faults/report.ts'
import { type TestServer, playRounds } from './faults/rounds.ts'
import { openScreens, type Screens } from './faults/screens.ts'
import { stoppedAtWork } from './faults/strikes.ts'
import { onSignal } from '../tools/on-signal.ts'
import { numberOption, wholeOption } from '../tools/options.ts'
import { ensureBrowserBuild } from '../tools/setup.mjs'

const USAGE = `Strikes a clinic at work and looks at everything that must be true of it.

  npm run faults -- [options]

  --rounds N     so many strikes (50)
  --minutes N    no new round after so many minutes (60)
  --people N     at work at once (30)
  --pace N       so many times as fast as people are (10)
  --seed S       of the dice; printed, another each time unless given
  --no-screens   without a browser
  --no-backup    without the backup that is taken under load and restored
  --dir D        the folder to work in; kept then

It ends with 0 when every round was played and nothing was wrong, else with 1.`

const readArguments = () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string' },
      minutes: { type: 'string' },
      people: { type: 'string' },
      pace: { type: 'string' },
      seed: { type: 'string', default: String(randomInt(1_000_000)) },
      'no-screens': { type: 'boolean', default: false },
      'no-backup': { type: 'boolean', default: false },
      dir: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  return {
    rounds: wholeOption('rounds', values.rounds, 50, 1),
    until: Date.now() + numberOption('minutes', values.minutes, 60) * 60_000,
    people: wholeOption('people', values.people, 30, 1),
    pace: numberOption('pace', values.pace, 10),
    seed: values.seed,
    hasScreens: !values['no-screens'],
    hasBackup: !values['no-backup'],
    dir: values.dir && resolve(process.env['INIT_CWD'] ?? '.', values.dir),
    isHelp: values.help,
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const screensAt = async (url: string, login: string) => {
  await ensureBrowserBuild()
  process.env['CHROME'] ??= findChromium()
  const [desk, doctor] = ['receptionist@demo.kliniki.example', 'doctor@demo.kliniki.example']
  return openScreens({ url, password: PASSWORD, desk, doctor, visit: await findVisit(login) })
}

type Options = ReturnType<typeof readArguments>
interface Places {
  dataDir: string
  /** Where the backup is restored. */
  into: string
  /** The clinic before anybody worked. */
  before: Before
}

/** Plays all rounds, saves and restores the clinic, and looks at it once more with nobody at work: whatever breaks off is said, and the rest goes on. */
const playAll = async (
  faultRun: TestServer,
  { rounds, until, hasBackup }: Options,
  { dataDir, into, before }: Places,
): Promise<Outcome> => {
  const { service, proxy, day, screens, log } = faultRun
  const findings: string[] = []
  const part = async <T>(name: string, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      findings.push(`${name} broke off: ${String(error)}`)
      return null
    }
  }
  const played = await playRounds(faultRun, rounds, until)
  const backup = hasBackup ? await part('The backup', () => backUpUnderLoad({ faultRun, dataDir, into })) : null
  await part('The screens', async () => screens?.close())
  say('Everybody stops')
  await part('The end of work', () => day.stop())
  const last = await part('The last look', () => lookAtRest.after(faultRun, before))
  findings.push(...(backup?.findings ?? []), ...(last?.findings ?? []), ...log.findings())
  log.struck(stoppedAtWork)
  const starts = service.starts()
  await part('The end of the program', () => service.close())
  findings.push(...log.findings())
  for (const finding of findings) say(`WRONG  ${finding}`)
  return {
    rounds: played.rounds,
    missing: played.missing,
    last: last?.checked ?? [],
    findings: [...played.rounds.flatMap((round) => round.findings), ...played.findings, ...findings],
    day,
    backup,
    cuts: proxy.cuts(),
    starts,
  }
}

const play = async (dir: string, options: Options) => {
  const { people, pace, seed, hasScreens } = options
  const dice = random(`faults ${seed}`)
  say('Making a demonstration clinic')
  const dataDir = join(dir, 'data')
  const service = await openClinic(dataDir, await freePort(), {})
  const proxy = await openProxy(service.port, dice)
  let screens: Screens | null = null
  try {
    const ownerUrl = service.ownerUrl() ?? ''
    const login = service.login() ?? ''
    const cast = await settleCast(ownerUrl, people)
    const before = await lookAtRest.before(login)
    screens = hasScreens ? await screensAt(`http://localhost:${proxy.port}`, login) : null
    say(`${cast.members.length} people begin to work, ${pace} times as fast as they are`)
    const day = await openDay({ ports: [proxy.port], cast, seed, pace, openingMs: 5_000 })
    const faultRun: TestServer = { service, proxy, day, screens, log: watchLog(service.troubles), dice, say }
    const outcome = await playAll(faultRun, options, { dataDir, into: join(dir, 'restored'), before })
    say('')
    for (const line of reportOf(outcome)) say(line)
    return outcome.findings.length === 0
  } finally {
    await screens?.close().catch(() => {})
    await service.close()
    await proxy.close()
  }
}

const run = async (options: Options) => {
  say(`${options.rounds} rounds, seed ${options.seed}`)
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'kliniki-faults-'))
  // What is ending may still write into it.
  const remove = () => (options.dir ? undefined : rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }))
  onSignal(remove)
  try {
    if (!(await play(dir, options))) process.exitCode = 1
  } finally {
    remove()
  }
}

try {
  const options = readArguments()
  if (options.isHelp) say(USAGE)
  else await run(options)
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
// People who were at work may still wait for their next round.
process.exit()
