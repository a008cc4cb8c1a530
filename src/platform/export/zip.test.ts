import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWhole } from '../../testing/whole.ts'
import { ExportError } from './export-error.ts'
import { readZip } from './zip-reader.ts'
import { writeZip } from './zip-writer.ts'

const dir = mkdtempSync(join(tmpdir(), 'kliniki-zip-'))
const whole = join(dir, 'whole.zip')
const files = { 'packed.csv': 'id,note\n'.repeat(200), 'stored.pdf': 'a picture', 'empty.txt': '' }
let count = 0

beforeAll(async () => {
  const zip = await writeZip(whole, new Date('2026-03-02T07:30:00Z'))
  for (const [name, text] of Object.entries(files)) await zip.add(name, [Buffer.from(text)], { isPacked: name === 'packed.csv' })
  await zip.finish()
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const textsIn = async (path: string) => {
  const zip = await readZip(path)
  try {
    const texts: Record<string, string> = {}
    for (const entry of zip.entries) texts[entry.name] = (await buffer(zip.read(entry))).toString()
    return texts
  } finally {
    await zip.close()
  }
}
/** What comes of an archive whose bytes are altered. */
const outcomeOf = (bytes: Buffer) => {
  const path = join(dir, `${++count}.zip`)
  writeFileSync(path, bytes)
  return textsIn(path)
    .catch((error: unknown) => (error instanceof ExportError ? error.message : error))
    .finally(() => rmSync(path))
}
/** Where the entry of a file begins in the list of contents. */
const listed = (zip: Buffer, name: string) => zip.lastIndexOf(name) - 46
const local = (zip: Buffer, name: string) => zip.indexOf(name) - 30

test('what was written is read again', async () => {
  expect(await textsIn(whole)).toEqual(files)
})

test.runIf(isWhole)('an archive of more files than sixteen bits count is read again', async () => {
  const path = join(dir, 'many.zip')
  const zip = await writeZip(path, new Date())
  const names = Array.from({ length: 65_600 }, (_, n) => `documents/${n}.txt`)
  for (const name of names) await zip.add(name, [Buffer.from(name)], { isPacked: false })
  await zip.finish()
  const archive = await readZip(path)
  expect(archive.entries.map(({ name }) => name)).toEqual(names)
  expect((await buffer(archive.read(archive.entries.at(-1)!))).toString()).toBe(names.at(-1))
  await archive.close()
})

const broken = 'This is no ZIP archive, or its end is missing.'
const altered = (name: string, why: string) => `${name} is not as it was written: ${why}.`

test.each<[string, string, (zip: Buffer) => unknown]>([
  ['without an end', broken, (zip) => zip.fill(0, zip.length - 22)],
  ['with a list at a place that no file has', broken, (zip) => zip.writeBigUInt64LE(2n ** 63n, zip.length - 42 + 8)],
  ['with a list behind the end', broken, (zip) => zip.writeBigUInt64LE(2n ** 60n, zip.length - 98 + 48)],
  ['with more entries than there are', broken, (zip) => zip.writeBigUInt64LE(4n, zip.length - 98 + 32)],
  [
    'with a file behind the end',
    altered('stored.pdf', 'it does not begin where the archive says'),
    (zip) => zip.writeUInt32LE(zip.length, listed(zip, 'stored.pdf') + 42),
  ],
  ['with a file of two names', altered('stored.pdf', 'it has two names'), (zip) => zip.write('S', local(zip, 'stored.pdf') + 30)],
  [
    'with an encrypted file',
    altered('stored.pdf', 'it is packed in an unknown way'),
    (zip) => zip.writeUInt16LE(0x0801, listed(zip, 'stored.pdf') + 8),
  ],
  [
    'with a file packed by another method',
    altered('packed.csv', 'it is packed in an unknown way'),
    (zip) => zip.writeUInt16LE(12, listed(zip, 'packed.csv') + 10),
  ],
  [
    'with bytes that are not packed as it says',
    altered('stored.pdf', 'it cannot be unpacked'),
    (zip) => zip.writeUInt16LE(8, listed(zip, 'stored.pdf') + 10),
  ],
  [
    'with a file that is larger than it says',
    altered('packed.csv', 'its length is another'),
    (zip) => zip.writeUInt32LE(10, listed(zip, 'packed.csv') + 24),
  ],
  [
    'with a file that is smaller than it says',
    altered('packed.csv', 'its length is another'),
    (zip) => zip.writeUInt32LE(1_000_000, listed(zip, 'packed.csv') + 24),
  ],
  [
    'with another checksum',
    altered('packed.csv', 'its checksum is another'),
    (zip) => zip.writeUInt32LE(1, listed(zip, 'packed.csv') + 16),
  ],
])('an archive %s is refused', async (_what, message, spoil) => {
  const zip = readFileSync(whole)
  spoil(zip)
  expect(await outcomeOf(zip)).toBe(message)
})

test('no more comes out of a file than the archive says', async () => {
  const path = join(dir, 'small.zip')
  const zip = readFileSync(whole)
  zip.writeUInt32LE(10, listed(zip, 'packed.csv') + 24)
  writeFileSync(path, zip)
  const archive = await readZip(path)
  const taken: Buffer[] = []
  const take = async () => {
    for await (const chunk of archive.read(archive.entries[0]!)) taken.push(chunk)
  }
  await expect(take()).rejects.toThrow('its length is another')
  expect(Buffer.concat(taken).length).toBeLessThanOrEqual(10)
  await archive.close()
})

test('an archive that was cut anywhere is refused, and an empty file', async () => {
  const zip = readFileSync(whole)
  const outcomes = new Set<unknown>()
  for (let length = 0; length < zip.length; length++) outcomes.add(await outcomeOf(zip.subarray(0, length)))
  expect([...outcomes]).toEqual([broken])
})

test('whatever byte is altered, the archive is refused in words, or nothing of its files is another', async () => {
  const zip = readFileSync(whole)
  const unexpected: unknown[] = []
  for (let at = 0; at < zip.length; at++)
    for (const value of [0, 127, 255]) {
      const spoilt = Buffer.from(zip)
      spoilt[at] = value
      const outcome = await outcomeOf(spoilt)
      if (typeof outcome === 'string') continue
      const texts = Object.values(outcome as Record<string, string>)
      if (texts.some((text) => !Object.values(files).includes(text))) unexpected.push([at, value, outcome])
    }
  expect(unexpected).toEqual([])
})
