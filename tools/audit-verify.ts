import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { verifyTrail, type Verified } from '#platform/audit/verify.ts'
import { ConfigurationError, readConfig } from '#platform/config.ts'
import { connect, type Db } from '#platform/db/connect.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { compareSeals, refuseOneFile, writeSeals } from './audit-verify/seal-file.ts'
import { sentenceOf } from './audit-verify/sentences.ts'
import { wholeOption } from './options.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

const USAGE = `Checks that the audit trail is what was sealed: every seal, and every row beneath it.

  npm run audit:verify -- [options]

  --from N          begin with seal N
  --export FILE     also write the number and hash of every seal, to be kept elsewhere
  --against FILE    also compare with such a file: it finds a trail that was rewritten as a whole

Nothing is written when something was found, nor over the file that is compared with. It ends with 0 when nothing was touched, with 1 and the first thing that was when something is not as it was sealed.`

const PROGRESS_MS = 1_000
const MOST_LANES = 8

// A path is relative to where the command was typed.
const pathOf = (given: string | undefined) => given && resolve(process.env['INIT_CWD'] ?? '.', given)

const readArguments = () => {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string' },
        export: { type: 'string' },
        against: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
    const from = wholeOption('from', values.from, 1, 1)
    const [exportTo, against] = [pathOf(values.export), pathOf(values.against)]
    if (exportTo && against) refuseOneFile(exportTo, against)
    return { from, exportTo, against, isHelp: values.help }
  } catch (error) {
    throw error instanceof ConfigurationError ? error : new ConfigurationError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const thousands = (count: number) => count.toLocaleString('en-GB')

const lastSeal = async (db: Db): Promise<number> => {
  const { rows: there } = await sql<{ is_there: boolean }>`select to_regclass('public.audit_seals') is not null as is_there`.execute(db)
  if (!there[0]?.is_there)
    throw new ConfigurationError('This database has no seals yet: start Kliniki once, so that it is brought up to date.')
  const { rows } = await sql<{ last: number }>`select coalesce(max(number), 0) as last from audit_seals`.execute(db)
  return rows[0]?.last ?? 0
}

const reportWaiting = async (db: Db) => {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*), min(at) as since from audit_log where id > (select coalesce(max(to_id), 0) from audit_seals)`.execute(db)
  const { count = 0, since = null } = rows[0] ?? {}
  if (count > 0) say(`${thousands(count)} rows wait for their seal, the oldest of ${since?.toISOString()}.`)
}

const verify = async (db: Db, from: number, lanes: number): Promise<Verified> => {
  let reported = Date.now()
  return verifyTrail(db, {
    from,
    lanes,
    onProgress: ({ rows, seals }) => {
      if (Date.now() - reported < PROGRESS_MS) return
      reported = Date.now()
      process.stderr.write(`${thousands(rows)} rows in ${thousands(seals)} seals so far\n`)
    },
  })
}

/** True when nothing was touched. */
const check = async (db: Db, { from, exportTo, against }: ReturnType<typeof readArguments>, lanes: number): Promise<boolean> => {
  const last = await lastSeal(db)
  if (from > Math.max(1, last)) throw new ConfigurationError(`--from: there are ${last} seals.`)
  const { rows, seals, finding } = await verify(db, from, lanes)
  say(finding ? sentenceOf(finding) : `${thousands(rows)} rows in ${thousands(seals)} seals, none touched.`)
  await reportWaiting(db)
  let isSame = true
  if (against) {
    const { count, lastCompared, different } = await compareSeals(db, against)
    isSame = different === undefined
    say(
      isSame
        ? `All ${thousands(count)} seals of ${against} are the same, up to seal ${lastCompared} of ${last}.`
        : `Seal ${different} is not the one in ${against}, or is gone.`,
    )
  }
  const isSound = !finding && isSame
  if (exportTo) say(isSound ? `${thousands(await writeSeals(db, exportTo))} seals written to ${exportTo}.` : 'No seals were written.')
  return isSound
}

const run = async (options: ReturnType<typeof readArguments>) => {
  const { dataDir, databaseUrl } = readConfig(process.env)
  const database = await openDatabase({ databaseUrl, dataDir }, { join: true, log: (message) => process.stderr.write(`${message}\n`) })
  const lanes = Math.min(MOST_LANES, availableParallelism())
  const connection = connect(database.logins.kliniki_app, 'kliniki_app', { max: lanes })
  try {
    if (!(await check(connection.db, options, lanes))) process.exitCode = 1
  } finally {
    await connection.close()
    await database.stop()
  }
}

try {
  const options = readArguments()
  if (options.isHelp) say(USAGE)
  else await run(options)
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
