import { inflateSync } from 'node:zlib'

type Objects = Map<string, string>

/** Every object of a document by its number; streams inflated in their place. Each byte is one character. */
const objectsOf = (pdf: Buffer): Objects => {
  const text = pdf.toString('latin1')
  const objects: Objects = new Map()
  const opening = /(\d+) 0 obj\s/g
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const begin = opening.lastIndex
    const end = text.indexOf('endobj', begin)
    const stream = /stream\r?\n/.exec(text.slice(begin, end))
    const head = stream ? text.slice(begin, begin + stream.index) : text.slice(begin, end)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    if (!stream || length === 0) {
      objects.set(match[1]!, head)
      continue
    }
    const start = begin + stream.index + stream[0].length
    const bytes = pdf.subarray(start, start + length)
    objects.set(match[1]!, head + (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1'))
    // What a stream holds may look like an object.
    opening.lastIndex = start + length
  }
  return objects
}

const fromHex = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Glyph -> letters, as the document itself says for searching and copying. */
const lettersOf = (map: string) => {
  const letters = new Map<number, string>()
  for (const [, section = ''] of map.matchAll(/beginbfchar([^]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of section.matchAll(/<(\w+)>\s*<(\w+)>/g)) letters.set(Number.parseInt(glyph, 16), fromHex(text))
  for (const [, section = ''] of map.matchAll(/beginbfrange([^]*?)endbfrange/g))
    for (const [, from = '', to = '', text = ''] of section.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let glyph = Number.parseInt(from, 16); glyph <= Number.parseInt(to, 16); glyph += 1)
        letters.set(glyph, String.fromCodePoint(fromHex(text).codePointAt(0)! + glyph - Number.parseInt(from, 16)))
  return letters
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const unescape = (text: string) =>
  text.replaceAll(/\\(\d{1,3}|[^])/g, (_, what: string) =>
    /^\d/.test(what) ? String.fromCodePoint(Number.parseInt(what, 8)) : (ESCAPES[what] ?? what),
  )

/** The texts in brackets; brackets that balance stand inside them as they are. */
const stringsIn = (run: string) => {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < run.length; at += 1) {
    if (run[at] === '\\') at += 1
    else if (run[at] === '(' && depth++ === 0) start = at + 1
    else if (run[at] === ')' && --depth === 0) found.push(unescape(run.slice(start, at)))
  }
  return found
}

const fontsOf = (objects: Objects, page: string) => {
  const fonts = new Map<string, Map<number, string>>()
  const listed = /\/Font <<([^]*?)>>/.exec(page)?.[1] ?? ''
  for (const [, name = '', font = ''] of listed.matchAll(/\/(\w+) (\d+) 0 R/g)) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '')?.[1]
    fonts.set(name, lettersOf(objects.get(map ?? '') ?? ''))
  }
  return fonts
}

/** Where glyphs alone do not say which letters they draw, the document says it: such a span in place of its glyphs. */
const SPELLED = /\/Span <<\s*\/ActualText <FEFF(\w+)>\s*>> BDC[^]*?EMC/

const linesOf = (objects: Objects, page: string): string[] => {
  const fonts = fontsOf(objects, page)
  const content = objects.get(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '') ?? ''
  const lines: string[] = []
  for (const [, run = ''] of content.matchAll(/\bBT\b([^]*?)\bET\b/g)) {
    const letters = fonts.get(/\/(\w+) [\d.]+ Tf/.exec(run)?.[1] ?? '')
    let line = ''
    for (const [index, part] of run.split(SPELLED).entries()) {
      const glyphs = index % 2 === 0 ? stringsIn(part).join('') : ''
      if (index % 2 === 1) line += fromHex(part)
      for (let at = 0; at + 1 < glyphs.length; at += 2)
        line += letters?.get(glyphs.codePointAt(at)! * 256 + glyphs.codePointAt(at + 1)!) ?? ''
    }
    lines.push(line)
  }
  return lines
}

/** The runs of text on each page of a document that Typst made, in the order in which they are painted. */
export const pdfPages = (pdf: Buffer): string[][] => {
  const objects = objectsOf(pdf)
  const kids = [...objects.values()].find((object) => /\/Type \/Pages\b/.test(object)) ?? ''
  const pages = [...(/\/Kids \[([^\]]*)\]/.exec(kids)?.[1] ?? '').matchAll(/(\d+) 0 R/g)]
  return pages.map(([, page = '']) => linesOf(objects, objects.get(page) ?? ''))
}
