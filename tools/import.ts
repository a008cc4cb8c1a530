import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { ConfigurationError, readConfig } from '#platform/config.ts'
import { connect } from '#platform/db/connect.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { openEventHub } from '#platform/events/hub.ts'
import { clinicUsage, importClinic } from './import/clinic.ts'
import type { Counts } from './import/import-file.ts'
import { progressOn } from './import/progress.ts'
import { openReport } from './import/report.ts'
import { importSynthea } from './import/synthea.ts'
import { wholeOption } from './options.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

const SYNTHEA = 'npm run import -- synthea DIR [--dry-run] [--limit N] [--currency CODE] [--paid-until YYYY-MM-DD]'
const USAGE = `Usage: ${SYNTHEA}\n   or: ${clinicUsage}`

const readArguments = (args: string[]) => {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        'dry-run': { type: 'boolean', default: false },
        limit: { type: 'string' },
        currency: { type: 'string' },
        'paid-until': { type: 'string' },
      },
      allowPositionals: true,
    })
    const [what, dir, ...more] = positionals
    const limit = values.limit === undefined ? null : wholeOption('limit', values.limit, 1, 1)
    if (what !== 'synthea' || !dir || more.length > 0) throw new ConfigurationError(USAGE)
    const currency = values.currency?.toUpperCase() ?? null
    if (currency !== null && !/^[A-Z]{3}$/.test(currency)) throw new ConfigurationError('--currency is a code such as USD.')
    const paidUntil = values['paid-until'] ?? null
    if (paidUntil !== null && !z.iso.date().safeParse(paidUntil).success)
      throw new ConfigurationError('--paid-until is a day such as 2025-12-31.')
    return { dir: resolve(process.env['INIT_CWD'] ?? '.', dir), dryRun: values['dry-run'], limit, currency, paidUntil }
  } catch (error) {
    throw error instanceof ConfigurationError ? error : new ConfigurationError(`${(error as Error).message}. ${USAGE}`)
  }
}

const sentence = ({ file, added, known, rejected, left_out, notes = [] }: Counts, dryRun: boolean) =>
  `${file}: ${added} ${dryRun ? 'would be added' : 'added'}, ${known} already there, ${rejected} rejected${left_out > 0 ? `, ${left_out} beyond the limit` : ''}\n${notes.map((note) => `  ${note}\n`).join('')}`

/** Tells the screens of a running program to ask again. */
const announce = async (login: string) => {
  const hub = await openEventHub(login, 'kliniki_app', () => {})
  hub.publish([
    { topic: 'patients' },
    { topic: 'attendance' },
    { topic: 'billing' },
    { topic: 'triage' },
    { topic: 'consultations' },
    { topic: 'prescriptions' },
  ])
  await hub.close()
}

const runSynthea = async (args: string[]) => {
  const { dir, ...options } = readArguments(args)
  const { dryRun } = options
  const { dataDir, databaseUrl } = readConfig(process.env)
  const database = await openDatabase({ databaseUrl, dataDir }, { join: true, log: (message) => process.stderr.write(`${message}\n`) })
  try {
    await prepareDatabase(database.ownerUrl, database.logins)
    const connection = connect(database.logins.kliniki_app, 'kliniki_app', { max: 2 })
    const now = new Date()
    const report = openReport(dataDir, 'synthea', now)
    try {
      const counts = await importSynthea(connection.db, dir, { ...options, now, report, progress: progressOn(process.stderr) })
      for (const one of counts) process.stdout.write(sentence(one, dryRun))
      if (!dryRun) await announce(database.logins.kliniki_app)
    } finally {
      report.close()
      await connection.close()
      process.stdout.write(`Rejected rows, each with its reason: ${report.path}\n`)
    }
  } finally {
    await database.stop()
  }
}

try {
  const [what, ...args] = process.argv.slice(2)
  await (what === 'clinic' ? importClinic(args) : runSynthea(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
