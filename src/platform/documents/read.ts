import type { ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isOutOfMemory, startErrors, startSandbox, stopAtExit, stopSandbox } from '#platform/sandbox/sandbox.ts'
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
  /**
   * Where the WebP lies, 1,600 points on its longer side at most, of a page that OCR read. Pages with a text layer get theirs through
   * `onImage`; what cannot be drawn has none, nor what is behind the pictures that one document may have.
   */
  image: string | null
  /** Where a small picture of it lies, of the first page alone. */
  thumbnail: string | null
}

export interface ReadLimits {
  /** From the start to the last picture, with what the caller does in between. */
  seconds: number
  /** From one page or picture to the next. */
  pageSeconds: number
  /** Of memory that the reader's process may take in all. OCR needs some 400. */
  megabytes: number
  /** Further pages are not read. */
  pages: number
}

/** Why a document cannot be read, in words for people. `cause` is for the log and may quote the file. */
export class DocumentProblem extends Error {}

export interface ReadOptions {
  /** Where pictures of pages are written; whoever reads owns it, and removes it. */
  folder: string
  limits: ReadLimits
  signal: AbortSignal
  /** How many pages the document has, of which `limits.pages` are read. */
  onStart: (pages: number) => void
  /** Each page in order, as soon as it is read. The next one waits until this is done. */
  onPage: (page: ReadPage) => Promise<void>
  /** After the last page: where the WebP of each page with a text layer lies, unless it cannot be drawn; with a small one of the first page. */
  onImage: (number: number, image: string, thumbnail: string | null) => Promise<void>
}

const OUT_OF_MEMORY = 'This document is too complex to read (not enough memory).'
const TOO_LONG = 'This document takes too long to read.'
const DAMAGED = 'This file is damaged and cannot be read.'

const whyEnded = (code: number | null, signal: NodeJS.Signals | null): DocumentProblem =>
  new DocumentProblem(isOutOfMemory(code, signal) ? OUT_OF_MEMORY : DAMAGED, {
    cause: new Error(`The reader ended with ${signal ?? code}.`),
  })

type Listeners = Pick<ReadOptions, 'onStart' | 'onPage' | 'onImage'>

/** What is to be done with each piece of news; true when it was the last. */
const hear = async (news: ReaderNews, { onStart, onPage, onImage }: Listeners): Promise<boolean> => {
  if (news.kind === 'problem') throw new DocumentProblem(news.message, { cause: new Error(news.reason) })
  if (news.kind === 'start') onStart(news.pages)
  if (news.kind === 'page') await onPage(news.page)
  if (news.kind === 'image') await onImage(news.number, news.image, news.thumbnail)
  return news.kind === 'done'
}

/** Lets the child read, and answers when it is done; rejects at the first thing that goes wrong on either side. */
const converse = (child: ChildProcess, task: ReaderTask, pageSeconds: number, listeners: Listeners): Promise<void> =>
  new Promise((resolve, reject) => {
    let isReady = false
    let heard = Promise.resolve()
    let silence: NodeJS.Timeout | undefined
    const errors = startErrors(child)
    const watchSilence = () => {
      clearTimeout(silence)
      silence = setTimeout(() => reject(new DocumentProblem(TOO_LONG)), pageSeconds * 1000)
    }
    child.on('message', (news: ReaderNews) => {
      if (news.kind === 'ready') {
        isReady = true
        watchSilence()
        child.send(task)
        return
      }
      clearTimeout(silence)
      heard = heard.then(async () => {
        if (await hear(news, listeners)) resolve()
        else if ((news.kind === 'page' || news.kind === 'image') && child.connected) child.send('next')
        if (child.connected) watchSilence()
      })
      heard.catch(reject)
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearTimeout(silence)
      // A reader that never came up is a fault of the installation, not of the file.
      const why = isReady
        ? whyEnded(code, signal)
        : new Error(`The reader of documents could not be started (${signal ?? code}): ${errors()}`)
      heard.finally(() => clearTimeout(silence)).then(() => reject(why), reject)
    })
  })

/**
 * Reads the document at `path` in a process of its own, without network, and calls `onPage` for each page in order as soon as it is read.
 * Files and pictures go by their paths: none of them passes through this process. Rejects with a `DocumentProblem` when the file cannot be
 * read within the limits, with the signal's reason when it is aborted, and with what a callback threw. However it ends, the process is
 * gone, and nothing was written but to `folder`.
 */
export const readDocument = async (path: string, type: DocumentType, options: ReadOptions): Promise<void> => {
  const { folder, limits, signal, ...listeners } = options
  signal.throwIfAborted()
  const [file, written] = [realpathSync(path), realpathSync(folder)]
  const child = startSandbox(join(import.meta.dirname, 'reader.ts'), { megabytes: limits.megabytes, read: [file], write: written })
  const forget = stopAtExit(child)
  let timer: NodeJS.Timeout | undefined
  const ended = new AbortController()
  const stopped = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DocumentProblem(TOO_LONG)), limits.seconds * 1000)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: ended.signal })
  })
  const task = { path: file, folder: written, type, pages: limits.pages, megabytes: limits.megabytes }
  try {
    await Promise.race([stopped, converse(child, task, limits.pageSeconds, listeners)])
  } finally {
    clearTimeout(timer)
    ended.abort()
    await stopSandbox(child)
    forget()
  }
}
