import type { Span } from '../mention.ts'

const MAX_LIST_LINES = 10

/** What a heading that ends at `from` is about: the rest of its line, and the lines below it when that is empty, each a piece of a list. */
export const findHeadedSpan = (text: string, from: number): Span => {
  const lineEnd = (at: number) => (text.indexOf('\n', at) === -1 ? text.length : text.indexOf('\n', at))
  let end = lineEnd(from)
  if (text.slice(from, end).trim() !== '') return { start: from, end }
  for (let lines = 0; lines < MAX_LIST_LINES && end < text.length; lines += 1) {
    const next = lineEnd(end + 1)
    const line = text.slice(end + 1, next).trim()
    if (line === '' || line.length > 100 || /^[A-Za-z ]{3,40}:/.test(line)) break
    end = next
  }
  return { start: from, end }
}
