import { closeSync, openSync, readSync } from 'node:fs'

/** Whether a font has a glyph for a code point. */
export type GlyphCoverage = (codePoint: number) => boolean

type Range = readonly [from: number, to: number]

/** The table of a font file that maps characters to glyphs; the rest of the file, which may be ten megabytes, is not read. */
const readCharacterMap = (path: string): Buffer => {
  const file = openSync(path, 'r')
  try {
    const read = (position: number, length: number) => {
      const bytes = Buffer.alloc(length)
      readSync(file, bytes, 0, length, position)
      return bytes
    }
    const tables = read(12, 16 * read(4, 2).readUInt16BE())
    for (let at = 0; at < tables.length; at += 16)
      if (tables.toString('latin1', at, at + 4) === 'cmap') return read(tables.readUInt32BE(at + 8), tables.readUInt32BE(at + 12))
    throw new Error(`${path} has no table of characters`)
  } finally {
    closeSync(file)
  }
}

/** Where the Unicode subtable starts that knows the most characters: format 12 covers all planes, format 4 the first. */
const findSubtable = (map: Buffer) => {
  let best = { format: 0, start: 0 }
  for (let at = 4; at < 4 + 8 * map.readUInt16BE(2); at += 8) {
    const start = map.readUInt32BE(at + 4)
    const format = map.readUInt16BE(start)
    if ((format === 4 || format === 12) && format > best.format && [0, 3].includes(map.readUInt16BE(at))) best = { format, start }
  }
  return best
}

const readGroups = (map: Buffer, start: number): Range[] =>
  Array.from({ length: map.readUInt32BE(start + 12) }, (_, group) => {
    const at = start + 16 + 12 * group
    return [map.readUInt32BE(at), map.readUInt32BE(at + 4)] as const
  })

const readSegments = (map: Buffer, start: number): Range[] => {
  const bytes = map.readUInt16BE(start + 6)
  const ranges: Range[] = []
  for (let at = 0; at < bytes; at += 2) {
    const to = map.readUInt16BE(start + 14 + at)
    const from = map.readUInt16BE(start + 16 + bytes + at)
    const offsetAt = start + 16 + 3 * bytes + at
    const offset = map.readUInt16BE(offsetAt)
    if (from === 0xff_ff) continue
    if (offset === 0) ranges.push([from, to])
    // Such a segment may hold characters without a glyph.
    else
      for (let code = from; code <= to; code += 1)
        if (map.readUInt16BE(offsetAt + offset + 2 * (code - from)) !== 0) ranges.push([code, code])
  }
  return ranges
}

/** Reads which characters a TrueType or OpenType font draws. Throws for a file that is no such font. */
export const readGlyphCoverage = (path: string): GlyphCoverage => {
  const map = readCharacterMap(path)
  const { format, start } = findSubtable(map)
  const ranges = format === 12 ? readGroups(map, start) : format === 4 ? readSegments(map, start) : []
  return (codePoint) => {
    let [low, high] = [0, ranges.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const [from, to] = ranges[middle]!
      if (codePoint < from) high = middle - 1
      else if (codePoint > to) low = middle + 1
      else return true
    }
    return false
  }
}
