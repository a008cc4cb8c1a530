import type { FileHandle } from 'node:fs/promises'

const HEAD = 8
const ENTRY = 12
const LONG = 4
const SHORT = 3
/** Where the pieces of a page lie, in strips or in tiles. */
const PLACES = new Set([273, 324])
/** Bytes of one value of each type of the format, by its number. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

const head = () => {
  const bytes = Buffer.alloc(HEAD)
  bytes.write('II')
  bytes.writeUInt16LE(42, 2)
  return bytes
}

/** The places of a page's pieces, as the page's own file tells them. */
const placesOf = (page: Buffer, entry: number) => {
  const [type, count] = [page.readUInt16LE(entry + 2), page.readUInt32LE(entry + 4)]
  if (type !== SHORT && type !== LONG) throw new Error(`Unexpected type ${type} of a TIFF`)
  const size = SIZES[type]!
  const at = count * size > 4 ? page.readUInt32LE(entry + 8) : entry + 8
  return Array.from({ length: count }, (_, i) => (type === SHORT ? page.readUInt16LE(at + i * size) : page.readUInt32LE(at + i * size)))
}

/**
 * A page's own file, changed so that it may lie `base` bytes into another one, with what has to follow it, and where its directory and the
 * pointer to the next one are.
 */
const movedBy = (page: Buffer, base: number) => {
  if (page.toString('latin1', 0, 2) !== 'II' || page.readUInt16LE(2) !== 42) throw new Error('Unexpected form of a TIFF')
  const directory = page.readUInt32LE(4)
  const entries = page.readUInt16LE(directory)
  const tail: Buffer[] = []
  let end = page.length + (page.length % 2)
  for (let at = directory + 2; at < directory + 2 + entries * ENTRY; at += ENTRY) {
    const [tag, type, count] = [page.readUInt16LE(at), page.readUInt16LE(at + 2), page.readUInt32LE(at + 4)]
    if (PLACES.has(tag)) {
      const places = placesOf(page, at).map((place) => place + base)
      page.writeUInt16LE(LONG, at + 2)
      if (places.length === 1) page.writeUInt32LE(places[0]!, at + 8)
      else {
        const list = Buffer.alloc(places.length * 4)
        for (const [i, place] of places.entries()) list.writeUInt32LE(place, i * 4)
        page.writeUInt32LE(base + end, at + 8)
        tail.push(list)
        end += list.length
      }
    } else if (count * (SIZES[type] ?? 8) > 4) page.writeUInt32LE(page.readUInt32LE(at + 8) + base, at + 8)
  }
  return {
    bytes: Buffer.concat([page, Buffer.alloc(page.length % 2), ...tail]),
    directory: base + directory,
    next: base + directory + 2 + entries * ENTRY,
  }
}

export interface TiffJoiner {
  /** Puts a page behind those before it: a TIFF of one page, as our own encoder writes it. Answers how large the file is now. */
  add: (page: Buffer) => Promise<number>
}

/** Joins pages to one TIFF, each of its own size, with one of them in memory at a time. `file` is open for writing, and empty. */
export const tiffJoiner = (file: FileHandle): TiffJoiner => {
  let size = 0
  // Where it is said at which place the next page begins; at first, in the head of the file.
  let pointer = 4
  return {
    add: async (page) => {
      if (size === 0) {
        await file.write(head(), 0, HEAD, 0)
        size = HEAD
      }
      const moved = movedBy(page, size)
      await file.write(moved.bytes, 0, moved.bytes.length, size)
      const place = Buffer.alloc(4)
      place.writeUInt32LE(moved.directory)
      await file.write(place, 0, 4, pointer)
      pointer = moved.next
      size += moved.bytes.length
      return size
    },
  }
}
