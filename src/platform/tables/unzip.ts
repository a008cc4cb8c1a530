import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

/** An archive holds more than the limit. */
export class ArchiveTooLarge extends Error {
  constructor() {
    super('The archive holds too much.')
  }
}

interface Part {
  name: string
  bytes: Buffer
}

/** What an archive may hold. */
export interface ArchiveLimits {
  parts: number
  /** Of all parts, unpacked. */
  bytes: number
}

/**
 * The files of a ZIP archive whose names `isWanted`: no more than the limits, whatever the archive says of itself. ArchiveTooLarge when there is
 * more, another error when it is broken.
 */
export const unzip = async (zip: Buffer, isWanted: (name: string) => boolean, limits: ArchiveLimits): Promise<Part[]> => {
  const archive = await fromBufferPromise(zip, { decodeStrings: false, validateEntrySizes: false })
  if (archive.entryCount > limits.parts) throw new ArchiveTooLarge()
  const listed: Entry[] = []
  let claimed = 0
  for await (const entry of archive.eachEntry()) {
    listed.push(entry)
    claimed += entry.uncompressedSize
  }
  // Refused before anything of it is unpacked.
  if (claimed > limits.bytes) throw new ArchiveTooLarge()
  const parts: Part[] = []
  let room = limits.bytes
  for (const entry of listed) {
    const name = entry.fileNameRaw.toString()
    if (!isWanted(name)) continue
    const chunks: Buffer[] = []
    for await (const chunk of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      // However little the archive says that it is: no more than this comes out.
      room -= chunk.length
      if (room < 0) throw new ArchiveTooLarge()
      chunks.push(chunk)
    }
    parts.push({ name, bytes: Buffer.concat(chunks) })
  }
  return parts
}

/** The same files in an archive that packs nothing, so that its reader gets what was counted and no more. */
export const zipStored = (parts: readonly Part[]): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const { name, bytes } of parts) zip.addBuffer(bytes, name, { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}
