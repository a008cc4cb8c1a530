// `node quality/bench/backup.ts [--from FOLDER] [--quick]`: how long a clinic of 100,000 patients and a million visits takes to be saved, verified and
// restored, and how long people wait for answers meanwhile. The data are those of `npm run bench -- --only=assistant`, made when they are not
// there (some 20 minutes); `--from` takes those in a folder, also of an older schema. They are copied, and the copy is removed afterwards.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { getBackups, makeBackup } from '#features/backups/contract.ts'
import { loginsOf } from '#platform/db/logins.ts'
import { accessTokens } from '#platform/auth/tokens.ts'
import { databaseBytes } from '#platform/backup/database-files.ts'
import { systemClock } from '#platform/clock.ts'
import { connect } from '#platform/db/connect.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { asOwner } from '#platform/db/owner.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { loadSecrets } from '#platform/secrets.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { inEnglish } from '#shared/sentence.ts'
import { jobs } from '../../src/runtime/jobs.ts'
import { requestOf } from './figures/compare.ts'
import { openDataset } from './dataset.ts'
import type { Act } from './server/direct.ts'
import { signIn } from './server/bench-server.ts'
import { openConnection } from './server/http-client.ts'
import { type Figures, figuresOf } from './figures/measure.ts'
import { startProgram } from './server/program.ts'
import { AROUND_ASSISTANT } from './areas/run-assistant.ts'
import { takeSample } from './acts/sample.ts'
import { frontDesk, type NextAct } from './acts/scenarios.ts'

const MB = 1e6
/** People who work at once, and how long each waits between two requests: some 60 a second, as in a large hospital. */
const PEOPLE_AT_WORK = 16
const PAUSE_MS = 250
const asked = /patient by id|two names|telephone|first page|board|register|start a visit/

const say = (line: string) => void process.stdout.write(`${line}\n`)
const secondsSince = (from: number) => (performance.now() - from) / 1000
const { values } = parseArgs({ options: { from: { type: 'string' }, quick: { type: 'boolean', default: false } } })
const QUIET_SECONDS = values.quick ? 5 : 40

/** A copy of the data, whose server does not run. */
const copyData = async (into: string) => {
  let from = values.from === undefined ? undefined : resolve(values.from)
  if (from === undefined) {
    const { database, dataDir } = await openDataset(values.quick ? AROUND_ASSISTANT.quick : AROUND_ASSISTANT.whole, undefined, say)
    await database.stop()
    from = dataDir
  }
  const begun = performance.now()
  // Owners and rights as they are: the database refuses others.
  await promisify(execFile)('cp', ['-a', `${from}/.`, into])
  say(`Copied ${from} in ${secondsSince(begun).toFixed(0)} s`)
}

/** Brings the copy up to date, so that nothing but what is measured goes on afterwards. */
const prepare = async (dataDir: string) => {
  const server = await startEmbedded({ dataDir })
  try {
    await prepareDatabase(server.ownerUrl, server.logins, jobs)
    await asOwner(server.ownerUrl, async (client) => {
      await client.query('update backup_settings set is_nightly = false')
      const { rows } = await client.query<{ patients: number; visits: number }>(
        'select (select count(*) from patients)::integer as patients, (select count(*) from visits)::integer as visits',
      )
      say(`${rows[0]?.patients} patients, ${rows[0]?.visits} visits, a database of ${Math.round(databaseBytes(dataDir) / MB)} MB`)
    })
  } finally {
    await server.stop()
  }
}

interface Asking {
  /** What was asked since the last time. */
  figures: () => Figures
  stop: () => Promise<void>
}

/** People who go on asking until they are stopped, each with a pause after an answer. */
const askOn = async (port: number, tokens: readonly string[], acts: readonly NextAct[]): Promise<Asking> => {
  let times: number[] = []
  let errors = 0
  let since = performance.now()
  const end = new AbortController()
  const person = async (number: number) => {
    const connection = await openConnection(port, process.platform === 'linux' ? `127.0.1.${number + 1}` : '127.0.0.1')
    await sleep((PAUSE_MS * number) / PEOPLE_AT_WORK)
    for (let n = number; !end.signal.aborted; n += 1) {
      const act = acts[n % acts.length]?.()
      if (!act) continue
      const from = performance.now()
      const { status, body } = await connection.send(requestOf(act, tokens[n % tokens.length] as string))
      times.push(performance.now() - from)
      if (status >= 400) {
        errors += 1
        process.stderr.write(`    ${act.endpoint.path}: ${status} ${body.slice(0, 200)}\n`)
      }
      await sleep(PAUSE_MS)
    }
    connection.close()
  }
  const people = Promise.all(Array.from({ length: PEOPLE_AT_WORK }, (_, number) => person(number)))
  return {
    figures: () => {
      const figures = figuresOf(times, (performance.now() - since) / 1000, errors)
      times = []
      errors = 0
      since = performance.now()
      return figures
    },
    stop: async () => {
      end.abort()
      await people
    },
  }
}

const report = (name: string, { per_second, p50, p95, p99, errors }: Figures, before?: Figures) =>
  say(
    `  requests ${name}: ${per_second} a second, p50 ${p50}, p95 ${p95}, p99 ${p99} ms, ${errors} errors` +
      (before ? `; p95 is ${(p95 / before.p95).toFixed(2)} times that without` : ''),
  )

type Row = ResponseOf<typeof getBackups>['backups'][number]

/** Asks the program for a backup, waits until it is saved and verified, and says how long people waited. Answers its file. */
const measureProgram = async (port: number, dataDir: string, url: string, bytes: number): Promise<string> => {
  const secrets = loadSecrets(dataDir)
  const tokens = (await signIn(url, accessTokens([secrets.tokenKey], systemClock), '%@bench.example', 'sysadmin'))()
  const connection = connect(loginsOf(dataDir, url).kliniki_app, 'kliniki_app', { max: 4 })
  const { db } = connection
  const sample = await takeSample(db)
  const acts = await Promise.all(
    frontDesk.filter(({ name }) => asked.test(name)).map(async (scenario) => (await scenario.acts(sample, db, 1))[0]),
  )
  await connection.close()
  const keeper = await openConnection(port)
  const ask = async <T>(act: Act): Promise<T> => {
    const { status, body } = await keeper.send(requestOf(act, tokens[0] as string))
    if (status >= 400) throw new Error(`${act.endpoint.path}: ${status} ${body}`)
    return JSON.parse(body) as T
  }
  const until = async (id: number, isOver: (row: Row) => boolean): Promise<Row> => {
    for (;;) {
      const { backups } = await ask<ResponseOf<typeof getBackups>>({ endpoint: getBackups })
      const row = backups.find((one) => one.id === id)
      if (!row) throw new Error('The backup is gone.')
      const failure = row.failure ?? row.check_failure
      if (failure) throw new Error(inEnglish(failure))
      if (isOver(row)) return row
      await sleep(200)
    }
  }
  const asking = await askOn(port, tokens, acts)
  await sleep(5000)
  asking.figures()
  await sleep(QUIET_SECONDS * 1000)
  const before = asking.figures()
  report('without a backup', before)
  const begun = performance.now()
  const { id } = await ask<Row>({ endpoint: makeBackup, body: {} })
  const { name } = await until(id, ({ state }) => state === 'done')
  const seconds = secondsSince(begun)
  const during = asking.figures()
  const file = join(dataDir, 'backups', name ?? '')
  say(
    `Saved: ${seconds.toFixed(1)} s, ${Math.round(bytes / MB / seconds)} MB/s; the archive has ${Math.round(statSync(file).size / MB)} MB`,
  )
  report('during the backup', during, before)
  const checking = performance.now()
  await until(id, ({ check_state }) => check_state === 'passed')
  say(`Verified by restoring it beside: ${secondsSince(checking).toFixed(1)} s`)
  report('during the verification', asking.figures(), before)
  await asking.stop()
  keeper.close()
  return file
}

const restore = async (file: string, dataDir: string, into: string, bytes: number) => {
  const begun = performance.now()
  const command = [join(import.meta.dirname, '../../tools/restore.ts'), file, '--into', into]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: { ...process.env, KLINIKI_DATA: dataDir } })
  const seconds = secondsSince(begun)
  say(`Restored by npm run restore: ${seconds.toFixed(1)} s, ${Math.round(bytes / MB / seconds)} MB/s`)
  say(stdout.trimEnd().replaceAll(/^/gm, '  '))
}

const root = mkdtempSync(join(tmpdir(), 'kliniki-bench-backup-'))
const dataDir = join(root, 'data')
try {
  say(`Load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  await copyData(dataDir)
  await prepare(dataDir)
  const bytes = databaseBytes(dataDir)
  const program = await startProgram(null, dataDir)
  const shared = await startEmbedded({ dataDir, join: true })
  let file
  try {
    file = await measureProgram(program.port, dataDir, shared.ownerUrl, bytes)
  } finally {
    await program.stop()
  }
  await restore(file, dataDir, join(root, 'restored'), bytes)
  say(`Load of the machine: ${loadavg()[0]?.toFixed(1)}`)
} finally {
  rmSync(root, { recursive: true, force: true })
}
