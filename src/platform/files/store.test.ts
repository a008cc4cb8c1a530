import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileStore } from './store.ts'

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
  await expect(store.get('0'.repeat(64))).rejects.toThrow('ENOENT')
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
