import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const FIRST_LOAD_KB = 200
const ROOM_KB = 80
/** Of the pages for anybody: a cheap telephone on a slow line. */
const PUBLIC_KB = 95

interface Chunk {
  file: string
  name?: string
  src?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
}

const dist = join(import.meta.dirname, '..', 'dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>

const reach = (key: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key]?.imports ?? []) reach(next, seen)
  return seen
}
const sizes = new Map<string, number>()
const gzipped = (key: string) => {
  const file = manifest[key]?.file ?? ''
  if (!file.endsWith('.js')) return 0
  const known = sizes.get(file) ?? gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  sizes.set(file, known)
  return known
}
const kilobytes = (keys: Iterable<string>) => [...keys].reduce((sum, key) => sum + gzipped(key), 0) / 1000

const entry = manifest['index.html']?.isEntry ? 'index.html' : undefined
const publicEntry = manifest['booking.html']?.isEntry ? 'booking.html' : undefined
// A room is a page of a feature; what it loads later, piece by piece, is not part of opening it.
const rooms = (entry ? (manifest[entry]?.dynamicImports ?? []) : []).filter((key) => key.startsWith('src/features/'))
if (!entry || !publicEntry || rooms.length === 0) throw new Error('The build has no entry or no rooms: nothing was measured.')

const first = reach(entry)
const rows: [string, number, number][] = [
  ['first load', kilobytes(first), FIRST_LOAD_KB],
  ['public pages', kilobytes(reach(publicEntry)), PUBLIC_KB],
  ...rooms.map((key): [string, number, number] => [key, kilobytes([...reach(key)].filter((part) => !first.has(part))), ROOM_KB]),
]
for (const [name, size, limit] of rows.toSorted((a, b) => b[1] - a[1]))
  console.log(`${size.toFixed(1).padStart(7)} KB of ${limit}  ${name}${size > limit ? '  TOO LARGE' : ''}`)
if (rows.some(([, size, limit]) => size > limit)) process.exitCode = 1
