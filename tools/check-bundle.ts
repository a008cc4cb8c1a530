import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { readBuild } from './built-chunks.ts'

const FIRST_LOAD_KB = 200
const PAGE_KB = 80
/** Of the pages for anybody: a cheap telephone on a slow line. */
const PUBLIC_KB = 95
/** Of patients, as brotli, which every telephone takes: the aim is 180 KB. */
const PORTAL_KB = 170
const PORTAL_PAGE_KB = 85
/** A line brings six files at a time, and each six cost one journey to the server and back. */
const FILES = 15
/** What comes with every page and is no part of the build's list: the document, what is run before it is painted, and the font. */
const AROUND = 3

const dist = join(import.meta.dirname, '..', 'dist')
const { first, portalTexts, pages, reach, fileOf, filesOf } = readBuild(dist)
if (pages.length === 0 || portalTexts.length === 0) throw new Error('The build has no pages or no texts of patients: nothing was measured.')

type Pack = (bytes: Buffer) => Buffer
const gzip: Pack = (bytes) => gzipSync(bytes, { level: 9 })
const brotli: Pack = (bytes) => brotliCompressSync(bytes)
const sizes = new Map<string, number>()
const sizeOf = (key: string, pack: Pack) => {
  const file = fileOf(key)
  if (!file.endsWith('.js')) return 0
  const name = `${pack.name} ${file}`
  const size = sizes.get(name) ?? pack(readFileSync(join(dist, file))).length
  sizes.set(name, size)
  return size
}
const kilobytes = (keys: Iterable<string>, pack: Pack = gzip) => [...keys].reduce((sum, key) => sum + sizeOf(key, pack), 0) / 1000

// English comes with the program.
const largestTexts = Math.max(...portalTexts.map((key) => kilobytes([key], brotli)))

const pageRow = (key: string): [string, number, number] => {
  const beyond = (before: ReadonlySet<string>) => [...reach(key)].filter((part) => !before.has(part))
  return key.startsWith('src/features/portal/')
    ? [`${key} (brotli)`, kilobytes(beyond(first.portal), brotli), PORTAL_PAGE_KB]
    : [key, kilobytes(beyond(first.staff)), PAGE_KB]
}
const filesRow = (name: string, files: readonly string[], around: number): [string, number, readonly string[]] => [
  name,
  files.length + around,
  files,
]
const opened = [
  // The public pages have no font and nothing that is run before they are painted.
  filesRow('public pages', filesOf(first.public), AROUND - 2),
  ...pages.map((key) => {
    const before = key.startsWith('src/features/portal/') ? first.portal : first.staff
    return filesRow(key, filesOf([...before, ...reach(key)]), AROUND)
  }),
]
const rows: [string, number, number][] = [
  ['first load', kilobytes(first.staff), FIRST_LOAD_KB],
  ['first load of a patient (brotli)', kilobytes(first.portal, brotli) + largestTexts, PORTAL_KB],
  ['public pages', kilobytes(first.public), PUBLIC_KB],
  ...pages.map(pageRow),
]
for (const [name, size, limit] of rows.toSorted((a, b) => b[1] - a[1]))
  console.log(`${size.toFixed(1).padStart(7)} KB of ${limit}  ${name}${size > limit ? '  TOO LARGE' : ''}`)
const counts = opened.map(([, count]) => count).toSorted((a, b) => a - b)
console.log(`Files to open a page cold: ${counts[Math.floor(counts.length / 2)]} at the median, ${counts.at(-1)} at most, ${FILES} allowed`)
const crowded = opened.filter(([, count]) => count > FILES)
for (const [name, count, files] of crowded) console.log(`${count} files of ${FILES}  ${name}  TOO MANY\n    ${files.join('\n    ')}`)
if (crowded.length > 0 || rows.some(([, size, limit]) => size > limit)) process.exitCode = 1
