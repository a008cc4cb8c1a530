import type { DocumentType } from './kind.ts'
import type { ReadPage } from './read.ts'

/** What the parent asks of the reader, once. */
export interface ReaderTask {
  bytes: Uint8Array
  type: DocumentType
  /** At most so many pages are read. */
  pages: number
  megabytes: number
}

/** What the reader says. After `page` and `image` it waits for the parent's `next`. */
export type ReaderNews =
  | { kind: 'ready' | 'done' }
  | { kind: 'start'; pages: number }
  | { kind: 'page'; page: ReadPage }
  | { kind: 'image'; number: number; image: Uint8Array }
  | { kind: 'problem'; message: string; reason: string }

/** How one kind of document is read, inside the reader's process. */
export interface ReaderSteps {
  start: (pages: number) => void
  page: (page: ReadPage) => Promise<void>
  image: (number: number, image: Uint8Array) => Promise<void>
}

/** A file that cannot be read, in words for people. */
export class UnreadableFile extends Error {}
