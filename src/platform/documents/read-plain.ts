import { readFile } from 'node:fs/promises'
import { cleanText } from './page.ts'
import type { ReaderSteps } from './reader-messages.ts'

const LINES = 60
/** A line without end is broken here, so that no page is endless. */
const LINE_LETTERS = 2_000

const shortLines = (line: string): string[] => line.match(new RegExp(`[^]{1,${LINE_LETTERS}}`, 'gu')) ?? ['']

/** The pages of a text in UTF-8: at form feeds, and every 60 lines. */
export const plainPages = (bytes: Uint8Array): string[] =>
  new TextDecoder()
    .decode(bytes)
    .split('\f')
    .flatMap((part) => {
      const lines = part.split(/\r\n?|\n/).flatMap((line) => shortLines(cleanText(line).trimEnd()))
      return Array.from({ length: Math.ceil(lines.length / LINES) }, (_, at) => lines.slice(at * LINES, (at + 1) * LINES).join('\n'))
    })

/** Reads a text file. Its pages have no pictures and no positions. */
export const readPlain = async (path: string, limit: number, steps: ReaderSteps): Promise<void> => {
  const pages = plainPages(await readFile(path))
  steps.start(pages.length)
  for (const [at, text] of pages.slice(0, limit).entries()) {
    if (steps.isFull()) break
    await steps.page({ number: at + 1, width: 0, height: 0, text, words: [], method: 'plain', quality: null, image: null, thumbnail: null })
  }
}
