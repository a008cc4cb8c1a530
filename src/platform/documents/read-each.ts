import type { ReadPage } from './read.ts'
import type { DrawnPicture, ReaderSteps } from './reader-messages.ts'

/** A page as it was read, with its picture still in memory. */
export type UnkeptPage = Omit<ReadPage, 'image' | 'thumbnail'> & { drawn: DrawnPicture | null }

const unread = (number: number): UnkeptPage => ({
  number,
  width: 0,
  height: 0,
  text: '',
  words: [],
  method: 'ocr',
  quality: 0,
  drawn: null,
})

/**
 * Reads pages in order. One that cannot be read is told as an empty page of quality 0, and the others are read all the same; when none can
 * be, nothing is told and the first page's reason is thrown. Ends before the last page when there is as much text as is read of a document.
 */
export const readEach = async (
  pages: number,
  read: (number: number) => Promise<UnkeptPage>,
  steps: Pick<ReaderSteps, 'page' | 'keep' | 'isFull'>,
): Promise<void> => {
  const failures: { page: UnkeptPage; why: unknown }[] = []
  let isAnyRead = false
  const report = async ({ drawn, ...page }: UnkeptPage) => {
    const kept = drawn && (await steps.keep(page.number, drawn))
    await steps.page({ ...page, image: kept?.image ?? null, thumbnail: kept?.thumbnail ?? null })
  }
  const reportFailures = async () => {
    for (const { page } of failures.splice(0)) await report(page)
  }
  for (let number = 1; number <= pages && !steps.isFull(); number++) {
    let page: UnkeptPage
    try {
      page = await read(number)
    } catch (why) {
      failures.push({ page: unread(number), why })
      continue
    }
    isAnyRead = true
    await reportFailures()
    await report(page)
  }
  if (!isAnyRead && failures[0]) throw failures[0].why
  await reportFailures()
}
