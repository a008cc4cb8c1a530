import { open, type FileHandle } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { ExportError } from './export-error.ts'
import * as zip from './zip-format.ts'

export interface ZipReader {
  /** In the order of the list of contents. */
  entries: readonly zip.ZipEntry[]
  /** The bytes of one file, unpacked as they are read; ExportError, which names the file, when they are not what the archive says. */
  read(entry: zip.ZipEntry): AsyncGenerator<Buffer>
  close(): Promise<void>
}

const MAX_COMMENT = 65_535
/** The list of contents of a million documents takes 150 MB. */
const MAX_LIST = 512 * 1024 * 1024

const broken = () => new ExportError('This is no ZIP archive, or its end is missing.')

const readAt = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const room = Buffer.alloc(length)
  const { bytesRead } = await file.read(room, 0, length, at)
  if (bytesRead !== length) throw broken()
  return room
}

const whole = (value: bigint) => {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw broken()
  return Number(value)
}

/** Where the list of contents is. */
const findList = async (file: FileHandle, size: number) => {
  const length = Math.min(size, zip.END_BYTES + MAX_COMMENT + zip.LOCATOR64_BYTES)
  const tail = await readAt(file, size - length, length)
  let end = tail.length - zip.END_BYTES
  while (end >= 0 && tail.readUInt32LE(end) !== zip.END) end--
  if (end < 0) throw broken()
  const locator = end - zip.LOCATOR64_BYTES
  if (locator >= 0 && tail.readUInt32LE(locator) === zip.LOCATOR64) {
    const end64 = await readAt(file, whole(tail.readBigUInt64LE(locator + 8)), zip.END64_BYTES)
    if (end64.readUInt32LE(0) !== zip.END64) throw broken()
    return {
      count: whole(end64.readBigUInt64LE(32)),
      bytes: whole(end64.readBigUInt64LE(40)),
      at: whole(end64.readBigUInt64LE(48)),
    }
  }
  return { count: tail.readUInt16LE(end + 10), bytes: tail.readUInt32LE(end + 12), at: tail.readUInt32LE(end + 16) }
}

/** What did not fit into four bytes, in the order in which it is written. */
const largeOf = (extra: Buffer): bigint[] => {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== zip.ZIP64) continue
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    return Array.from({ length: Math.floor(field.length / 8) }, (_, i) => field.readBigUInt64LE(8 * i))
  }
  return []
}

const entryAt = (list: Buffer, at: number) => {
  if (list.readUInt32LE(at) !== zip.CENTRAL) throw broken()
  const [nameBytes, extraBytes, commentBytes] = [list.readUInt16LE(at + 28), list.readUInt16LE(at + 30), list.readUInt16LE(at + 32)]
  const nameAt = at + zip.CENTRAL_BYTES
  const large = largeOf(list.subarray(nameAt + nameBytes, nameAt + nameBytes + extraBytes))
  const wide = (value: number) => (value === zip.FULL_32 ? whole(large.shift() ?? -1n) : value)
  const size = wide(list.readUInt32LE(at + 24))
  const packedSize = wide(list.readUInt32LE(at + 20))
  const entry: zip.ZipEntry = {
    name: list.toString('utf8', nameAt, nameAt + nameBytes),
    method: list.readUInt16LE(at + 10),
    crc: list.readUInt32LE(at + 16),
    size,
    packedSize,
    at: wide(list.readUInt32LE(at + 42)),
  }
  return { entry, next: nameAt + nameBytes + extraBytes + commentBytes }
}

const readList = async (file: FileHandle, size: number): Promise<zip.ZipEntry[]> => {
  const { count, bytes, at } = await findList(file, size)
  if (bytes > MAX_LIST || at + bytes > size) throw broken()
  const list = await readAt(file, at, bytes)
  const entries: zip.ZipEntry[] = []
  for (let next = 0; entries.length < count;) {
    const read = entryAt(list, next)
    entries.push(read.entry)
    next = read.next
  }
  return entries
}

const PIECE = 256 * 1024

const piecesOf = async function* (file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += PIECE) yield await readAt(file, at, Math.min(PIECE, end - at))
}

const unpacked = (file: FileHandle, method: number, start: number, end: number): AsyncIterable<Buffer> => {
  const packed = piecesOf(file, start, end)
  // Whoever reads hears of a failure: it destroys what they read.
  return method === zip.STORED ? packed : pipeline(Readable.from(packed, { objectMode: false }), createInflateRaw(), () => {})
}

/**
 * Opens a ZIP archive of any size; its files are read in constant memory. ExportError when it is none, or when its end is missing.
 */
export const readZip = async (path: string): Promise<ZipReader> => {
  const file = await open(path).catch((error: Error) => {
    throw new ExportError(`${path} cannot be read: ${error.message}.`)
  })
  const read = async function* (entry: zip.ZipEntry): AsyncGenerator<Buffer> {
    const altered = (why: string) => new ExportError(`${entry.name} is not as it was written: ${why}.`)
    const head = await readAt(file, entry.at, zip.LOCAL_BYTES)
    if (head.readUInt32LE(0) !== zip.LOCAL) throw altered('it does not begin where the archive says')
    const names = await readAt(file, entry.at + zip.LOCAL_BYTES, head.readUInt16LE(26))
    if (names.toString() !== entry.name) throw altered('it has two names')
    if (![zip.STORED, zip.DEFLATED].includes(entry.method)) throw altered('it is packed in an unknown way')
    const start = entry.at + zip.LOCAL_BYTES + names.length + head.readUInt16LE(28)
    let [crc, size] = [0, 0]
    try {
      for await (const chunk of unpacked(file, entry.method, start, start + entry.packedSize)) {
        crc = crc32(chunk, crc)
        size += chunk.length
        // However little the archive says that it is, no more than that comes out.
        if (size > entry.size) break
        yield chunk
      }
    } catch (error) {
      if (String((error as { code?: string }).code).startsWith('Z_')) throw altered('it cannot be unpacked')
      throw error
    }
    if (size !== entry.size) throw altered('its length is another')
    if (crc !== entry.crc) throw altered('its checksum is another')
  }
  try {
    const entries = await readList(file, (await file.stat()).size)
    return { entries, read, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error instanceof RangeError ? broken() : error
  }
}
