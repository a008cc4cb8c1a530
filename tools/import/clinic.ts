import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openAdministrator } from '#features/users/public.ts'
import { ConfigurationError, readConfig } from '#platform/config.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { loadExport } from '#platform/export/load-export.ts'
import { fileStore } from '#platform/files/store.ts'
import { openKeys } from '#platform/keys/clinic-keys.ts'
import { exportRules as rules } from '../../src/runtime/tables.ts'

export const clinicUsage = 'npm run import -- clinic FILE.zip [--dry-run] [--administrator EMAIL]'

const say = (line: string) => process.stdout.write(`${line}\n`)

const readArguments = (args: string[]) => {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { 'dry-run': { type: 'boolean', default: false }, administrator: { type: 'string' } },
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    if (!file || more.length > 0) throw new ConfigurationError(`Usage: ${clinicUsage}`)
    return { path: resolve(process.env['INIT_CWD'] ?? '.', file), isDryRun: values['dry-run'], administrator: values.administrator }
  } catch (error) {
    throw error instanceof ConfigurationError ? error : new ConfigurationError(`${(error as Error).message}. Usage: ${clinicUsage}`)
  }
}

/** Makes the empty clinic of this configuration into the exported one; says how to sign in. */
export const importClinic = async (args: string[]): Promise<void> => {
  const { path, isDryRun, administrator } = readArguments(args)
  const { dataDir, databaseUrl, secret, previousSecret } = readConfig(process.env)
  const database = await openDatabase({ databaseUrl, dataDir }, { join: true, log: (message) => process.stderr.write(`${message}\n`) })
  try {
    await prepareDatabase(database.ownerUrl, database.logins)
    const { fileKey } = await openKeys({ ownerUrl: database.ownerUrl, dataDir, secret, previousSecret })
    const now = new Date()
    let opened: Awaited<ReturnType<typeof openAdministrator>>
    const { facts, program, created } = await loadExport({
      ownerUrl: database.ownerUrl,
      files: fileStore(join(dataDir, 'files'), fileKey),
      rules,
      path,
      isDryRun,
      say,
      finish: async (client) => {
        opened = await openAdministrator(client, administrator, now)
        if (administrator && !opened) throw new ConfigurationError(`${administrator} may not change people: nothing was imported.`)
        await client.query(
          `insert into audit_log (at, actor_id, action, entity, request_id, change) values ($1, null, 'import', 'clinic', 'npm run import', $2)`,
          [now, JSON.stringify({ file: basename(path) })],
        )
      },
    })
    const rows = Object.values(facts.tables).reduce((sum, count) => sum + count, 0)
    say(
      `${rows} rows in ${Object.keys(facts.tables).length} tables and ${facts.documents} documents, as Kliniki ${program} had them on ${created}.`,
    )
    if (facts.missing_documents.length > 0) say(`${facts.missing_documents.length} documents were gone before the export already.`)
    if (isDryRun) say('All of it fits, row by row. Nothing was changed.')
    else if (opened)
      say(`Start Kliniki and sign in as ${opened.email} with the one-time password ${opened.password} (it is shown this once).`)
    else say('Nobody in it may change people: make an administrator in the clinic that it comes from, and export it again.')
  } finally {
    await database.stop()
  }
}
