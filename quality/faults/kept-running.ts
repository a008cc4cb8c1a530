import { loginsOf } from '#platform/db/logins.ts'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onSignal } from '../../tools/on-signal.ts'
import { type Trouble, troubleIn } from './log.ts'

/** A demonstration clinic is made in the first start. */
const START_MS = 300_000
/** What systemd waits before it starts a service again, unless told otherwise. */
const AGAIN_MS = 100
/** What it waits for the end of a service before it kills it. */
const STOP_MS = 90_000
/** Of what the program says. */
const KEPT_LINES = 2_000
const LAST_LINES = 5

export interface ServiceOptions {
  dataDir: string
  port: number
  env?: Record<string, string>
  flags?: readonly string[]
}

/** The program as a service manager runs it: whenever it ends, however it ends, it is started again. */
export interface Service {
  port: number
  pid: () => number
  /** Processes that answer requests, where there are more than one. */
  workers: () => number[]
  postmaster: () => { pid: number; port: number } | null
  /** Names the owner of the database; null while there is none. */
  ownerUrl: () => string | null
  /** The same as those who answer requests. */
  login: () => string | null
  /** False where nothing runs. */
  signal: (signal: 'SIGTERM' | 'SIGKILL') => boolean
  /** `kill -9` of one that answers; false where it is not there. */
  killWorker: (pid: number) => boolean
  /** Waits until the program that runs now, or the one after it, serves. */
  serves: () => Promise<void>
  /** From the next start on. */
  setEnv: (env: Record<string, string>) => void
  starts: () => number
  /** Errors in its log, and the ends of it and of its workers that nobody asked for. */
  troubles: readonly Trouble[]
  message: () => string
  /** Ends it for good. */
  close: () => Promise<void>
}

const childrenOf = (parent: number): number[] => {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid, ...command]) => Number(ppid) === parent && command.join(' ').includes('cluster-worker'))
    .map(([pid]) => Number(pid))
}

const readText = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** `kill -9`; false where it was quicker. */
export const killNow = (pid: number): boolean => {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

/** Starts the program over `dataDir` and keeps it running until it is closed. Throws when it does not serve the first time. */
export const openService = async ({ dataDir, port, env: first = {}, flags = [] }: ServiceOptions): Promise<Service> => {
  let env = first
  let child: ChildProcess
  let isClosing = false
  const now = { isServing: false }
  let starts = 0
  const lines: string[] = []
  const troubles: Trouble[] = []
  /** How it is to end, where somebody has said so. */
  let asked: 'SIGTERM' | 'SIGKILL' | null = null
  let killedWorkers = 0

  const hear = (line: string) => {
    lines.push(line)
    if (lines.length > KEPT_LINES) lines.shift()
    if (/ is ready at /.test(line)) now.isServing = true
    const trouble = troubleIn(line, performance.now())
    if (trouble?.what === 'SIGKILL' && killedWorkers > 0) killedWorkers -= 1
    else if (trouble) troubles.push(trouble)
  }
  const listen = (stream: NodeJS.ReadableStream) => {
    let rest = ''
    stream.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\n')
      rest = parts.pop() ?? ''
      parts.forEach(hear)
    })
  }
  const evaluateEnd = (code: number | null, signal: NodeJS.Signals | null) => {
    if (asked === 'SIGKILL' ? signal === 'SIGKILL' : asked === 'SIGTERM' && code === 0) return
    const why = `${signal ?? code}, ${asked === null ? 'and nobody had asked it to' : `and ${asked} was sent`}`
    troubles.push({
      at: performance.now(),
      msg: 'The program ended',
      what: `${why}\n${lines.slice(-LAST_LINES).join('\n')}`,
      isNeverOfStrike: true,
    })
  }
  const start = () => {
    starts += 1
    now.isServing = false
    asked = null
    killedWorkers = 0
    const started = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts'), ...flags], {
      env: { PATH: process.env['PATH'], PORT: String(port), HOST: '127.0.0.1', KLINIKI_DATA: dataDir, KLINIKI_LOG: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    listen(started.stdout)
    listen(started.stderr)
    started.once('exit', (code, signal) => {
      now.isServing = false
      // Its last words may come after it.
      setTimeout(() => {
        evaluateEnd(code, signal)
        if (!isClosing) start()
      }, AGAIN_MS)
    })
    child = started
    return started
  }
  child = start()
  const lastResort = () => void child.kill('SIGKILL')
  process.once('exit', lastResort)

  const postmaster = () => {
    const [pid, , , at] = (readText(join(dataDir, 'postgres/postmaster.pid')) ?? '').split('\n')
    return Number(pid) > 0 && Number(at) > 0 ? { pid: Number(pid), port: Number(at) } : null
  }
  const serves = async () => {
    const deadline = Date.now() + START_MS
    while (!now.isServing) {
      if (Date.now() > deadline) throw new Error(`The program did not come back:\n${lines.slice(-30).join('\n')}`)
      await sleep(20)
    }
  }
  const signal = (name: 'SIGTERM' | 'SIGKILL') => {
    const reported = child
    const isSent = reported.kill(name)
    if (isSent) asked = name
    if (name === 'SIGTERM') setTimeout(() => reported.kill('SIGKILL'), STOP_MS).unref()
    return isSent
  }
  const close = async () => {
    isClosing = true
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      signal('SIGTERM')
      await ended
      // Until its end is judged.
      await sleep(2 * AGAIN_MS)
    }
    process.off('exit', lastResort)
    forget()
  }
  const forget = onSignal(close)
  const ownerUrl = () => {
    const at = postmaster()
    const password = readText(join(dataDir, 'secrets/database-owner'))
    return at && password ? `postgres://kliniki:${password}@127.0.0.1:${at.port}/kliniki` : null
  }
  const service: Service = {
    port,
    pid: () => child.pid ?? 0,
    workers: () => childrenOf(child.pid ?? 0),
    postmaster,
    ownerUrl,
    login: () => {
      const url = ownerUrl()
      return url && loginsOf(dataDir, url).kliniki_app
    },
    signal,
    killWorker: (pid) => {
      const isKilled = killNow(pid)
      if (isKilled) killedWorkers += 1
      return isKilled
    },
    serves,
    setEnv: (next) => void (env = next),
    starts: () => starts,
    troubles,
    message: () => lines.join('\n'),
    close,
  }
  try {
    await serves()
    return service
  } catch (error) {
    await service.close()
    throw error
  }
}
