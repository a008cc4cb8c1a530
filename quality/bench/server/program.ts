import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface Program {
  pid: number
  port: number
  stop: () => Promise<void>
}

const START_MS = 60_000
/** What a service manager waits for the end of a service before it kills it. */
const STOP_MS = 90_000

/**
 * Starts the program as it runs in a clinic, over `databaseUrl`, or the database in `dataDir` where that is null, on a port of its own of
 * 127.0.0.1. `flags` are Node's.
 */
export const startProgram = async (databaseUrl: string | null, dataDir: string, flags: readonly string[] = []): Promise<Program> => {
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, '../../../src/main.ts')], {
    cwd: dataDir,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      HOST: '127.0.0.1',
      KLINIKI_DATA: dataDir,
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    const impatient = setTimeout(() => {
      process.stderr.write(`The program did not end within ${STOP_MS / 1000} s of SIGTERM and is killed.\n`)
      child.kill('SIGKILL')
    }, STOP_MS)
    await ended
    clearTimeout(impatient)
  }
  const lastResort = () => void child.kill('SIGKILL')
  process.once('exit', lastResort)
  void ended.then(() => process.off('exit', lastResort))
  try {
    const port = await new Promise<number>((ready, failed) => {
      let message = ''
      child.stdout.on('data', (chunk: Buffer) => {
        if (message.length > 100_000) return
        message += chunk.toString()
        const port = /ready at https?:\/\/[^\s:]+:(\d+)/.exec(message)?.[1]
        if (port) ready(Number(port))
      })
      child.once('exit', () => failed(new Error(`The program ended before it was ready:\n${message}`)))
      setTimeout(() => failed(new Error(`The program was not ready after ${START_MS / 1000} s:\n${message}`)), START_MS).unref()
    })
    return { pid: child.pid as number, port, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
