import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unprivilegedAccount } from '#platform/db/embedded-binaries.ts'
import { freePort } from '#platform/free-port.ts'

const program = '/usr/sbin/pgbouncer'

/** Whether this machine has pgbouncer; on Debian, as root and with a network, it is installed. */
export const hasPgbouncer = (): boolean => {
  if (!existsSync(program) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env })
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'pgbouncer'], { stdio: 'ignore', env })
  }
  return existsSync(program)
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })

/** The same address through the pooler. */
const through = (url: string, port: number) => {
  const at = new URL(url)
  at.search = ''
  at.port = String(port)
  return at.href
}

/**
 * Pools the connections of these addresses to one server, as Debian's pgbouncer does, dropping what is asked for at the start of a connection.
 * `via` is an address through it.
 */
export const startPgbouncer = async (mode: 'session' | 'transaction', urls: readonly string[]) => {
  const dir = mkdtempSync(join(tmpdir(), 'kliniki-pgbouncer-'))
  const port = await freePort()
  const people = urls.map((url) => [new URL(url).username, new URL(url).password].map((text) => `"${decodeURIComponent(text)}"`).join(' '))
  writeFileSync(join(dir, 'people.txt'), `${people.join('\n')}\n`)
  writeFileSync(
    join(dir, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${new URL(urls[0]!).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${dir}/people.txt
pool_mode = ${mode}
default_pool_size = 30
max_client_conn = 200
ignore_startup_parameters = options,extra_float_digits
`,
  )
  const account = unprivilegedAccount(dir)
  if (account) for (const path of [dir, `${dir}/people.txt`, `${dir}/pgbouncer.ini`]) chownSync(path, account.uid, account.gid)
  const child: ChildProcess = spawn(program, [join(dir, 'pgbouncer.ini')], { ...account, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] })
  let message = ''
  child.stderr?.on('data', (text) => (message += String(text)))
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${message}`)
    await sleep(20)
  }
  return {
    via: (url: string) => through(url, port),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      // It waits for nobody.
      child.kill('SIGTERM')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
