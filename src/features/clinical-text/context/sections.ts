import { oneOf, optional, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'
import type { Token } from '../text/tokens.ts'
import { meanings, type Meaning } from './triggers.ts'

/** From where a heading holds, and what it says of everything below it until the next heading. */
export interface Section {
  start: number
  means: Meaning | undefined
}

const table = readTable(new URL('../knowledge/headings.tsv', import.meta.url), { means: optional(oneOf(meanings)), heading: text }, [
  'heading',
])
const headings = new Map(table.rows.map(({ means, heading }) => [heading.replaceAll(' ', ''), means] as const))

const OWNERS = new Set(['his', 'her', 'their', 'the'])
const MOST_WORDS = 6
const isBreak = (between: string) => between.includes('\n') || between.includes('\t') || between.length > 1

const opens = (text: string, tokens: Token[], at: number) => {
  if (at === 0) return true
  const before = tokens[at - 1]!
  const between = text.slice(before.end, tokens[at]!.start)
  return isBreak(between) || (/^[.;]$/.test(before.text) && between !== '')
}

// A colon after the name, or the name alone on its line.
const isHeadingEnd = (text: string, tokens: Token[], at: number) => {
  const next = tokens[at + 1]
  if (!next || next.text === ':') return true
  const after = text.slice(tokens[at]!.end, next.start)
  return after.includes('\n') || (/^[-–=]$/.test(next.text) && after !== '')
}

const headingAt = (text: string, tokens: Token[], at: number): Section | undefined => {
  let name = ''
  for (let last = at; last < Math.min(at + MOST_WORDS, tokens.length); last++) {
    const token = tokens[last]!
    if (token.text === ':' || (last > at && text.slice(tokens[last - 1]!.end, token.start).includes('\n'))) return undefined
    if (!(last === at && OWNERS.has(token.text))) name += token.text
    if (!isHeadingEnd(text, tokens, last)) continue
    if (headings.has(name)) return { start: token.end, means: headings.get(name) }
    // An unknown heading in capitals ends a section too; one in small letters is taken for a part of it: "Heart: infarction".
    const words = text.slice(tokens[at]!.start, token.end)
    return tokens[last + 1]?.text === ':' && /\p{Lu}{3}/u.test(words) && words === words.toUpperCase()
      ? { start: token.end, means: undefined }
      : undefined
  }
  return undefined
}

/** The headings of a text in order: known names before a colon, a dash or a line end, and unknown ones in capitals before a colon. */
export const sectionsOf = (text: string, tokens: Token[]): Section[] => {
  const found: Section[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]!.kind === 'word' && opens(text, tokens, at)) {
      const section = headingAt(text, tokens, at)
      if (section) found.push(section)
    }
  }
  return found
}
