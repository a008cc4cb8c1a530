import { wordAt } from './laboratory-words.ts'

const LONGEST_GAP = 40
// What may follow a result on its own line: a flag, a remark in parentheses, another column.
const REST = /^(?:[.*]|\s{0,3}\([^)\n]{0,40}\)|\s{2,}[^\n]*|\t[^\n]*)?\s*(?:\n|$)/

/**
 * A result in words that stands alone in the line below the name of its test, where `from` is the end of the name and nothing else follows
 * in its line. A blank line may be between.
 */
export const resultBelow = (text: string, from: number): { value: string; end: number } | null => {
  const gap =
    /^[ \t]*[:=\-–.)]?[ \t]*\r?\n(?:[ \t]*\r?\n)?[ \t]*(?:(?:result|results|remark|remarks|finding|findings)[ \t]*[:=-][ \t]*)?/i.exec(
      text.slice(from, from + LONGEST_GAP),
    )?.[0]
  if (gap === undefined) return null
  const start = from + gap.length
  const line = text.indexOf('\n', start)
  const word = wordAt(text, start, line === -1 ? text.length : line)
  return word && REST.test(text.slice(word.end, word.end + 200)) ? word : null
}
