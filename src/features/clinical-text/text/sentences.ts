import type { Span } from '../mention.ts'

// What ends with a point and ends no sentence.
const ABBREVIATION =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|st|vs|pt|pts|no|nr|approx|ca|e\.g|i\.e|fig|dept|tab|tabs|cap|caps|inj|syr|wt|ht|temp|resp|hb|bp|a\.m|p\.m|b\.i\.d|t\.i\.d|q\.i\.d|o\.d|b\.d|t\.d\.s|q\.d\.s|p\.r\.n|p\.o|[a-z])\.$/i

// "2." before an item of a list.
const ITEM = /(?:^|\n)\s*\d{1,2}\.$/

const LONG_LINE = 50
const GOES_ON = /(?:,|\b(?:and|or|nor|of|the|a|an|with|without|no|denies|for|to|in|on|by|na|au|de|et|ou))$/i

/** Whether a line ends only because the page does: it breaks off, or is long, and the next goes on in small letters. */
const isWrapped = (text: string, at: number) => {
  if (!/^[ \t]*\p{Ll}/u.test(text.slice(at + 1, at + 12))) return false
  const begin = text.lastIndexOf('\n', at - 1) + 1
  const line = text.slice(Math.max(begin, at - LONG_LINE * 2), at).trim()
  return GOES_ON.test(line) || (line.length >= LONG_LINE && !/[.!?:;]$/.test(line))
}

const isEnd = (text: string, at: number) => {
  const mark = text[at]!
  if (mark === '\n') return !isWrapped(text, at)
  if (!/[.!?;]/.test(mark)) return false
  if (mark === ';') return true
  if (!/^\s?$/.test(text[at + 1] ?? '')) return false
  // A question mark before a word is a doubt about it: "? malaria".
  if (mark === '?' && !/[\p{L}\d)]/u.test(text[at - 1] ?? '')) return false
  const before = text.slice(Math.max(0, at - 12), at + 1)
  return mark !== '.' || !(ABBREVIATION.test(before) || ITEM.test(before))
}

/** The sentences of a text: ends at . ! ? ; and at line ends where the page did not force them; spaces around them left out. */
export const sentencesOf = (text: string): Span[] => {
  const found: Span[] = []
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && !isEnd(text, at)) continue
    const piece = text.slice(start, at + 1)
    const begin = start + (piece.length - piece.trimStart().length)
    const end = begin + piece.trim().length
    if (end > begin) found.push({ start: begin, end })
    start = at + 1
  }
  return found
}
