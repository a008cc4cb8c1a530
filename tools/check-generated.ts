import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Fails when a generated file is not what the migrations make of it. The fresh text is left in place, ready to be committed. */
const root = join(import.meta.dirname, '..')
const generated = ['src/platform/db/tables.gen.ts', 'db/schema.sql']
const texts = () => generated.map((file) => readFileSync(join(root, file), 'utf8'))
const before = texts()
execFileSync(process.execPath, [join(root, 'tools/generate.ts')], { stdio: 'inherit' })
const stale = generated.filter((_file, index) => texts()[index] !== before[index])
process.stdout.write(stale.length > 0 ? `Out of date, now written anew: ${stale.join(', ')}\n` : 'Generated files are current\n')
process.exitCode = stale.length > 0 ? 1 : 0
