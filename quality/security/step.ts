import { spawn } from 'node:child_process'
import { dirname, delimiter, join } from 'node:path'
import { onSignal } from '../../tools/on-signal.ts'

export const root = join(import.meta.dirname, '../..')

/** What a part of the run came to. */
export interface Step {
  name: string
  /** Null: it could not be done here, and that is said. */
  passed: boolean | null
  /** A sentence for the summary. */
  message: string
  /** Everything that is wrong. */
  faults: string[]
}

interface End {
  /** What it wrote to stdout. */
  text: string
  /** Null when a signal ended it. */
  code: number | null
}
const run = (command: string, args: string[], { shown }: { shown: boolean }): Promise<End> =>
  new Promise((done, failed) => {
    const path = [join(root, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(delimiter)
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, PATH: path },
      stdio: ['ignore', 'pipe', shown ? 'inherit' : 'ignore'],
    })
    const parts: Buffer[] = []
    child.stdout?.on('data', (part: Buffer) => {
      parts.push(part)
      if (shown) process.stdout.write(part)
    })
    const forget = onSignal(() => void child.kill())
    child.on('error', failed)
    child.on('close', (code) => {
      forget()
      done({ text: Buffer.concat(parts).toString(), code })
    })
  })

/** Runs a command of the project and answers what it wrote to stdout, whatever its end. */
export const output = async (command: string, args: string[]): Promise<string> => (await run(command, args, { shown: false })).text

/** Runs a command of the project for people to see, and answers how it ended: 0 when it went well, null when a signal ended it. */
export const show = async (command: string, args: string[]): Promise<number | null> => (await run(command, args, { shown: true })).code
