import { type ChildProcess, fork } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { DocumentType } from './kind.ts'
import type { ReadWord } from './page.ts'
import type { ReaderNews, ReaderTask } from './reader-messages.ts'

export type { ReadWord } from './page.ts'

export interface ReadPage {
  /** From 1. */
  number: number
  /** Of the page's picture; 0 for plain text. */
  width: number
  height: number
  /** A line a row, columns one after the other, cells of a table apart by three spaces. No control character but the line feed. */
  text: string
  /** In the order of the text. Empty for plain text. */
  words: ReadWord[]
  method: 'text layer' | 'ocr' | 'plain'
  /** How sure OCR is of the words, 0 to 1; null where nothing was guessed. 0 without a word: also a page that could not be read. */
  quality: number | null
  /** WebP, 1,600 points on its longer side at most, of a page that OCR read. Pages with a text layer get theirs through `onImage`; what cannot be drawn has none. */
  image: Buffer | null
}

export interface ReadLimits {
  /** From the start to the last picture, with what the caller does in between. */
  seconds: number
  /** Of memory that the reader's process may take in all. OCR needs some 400. */
  megabytes: number
  /** Further pages are not read. */
  pages: number
}

/** Why a document cannot be read, in words for people. `cause` is for the log and may quote the file. */
export class DocumentProblem extends Error {}

export interface ReadOptions {
  limits: ReadLimits
  signal: AbortSignal
  /** How many pages the document has, of which `limits.pages` are read. */
  onStart: (pages: number) => void
  /** Each page in order, as soon as it is read. The next one waits until this is done. */
  onPage: (page: ReadPage) => Promise<void>
  /** After the last page: the WebP of each page with a text layer, unless it cannot be drawn. */
  onImage: (number: number, image: Buffer) => Promise<void>
}

const OUT_OF_MEMORY = 'This document needs too much memory to be read.'
const TOO_LONG = 'This document takes too long to be read.'
const DAMAGED = 'This file is damaged and cannot be read.'
/** How V8 ends when its own memory is full. */
const ABORTED = 134
const STDERR_LETTERS = 2_000

const here = import.meta.dirname
const packages = () => {
  const one = fileURLToPath(import.meta.resolve('unpdf'))
  return realpathSync(one.slice(0, one.lastIndexOf('node_modules') + 'node_modules'.length))
}

/** A process that may read our own code and packages and nothing else, with no environment, and gives way to the program. */
const startReader = (megabytes: number): ChildProcess => {
  const readable = [
    ...new Set([
      here,
      packages(),
      join(here, '../../../node_modules'),
      join(here, '../../../package.json'),
      join(here, '../freeze-prototypes.ts'),
    ]),
  ]
  const child = fork(join(here, 'reader.ts'), [], {
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [
      `--max-old-space-size=${Math.round(megabytes / 2)}`,
      '--permission',
      '--allow-addons',
      '--allow-worker',
      '--disable-warning=SecurityWarning',
      ...readable.map((path) => `--allow-fs-read=${path}`),
    ],
  })
  // At once, so that the threads that it will start are as modest.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return child
}

const whyEnded = (code: number | null, signal: NodeJS.Signals | null): DocumentProblem =>
  new DocumentProblem(signal === 'SIGKILL' || signal === 'SIGABRT' || code === ABORTED ? OUT_OF_MEMORY : DAMAGED, {
    cause: new Error(`The reader ended with ${signal ?? code}.`),
  })

type Listeners = Pick<ReadOptions, 'onStart' | 'onPage' | 'onImage'>

/** What is to be done with each piece of news; true when it was the last. */
const hear = async (news: ReaderNews, { onStart, onPage, onImage }: Listeners): Promise<boolean> => {
  if (news.kind === 'problem') throw new DocumentProblem(news.message, { cause: new Error(news.reason) })
  if (news.kind === 'start') onStart(news.pages)
  if (news.kind === 'page') await onPage(news.page.image ? { ...news.page, image: Buffer.from(news.page.image) } : news.page)
  if (news.kind === 'image') await onImage(news.number, Buffer.from(news.image))
  return news.kind === 'done'
}

/** Lets the child read, and answers when it is done; rejects at the first thing that goes wrong on either side. */
const converse = (child: ChildProcess, task: ReaderTask, listeners: Listeners): Promise<void> =>
  new Promise((resolve, reject) => {
    let isReady = false
    let said = ''
    let heard = Promise.resolve()
    child.stderr?.on('data', (chunk: Buffer) => {
      if (!isReady) said = (said + chunk.toString()).slice(-STDERR_LETTERS)
    })
    child.on('message', (news: ReaderNews) => {
      if (news.kind === 'ready') {
        isReady = true
        child.send(task)
        return
      }
      heard = heard.then(async () => {
        if (await hear(news, listeners)) resolve()
        else if ((news.kind === 'page' || news.kind === 'image') && child.connected) child.send('next')
      })
      heard.catch(reject)
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      // A reader that never came up is a fault of the installation, not of the file.
      const why = isReady ? whyEnded(code, signal) : new Error(`The reader of documents could not be started (${signal ?? code}): ${said}`)
      heard.then(() => reject(why), reject)
    })
  })

const over = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/**
 * Reads a document in a process of its own, without network, and calls `onPage` for each page in order as soon as it is read. Rejects with a
 * `DocumentProblem` when the file cannot be read within the limits, with the signal's reason when it is aborted, and with what a callback
 * threw. However it ends, the process is gone, and nothing was written to disk.
 */
export const readDocument = async (document: Buffer | Readable, type: DocumentType, options: ReadOptions): Promise<void> => {
  const { limits, signal, ...listeners } = options
  signal.throwIfAborted()
  const bytes = Buffer.isBuffer(document) ? document : await buffer(document)
  signal.throwIfAborted()
  const child = startReader(limits.megabytes)
  const lastResort = () => void child.kill('SIGKILL')
  process.once('exit', lastResort)
  let timer: NodeJS.Timeout | undefined
  const ended = new AbortController()
  const stopped = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DocumentProblem(TOO_LONG)), limits.seconds * 1000)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: ended.signal })
  })
  try {
    await Promise.race([stopped, converse(child, { bytes, type, pages: limits.pages, megabytes: limits.megabytes }, listeners)])
  } finally {
    clearTimeout(timer)
    ended.abort()
    await over(child)
    process.off('exit', lastResort)
  }
}
