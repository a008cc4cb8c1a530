// `npm start`: sets up what is missing, then becomes the program.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withProgress } from './progress.mjs'
import { compileCache, ensureBrowserBuild, ensurePackages, nodePath, root, SetupError } from './setup.mjs'

const args = process.argv.slice(2)

// Paths are given relative to where the command was typed, while everything else is relative to the project.
const enterProject = () => {
  for (const name of ['KLINIKI_DATA', 'KLINIKI_BACKUPS', 'KLINIKI_TLS_CERT', 'KLINIKI_TLS_KEY']) {
    if (process.env[name]) process.env[name] = resolve(process.env[name])
  }
  // What Node makes of the sources is kept: a start is quicker, and no process keeps in memory what makes it.
  process.env.NODE_COMPILE_CACHE ||= compileCache
  process.chdir(root)
}

// Without exec the program is a child: it hears of our signals, and on Linux of our sudden death.
const runAsChild = (command, commandArgs, whenOver = () => {}) => {
  const withDeath = ['--pdeathsig', 'TERM']
  const hasSetpriv = process.platform === 'linux' && spawnSync('setpriv', [...withDeath, 'true'], { stdio: 'ignore' }).status === 0
  const child = hasSetpriv
    ? spawn('setpriv', [...withDeath, command, ...commandArgs], { stdio: 'inherit' })
    : spawn(command, commandArgs, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    let isForwarded = false
    process.on(signal, () => {
      // Told to read anew, it goes on.
      if (signal === 'SIGHUP' || !isForwarded) child.kill(signal)
      isForwarded ||= signal !== 'SIGHUP'
    })
  }
  child.on('error', (error) => {
    console.error(`The program could not be started: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143)
    whenOver()
  })
}

const becomeProgram = () => {
  const command = nodePath()
  const commandArgs = [join(root, 'src', 'main.ts'), ...args]
  if (typeof process.execve === 'function' && process.platform !== 'win32') process.execve(command, [command, ...commandArgs], process.env)
  runAsChild(command, commandArgs)
}

// The browser part is built again whenever it changes, into a folder of its own; the server starts again whenever its sources change.
const developProgram = async () => {
  const outDir = join(root, '.cache', 'dev')
  rmSync(outDir, { recursive: true, force: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const options = ['--watch', '--minify', 'false', '--sourcemap', '--logLevel', 'error', '--outDir', outDir, '--emptyOutDir=false']
  const builder = spawn(nodePath(), [vite, 'build', ...options], { stdio: ['ignore', 'inherit', 'inherit'] })
  await withProgress('Building the browser part', async () => {
    while (!existsSync(join(outDir, 'index.html')) && builder.exitCode === null) await sleep(100)
  })
  if (builder.exitCode !== null) throw new SetupError('The browser part could not be built; the reason is above.')
  runAsChild(nodePath(), ['--watch', '--watch-preserve-output', join(root, 'src', 'main.ts'), ...args], () => builder.kill())
}

try {
  if (Number(process.versions.node.split('.')[0]) < 20) throw new SetupError(`Kliniki needs Node 20 or later; this is ${process.version}.`)
  enterProject()
  await ensurePackages()
  if (args.includes('--dev')) await developProgram()
  else {
    await ensureBrowserBuild()
    becomeProgram()
  }
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
