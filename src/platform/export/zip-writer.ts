import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { ExportError } from './export-error.ts'

/** A file that was written into an archive. */
export interface Written {
  name: string
  size: number
  sha256: string
}
export interface ZipWriter {
  /** Adds one file. Its bytes pass through; none are kept. */
  add(name: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, options?: { isPacked?: boolean }): Promise<Written>
  /** Writes the list of contents and gives the archive its name. Answers its size in bytes. */
  finish(): Promise<number>
  /** Removes what was written. */
  abandon(): Promise<void>
}

/*
 * The parts of a ZIP archive (PKWARE's APPNOTE) that are written here: packed or stored files, and ZIP64 for what is larger than 4 GB or more than
 * 65,535 files.
 */
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END64 = 0x06064b50
const LOCATOR64 = 0x07064b50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
const END64_BYTES = 56
const LOCATOR64_BYTES = 20
const STORED = 0
const DEFLATED = 8
/** Of the extra field that holds what has no room in four bytes. */
const ZIP64 = 1
const FULL_32 = 0xffff_ffff
const FULL_16 = 0xffff

/** One file in an archive. `at` is the byte at which its local header begins. */
interface Entry {
  name: string
  method: number
  crc: number
  size: number
  packedSize: number
  at: number
}

const VERSION = 45
const UTF8 = 0x0800
const EXTRA_BYTES = 20
const LEVEL = 5

const dosTime = (at: Date) => (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
const dosDate = (at: Date) => ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()

/** The sizes are always in the extra field: when the header is written nobody knows them yet, and it may not grow. */
const localHeader = ({ name, method, crc, size, packedSize }: Entry, made: Date) => {
  const path = Buffer.from(name)
  const head = Buffer.alloc(LOCAL_BYTES + path.length + EXTRA_BYTES)
  head.writeUInt32LE(LOCAL, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(UTF8, 6)
  head.writeUInt16LE(method, 8)
  head.writeUInt16LE(dosTime(made), 10)
  head.writeUInt16LE(dosDate(made), 12)
  head.writeUInt32LE(crc, 14)
  head.writeUInt32LE(FULL_32, 18)
  head.writeUInt32LE(FULL_32, 22)
  head.writeUInt16LE(path.length, 26)
  head.writeUInt16LE(EXTRA_BYTES, 28)
  path.copy(head, LOCAL_BYTES)
  const extra = LOCAL_BYTES + path.length
  head.writeUInt16LE(ZIP64, extra)
  head.writeUInt16LE(EXTRA_BYTES - 4, extra + 2)
  head.writeBigUInt64LE(BigInt(size), extra + 4)
  head.writeBigUInt64LE(BigInt(packedSize), extra + 12)
  return head
}

const centralHeader = ({ name, method, crc, size, packedSize, at }: Entry, made: Date) => {
  const path = Buffer.from(name)
  const large = [size, packedSize, at].filter((value) => value >= FULL_32)
  const extra = large.length > 0 ? 4 + 8 * large.length : 0
  const head = Buffer.alloc(CENTRAL_BYTES + path.length + extra)
  head.writeUInt32LE(CENTRAL, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(VERSION, 6)
  head.writeUInt16LE(UTF8, 8)
  head.writeUInt16LE(method, 10)
  head.writeUInt16LE(dosTime(made), 12)
  head.writeUInt16LE(dosDate(made), 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(Math.min(packedSize, FULL_32), 20)
  head.writeUInt32LE(Math.min(size, FULL_32), 24)
  head.writeUInt16LE(path.length, 28)
  head.writeUInt16LE(extra, 30)
  head.writeUInt32LE(Math.min(at, FULL_32), 42)
  path.copy(head, CENTRAL_BYTES)
  if (extra > 0) {
    const start = CENTRAL_BYTES + path.length
    head.writeUInt16LE(ZIP64, start)
    head.writeUInt16LE(extra - 4, start + 2)
    large.forEach((value, i) => head.writeBigUInt64LE(BigInt(value), start + 4 + 8 * i))
  }
  return head
}

/** The end of the archive: where the list of contents is; a second time in eight bytes, as four may not be enough. */
const endOf = (count: number, at: number, bytes: number) => {
  const end64 = Buffer.alloc(END64_BYTES)
  end64.writeUInt32LE(END64, 0)
  end64.writeBigUInt64LE(BigInt(END64_BYTES - 12), 4)
  end64.writeUInt16LE(VERSION, 12)
  end64.writeUInt16LE(VERSION, 14)
  end64.writeBigUInt64LE(BigInt(count), 24)
  end64.writeBigUInt64LE(BigInt(count), 32)
  end64.writeBigUInt64LE(BigInt(bytes), 40)
  end64.writeBigUInt64LE(BigInt(at), 48)
  const locator = Buffer.alloc(LOCATOR64_BYTES)
  locator.writeUInt32LE(LOCATOR64, 0)
  locator.writeBigUInt64LE(BigInt(at + bytes), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(Math.min(count, FULL_16), 8)
  end.writeUInt16LE(Math.min(count, FULL_16), 10)
  end.writeUInt32LE(Math.min(bytes, FULL_32), 12)
  end.writeUInt32LE(Math.min(at, FULL_32), 16)
  return Buffer.concat([end64, locator, end])
}

const writeAll = async (file: FileHandle, bytes: Uint8Array, at: number) => {
  for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
}

/** Takes the name for the archive; a file that came meanwhile stays. */
const claim = async (path: string) => {
  try {
    await (await open(path, 'wx', 0o600)).close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw already(path)
    throw error
  }
}
const already = (file: string) => new ExportError('File {file} already exists.', { file })

/**
 * Writes a ZIP archive of any size to `path`, in constant memory. It has another name until it is whole, and only its owner may read it. ExportError
 * when there is a file at `path` already.
 */
export const writeZip = async (path: string, made: Date): Promise<ZipWriter> => {
  const draft = `${path}.unfinished`
  if (existsSync(path)) throw already(path)
  // What a stopped process left, which others might be allowed to read.
  await rm(draft, { force: true })
  const file = await open(draft, 'wx', 0o600)
  const { ino } = await file.stat()
  const entries: Entry[] = []
  let at = 0
  const append = async (bytes: Uint8Array) => {
    await writeAll(file, bytes, at)
    at += bytes.length
  }
  // Somebody else may write to the same place since.
  const isOwn = async () => (await stat(draft).catch(() => null))?.ino === ino
  return {
    add: async (name, source, { isPacked = true } = {}) => {
      const entry: Entry = { name, method: isPacked ? DEFLATED : STORED, crc: 0, size: 0, packedSize: 0, at }
      const hash = createHash('sha256')
      await append(localHeader(entry, made))
      const begun = at
      const measured = async function* () {
        for await (const chunk of source) {
          entry.crc = crc32(chunk, entry.crc)
          entry.size += chunk.length
          hash.update(chunk)
          yield chunk
        }
      }
      const take = async (chunks: AsyncIterable<Uint8Array>) => {
        for await (const chunk of chunks) await append(chunk)
      }
      if (isPacked) await pipeline(measured, createDeflateRaw({ level: LEVEL }), take)
      else await take(measured())
      entry.packedSize = at - begun
      await writeAll(file, localHeader(entry, made), entry.at)
      entries.push(entry)
      return { name, size: entry.size, sha256: hash.digest('hex') }
    },
    finish: async () => {
      const start = at
      for (const entry of entries) await append(centralHeader(entry, made))
      await append(endOf(entries.length, start, at - start))
      await file.sync()
      await file.close()
      if (!(await isOwn())) throw already(draft)
      await claim(path)
      await rename(draft, path)
      return at
    },
    abandon: async () => {
      await file.close()
      if (await isOwn()) await rm(draft, { force: true })
    },
  }
}
