import type { Span } from '../mention.ts'

export interface Token extends Span {
  kind: 'word' | 'number' | 'mark'
  /** Lower case, accents and typographic quotes made plain; as long as people write it. */
  text: string
}

// Letters with digits in them are one word (CD4, B12, x-ray's parts are not); a number may hold a point or comma between digits.
const PIECES = /\d+(?:[.,]\d+)*(?![\p{L}\d])|[\p{L}\d]+(?:['’][\p{L}]+)?|[^\s\p{L}\d]/gu

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[’‘]/g, "'")

/** The words, numbers and marks of a text in order, each with its place. */
export const tokensOf = (text: string): Token[] =>
  [...text.matchAll(PIECES)].map((match) => {
    const piece = match[0]
    const kind = /^\d+(?:[.,]\d+)*$/.test(piece) ? 'number' : /^[\p{L}\d]/u.test(piece) ? 'word' : 'mark'
    return { kind, text: plain(piece), start: match.index, end: match.index + piece.length }
  })
