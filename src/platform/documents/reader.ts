import { Worker } from 'node:worker_threads'
import type { Ocr } from './ocr.ts'
import type { Picture } from './page-image.ts'
import type { ReadPage } from './read.ts'
import { readEach } from './read-each.ts'
import { type ReaderNews, type ReaderSteps, type ReaderTask, UnreadableFile } from './reader-messages.ts'
import { freezePrototypes } from '../freeze-prototypes.ts'

freezePrototypes()

// Reads one document in a process of its own, which the parent may end at any moment. No file, no environment, no network is of use here.
const refuse = () => Promise.reject(new Error('The reader of documents has no network.'))
globalThis.fetch = refuse

const tell = (news: ReaderNews) =>
  new Promise<void>((told, failed) => {
    if (!process.send) return failed(new Error('The reader of documents is started by readDocument.'))
    process.send(news, (error: Error | null) => (error ? failed(error) : told()))
  })

let goOn = () => {}
const tellAndWait = async (news: ReaderNews) => {
  const next = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await tell(news)
  await next
}

const steps: ReaderSteps = {
  start: (pages) => void tell({ kind: 'start', pages }),
  page: (page) => tellAndWait({ kind: 'page', page }),
  image: (number, image) => tellAndWait({ kind: 'image', number, image }),
}

let started: Promise<Ocr> | undefined
const ocr = () => (started ??= import('./ocr.ts').then(({ startOcr }) => startOcr()))

/** What OCR reads; the picture alone where it breaks over it. */
const readByOcr = async (picture: Picture, number: number): Promise<ReadPage> => {
  const { readPage } = await ocr()
  try {
    return await readPage(picture, number)
  } catch {
    const { data: image, info } = await (await import('./page-image.ts')).webpOf(picture)
    return { number, width: info.width, height: info.height, text: '', words: [], method: 'ocr', quality: 0, image }
  }
}

const readPictures = async ({ bytes, pages: limit }: ReaderTask) => {
  const [{ countPictures, openPicture }, { MAX_SIDE }] = await Promise.all([import('./page-image.ts'), import('./ocr-prepare.ts')])
  const pages = await countPictures(bytes)
  steps.start(pages)
  const read = async (number: number) => readByOcr(await openPicture(bytes, number - 1, MAX_SIDE), number)
  await readEach(Math.min(pages, limit), read, steps.page)
}

const read = async (task: ReaderTask) => {
  if (task.type === 'text/plain') return (await import('./read-plain.ts')).readPlain(task.bytes, task.pages, steps)
  if (task.type === 'application/pdf') return (await import('./pdf.ts')).readPdf(task, readByOcr, steps)
  return readPictures(task)
}

const work = async (task: ReaderTask) => {
  const guard = new Worker(new URL('./reader-guard.ts', import.meta.url), {
    workerData: { megabytes: task.megabytes, parent: process.ppid },
  })
  guard.unref()
  try {
    await read(task)
    await tell({ kind: 'done' })
  } catch (error) {
    const isKnown = error instanceof UnreadableFile
    const reason = error instanceof Error ? error.message : String(error)
    await tell({ kind: 'problem', message: isKnown ? error.message : 'This file is damaged and cannot be read.', reason })
  }
  process.exit()
}

process.on('disconnect', () => process.exit())
process.on('message', (message: ReaderTask | 'next') => {
  if (message === 'next') goOn()
  else void work(message)
})
await tell({ kind: 'ready' })
