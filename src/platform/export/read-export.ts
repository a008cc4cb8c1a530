import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { z } from 'zod'
import { DataPackage } from './datapackage.ts'
import { documentOf } from './documents.ts'
import { ExportError } from './export-error.ts'
import { ExportFacts } from './facts.ts'
import { readZip, type ZipEntry } from './zip-reader.ts'

export interface ExportArchive {
  described: DataPackage
  facts: ExportFacts
  /** The SHA-256 that each file must have, by name. */
  sums: ReadonlyMap<string, string>
  documents: readonly ZipEntry[]
  read(name: string): AsyncGenerator<Buffer>
  /** Reads every file and compares it with its SHA-256. ExportError names the one that is not as it was written. */
  check(onProgress?: (done: number, total: number) => void): Promise<void>
  close(): Promise<void>
}

const LARGEST_TEXT = 64 * 1024 * 1024

const sumLine = /^([0-9a-f]{64}) {2}(.+)$/

const readSums = (text: string) =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [, sha256, name] = sumLine.exec(line) ?? []
      return sha256 && name ? [[name, sha256] as const] : []
    }),
  )

/** Opens what `writeExport` wrote. ExportError when it is something else, or when something is missing or came to it. */
export const openExport = async (path: string): Promise<ExportArchive> => {
  const zip = await readZip(path)
  const entries = new Map(zip.entries.map((entry) => [entry.name, entry]))

  const read = (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw new ExportError(`${path} is no export of a clinic: ${name} is missing.`)
    return zip.read(entry)
  }
  const readText = async (name: string) => {
    const size = entries.get(name)?.size ?? 0
    if (size > LARGEST_TEXT && name !== 'SHA256SUMS') throw new ExportError(`${name} is larger than any that Kliniki writes.`)
    return (await buffer(read(name))).toString()
  }
  const parsed = async <S extends z.ZodType>(name: string, shape: S): Promise<z.output<S>> => {
    const text = await readText(name)
    try {
      return shape.parse(JSON.parse(text))
    } catch {
      throw new ExportError(`${name} is not written as Kliniki writes it.`)
    }
  }

  const checkOne = async (entry: ZipEntry, sums: ReadonlyMap<string, string>, onRead: (bytes: number) => void) => {
    const hash = createHash('sha256')
    for await (const chunk of zip.read(entry)) {
      hash.update(chunk)
      onRead(chunk.length)
    }
    const sha256 = hash.digest('hex')
    if (entry.name !== 'SHA256SUMS' && sums.get(entry.name) !== sha256)
      throw new ExportError(`${entry.name} is not as it was written: its SHA-256 is another.`)
    const document = documentOf(entry.name)
    if (document && document !== sha256) throw new ExportError(`${entry.name} is not the document that its name says.`)
  }

  const open = async (): Promise<ExportArchive> => {
    const sums = readSums(await readText('SHA256SUMS'))
    const described = await parsed('datapackage.json', DataPackage)
    const facts = await parsed('counts.json', ExportFacts)
    const files = zip.entries.filter(({ name }) => !name.endsWith('/'))
    const lacking = [...sums.keys(), ...described.resources.map((one) => one.path)].find((name) => !entries.has(name))
    if (lacking) throw new ExportError(`${lacking} is missing from ${path}.`)
    const stranger = files.find(({ name }) => name !== 'SHA256SUMS' && !sums.has(name))
    if (stranger) throw new ExportError(`${stranger.name} in ${path} is not named in SHA256SUMS.`)
    const total = files.reduce((sum, { size }) => sum + size, 0)
    return {
      described,
      facts,
      sums,
      documents: files.filter(({ name }) => documentOf(name)),
      read,
      check: async (onProgress) => {
        let done = 0
        for (const entry of files) await checkOne(entry, sums, (bytes) => onProgress?.((done += bytes), total))
      },
      close: () => zip.close(),
    }
  }
  try {
    return await open()
  } catch (error) {
    await zip.close()
    throw error
  }
}
