const LONGEST = 22
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** Signs that join the next consonant to the one before, where the segmenter sees two letters: Kannada, Myanmar, Khmer, and the zero width joiner. */
const JOINS_NEXT = /[\u0ccd\u1039\u17d2\u200d]$/

const breakWord = (word: string): string => {
  let broken = ''
  let count = 0
  for (const { segment } of letters.segment(word)) {
    if (count >= LONGEST && !JOINS_NEXT.test(broken)) {
      broken += '\u200B'
      count = 0
    }
    broken += segment
    count += 1
  }
  return broken
}

/** A word longer than a line may be broken between letters, never between a letter and its marks: names are as long as they are. */
export const breakable = (text: string) => text.replaceAll(/\S{23,}/gu, breakWord)

/** The same for every text of a value. */
export const breakAll = <T>(value: T): T =>
  (typeof value === 'string'
    ? breakable(value)
    : Array.isArray(value)
      ? value.map(breakAll)
      : value && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, breakAll(part)]))
        : value) as T
