import type { Span } from '../mention.ts'

// What ends with a point and ends no sentence.
const ABBREVIATION =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|st|vs|pt|pts|no|nr|approx|ca|e\.g|i\.e|fig|dept|tab|tabs|cap|caps|inj|syr|wt|ht|temp|resp|hb|bp|a\.m|p\.m|b\.i\.d|t\.i\.d|q\.i\.d|o\.d|b\.d|t\.d\.s|q\.d\.s|p\.r\.n|p\.o|[a-z])\.$/i

const isEnd = (text: string, at: number) => {
  const mark = text[at]!
  if (mark === '\n') return true
  if (!/[.!?;]/.test(mark)) return false
  if (mark === ';') return true
  if (!/\s|$/.test(text[at + 1] ?? '')) return false
  return mark !== '.' || !ABBREVIATION.test(text.slice(Math.max(0, at - 12), at + 1))
}

/** The sentences of a text: ends at . ! ? ; and at line ends; spaces around them left out. A numbered line is one. */
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
