import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileStore, type FileStore } from './store.ts'

const key = randomBytes(32)
const bytes = Buffer.from('a laboratory report, word for word')
const sha256 = createHash('sha256').update(bytes).digest('hex')
const inStore = (dir: string) => join(dir, sha256.slice(0, 2), sha256)

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kliniki-store-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('a file comes back as it went in, lies encrypted on disk, and for its owner alone', async () => {
  const store = fileStore(dir, key)
  expect(await store.put(bytes)).toEqual({ sha256, size: bytes.length })
  expect((await store.get(sha256)).equals(bytes)).toBe(true)
  expect(readFileSync(inStore(dir)).includes('laboratory')).toBe(false)
  expect(statSync(inStore(dir)).mode & 0o077).toBe(0)
})
test('the same bytes kept at the same moment by many are kept once', async () => {
  const store = fileStore(dir, key)
  await Promise.all(Array.from({ length: 10 }, () => store.put(bytes)))
  expect(readdirSync(join(dir, sha256.slice(0, 2)))).toEqual([sha256])
  expect(readdirSync(join(dir, 'drafts'))).toEqual([])
})
test('an altered byte, another key and a missing file are noticed', async () => {
  const store = fileStore(dir, key)
  await store.put(bytes)
  await expect(fileStore(dir, randomBytes(32)).get(sha256)).rejects.toThrow()
  const sealed = readFileSync(inStore(dir))
  sealed[20]! ^= 1
  writeFileSync(inStore(dir), sealed)
  await expect(store.get(sha256)).rejects.toThrow()
  await expect(store.get('0'.repeat(64))).rejects.toMatchObject({ code: 'document_unreadable', cause: { code: 'ENOENT' } })
})
const large = randomBytes(300_001)
const putLarge = async (store: FileStore) => {
  const path = join(dir, 'large')
  writeFileSync(path, large)
  return store.putFile(path)
}
test('a large file goes in and comes out piece by piece, whole or a range of it', async () => {
  const store = fileStore(dir, key)
  const kept = await putLarge(store)
  expect(kept).toEqual({ sha256: createHash('sha256').update(large).digest('hex'), size: large.length })
  expect((await store.get(kept.sha256)).equals(large)).toBe(true)
  const { size, stream } = await store.open(kept.sha256)
  expect(size).toBe(large.length)
  for (const [start, end] of [
    [0, size - 1],
    [0, 0],
    [65_535, 65_536],
    [100_000, 250_000],
    [size - 1, size - 1],
  ] as const)
    expect((await buffer(stream({ start, end }))).equals(large.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
  const pieces = await stream().toArray()
  expect(pieces.length).toBeGreaterThan(3)
  expect(await store.open((await store.put(Buffer.alloc(0))).sha256).then(({ stream: none }) => buffer(none()))).toHaveLength(0)
})
test('not one byte of an altered file is given out, wherever it was altered', async () => {
  const store = fileStore(dir, key)
  const { sha256: name } = await putLarge(store)
  const path = join(dir, name.slice(0, 2), name)
  const sealed = readFileSync(path)
  for (const at of [0, 20, 299_000, sealed.length - 1]) {
    const altered = Buffer.from(sealed)
    altered[at]! ^= 1
    writeFileSync(path, altered)
    await expect(store.open(name), `byte ${at}`).rejects.toThrow()
  }
  writeFileSync(path, sealed.subarray(0, -1))
  await expect(store.open(name)).rejects.toThrow()
  // A whole file of ours, under the name of another.
  const { sha256: other } = await store.put(bytes)
  writeFileSync(path, readFileSync(inStore(dir)))
  await expect(store.open(name)).rejects.toMatchObject({ status: 409, cause: { message: expect.stringContaining('does not hold') } })
  expect(other).toBe(sha256)
})
test('what cannot be read to its end leaves nothing behind', async () => {
  await expect(fileStore(dir, key).putFile(join(dir, 'none'))).rejects.toThrow('ENOENT')
  expect(readdirSync(join(dir, 'drafts'))).toEqual([])
})
test('a file that was kept under the key before is still read, and new ones are sealed with the new key', async () => {
  const next = randomBytes(32)
  await fileStore(dir, key).put(bytes)
  const store = fileStore(dir, next, [key])
  expect((await store.get(sha256)).equals(bytes)).toBe(true)
  await store.put(bytes)
  expect((await fileStore(dir, next).get(sha256)).equals(bytes)).toBe(true)
  await expect(fileStore(dir, key).get(sha256)).rejects.toThrow()
})
test('a damaged file is mended by keeping it again', async () => {
  const store = fileStore(dir, key)
  await store.put(bytes)
  writeFileSync(inStore(dir), 'short')
  await store.put(bytes)
  expect((await store.get(sha256)).equals(bytes)).toBe(true)
})
test('no name but a hash reaches the disk', async () => {
  for (const name of ['../secrets/token-key', `${sha256}/../x`, sha256.toUpperCase(), ''])
    await expect(fileStore(dir, key).get(name)).rejects.toThrow('not a SHA-256')
})
test('half-written files of a stopped process are removed in time, and the store of nobody has none', async () => {
  const store = fileStore(dir, key)
  const limit = new Date('2026-03-02T00:00:00Z')
  await store.removeDrafts(limit)
  mkdirSync(join(dir, 'drafts'))
  for (const [name, at] of [
    ['old', '2026-03-01'],
    ['new', '2026-03-03'],
  ] as const) {
    writeFileSync(join(dir, 'drafts', name), 'x')
    utimesSync(join(dir, 'drafts', name), new Date(at), new Date(at))
  }
  await store.removeDrafts(limit)
  expect(readdirSync(join(dir, 'drafts'))).toEqual(['new'])
})
