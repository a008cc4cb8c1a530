import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { documentUnreadable } from '../errors/problem.ts'
import { removeFilesBefore } from './stray.ts'

/** What a file is known by, and its length in bytes. */
export interface Kept {
  sha256: string
  size: number
}
export interface OpenFile {
  size: number
  /** The bytes from `start` up to and including `end`, all of them without either; ends as soon as the file is found altered. */
  stream: (range?: { start?: number; end?: number }) => Readable
}
export interface FileStore {
  /** Keeps `bytes` under their own SHA-256; keeping the same bytes twice keeps them once. On disk when it returns. */
  put(bytes: Uint8Array): Promise<Kept>
  /** The same with the file at `path`, of which only a small part is in memory at any time. */
  putFile(path: string): Promise<Kept>
  /** The same with what comes piece by piece. */
  putAll(chunks: AsyncIterable<Uint8Array>): Promise<Kept>
  /** The bytes, checked against their SHA-256. Throws when they are missing or were altered. */
  get(sha256: string): Promise<Buffer>
  /** The same for files of any size: read through and checked once, before the first byte is given out. */
  open(sha256: string): Promise<OpenFile>
  /**
   * The bytes, checked and as they were, in a file for a process that reads from a path; whoever asked calls `release` when it is done. One
   * that a stopped process left is removed with the drafts.
   */
  checkOut(sha256: string): Promise<{ path: string; release: () => Promise<void> }>
  /** Removes a file that nothing names any more, unless it was kept anew since `limit`. Answers whether it is gone. */
  removeUnused(sha256: string, limit: Date): Promise<boolean>
  /** About how many bytes it keeps. */
  bytes(): Promise<number>
  /** Removes what a process that was stopped in the middle of `put`, before `limit`, left half written. */
  removeDrafts(limit: Date): Promise<void>
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const CHUNK_BYTES = 65_536

/** A new name survives a power cut only when its folder, too, is on disk. Windows cannot open folders, and needs not. */
const syncDir = async (dir: string) => {
  if (process.platform === 'win32') return
  const handle = await open(dir)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes IV, sealed bytes and tag to `draft`, through to the disk. Answers what the bytes are known by. */
const seal = async (source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, key: Buffer, draft: string): Promise<Kept> => {
  const hash = createHash('sha256')
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv)
  let size = 0
  const sealed = async function* () {
    yield iv
    for await (const chunk of source) {
      size += chunk.length
      hash.update(chunk)
      yield cipher.update(chunk)
    }
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()])
  }
  await pipeline(sealed, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
  return { sha256: hash.digest('hex'), size }
}

const readInto = async (file: FileHandle, room: Buffer, position: number) => {
  const { bytesRead } = await file.read(room, 0, room.length, position)
  if (bytesRead !== room.length) throw new Error('A kept file is too short.')
  return room
}

/** The bytes of a file, each piece in the room of the one before: of many new ones much would lie about until somebody clears up. */
const pieces = async function* (path: string) {
  const file = await open(path)
  try {
    const room = Buffer.alloc(CHUNK_BYTES)
    for (let read = await file.read(room); read.bytesRead > 0; read = await file.read(room)) yield room.subarray(0, read.bytesRead)
  } finally {
    await file.close()
  }
}

/** The plain bytes of the sealed file at `path`, piece by piece. Throws behind the last one when a byte or the key is another. */
const unseal = async function* (path: string, key: Buffer) {
  const file = await open(path)
  try {
    const end = (await file.stat()).size - TAG_BYTES
    if (end < IV_BYTES) throw new Error('A kept file is too short.')
    const decipher = createDecipheriv(CIPHER, key, await readInto(file, Buffer.alloc(IV_BYTES), 0))
    decipher.setAuthTag(await readInto(file, Buffer.alloc(TAG_BYTES), end))
    const room = Buffer.alloc(CHUNK_BYTES)
    for (let at = IV_BYTES; at < end; at += CHUNK_BYTES) yield decipher.update(await readInto(file, room.subarray(0, end - at), at))
    yield decipher.final()
  } finally {
    await file.close()
  }
}

/** Reads all of it and keeps none. Throws unless `key` opens it and its bytes are those of the name. */
const check = async (path: string, key: Buffer, sha256: string) => {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of unseal(path, key)) {
    hash.update(chunk)
    size += chunk.length
  }
  if (hash.digest('hex') !== sha256) throw new Error(`The file ${sha256} does not hold what it held.`)
  return size
}

/** Of `chunks`, the bytes from `start` up to and including `end`. */
const within = async function* (chunks: AsyncIterable<Buffer>, start: number, end: number) {
  let at = 0
  for await (const chunk of chunks) {
    if (at > end) return
    const part = chunk.subarray(Math.max(0, start - at), end + 1 - at)
    at += chunk.length
    if (part.length > 0) yield part
  }
}

/**
 * A content-addressed store on disk, encrypted with AES-256-GCM. Paths come from hashes alone, never from people. New files are sealed
 * with `key`; what was sealed with one of `previous` is still read.
 */
export const fileStore = (dir: string, key: Buffer, previous: readonly Buffer[] = []): FileStore => {
  const pathOf = (sha256: string) => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a SHA-256')
    return join(dir, sha256.slice(0, 2), sha256)
  }
  const draftDir = join(dir, 'drafts')

  const keep = async (source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    await mkdir(draftDir, { recursive: true, mode: 0o700 })
    // Written aside and renamed: a reader sees the whole file or none. Its name is known only when it has been read.
    const draft = join(draftDir, randomBytes(16).toString('hex'))
    try {
      const kept = await seal(source, key, draft)
      const path = pathOf(kept.sha256)
      const isNewFolder = (await mkdir(dirname(path), { recursive: true, mode: 0o700 })) !== undefined
      await rename(draft, path)
      await syncDir(dirname(path))
      if (isNewFolder) await syncDir(dir)
      return kept
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  const openKept = async (sha256: string): Promise<OpenFile> => {
    const path = pathOf(sha256)
    let failure: unknown
    for (const one of [key, ...previous]) {
      try {
        const size = await check(path, one, sha256)
        const bytes = ({ start = 0, end = size - 1 } = {}) => within(unseal(path, one), start, end)
        return { size, stream: (range) => Readable.from(bytes(range), { objectMode: false }) }
      } catch (error) {
        failure ??= error
      }
    }
    // A process that has too many files open says nothing of this one.
    const { code = '' } = failure as NodeJS.ErrnoException
    throw ['EMFILE', 'ENFILE'].includes(code) ? failure : documentUnreadable(failure)
  }

  return {
    put: (bytes) => keep([bytes]),
    putFile: (path) => keep(pieces(path)),
    putAll: keep,
    get: async (sha256) => buffer((await openKept(sha256)).stream()),
    open: openKept,
    checkOut: async (sha256) => {
      const folder = join(draftDir, randomBytes(16).toString('hex'))
      const release = () => rm(folder, { recursive: true, force: true })
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const path = join(folder, 'file')
        await pipeline((await openKept(sha256)).stream(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return { path, release }
      } catch (error) {
        await release()
        throw error
      }
    },
    removeUnused: async (sha256, limit) => {
      const path = pathOf(sha256)
      const found = await stat(path).catch(() => null)
      if (found && found.mtime >= limit) return false
      await rm(path, { force: true })
      return true
    },
    bytes: async () => {
      let bytes = 0
      for (const name of await readdir(dir, { recursive: true }).catch(() => [])) {
        const found = await stat(join(dir, name)).catch(() => null)
        if (found?.isFile()) bytes += found.size
      }
      return bytes
    },
    removeDrafts: (limit) => removeFilesBefore(draftDir, limit),
  }
}
