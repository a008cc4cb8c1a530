import { type ChildProcess, fork } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a sandbox may take and touch. */
export interface SandboxRule {
  /** Of memory, in all. */
  megabytes: number
  /** Files and folders beside our own code that it may read. */
  read: readonly string[]
  /** A folder that it may write to. */
  write?: string
  /** Somebody waits for it, so that it gives way less. */
  isWaitedFor?: boolean
}

/** How V8 ends when its own memory is full. */
const ABORTED = 134
const STDERR_LETTERS = 2_000
/** A little behind the program, and before what nobody waits for. */
const WAITED_FOR = 3

const platform = join(import.meta.dirname, '..')
const packages = () => {
  const one = fileURLToPath(import.meta.resolve('unpdf'))
  return realpathSync(one.slice(0, one.lastIndexOf('node_modules') + 'node_modules'.length))
}

/**
 * Starts a script of ours in a process that may read our code, our packages and what the rule names, and write to one folder; without
 * environment, and behind the program whenever both want a processor.
 */
export const startSandbox = (script: string, { megabytes, read, write, isWaitedFor = false }: SandboxRule): ChildProcess => {
  const readable = new Set([
    platform,
    packages(),
    join(platform, '../../node_modules'),
    join(platform, '../../package.json'),
    ...read,
    ...(write === undefined ? [] : [write]),
  ])
  const child = fork(script, [], {
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [
      `--max-old-space-size=${Math.round(megabytes / 2)}`,
      '--permission',
      '--allow-addons',
      '--allow-worker',
      '--disable-warning=SecurityWarning',
      ...[...readable].map((path) => `--allow-fs-read=${path}`),
      ...(write === undefined ? [] : [`--allow-fs-write=${write}`]),
    ],
  })
  // At once, so that the threads that it will start are as modest.
  if (child.pid) setPriority(child.pid, isWaitedFor ? WAITED_FOR : constants.priority.PRIORITY_BELOW_NORMAL)
  return child
}

/** What a sandbox last wrote to its error stream before it was ready: why it could not be started. */
export const startErrors = (child: ChildProcess) => {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-STDERR_LETTERS)))
  return () => text
}

/** Whether a process that ended by itself was stopped because it took too much memory. */
export const isOutOfMemory = (code: number | null, signal: NodeJS.Signals | null) =>
  signal === 'SIGKILL' || signal === 'SIGABRT' || code === ABORTED

/** Ends a sandbox, and answers when it is gone. */
export const stopSandbox = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** Ends a sandbox together with this process, until the answer is called. */
export const stopAtExit = (child: ChildProcess): (() => void) => {
  const lastResort = () => void child.kill('SIGKILL')
  process.once('exit', lastResort)
  return () => void process.off('exit', lastResort)
}

/** The folder that holds the path, as the system names it: a sandbox's rules know no links. */
export const realFolderOf = (path: string) => realpathSync(dirname(path))
