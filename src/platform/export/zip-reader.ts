import { open, type FileHandle } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { ExportError } from './export-error.ts'

/** One file in an archive. `at` is the byte at which its local header begins. */
export interface ZipEntry {
  name: string
  size: number
  packedSize: number
  at: number
  crc: number
  isPacked: boolean
  /** It is not encrypted, and stored or deflated. */
  isKnown: boolean
}
export interface ZipReader {
  /** In the order of the list of contents. */
  entries: readonly ZipEntry[]
  /** The bytes of one file, unpacked as they are read; ExportError, which names the file, when they are not what the archive says. */
  read(entry: ZipEntry): AsyncGenerator<Buffer>
  close(): Promise<void>
}

/** The list of contents of a million documents takes 150 MB. */
const MAX_LIST = 512 * 1024 * 1024
const ENTRY_BYTES = 46
const PIECE = 256 * 1024
const AHEAD = 64 * 1024

const piecesOf = async function* (file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(Math.min(PIECE, end - at)), { position: at })
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

/** What yauzl reads of a file: its small questions are answered from a larger piece, which lists 50,000 files 25 times as fast. */
class ArchiveFile extends RandomAccessReader {
  readonly #file: FileHandle
  #piece = Buffer.alloc(0)
  #start = 0
  constructor(file: FileHandle) {
    super()
    this.#file = file
  }
  override _readStreamForRange(start: number, end: number) {
    return Readable.from(piecesOf(this.#file, start, end), { objectMode: false })
  }
  override read(into: Buffer, offset: number, length: number, position: number, callback: (error: Error | null, bytes?: number) => void) {
    const skipped = position - this.#start
    if (skipped >= 0 && skipped + length <= this.#piece.length)
      return callback(null, this.#piece.copy(into, offset, skipped, skipped + length))
    // Node throws for a place behind all files, where no caller of yauzl can catch it.
    if (!Number.isSafeInteger(position)) return callback(null, 0)
    this.#file.read(Buffer.allocUnsafe(Math.max(length, AHEAD)), { position }).then(({ buffer, bytesRead }) => {
      this.#piece = buffer.subarray(0, bytesRead)
      this.#start = position
      callback(null, this.#piece.copy(into, offset, 0, length))
    }, callback)
  }
}

const isSystemError = (error: unknown) => error instanceof Error && 'code' in error

const readList = async (zip: ZipFile): Promise<ZipEntry[]> => {
  const entries: ZipEntry[] = []
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    bytes += ENTRY_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (bytes > MAX_LIST) throw new Error('The list of contents is too long.')
    // An entry of yauzl takes three times the memory.
    entries.push({
      name: entry.fileNameRaw.toString(),
      size: entry.uncompressedSize,
      packedSize: entry.compressedSize,
      at: entry.relativeOffsetOfLocalHeader,
      crc: entry.crc32,
      isPacked: entry.isCompressed(),
      isKnown: entry.canDecodeFileData(),
    })
  }
  return entries
}

/**
 * Opens a ZIP archive of any size; its files are read in constant memory. ExportError when it is none, or when its end is missing.
 */
export const readZip = async (path: string): Promise<ZipReader> => {
  const handle = await open(path).catch((error: Error) => {
    throw new ExportError(`${path} cannot be read: ${error.message}.`)
  })
  const file = new ArchiveFile(handle)
  const opened = async () => {
    const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false }
    const zip = await fromRandomAccessReaderPromise(file, (await handle.stat()).size, options)
    return { zip, entries: await readList(zip) }
  }
  const { zip, entries } = await opened().catch(async (error: unknown) => {
    await handle.close()
    throw isSystemError(error) ? error : new ExportError('This is no ZIP archive, or its end is missing.')
  })
  const read = async function* ({ name, size, packedSize, at, crc, isPacked, isKnown }: ZipEntry): AsyncGenerator<Buffer> {
    const altered = (why: string) => new ExportError(`${name} is not as it was written: ${why}.`)
    const place = Object.assign(new Entry(), { relativeOffsetOfLocalHeader: at, compressedSize: packedSize })
    const { fileName, fileDataStart } = await zip.readLocalFileHeaderPromise(place).catch((error: unknown) => {
      throw isSystemError(error) ? error : altered('it does not begin where the archive says')
    })
    if (fileName.toString() !== name) throw altered('it has two names')
    if (!isKnown) throw altered('it is packed in an unknown way')
    const packed = file.createReadStream({ start: fileDataStart, end: fileDataStart + packedSize })
    let [foundCrc, foundSize] = [0, 0]
    try {
      // The reader gets the error: it destroys what is read.
      for await (const chunk of isPacked ? pipeline(packed, createInflateRaw(), () => {}) : packed) {
        foundCrc = crc32(chunk, foundCrc)
        foundSize += chunk.length
        // However little the archive says that it is, no more than that comes out.
        if (foundSize > size) break
        yield chunk
      }
    } catch (error) {
      if (String((error as { code?: string }).code).startsWith('Z_')) throw altered('it cannot be unpacked')
      throw error
    }
    if (foundSize !== size) throw altered('its length is another')
    if (foundCrc !== crc) throw altered('its checksum is another')
  }
  return { entries, read, close: () => handle.close() }
}
