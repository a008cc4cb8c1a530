import { crc32, inflateRawSync } from 'node:zlib'

/** Why an archive is not read: it is none of ours, or it holds more than the limit. */
export class ArchiveError extends Error {
  readonly isTooLarge: boolean
  constructor(isTooLarge: boolean) {
    super(isTooLarge ? 'The archive holds too much.' : 'The archive is broken.')
    this.isTooLarge = isTooLarge
  }
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END_SIZE = 22
const MAX_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8

interface Entry {
  name: string
  bytes: Buffer
}

const endOf = (zip: Buffer) => {
  for (let at = zip.length - END_SIZE; at >= Math.max(0, zip.length - END_SIZE - MAX_COMMENT); at--)
    if (zip.readUInt32LE(at) === END) return at
  throw new ArchiveError(false)
}

const unpack = (method: number, packed: Buffer, room: number): Buffer => {
  if (method === STORED) return packed
  if (method !== DEFLATED) throw new ArchiveError(false)
  try {
    // However little the archive says that it is: no more than this comes out.
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, room) })
  } catch (error) {
    throw new ArchiveError(error instanceof RangeError)
  }
}

/** What an archive may hold. */
export interface ArchiveLimits {
  parts: number
  /** Of all parts, unpacked. */
  bytes: number
}

/** Refuses an archive that by its own list holds too much, before anything of it is unpacked. */
const requireSmall = (zip: Buffer, end: number, { parts, bytes }: ArchiveLimits) => {
  const count = zip.readUInt16LE(end + 10)
  if (count > parts) throw new ArchiveError(true)
  let at = zip.readUInt32LE(end + 16)
  let claimed = 0
  for (let left = count; left > 0; left--) {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new ArchiveError(false)
    claimed += zip.readUInt32LE(at + 24)
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  if (claimed > bytes) throw new ArchiveError(true)
}

/** The files of a ZIP archive whose names `isWanted`: no more than the limits, whatever the archive says of itself. */
export const unzip = (zip: Buffer, isWanted: (name: string) => boolean, limits: ArchiveLimits): Entry[] => {
  const entries: Entry[] = []
  let room = limits.bytes
  try {
    const end = endOf(zip)
    requireSmall(zip, end, limits)
    let at = zip.readUInt32LE(end + 16)
    for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
      if (zip.readUInt32LE(at) !== CENTRAL) throw new ArchiveError(false)
      const [method, size, nameLength] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
      const local = zip.readUInt32LE(at + 42)
      const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
      at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
      if (!isWanted(name)) continue
      if (zip.readUInt32LE(local) !== LOCAL) throw new ArchiveError(false)
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
      const bytes = unpack(method, zip.subarray(start, start + size), room)
      room -= bytes.length
      if (room < 0) throw new ArchiveError(true)
      entries.push({ name, bytes })
    }
  } catch (error) {
    // Numbers that point outside the archive.
    if (error instanceof RangeError) throw new ArchiveError(false)
    throw error
  }
  return entries
}

const header = (signature: number, length: number, { name, bytes }: Entry, shift: number) => {
  const head = Buffer.alloc(length)
  head.writeUInt32LE(signature, 0)
  head.writeUInt16LE(20, shift)
  head.writeUInt32LE(crc32(bytes), shift + 10)
  head.writeUInt32LE(bytes.length, shift + 14)
  head.writeUInt32LE(bytes.length, shift + 18)
  head.writeUInt16LE(Buffer.byteLength(name), shift + 22)
  return head
}

/** The same files in an archive that packs nothing, so that whoever opens it gets what was counted and no more. */
export const zipStored = (entries: readonly Entry[]): Buffer => {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const central = header(CENTRAL, 46, entry, 6)
    central.writeUInt32LE(at, 42)
    files.push(header(LOCAL, 30, entry, 4), name, entry.bytes)
    directory.push(central, name)
    at += 30 + name.length + entry.bytes.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(END_SIZE)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, ...directory, end])
}
