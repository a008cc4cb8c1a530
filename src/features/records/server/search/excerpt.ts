const LEAD = 60
const LENGTH = 220
const MOST_MARKS = 20

const fold = (word: string) =>
  word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

const stem = (word: string) => (word.length < 5 ? word : word.replace(/(?:ies|ing|ed|es|s|e|y)$/, ''))

/** The words that are searched for, in the order typed: lower case, without accents, quotation marks left out. */
export const soughtWords = (q: string): string[] => (q.match(/[\p{L}\p{N}]+/gu) ?? []).map(fold)

const isSought = (word: string, sought: readonly string[]) =>
  sought.some((one, index) => word === one || (index === sought.length - 1 && word.startsWith(one)) || stem(word) === stem(one))

const marksOf = (text: string, sought: readonly string[], from: number, until: number) => {
  const marks: [number, number][] = []
  const words = /[\p{L}\p{N}]+/gu
  words.lastIndex = from
  for (let match = words.exec(text); match && match.index < until && marks.length < MOST_MARKS; match = words.exec(text)) {
    const end = match.index + match[0].length
    if (end <= until && isSought(fold(match[0]), sought)) marks.push([match.index, end])
  }
  return marks
}

const wordStart = (text: string, at: number) => {
  const space = text.indexOf(' ', at)
  return at === 0 || space < 0 || space - at > 30 ? at : space + 1
}

/** Where a piece that may be as long as to `cut` ends: not within a word. */
const wordEnd = (text: string, cut: number) => {
  const space = text.slice(0, cut).search(/\s\S*$/)
  return cut >= text.length || space < 0 || cut - space > 30 ? cut : space
}

/** A piece of a page around the first word that is searched for, and where all such words stand in it ([start, end), UTF-16). */
export const excerptOf = (text: string, q: string): { snippet: string; marks: [number, number][] } => {
  const sought = soughtWords(q)
  const [first] = marksOf(text, sought, 0, text.length)
  const begin = wordStart(text, Math.max(0, (first?.[0] ?? 0) - LEAD))
  const start = /[\uDC00-\uDFFF]/.test(text[begin] ?? '') ? begin + 1 : begin
  const cut = wordEnd(text, Math.min(text.length, start + LENGTH))
  const end = /[\uD800-\uDBFF]/.test(text[cut - 1] ?? '') ? cut - 1 : cut
  const snippet = text.slice(start, end)
  return {
    snippet: snippet.replace(/[\n\r\t\f]/g, ' ') + (end < text.length ? '…' : ''),
    marks: marksOf(snippet, sought, 0, snippet.length),
  }
}
