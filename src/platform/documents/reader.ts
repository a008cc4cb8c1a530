import { closeNetwork, sendToParent, startGuard } from '#platform/sandbox/inside.ts'
import type { Ocr } from './ocr.ts'
import type { Picture } from './page-image.ts'
import { freezePrototypes } from '../freeze-prototypes.ts'
import { readEach, type UnkeptPage } from './read-each.ts'
import { type ReaderNews, type ReaderTask, UnreadableFile } from './reader-messages.ts'
import { readerSteps } from './reader-steps.ts'

freezePrototypes()

// Reads one document in a process of its own, which the parent may end at any moment. No file but that one, no environment, no network is of use here.
closeNetwork()

const send = (news: ReaderNews) => sendToParent(news)

let folder = ''
const steps = readerSteps(() => folder)

let started: Promise<Ocr> | undefined
const ocr = () => (started ??= import('./ocr.ts').then(({ startOcr }) => startOcr()))

/** What OCR reads; the picture alone where it breaks over it. */
const readByOcr = async (picture: Picture, number: number): Promise<UnkeptPage> => {
  const { readPage } = await ocr()
  try {
    return await readPage(picture, number)
  } catch {
    const { drawn, info } = await (await import('./page-image.ts')).drawnPicture(picture, number)
    return { number, width: info.width, height: info.height, text: '', words: [], method: 'ocr', quality: 0, drawn }
  }
}

const readPictures = async ({ path, pages: limit }: ReaderTask) => {
  const [{ countPictures, openPicture }, { MAX_SIDE }] = await Promise.all([import('./page-image.ts'), import('./ocr-prepare.ts')])
  const pages = await countPictures(path)
  steps.start(pages)
  const read = async (number: number) => readByOcr(await openPicture(path, number - 1, MAX_SIDE), number)
  await readEach(Math.min(pages, limit), read, steps)
}

const read = async (task: ReaderTask) => {
  if (task.type === 'text/plain') return (await import('./read-plain.ts')).readPlain(task.path, task.pages, steps)
  if (task.type === 'application/pdf') return (await import('./pdf.ts')).readPdf(task, readByOcr, steps)
  return readPictures(task)
}

const work = async (task: ReaderTask) => {
  startGuard(task.megabytes)
  folder = task.folder
  try {
    await read(task)
    await send({ kind: 'done' })
  } catch (error) {
    const isKnown = error instanceof UnreadableFile
    const reason = error instanceof Error ? error.message : String(error)
    await send({ kind: 'problem', message: isKnown ? error.message : 'This file is damaged and cannot be read.', reason })
  }
  process.exit()
}

process.on('disconnect', () => process.exit())
process.on('message', (message: ReaderTask | 'next') => {
  if (message === 'next') steps.goOn()
  else void work(message)
})
await send({ kind: 'ready' })
