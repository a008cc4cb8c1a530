import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '#platform/db/connect.ts'
import { keepLogins, type Logins } from '#platform/db/logins.ts'
import { nextIn } from '../calls/next-in.ts'
import type { Reply, TestClinic } from '../clinic.ts'
import { cloneDatabase } from '../databases/clone.ts'

/** Only ends what hangs: on a machine that others use as well a start takes many times the second that it needs. */
const START_MS = 120_000
const entry = join(import.meta.dirname, '../../main.ts')

export interface End {
  code: number | null
  /** What it said on stderr. */
  sentence: string
  message: string
}

/** The program in a process of its own, as `npm start` runs it. */
export interface Program {
  pid: number
  port: number
  message(): string
  /** Waits until it has said `text`. */
  says(text: string): Promise<void>
  signal(signal: NodeJS.Signals): void
  ended: Promise<End>
}

/** A data directory that goes when the tests have ended. */
export const dataDirectory = () => {
  const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kliniki-program-'))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

const passedOn = (names: string[]) => Object.fromEntries(names.map((name) => [name, process.env[name]]))

const launch = (env: Record<string, string>, args: string[], account?: number) => {
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...passedOn(['PATH', 'HOME', 'NODE_COMPILE_CACHE']), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(account !== undefined && { uid: account, gid: account }),
  })
  let message = ''
  let sentence = ''
  child.stdout.on('data', (data) => (message += String(data)))
  child.stderr.on('data', (data) => (sentence += String(data)))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, sentence: sentence.trim(), message }))
  return { child, ended, message: () => message }
}

/** Runs the program to its own end, for starts that must fail; as another account of the operating system where one is named. */
export const runToEnd = async (env: Record<string, string>, args: string[] = [], account?: number): Promise<End> => {
  const { child, ended } = launch(env, args, account)
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS)
  const end = await ended
  clearTimeout(timer)
  return end
}

/** Starts the program and waits until it is ready; where `answersAt` names its port, only until somebody is answered there. */
export const startProgram = async (env: Record<string, string>, args: string[] = [], answersAt?: number): Promise<Program> => {
  const { child, ended, message } = launch({ ...env, ...(answersAt !== undefined && { PORT: String(answersAt) }) }, args)
  const until = async (what: string, isSo: () => boolean | Promise<boolean>) => {
    const deadline = Date.now() + START_MS
    while (!(await isSo())) {
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill('SIGKILL')
        throw new Error(`It never ${what}:\n${message()}\n${(await ended).sentence}`)
      }
      await sleep(10)
    }
  }
  const says = (text: string) => until(`said "${text}"`, () => message().includes(text))
  const signal = (name: NodeJS.Signals) => void child.kill(name)
  if (answersAt !== undefined) {
    const isAnswered = () =>
      fetch(`http://127.0.0.1:${answersAt}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until('answered', isAnswered)
    return { pid: child.pid!, port: answersAt, message, says, signal, ended }
  }
  await says('is ready at')
  const port = Number(/is ready at https?:\/\/[^:\s]+:(\d+)/.exec(message())?.[1])
  return { pid: child.pid!, port, message, says, signal, ended }
}

/** Calls a program that listens, each time on a connection of its own. */
export const callerOf =
  (port: number): TestClinic['call'] =>
  async (method, path, body, headers = {}): Promise<Reply> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { connection: 'close', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const cookies = response.headers.getSetCookie()
    const all = { ...Object.fromEntries(response.headers), ...(cookies.length > 0 && { 'set-cookie': cookies }) }
    return { status: response.status, headers: all, text, next: nextIn(all), json: <T>() => JSON.parse(text) as T }
  }

export interface Site {
  /** What the program needs to run here. */
  env: Record<string, string>
  db: Db
  databaseUrl: string
  logins: Logins
  close(): Promise<void>
}

/** Where a program can run without a database server of its own: a cloned database and a data directory. */
export const openSite = async (): Promise<Site> => {
  const [database, data] = [await cloneDatabase(), dataDirectory()]
  keepLogins(data.dir, database.logins)
  const connection = connect(database.logins.kliniki_app, 'kliniki_app', { max: 2 })
  return {
    env: { DATABASE_URL: database.url, KLINIKI_DATA: data.dir },
    db: connection.db,
    databaseUrl: database.url,
    logins: database.logins,
    close: async () => {
      await connection.close()
      await database.drop()
      data.remove()
    },
  }
}
