import type { DocumentType } from './kind.ts'
import type { ReadPage } from './read.ts'

/** What the parent asks of the reader, once. */
export interface ReaderTask {
  /** Where the file lies. */
  path: string
  /** Where pictures of pages are written. */
  folder: string
  type: DocumentType
  /** At most so many pages are read. */
  pages: number
  megabytes: number
}

/** What the reader says: words and paths, never a file. After `page` and `image` it waits for the parent's `next`. */
export type ReaderNews =
  | { kind: 'ready' | 'done' }
  | { kind: 'start'; pages: number }
  | { kind: 'page'; page: ReadPage }
  | { kind: 'image'; number: number; image: string; thumbnail: string | null }
  | { kind: 'problem'; message: string; reason: string }

/** How one kind of document is read, inside the reader's process. */
export interface ReaderSteps {
  start: (pages: number) => void
  page: (page: ReadPage) => Promise<void>
  image: (number: number, picture: DrawnPicture) => Promise<void>
  /** Keeps the picture of a page; null where pictures already come to as much as one document may. */
  keep: (number: number, picture: DrawnPicture) => Promise<KeptPicture | null>
  /** The document has as much text as is read of one. */
  isFull: () => boolean
}

/** A page as people see it, in WebP. */
export interface DrawnPicture {
  image: Buffer
  /** The same for lists, of the first page alone. */
  thumbnail: Buffer | null
}
/** Where either lies. */
export interface KeptPicture {
  image: string
  thumbnail: string | null
}

/** A file that cannot be read, in words for people. */
export class UnreadableFile extends Error {}
