import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../dist')

/** The script that a browser fetches before the first screen, in KB of gzip. Null before the browser part is built. */
export const firstLoad = (): number | null => {
  const page = join(dist, 'index.html')
  if (!existsSync(page)) return null
  const html = readFileSync(page, 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.js)"/g)].map((match) => match[1] as string)
  const bytes = [...new Set(named)].map((name) => gzipSync(readFileSync(join(dist, name))).length)
  return Math.round((bytes.reduce((sum, size) => sum + size, 0) / 1024) * 10) / 10
}
