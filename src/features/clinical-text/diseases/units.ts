import type { Prepared } from '../prepared.ts'
import type { Token } from '../text/tokens.ts'
import { fold } from './fold.ts'

/** A word as names are compared: hyphens and the s after an apostrophe are left out, so they never part a name. */
export interface Unit {
  /** Folded (fold.ts). */
  text: string
  /** As written. */
  raw: string
  start: number
  end: number
  isMark: boolean
  /** A sentence or line begins here. */
  isFirst: boolean
  /** Only a hyphen stands between the unit before and this one. */
  isJoined: boolean
}

const isHyphen = (token: Token) => token.kind === 'mark' && /^[-‐‑–]$/.test(token.text)
const isApostrophe = (token: Token | undefined) => token?.kind === 'mark' && /^['’`]$/.test(token.text)

/** The units of a text in order. */
export const unitsOf = ({ text, tokens, sentences }: Prepared): Unit[] => {
  const units: Unit[] = []
  let sentence = 0
  let hyphenBefore = false
  for (const [index, token] of tokens.entries()) {
    if (isHyphen(token) && units.length > 0) {
      hyphenBefore = true
      continue
    }
    if (isApostrophe(token) && (tokens[index + 1]?.text === 's' || isApostrophe(tokens[index - 1]))) continue
    if (token.text === 's' && isApostrophe(tokens[index - 1])) continue
    while (sentence < sentences.length && sentences[sentence]!.end <= token.start) sentence++
    const before = units.at(-1)
    const isFirst = before === undefined || before.start < (sentences[sentence]?.start ?? 0)
    units.push({
      text: fold(token.text),
      raw: text.slice(token.start, token.end),
      start: token.start,
      end: token.end,
      isMark: token.kind === 'mark',
      isFirst,
      isJoined: hyphenBefore && !isFirst,
    })
    hyphenBefore = false
  }
  return units
}
