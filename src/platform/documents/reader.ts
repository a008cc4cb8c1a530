import { Worker } from 'node:worker_threads'
import type { Ocr } from './ocr.ts'
import { type ReaderNews, type ReaderSteps, type ReaderTask, UnreadableFile } from './reader-messages.ts'

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

const readPictures = async (bytes: Uint8Array, limit: number) => {
  const [{ countPictures, openPicture }, { MAX_SIDE }] = await Promise.all([import('./page-image.ts'), import('./ocr-prepare.ts')])
  const pages = await countPictures(bytes)
  steps.start(pages)
  for (let page = 0; page < Math.min(pages, limit); page++) {
    const picture = await openPicture(bytes, page, MAX_SIDE)
    await steps.page(await (await ocr()).readPage(picture, page + 1))
  }
}

const read = async ({ bytes, type, pages }: ReaderTask) => {
  if (type === 'text/plain') return (await import('./read-plain.ts')).readPlain(bytes, pages, steps)
  if (type === 'application/pdf') return (await import('./pdf.ts')).readPdf(bytes, pages, ocr, steps)
  return readPictures(bytes, pages)
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
