import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import type { DocumentType } from '#platform/documents/kind.ts'
import { type ReadLimits, type ReadPage, readDocument } from '#platform/documents/read.ts'
import { PROSE } from './sample-documents.ts'

const LIMITS: ReadLimits = { seconds: 200, pageSeconds: 200, megabytes: 1000, pages: 200 }

/** What was read of a document. */
interface Seen {
  pages: ReadPage[]
  /** Where they lie. */
  images: Map<number, string>
  count: number
}
interface Reading {
  limits?: Partial<ReadLimits>
  signal?: AbortSignal
  during?: () => Promise<void>
}

/** For the tests of one file: reads documents in processes of their own, as the program does, in a folder that goes afterwards. */
export const openReading = () => {
  const dir = mkdtempSync(join(tmpdir(), 'kliniki-read-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  const read = async (
    bytes: Buffer,
    type: DocumentType,
    { limits = {}, signal = new AbortController().signal, during = async () => {} }: Reading = {},
  ): Promise<Seen> => {
    const seen: Seen = { pages: [], images: new Map(), count: 0 }
    const folder = mkdtempSync(join(dir, 'reading-'))
    const path = join(folder, 'document')
    writeFileSync(path, bytes)
    await readDocument(path, type, {
      folder,
      limits: { ...LIMITS, ...limits },
      signal,
      onStart: (pages) => (seen.count = pages),
      onPage: async (page) => {
        await during()
        seen.pages.push(page)
      },
      onImage: async (number, image) => void seen.images.set(number, image),
    })
    return seen
  }
  return { dir, read }
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean)
/** The share of the words of the prose that a page has, in their order. */
export const rightWords = ({ text }: ReadPage) => {
  const found = wordsIn(text)
  let from = 0
  const right = wordsIn(PROSE).filter((word) => {
    const at = found.indexOf(word, from)
    if (at >= 0 && at < from + 8) from = at + 1
    return at >= 0
  })
  return right.length / wordsIn(PROSE).length
}
/** Each word lies where the text says, and inside the page. */
export const expectMarked = ({ text, words }: ReadPage) => {
  expect(words.map(({ start, end }) => text.slice(start, end))).toEqual(wordsIn(text))
  for (const { x, y, w, h } of words) expect(x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= 1.001 && y + h <= 1.001).toBe(true)
}
