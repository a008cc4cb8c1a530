import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress, zstdDecompressSync } from 'node:zlib'
import {
  AT_ONCE,
  END_BYTES,
  END_MAGIC,
  FRAME_BYTES,
  Header,
  LIST,
  MAGIC,
  type Piece,
  PIECE_BYTES,
  SEALED_MOST,
  SMALL_BYTES,
  type Seal,
  sealOf,
} from './archive-format.ts'
import { BackupError } from './backup-error.ts'
import { type BackupKey, findKey } from './keys.ts'
import { type FileFact, Manifest } from './manifest.ts'

const unpack = promisify(zstdDecompress)

/** What is done with the files of an archive, in their order, while it is read through. */
export interface Unpacker {
  /** Undefined: the file is checked and goes nowhere. Else gets its bytes, piece by piece, and `end` after the last one was found right. */
  begin(path: string): Promise<{ take(body: Buffer): Promise<void>; end(): Promise<void> } | undefined>
}

export interface Archive {
  header: Header
  /** The list of contents, checked. */
  manifest: Manifest
  /** Reads all of it, checks every byte, and hands the files over. BackupError names the piece and the file that was altered. */
  readThrough(unpacker?: Unpacker, onRead?: (bytes: number) => void): Promise<void>
  close(): Promise<void>
}

const exactly = async (file: FileHandle, length: number, at: number) => {
  const room = Buffer.allocUnsafe(length)
  const { bytesRead } = await file.read(room, 0, length, at)
  return bytesRead === length ? room : undefined
}

const WINDOW_BYTES = 256 * 1024

/** Reads one place after the other, small ones many at a time: a clinic has more small files than large ones. */
const readerOf = (file: FileHandle) => {
  let window = Buffer.alloc(0)
  let from = 0
  return async (length: number, at: number) => {
    if (at < from || at + length > from + window.length) {
      const room = Buffer.allocUnsafe(Math.max(length, WINDOW_BYTES))
      window = room.subarray(0, (await file.read(room, 0, room.length, at)).bytesRead)
      from = at
    }
    const found = window.subarray(at - from, at - from + length)
    return found.length === length ? found : undefined
  }
}
type Reader = ReturnType<typeof readerOf>

const readHeader = async (file: FileHandle, name: string) => {
  const front = await exactly(file, MAGIC.length + 4, 0)
  if (!front?.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BackupError('{archive} is not a Kliniki backup, or its first bytes were altered.', { archive: name })
  const length = front.readUInt32BE(MAGIC.length)
  const rest = length < 10_000 ? await exactly(file, length + 32, front.length) : undefined
  const bytes = rest?.subarray(0, length)
  if (!rest || !bytes || !createHash('sha256').update(bytes).digest().equals(rest.subarray(length))) {
    throw new BackupError('The header of {archive} was altered.', { archive: name })
  }
  return { bytes, header: Header.parse(JSON.parse(bytes.toString())), at: front.length + rest.length }
}

/** What an archive says of itself in the clear. BackupError when that was altered. */
export const readArchiveHeader = async (path: string): Promise<Header> => {
  const file = await open(path)
  try {
    return (await readHeader(file, basename(path))).header
  } finally {
    await file.close()
  }
}

class Damage extends Error {
  readonly number: number
  readonly at: number
  constructor(number: number, at: number) {
    super('altered')
    this.number = number
    this.at = at
  }
}

interface Place {
  at: number
  number: number
}

interface Read extends Place {
  path: string
  body: Buffer
}

/** The piece at a place, opened and still packed, and the place behind it. Throws Damage when it is not whole. */
const openAt = async (read: Reader, seal: Seal, { at, number }: Place, end: number): Promise<{ piece: Piece; next: Place }> => {
  const length = (await read(4, at))?.readUInt32BE(0) ?? 0
  const sealed =
    length < 3 || length > SEALED_MOST || at + length + FRAME_BYTES > end ? undefined : await read(length + FRAME_BYTES - 4, at + 4)
  if (!sealed) throw new Damage(number, at)
  try {
    return { piece: seal.open(number, sealed), next: { at: at + length + FRAME_BYTES, number: number + 1 } }
  } catch {
    throw new Damage(number, at)
  }
}

// All of it in one go: by the usual 16 KB it would come back to this thread 64 times. Little is done before another thread has heard of it.
const unpackBody = (body: Buffer) =>
  body.length < SMALL_BYTES
    ? zstdDecompressSync(body, { maxOutputLength: PIECE_BYTES, chunkSize: SMALL_BYTES * 4 })
    : unpack(body, { maxOutputLength: PIECE_BYTES, chunkSize: PIECE_BYTES })

const unpacked = async ({ isPacked, path, body }: Piece, place: Place): Promise<Read> => ({
  ...place,
  path,
  body: isPacked ? await unpackBody(body) : body,
})

/** The pieces from one place to another, some unpacked ahead on other threads. Throws Damage behind the last that is whole. */
const pieces = async function* (file: FileHandle, seal: Seal, from: Place, end: number): AsyncGenerator<Read> {
  const read = readerOf(file)
  const ahead: Promise<Read>[] = []
  let place = from
  let damage: unknown
  while (ahead.length > 0 || (damage === undefined && place.at < end)) {
    if (damage === undefined && place.at < end && ahead.length < AT_ONCE) {
      try {
        const { piece, next } = await openAt(read, seal, place, end)
        const body = unpacked(piece, place)
        body.catch(() => {})
        ahead.push(body)
        place = next
      } catch (error) {
        damage = error
      }
    } else {
      const next = await ahead.shift()
      if (next) yield next
    }
  }
  if (damage !== undefined) throw damage
}

/** The file that holds the byte `at`: the last one that begins before it. */
const fileAt = ({ files }: Manifest, at: number) => files.findLast((file) => file.at <= at)?.path

/** Of an archive whose end is missing: how far it goes. */
const describeCut = async (file: FileHandle, seal: Seal, start: number, size: number, name: string) => {
  let last: Read | undefined
  try {
    for await (const piece of pieces(file, seal, { at: start, number: 0 }, size)) last = piece
  } catch (error) {
    if (!(error instanceof Damage)) throw error
  }
  if (!last) return new BackupError('{archive} was cut off or its end was altered: not one whole piece is left.', { archive: name })
  return new BackupError('{archive} was cut off or its end was altered: the last whole piece is {piece}, of {file}.', {
    archive: name,
    piece: last.number,
    file: last.path || 'the list of contents',
  })
}

const readManifest = async (file: FileHandle, seal: Seal, begin: Place, end: number, name: string) => {
  const bodies: Buffer[] = []
  try {
    for await (const piece of pieces(file, seal, begin, end)) {
      if (piece.path !== LIST) throw new Damage(piece.number, piece.at)
      bodies.push(piece.body)
    }
  } catch (error) {
    if (error instanceof Damage)
      throw new BackupError('{archive} was altered: piece {piece}, the list of contents at its end.', {
        archive: name,
        piece: error.number,
      })
    throw error
  }
  const list = Manifest.safeParse(JSON.parse(Buffer.concat(bodies).toString()))
  if (!list.success || list.data.pieces !== begin.number)
    throw new BackupError('This version cannot read the list of contents of {archive}.', { archive: name })
  return list.data
}

/** Where the list begins and with which piece; undefined when the end is missing or altered. */
const findList = async (file: FileHandle, start: number, size: number) => {
  const end = await exactly(file, END_BYTES, size - END_BYTES)
  if (!end?.subarray(12).equals(END_MAGIC)) return undefined
  const at = Number(end.readBigUInt64BE(0))
  if (at < start || at >= size - END_BYTES) return undefined
  return { at, number: end.readUInt32BE(8) }
}

const readFiles = async (
  read: AsyncIterable<Read>,
  { files }: Manifest,
  unpacker: Unpacker | undefined,
  wrong: (path: string) => Error,
) => {
  let count = 0
  let fact: FileFact | undefined
  let target: Awaited<ReturnType<Unpacker['begin']>>
  let hash = createHash('sha256')
  let size = 0
  const finish = async () => {
    if (!fact) return
    if (size !== fact.size || hash.digest('hex') !== fact.sha256) throw wrong(fact.path)
    await target?.end()
  }
  for await (const { at, path, body } of read) {
    if (at === files[count]?.at) {
      await finish()
      fact = files[count]
      count += 1
      hash = createHash('sha256')
      size = 0
      target = await unpacker?.begin(path)
    }
    if (path !== fact?.path) throw wrong(path)
    hash.update(body)
    size += body.length
    await target?.take(body)
  }
  await finish()
  const missing = files[count]
  if (missing) throw wrong(missing.path)
}

/** Opens an archive and reads its list of contents. BackupError when the key is another, or the list was altered or cut off. */
export const openArchive = async (path: string, keys: { dataDir?: string; passphrase?: string | undefined }): Promise<Archive> => {
  const name = basename(path)
  const file = await open(path).catch((error: Error) => {
    throw new BackupError('{archive} cannot be read: {reason}.', { archive: path, reason: error.message })
  })
  try {
    const { header, bytes, at: start } = await readHeader(file, name)
    const key: BackupKey = await findKey(header.key, keys.dataDir, keys.passphrase)
    const seal = sealOf(key, bytes, header.nonce)
    const { size } = await file.stat()
    const list = await findList(file, start, size)
    if (!list) throw await describeCut(file, seal, start, size, name)
    const manifest = await readManifest(file, seal, list, size - END_BYTES, name)
    const altered = (file: string, piece?: number) =>
      piece === undefined
        ? new BackupError('{archive} was altered: in {file}.', { archive: name, file })
        : new BackupError('{archive} was altered: piece {piece}, in {file}.', { archive: name, piece, file })
    return {
      header,
      manifest,
      readThrough: async (unpacker, onRead) => {
        const counted = async function* () {
          for await (const piece of pieces(file, seal, { at: start, number: 0 }, list.at)) {
            onRead?.(piece.at)
            yield piece
          }
        }
        try {
          await readFiles(counted(), manifest, unpacker, (path) => altered(path))
        } catch (error) {
          if (error instanceof Damage) throw altered(fileAt(manifest, error.at) ?? 'an unknown file', error.number)
          throw error
        }
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}
