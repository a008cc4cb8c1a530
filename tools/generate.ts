import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#platform/db/embedded.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { describeDeclared } from './describe-declared.ts'
import { describeGraph } from './describe-graph.ts'
import { describeRanges } from './describe-ranges.ts'
import { describeSchema } from './describe-schema.ts'
import { describeTables } from './describe-tables.ts'

/**
 * Writes what the features declare (src/shared/*.gen.ts), src/platform/db/tables.gen.ts, db/schema.sql and docs/data-dictionary from a database
 * made by the migrations alone, and the pages that are made of the contract.
 */
const root = join(import.meta.dirname, '..')
for (const [file, text] of describeDeclared()) writeFileSync(join(root, file), text)
// Not before: contracts name what was just written.
const { describeCalls } = await import('./describe-calls.ts')
const { promisedEndpoints } = await import('../src/testing/calls/contracts.ts')
const { openApiDocument, openApiText } = await import('./openapi/document.ts')
writeFileSync(join(root, 'docs/api-coverage.md'), await describeCalls())
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
writeFileSync(join(root, 'docs/openapi.json'), openApiText(openApiDocument(promisedEndpoints(), version)))
writeFileSync(join(root, 'docs/laboratory-ranges.md'), describeRanges())
writeFileSync(join(root, 'docs/features.svg'), describeGraph())
const dataDir = mkdtempSync(join(tmpdir(), 'kliniki-generate-'))
const server = await startEmbedded({ dataDir, fast: true })
try {
  await prepareDatabase(server.ownerUrl, server.logins)
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
  // Read first: it fails for a table that no feature names, and the old pages stay until it does not.
  const pages = await describeTables(server.ownerUrl)
  rmSync(join(root, 'docs/data-dictionary'), { recursive: true, force: true })
  mkdirSync(join(root, 'docs/data-dictionary'))
  for (const [file, text] of pages) writeFileSync(join(root, 'docs', file), text)
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

const { writePages } = await import('../quality/security/pages.ts')
writePages()
