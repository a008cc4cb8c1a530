import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Fails when a generated file is not what migrations, contracts and tests make of it. The fresh text is left in place, ready to be committed. */
const root = join(import.meta.dirname, '..')
const generated = () => [
  'src/platform/db/tables.gen.ts',
  ...globSync('src/shared/*.gen.ts', { cwd: root }),
  'db/schema.sql',
  'docs/openapi.json',
  'docs/features.svg',
  ...globSync('docs/{api-coverage,data-dictionary,laboratory-ranges,security,permissions}{,/*}.md', { cwd: root }),
]
const texts = () => new Map(generated().map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const before = texts()
execFileSync(process.execPath, [join(root, 'tools/generate.ts')], { stdio: 'inherit' })
const after = texts()
const stale = [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file))
process.stdout.write(stale.length > 0 ? `Out of date, now written anew: ${stale.join(', ')}\n` : 'Generated files are current\n')
process.exitCode = stale.length > 0 ? 1 : 0
