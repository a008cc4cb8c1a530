import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigurationError, readConfig } from '#platform/config.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { asOwner } from '#platform/db/owner.ts'
import { writeExport } from '#platform/export/write-export.ts'
import { fileStore } from '#platform/files/store.ts'
import { openKeys } from '#platform/keys/clinic-keys.ts'
import { exportRules as rules } from '../src/runtime/tables.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

const USAGE = 'Usage: npm run export -- FILE.zip (or a folder for it)'
const PROGRESS_MS = 2_000

const say = (line: string) => process.stdout.write(`${line}\n`)

const readPath = (now: Date) => {
  try {
    const { positionals } = parseArgs({ options: {}, allowPositionals: true })
    const [given, ...more] = positionals
    if (!given || more.length > 0) throw new ConfigurationError(USAGE)
    const path = resolve(process.env['INIT_CWD'] ?? '.', given)
    const stamp = now
      .toISOString()
      .replaceAll(/[-:]|\.\d+Z/g, '')
      .replace('T', '-')
    return path.endsWith('.zip') ? path : join(path, `kliniki-export-${stamp}.zip`)
  } catch (error) {
    throw error instanceof ConfigurationError ? error : new ConfigurationError(`${(error as Error).message}. ${USAGE}`)
  }
}

/** Leaves a row in the trail, before anything leaves. ConfigurationError when the tables are those of an older version. */
const note = (ownerUrl: string, path: string, now: Date) =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ is_there: boolean }>(`select to_regclass('public.clinic_exports') is not null as is_there`)
    if (!rows[0]?.is_there)
      throw new ConfigurationError('The tables are those of an older version: start Kliniki once, so that they are brought up to date.')
    await client.query(
      `insert into audit_log (at, actor_id, action, entity, request_id, change) values ($1, null, 'export', 'clinic', 'npm run export', $2)`,
      [now, JSON.stringify({ file: basename(path) })],
    )
  })

const run = async () => {
  const now = new Date()
  const path = readPath(now)
  const { dataDir, databaseUrl, secret, previousSecret } = readConfig(process.env)
  const database = await openDatabase({ databaseUrl, dataDir }, { join: true, log: (message) => process.stderr.write(`${message}\n`) })
  try {
    await note(database.ownerUrl, path, now)
    const { fileKey, previousFileKeys } = await openKeys({ ownerUrl: database.ownerUrl, dataDir, secret, previousSecret })
    let reported = Date.now()
    const { bytes, facts } = await writeExport({
      ownerUrl: database.ownerUrl,
      files: fileStore(join(dataDir, 'files'), fileKey, previousFileKeys),
      rules,
      path,
      now,
      onProgress: (done, total) => {
        if (Date.now() - reported < PROGRESS_MS) return
        reported = Date.now()
        process.stderr.write(`${done} of about ${total} rows\n`)
      },
    })
    const rows = Object.values(facts.tables).reduce((sum, count) => sum + count, 0)
    say(`${path}: ${rows} rows in ${Object.keys(facts.tables).length} tables, ${facts.documents} documents, ${Math.ceil(bytes / 1e6)} MB.`)
    const { missing_documents: missing } = facts
    for (const sha256 of missing.slice(0, 10)) say(`Warning: the document ${sha256} is gone or was altered; rows still tell of it.`)
    if (missing.length > 10) say(`Warning: so are ${missing.length - 10} more; counts.json in the archive names them.`)
    say('It is not encrypted: whoever has it can read every record. Keep it as you would keep the paper records.')
  } finally {
    await database.stop()
  }
}

try {
  await run()
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
