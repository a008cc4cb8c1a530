import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#platform/db/embedded.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { describeSchema } from './describe-schema.ts'

/** Writes src/platform/db/tables.gen.ts and db/schema.sql from a database made by the migrations alone. */
const root = join(import.meta.dirname, '..')
const dataDir = mkdtempSync(join(tmpdir(), 'kliniki-generate-'))
const server = await startEmbedded({ dataDir, fast: true })
try {
  await prepareDatabase(server.ownerUrl)
  const types = join(root, 'src/platform/db/tables.gen.ts')
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      '--url',
      server.ownerUrl,
      '--dialect',
      'postgres',
      '--out-file',
      types,
      '--date-parser',
      'string',
      '--numeric-parser',
      'string',
      '--exclude-pattern',
      'schema_migrations',
      '--type-mapping',
      '{"int8":"number"}',
      '--log-level',
      'error',
    ],
    { stdio: 'inherit' },
  )
  writeFileSync(join(root, 'db/schema.sql'), await describeSchema(server.ownerUrl))
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
