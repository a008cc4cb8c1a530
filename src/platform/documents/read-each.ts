import type { ReadPage } from './read.ts'

const unread = (number: number): ReadPage => ({
  number,
  width: 0,
  height: 0,
  text: '',
  words: [],
  method: 'ocr',
  quality: 0,
  image: null,
})

/**
 * Reads pages in order. One that cannot be read is told as an empty page of quality 0, and the others are read all the same; when none can
 * be, nothing is told and the first page's reason is thrown.
 */
export const readEach = async (
  pages: number,
  read: (number: number) => Promise<ReadPage>,
  tell: (page: ReadPage) => Promise<void>,
): Promise<void> => {
  const failures: { page: ReadPage; why: unknown }[] = []
  let isAnyRead = false
  const tellFailures = async () => {
    for (const { page } of failures.splice(0)) await tell(page)
  }
  for (let number = 1; number <= pages; number++) {
    let page: ReadPage
    try {
      page = await read(number)
    } catch (why) {
      failures.push({ page: unread(number), why })
      continue
    }
    isAnyRead = true
    await tellFailures()
    await tell(page)
  }
  if (!isAnyRead && failures[0]) throw failures[0].why
  await tellFailures()
}
