import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readBuild } from '../../../tools/built-chunks.ts'

const dist = join(import.meta.dirname, '../../../dist')

/** The script that a browser of the staff fetches before the first screen, in KB of gzip. Null before the browser part is built. */
export const firstLoad = (): number | null => {
  if (!existsSync(join(dist, 'index.html'))) return null
  const { first, fileOf } = readBuild(dist)
  const files = [...first.staff].map(fileOf).filter((file) => file.endsWith('.js'))
  const bytes = files.map((file) => gzipSync(readFileSync(join(dist, file))).length)
  return Math.round((bytes.reduce((sum, size) => sum + size, 0) / 1024) * 10) / 10
}
