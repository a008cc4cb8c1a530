import type { Span } from '../mention.ts'

export interface Piece extends Span {
  kind: 'word' | 'number' | 'mark'
  /** Lower case, without accents. */
  text: string
  /** As it is written. */
  raw: string
}

export interface Line extends Span {
  pieces: Piece[]
}

// Letters and digits apart (Hb9.2, 62kg, CD4), so that names and values are found however they were typed together.
const PIECES = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+|[^\s\p{L}\p{M}\d]/gu
/** A longer line is read in parts: what is typed or printed is never that long, and the memory used stays small. */
const LONGEST = 4000

const plain = (raw: string) => (/^[a-z]+$/i.test(raw) ? raw : raw.normalize('NFD').replace(/\p{M}+/gu, '')).toLowerCase()

const kindOf = (raw: string): Piece['kind'] => {
  const code = raw.charCodeAt(0)
  if (code < 128) return code >= 48 && code <= 57 ? 'number' : (code | 32) >= 97 && (code | 32) <= 122 ? 'word' : 'mark'
  return /^[\p{L}\p{M}]/u.test(raw) ? 'word' : 'mark'
}

const pieceAt = (raw: string, start: number): Piece => {
  const kind = kindOf(raw)
  return { kind, raw, text: kind === 'word' ? plain(raw) : raw, start, end: start + raw.length }
}

/** The words, numbers and marks of one line or name; letters and digits that were written together are apart. */
export const piecesOf = (text: string, from = 0): Piece[] =>
  Array.from(text.matchAll(PIECES), (match) => pieceAt(match[0], from + match.index))

/** Where lines end; a very long one is cut, at a space if there is one near. */
export const lineSpansOf = function* (text: string): Generator<Span> {
  let start = 0
  while (start < text.length) {
    const broken = text.indexOf('\n', start)
    const whole = broken < 0 ? text.length : broken
    let end = whole
    if (end - start > LONGEST) {
      const space = text.lastIndexOf(' ', start + LONGEST)
      end = space > start + LONGEST / 2 ? space : start + LONGEST
    }
    if (end > start) yield { start, end }
    start = end === whole ? end + 1 : end
  }
}

/** The lines of a text in order, each in its pieces. */
export const linesOf = function* (text: string): Generator<Line> {
  for (const { start, end } of lineSpansOf(text)) yield { start, end, pieces: piecesOf(text.slice(start, end), start) }
}
