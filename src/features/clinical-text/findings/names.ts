import { piecesOf, type Piece } from './pieces.ts'

export interface Name<T> {
  words: string[]
  of: T
}
export type Names<T> = Map<string, Name<T>[]>

/** Names to look up by their first word, the longest of each first; marks between the words of a name do not matter. */
export const namesOf = <T>(entries: Iterable<readonly [string, T]>): Names<T> => {
  const names: Names<T> = new Map()
  for (const [name, of] of entries) {
    const words = wordsIn(name)
    const [first] = words
    if (first !== undefined) names.set(first, [...(names.get(first) ?? []), { words, of }])
  }
  for (const some of names.values()) some.sort((a, b) => b.words.length - a.words.length)
  return names
}

const wordsIn = (name: string) =>
  piecesOf(name)
    .filter(({ kind }) => kind !== 'mark')
    .map(({ text }) => text)

const JOINS = new Set(['.', '-', '/', "'", '’', '&', '+', ',', '(', '‐', '–'])

/** Where a name ends that begins at a piece: the place after its last one, or -1. */
const endOf = (pieces: readonly Piece[], at: number, words: readonly string[]) => {
  let next = at
  for (const [index, word] of words.entries()) {
    if (index > 0 && JOINS.has(pieces[next]?.text ?? '')) next++
    const text = pieces[next]?.text
    const isPlural =
      index === words.length - 1 && (words.length > 1 || word.length > 4) && (text === `${word}s` || text === word.replace(/y$/, 'ies'))
    if (text !== word && !isPlural) return -1
    next++
  }
  return next
}

/** The longest name that begins at a piece, and the place of the piece after it. */
export const nameAt = <T>(names: Names<T>, pieces: readonly Piece[], at: number): { of: T; words: string[]; next: number } | null => {
  const { text } = pieces[at]!
  const singular = text.length > 5 ? text.replace(/ies$/, 'y').replace(/s$/, '') : text
  for (const { words, of } of names.get(text) ?? names.get(singular) ?? []) {
    const next = endOf(pieces, at, words)
    if (next > 0) return { of, words, next }
  }
  return null
}
