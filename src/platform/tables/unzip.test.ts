import { expect, test } from 'vitest'
import { ArchiveTooLarge, unzip, zipStored } from './unzip.ts'

const all = () => true
const limits = { parts: 3, bytes: 1000 }
const archive = (sizes: Record<string, number>) =>
  zipStored(Object.entries(sizes).map(([name, size]) => ({ name, bytes: Buffer.alloc(size, name) })))
const list = async (zip: Buffer) => (await unzip(zip, all, limits)).map(({ name, bytes }) => `${name} ${bytes.length}`)
/** Where the entries of the list of contents begin. */
const entriesOf = (zip: Buffer) => {
  const places: number[] = []
  for (let at = zip.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 1, 'latin1')) places.push(at)
  return places
}

test('what is wanted of an archive is read, up to the limits', async () => {
  const zip = await archive({ a: 400, b: 600, c: 0 })
  expect(await list(zip)).toEqual(['a 400', 'b 600', 'c 0'])
  expect(await unzip(zip, (name) => name === 'c', limits)).toEqual([{ name: 'c', bytes: Buffer.alloc(0) }])
})

test('more parts or bytes than the limit are refused by the list of contents, wanted or not', async () => {
  await expect(list(await archive({ a: 1, b: 1, c: 1, d: 1 }))).rejects.toBeInstanceOf(ArchiveTooLarge)
  const large = await archive({ a: 400, b: 601 })
  await expect(unzip(large, () => false, limits)).rejects.toBeInstanceOf(ArchiveTooLarge)
})

test('no more than the limit comes out of an archive whose parts are larger than its list says', async () => {
  const zip = await archive({ a: 600, b: 600 })
  for (const at of entriesOf(zip)) zip.writeUInt32LE(1, at + 24)
  await expect(list(zip)).rejects.toBeInstanceOf(ArchiveTooLarge)
})

test.each<[string, (zip: Buffer) => unknown]>([
  ['an encrypted part', (zip) => zip.writeUInt16LE(1, entriesOf(zip)[0]! + 8)],
  ['an unknown way of packing', (zip) => zip.writeUInt16LE(12, entriesOf(zip)[0]! + 10)],
  ['bytes that cannot be unpacked', (zip) => zip.writeUInt16LE(8, entriesOf(zip)[0]! + 10)],
  ['a part behind the end', (zip) => zip.writeUInt32LE(zip.length, entriesOf(zip)[0]! + 42)],
  ['a part longer than the archive', (zip) => zip.writeUInt32LE(zip.length, entriesOf(zip)[0]! + 20)],
  ['more entries than there are', (zip) => zip.writeUInt16LE(3, zip.length - 12)],
  ['a list behind the end', (zip) => zip.writeUInt32LE(zip.length, zip.length - 6)],
  ['no end', (zip) => zip.fill(0, zip.length - 22)],
])('an archive with %s is broken', async (_what, spoil) => {
  const zip = await archive({ a: 400, b: 600 })
  spoil(zip)
  const error = await list(zip).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(ArchiveTooLarge)
})

test('an archive that was cut anywhere is refused, and an empty file', async () => {
  const zip = await archive({ a: 4, b: 6 })
  for (let length = 0; length < zip.length; length++) await expect(list(zip.subarray(0, length))).rejects.toThrow()
})

test('whatever byte is altered, reading ends within the limits', async () => {
  const zip = await archive({ a: 4, b: 6 })
  const found = new Set<string>()
  for (let at = 0; at < zip.length; at++)
    for (const value of [0, 8, 255]) {
      const altered = Buffer.from(zip)
      altered[at] = value
      const read = await unzip(altered, all, limits).catch(() => [])
      found.add(read.reduce((sum, { bytes }) => sum + bytes.length, 0) <= limits.bytes ? 'within' : 'beyond')
    }
  expect([...found]).toEqual(['within'])
})

test('a name that climbs out of a folder is not written', async () => {
  await expect((async () => zipStored([{ name: '../a', bytes: Buffer.from('a') }]))()).rejects.toThrow('../a')
})
