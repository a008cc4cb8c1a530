import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sendToParent } from '#platform/sandbox/inside.ts'
import { readerLimits } from './reader-limits.ts'
import type { DrawnPicture, ReaderNews, ReaderSteps } from './reader-messages.ts'

const send = (news: ReaderNews) => sendToParent(news)

/** How the reader tells what it reads: pictures go to `folder`, and everything is counted against the limits of one document. */
export const readerSteps = (folder: () => string): ReaderSteps & { goOn: () => void } => {
  let [letters, pictureBytes] = [0, 0]
  let next: (() => void) | undefined
  const sendAndWait = async (news: ReaderNews) => {
    const waited = new Promise<void>((resolve) => {
      next = resolve
    })
    await send(news)
    await waited
  }
  const write = async (name: string, bytes: Buffer) => {
    const path = join(folder(), name)
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
    return path
  }
  const keep = async (number: number, { image, thumbnail }: DrawnPicture) => {
    pictureBytes += image.length
    if (pictureBytes > readerLimits.pictures) return null
    return { image: await write(`page-${number}.webp`, image), thumbnail: thumbnail && (await write('thumbnail.webp', thumbnail)) }
  }
  return {
    start: (pages) => void send({ kind: 'start', pages }),
    page: (page) => {
      letters += page.text.length
      return sendAndWait({ kind: 'page', page: { ...page, words: page.words.slice(0, readerLimits.words) } })
    },
    keep,
    image: async (number, picture) => {
      const kept = await keep(number, picture)
      if (kept) await sendAndWait({ kind: 'image', number, ...kept })
    },
    isFull: () => letters >= readerLimits.letters,
    goOn: () => next?.(),
  }
}
