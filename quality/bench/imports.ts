import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { createAdministrator } from '#features/users/public.ts'
import { connect, type Db } from '#platform/db/connect.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { fileStore } from '#platform/files/store.ts'
import { patientsOfImport } from '#features/imports/public.ts'
import { jobs } from '../../src/runtime/jobs.ts'
import { roomyDir } from '../../src/testing/databases/roomy-dir.ts'
import { wholeOption } from '../../tools/options.ts'

// How long patients by file take, and how much memory: `node quality/bench/imports.ts [--rows 20000]`. The file is made by a fixed rule.
const { values } = parseArgs({ options: { rows: { type: 'string' } } })
const ROWS = wholeOption('rows', values.rows, 20_000, 1)

const FIRST =
  'Achieng Baraka Chebet Dalila Emeka Fatuma Gathoni Hamisi Imani Juma Kioko Leila Makena Njeri Otieno Pendo Rehema Salim Tabitha Zawadi'
const LAST =
  'Abdi Barasa Chege Duale Ekal Farah Githinji Hassan Ireri Kamau Kiprop Langat Mwangi Njoroge Odhiambo Petro Rono Simiyu Wafula Yusuf'
const pick = (list: string, n: number) => list.split(' ')[n % 20] ?? ''
const nameOf = (list: string, n: number) => `${pick(list, n)}${['', 'i', 'a', 'o', 'e'][Math.floor(n / 20) % 5]}`

const lineOf = (n: number) => {
  const day = new Date(Date.UTC(1940, 0, 1 + ((n * 7_919) % 29_000))).toISOString().slice(0, 10)
  const phone = n % 3 === 0 ? '' : `+2547${String(10_000_000 + n).padStart(8, '0')}`
  return `OP-${n},${nameOf(FIRST, n * 13 + (n >> 7))},${nameOf(LAST, n * 29 + (n >> 5))},${n % 2 ? 'm' : 'f'},${day},${phone},Village ${n % 400}\n`
}
const lines = function* () {
  yield 'OP number,First name,Surname,Sex,DOB,Telephone,Village\n'
  for (let n = 0; n < ROWS; n++) yield lineOf(n)
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Processor time of the database's sessions so far, in seconds; on a machine that does other things it says more than a clock. */
const databaseSeconds = async (db: Db) => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db)
  const ticks = rows.map(({ pid }) => {
    const path = `/proc/${pid}/stat`
    const [user = '0', system = '0'] = existsSync(path) ? readFileSync(path, 'utf8').split(') ')[1]!.split(' ').slice(11, 13) : []
    return Number(user) + Number(system)
  })
  return ticks.reduce((sum, one) => sum + one, 0) / 100
}

const timed = async (db: Db, name: string, work: () => Promise<unknown>) => {
  const begun = performance.now()
  const before = { database: await databaseSeconds(db), own: process.cpuUsage() }
  let most = 0
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 100)
  await work()
  clearInterval(look)
  const seconds = (performance.now() - begun) / 1000
  const own = process.cpuUsage(before.own)
  const busy = `${((own.user + own.system) / 1e6).toFixed(1)} s of a processor here, ${((await databaseSeconds(db)) - before.database).toFixed(1)} s in the database`
  say(`${name}: ${seconds.toFixed(1)} s (${busy}), at most ${Math.round(most / 1_048_576)} MB in this process`)
}

const run = async (db: Db, dir: string) => {
  const files = fileStore(join(dir, 'files'), randomBytes(32))
  const path = join(dir, 'patients.csv')
  await pipeline(Readable.from(lines()), createWriteStream(path))
  const now = new Date()
  const person = { email: 'bench@clinic.example', first_name: 'Bench', last_name: 'Clerk', password: randomBytes(16).toString('hex') }
  const { id: by } = await createAdministrator(db, person, now)
  const steps = await patientsOfImport({ db, files, now, publish: () => {}, signal: new AbortController().signal }, path, by)
  await timed(db, `check of ${ROWS} patients`, steps.check)
  await timed(db, `import of ${ROWS} patients`, steps.run)
  say(JSON.stringify(await steps.counts()))
}

const dir = mkdtempSync(join(roomyDir(), 'kliniki-imports-'))
const server = await startEmbedded({ dataDir: join(dir, 'db') })
try {
  await prepareDatabase(server.ownerUrl, server.logins, jobs)
  const connection = connect(server.logins.kliniki_app, 'kliniki_app')
  await run(connection.db, dir)
  await connection.close()
} finally {
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
}
