import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { objectsPdf } from './sample-documents.ts'

const WINDOW = 30_000
const ENTRIES = 10
const DIRECTORY = 2 + ENTRIES * 12 + 4

/**
 * A small TIFF that unpacks to `pages` pages of side × side points of noise in colour: all pages are the same strip, whose rows repeat within
 * the window of the packing, and which no encoder for photographs makes small again.
 */
export const burstingTiff = (pages: number, side: number): Buffer => {
  const row = side * 3
  const noise = randomBytes(row * Math.max(1, Math.floor(WINDOW / row)))
  const points = Buffer.alloc(row * side)
  for (let at = 0; at < points.length; at += noise.length) noise.copy(points, at)
  const strip = deflateSync(points, { level: 6 })
  const padding = strip.length % 2
  const head = Buffer.from('II*\0\0\0\0\0\b\0\b\0\b\0\0\0', 'latin1')
  const first = head.length + strip.length + padding
  head.writeUInt32LE(first, 4)
  const tags = [
    [256, 4, 1, side],
    [257, 4, 1, side],
    [258, 3, 3, 8],
    [259, 3, 1, 8],
    [262, 3, 1, 2],
    [273, 4, 1, head.length],
    [277, 3, 1, 3],
    [278, 4, 1, side],
    [279, 4, 1, strip.length],
    [284, 3, 1, 1],
  ] as const
  const directories = Array.from({ length: pages }, (_, page) => {
    const directory = Buffer.alloc(DIRECTORY)
    directory.writeUInt16LE(ENTRIES)
    for (const [i, [tag, type, count, value]] of tags.entries()) {
      directory.writeUInt16LE(tag, 2 + i * 12)
      directory.writeUInt16LE(type, 4 + i * 12)
      directory.writeUInt32LE(count, 6 + i * 12)
      directory.writeUInt32LE(value, 10 + i * 12)
    }
    if (page + 1 < pages) directory.writeUInt32LE(first + (page + 1) * DIRECTORY, DIRECTORY - 4)
    return directory
  })
  return Buffer.concat([head, strip, Buffer.alloc(padding), ...directories])
}

/** A PDF of one page, of so many points a side, that says that it has `claimed` of them. */
export const hugePdf = (side: number, claimed = 1): Buffer =>
  objectsPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(Math.min(claimed, 6_000))}] /Count ${claimed} >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${side} ${side}] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>`,
    `<< /Length 66 >>\nstream\n${'BT /F 400 Tf 400 400 Td (Hypertension since 2019) Tj ET'.padEnd(66)}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ])
