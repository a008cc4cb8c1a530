import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { Manifest } from '#platform/backup/manifest.ts'
import { readKeys } from '#platform/backup/keys.ts'
import { readArchiveHeader } from '#platform/backup/read-archive.ts'
import { restoreBackup } from '#platform/backup/restore.ts'
import { ConfigurationError, readConfig } from '#platform/config.ts'
import { backupSums as sums } from '../src/runtime/backup-sums.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

const USAGE = 'Usage: npm run restore -- FILE [--dry-run] [--into FOLDER]'

const say = (line: string) => process.stdout.write(`${line}\n`)

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      options: { 'dry-run': { type: 'boolean', default: false }, into: { type: 'string' } },
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    if (!file || more.length > 0) throw new ConfigurationError(USAGE)
    const from = process.env['INIT_CWD'] ?? '.'
    return {
      file: resolve(from, file),
      into: values.into === undefined ? undefined : resolve(from, values.into),
      isDryRun: values['dry-run'],
    }
  } catch (error) {
    throw error instanceof ConfigurationError ? error : new ConfigurationError(`${(error as Error).message}. ${USAGE}`)
  }
}

/** Asks for it at the terminal, without showing it. */
const askPassphrase = (): Promise<string> => {
  process.stdout.write('Passphrase of the backup: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  return new Promise((done) => {
    terminal.question('', (answer) => {
      terminal.close()
      process.stdout.write('\n')
      done(answer)
    })
  })
}

/** What opens the archive, where its key does not lie with the data already. */
const passphraseFor = async (file: string, dataDir: string, given: string | undefined): Promise<string | undefined> => {
  const { key } = await readArchiveHeader(file)
  if (given !== undefined || key.kind === 'secret' || readKeys(dataDir).some(({ id }) => id === key.id)) return given
  return process.stdin.isTTY ? askPassphrase() : undefined
}

const describe = ({ started_at, program, database, files }: Manifest) => {
  const documents = files.filter(({ path }) => path.startsWith('files/'))
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  say(
    `A backup of ${started_at}, by Kliniki ${program}: ${files.length} files, ${Math.ceil(bytes / 1e6)} MB, ${documents.length} of them documents.`,
  )
  if (!database) {
    say('It holds no database: that of another server was not saved then.')
    return
  }
  const { tables, sums } = database.facts
  const rows = Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
  say(`Its database, of PostgreSQL ${database.version}, holds ${rows} rows in ${Object.keys(tables).length} tables, among them`)
  for (const name of ['patients', 'visits', 'invoices']) if (tables[name]) say(`  ${name}: ${tables[name].rows}`)
  for (const [name, sum] of Object.entries(sums)) say(`  ${name}: ${sum}`)
}

const run = async () => {
  const { file, into, isDryRun } = readArguments()
  const config = readConfig(process.env)
  const dataDir = into ?? config.dataDir
  const passphrase = await passphraseFor(file, config.dataDir, config.backupPassphrase)
  const { manifest, keptAs } = await restoreBackup({
    file,
    dataDir,
    keysFrom: config.dataDir,
    databaseUrl: config.databaseUrl,
    passphrase,
    sums,
    isDryRun,
    say,
  })
  describe(manifest)
  if (isDryRun) {
    say('Every byte of it is as it was written. Nothing was changed.')
    return
  }
  say(
    `It is restored to ${dataDir}${config.databaseUrl && manifest.database ? ' and the database of DATABASE_URL' : ''}: start Kliniki as usual.`,
  )
  if (keptAs) say(`What was there before is kept in ${join(dataDir, keptAs)}; delete that folder when you need it no longer.`)
}

try {
  await run()
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
