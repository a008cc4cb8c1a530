import { createHash, randomBytes } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync } from 'node:zlib'
import { AT_ONCE, END_BYTES, END_MAGIC, LIST, MAGIC, PIECE_BYTES, type Header, sealOf, SMALL_BYTES } from './archive-format.ts'
import { BackupError } from './backup-error.ts'
import type { BackupKey } from './keys.ts'
import type { FileFact, Manifest } from './manifest.ts'

const compress = promisify(zstdCompress)
const params = { [constants.ZSTD_c_compressionLevel]: 1 }

/** `body` packed, or as it is where that gains nothing: documents are encrypted already. */
const pack = async (body: Buffer) => {
  const how = { params, chunkSize: body.length }
  const packed = body.length < 64 ? body : body.length <= SMALL_BYTES ? zstdCompressSync(body, how) : await compress(body, how)
  return packed.length < body.length ? { isPacked: true, body: packed } : { isPacked: false, body }
}

export interface ArchiveWriter {
  /** Takes in the file as it is now, and as long as it is now: it may grow and shrink meanwhile. */
  addFile(path: string, file: FileHandle): Promise<FileFact>
  addBytes(path: string, bytes: Buffer): Promise<FileFact>
  /** Takes in what comes, however it is cut. */
  addChunks(path: string, chunks: AsyncIterable<Buffer>): Promise<FileFact>
  /** Writes the list and the end, through to the disk, and gives the archive its name. Answers its size in bytes. */
  finish(manifest: Omit<Manifest, 'files' | 'pieces'>): Promise<number>
  /** Leaves nothing behind. */
  abandon(): Promise<void>
}

/**
 * So much is given to the disk at a time. Left to the system, hundreds of megabytes go in one go, and every commit of the database on the same disk
 * waits for them.
 */
const SYNC_BYTES = 16 * 1024 * 1024

/** Makes an archive at `path`; until it is finished it has another name. Holds a few pieces in memory at any time. */
export const writeArchive = async (path: string, key: BackupKey, about: Pick<Header, 'made_at' | 'program'>): Promise<ArchiveWriter> => {
  const draft = `${path}.unfinished`
  const nonce = randomBytes(32).toString('hex')
  const header = Buffer.from(JSON.stringify({ ...about, nonce, key: { id: key.id, kind: key.kind, salt: key.salt } }))
  const { seal } = sealOf(key, header, nonce)
  const out = await open(draft, 'wx', 0o600)
  let at = 0
  let unsynced = 0
  let syncing: Promise<void> = Promise.resolve()
  const write = async (parts: Buffer[]) => {
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    const { bytesWritten } = await out.writev(parts)
    if (bytesWritten !== length) throw new BackupError('The backup disk is full.')
    at += length
    unsynced += length
    if (unsynced < SYNC_BYTES) return
    unsynced = 0
    await syncing
    syncing = out.datasync()
    syncing.catch(() => {})
  }
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  await write([MAGIC, length, header, createHash('sha256').update(header).digest()])

  let count = 0
  let tail: Promise<void> = Promise.resolve()
  const underway: Promise<void>[] = []
  /** Waits for room, then has one more piece packed; written are they in their order. */
  const put = async (name: string, body: Buffer, begins?: (at: number) => void) => {
    if (underway.length >= AT_ONCE) await underway.shift()
    const number = count
    count += 1
    const packing = pack(body)
    const before = tail
    tail = (async () => {
      const packed = await packing
      await before
      begins?.(at)
      await write(seal(number, { path: name, ...packed }))
    })()
    tail.catch(() => {})
    underway.push(tail)
  }

  const files: FileFact[] = []
  const add = async (name: string, bodies: AsyncIterable<Buffer>): Promise<FileFact> => {
    const hash = createHash('sha256')
    const fact: FileFact = { path: name, size: 0, sha256: '', at: 0 }
    let isFirst = true
    for await (const body of bodies) {
      hash.update(body)
      fact.size += body.length
      await put(name, body, isFirst ? (begin) => (fact.at = begin) : undefined)
      isFirst = false
    }
    fact.sha256 = hash.digest('hex')
    files.push(fact)
    return fact
  }

  return {
    addFile: (name, file) => add(name, piecesOf(file)),
    addBytes: (name, bytes) => add(name, piecesIn(bytes)),
    addChunks: (name, chunks) => add(name, piecesFrom(chunks)),
    finish: async (rest) => {
      await tail
      const pieces = count
      const begin = at
      for await (const body of piecesIn(Buffer.from(JSON.stringify({ ...rest, files, pieces } satisfies Manifest)))) await put(LIST, body)
      await tail
      const end = Buffer.alloc(END_BYTES)
      end.writeBigUInt64BE(BigInt(begin), 0)
      end.writeUInt32BE(pieces, 8)
      END_MAGIC.copy(end, 12)
      await write([end])
      await syncing
      await out.sync()
      await out.close()
      await rename(draft, path)
      return at
    },
    abandon: async () => {
      await tail.catch(() => {})
      await syncing.catch(() => {})
      await out.close().catch(() => {})
      await rm(draft, { force: true })
    },
  }
}

/** At least one piece, also of nothing, so that an empty file has its place. */
const piecesIn = async function* (bytes: Buffer) {
  yield bytes.subarray(0, PIECE_BYTES)
  for (let at = PIECE_BYTES; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

const piecesFrom = async function* (chunks: AsyncIterable<Buffer>) {
  let held: Buffer[] = []
  let bytes = 0
  let isFirst = true
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + PIECE_BYTES - bytes)
      held.push(part)
      bytes += part.length
      at += part.length
      if (bytes < PIECE_BYTES) continue
      yield Buffer.concat(held, bytes)
      ;[held, bytes, isFirst] = [[], 0, false]
    }
  }
  if (bytes > 0 || isFirst) yield Buffer.concat(held, bytes)
}

const piecesOf = async function* (file: FileHandle) {
  const { size } = await file.stat()
  for (let isFirst = true; ; isFirst = false) {
    // A room of its own for each: the one before may still be packed. Small files, of which there are many, take little.
    const room = Buffer.allocUnsafe(isFirst ? Math.min(PIECE_BYTES, size + 1) : PIECE_BYTES)
    const filled = await fill(file, room)
    if (filled > 0 || isFirst) yield room.subarray(0, filled)
    if (filled < room.length) return
  }
}

const fill = async (file: FileHandle, room: Buffer) => {
  let filled = 0
  while (filled < room.length) {
    const { bytesRead } = await file.read(room, filled, room.length - filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled
}
