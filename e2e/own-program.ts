import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResultRow } from 'pg'
import { startEmbedded } from '#platform/db/embedded.ts'
import { asOwner } from '#platform/db/owner.ts'
import { freePort } from '#platform/free-port.ts'
import { roomyDir } from '../src/testing/databases/roomy-dir.ts'
import type { TestServer } from './test-server.ts'

const root = join(import.meta.dirname, '..')
/** Only ends what hangs: on a machine that others use as well a start takes many times the second that it needs. */
const START_MS = 240_000

/** A clinic as it runs for real: the program in its own process over its own embedded database. */
export interface OwnProgram extends TestServer {
  /** Everything the program has said. */
  message(): string
  /** Ends the program without any warning. */
  kill(): Promise<void>
  /** Starts it again at the same address with the same data. */
  start(): Promise<void>
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => (child.exitCode === null && child.signalCode === null ? child.once('exit', () => resolve()) : resolve()))

interface Start {
  flags?: string[]
  env?: Record<string, string>
}

/** Starts the program over an empty folder, as on a new machine, and waits until it serves and, without `--demo`, has said its code. */
export const startProgram = async ({ flags = [], env = {} }: Start = {}): Promise<OwnProgram> => {
  const dataDir = mkdtempSync(join(roomyDir(), 'kliniki-house-'))
  let port = await freePort()
  let output = ''
  let child: ChildProcess | undefined

  const start = async () => {
    const from = output.length
    child = spawn(process.execPath, [join(root, 'src/main.ts'), ...flags], {
      cwd: root,
      env: { ...process.env, KLINIKI_DATA: dataDir, PORT: String(port), KLINIKI_LOG: 'error', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)))
    const deadline = Date.now() + START_MS
    while (!output.slice(from).includes('is ready at')) {
      if (Date.now() > deadline || child.exitCode !== null) throw new Error(`The program did not start:\n${output}`)
      await sleep(25)
    }
  }
  const kill = async () => {
    if (!child) return
    child.kill('SIGKILL')
    await ended(child)
  }
  const close = async () => {
    child?.kill('SIGTERM')
    if (child) await ended(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  // What is free when it is asked for may be another's a moment later.
  const isTaken = () => output.includes(`Port ${port} is taken`)
  const settle = async (tries: number): Promise<void> => {
    try {
      await start()
    } catch (error) {
      if (tries === 0 || !isTaken()) throw error
      port = await freePort()
      await settle(tries - 1)
    }
  }
  const code = () => /\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/.exec(output)?.[0] ?? ''
  try {
    await settle(3)
    // A new clinic says it after its address.
    while (!flags.includes('--demo') && code() === '') await sleep(25)
  } catch (error) {
    await close()
    throw error
  }
  return {
    url: `http://localhost:${port}`,
    code: code(),
    message: () => output,
    sql: async <Row extends QueryResultRow>(text: string, values: unknown[] = []) => {
      const { ownerUrl, stop } = await startEmbedded({ dataDir, join: true })
      try {
        return await asOwner(ownerUrl, async (client) => (await client.query<Row>(text, values)).rows)
      } finally {
        await stop()
      }
    },
    kill,
    start,
    close,
  }
}
