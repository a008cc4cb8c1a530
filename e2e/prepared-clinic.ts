import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { roomyDir } from '../src/testing/databases/roomy-dir.ts'

const root = join(import.meta.dirname, '..')

/**
 * Starts the program once over an empty folder while the first tests run, and stops it: each house then begins with a copy. PREPARED_CLINIC
 * names where: the folder `clinic` there is whole once `ready` is beside it, and never once `failed` is.
 */
export default function setup() {
  const dir = mkdtempSync(join(roomyDir(), 'kliniki-prepared-'))
  process.env['PREPARED_CLINIC'] = dir
  const program = spawn(process.execPath, [join(root, 'src/main.ts')], {
    cwd: root,
    env: { ...process.env, KLINIKI_DATA: join(dir, 'clinic'), PORT: '0', KLINIKI_LOG: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let isReady = false
  program.stdout.on('data', (data) => {
    if (isReady || !String(data).includes('is ready at')) return
    isReady = true
    program.kill('SIGTERM')
  })
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()))
  void ended.then(() => existsSync(dir) && writeFileSync(join(dir, isReady ? 'ready' : 'failed'), ''))
  return async () => {
    program.kill('SIGTERM')
    await ended
    rmSync(dir, { recursive: true, force: true })
  }
}
