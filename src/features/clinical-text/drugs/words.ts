import { dictionary } from '#shared/dictionary.ts'
import type { Span } from '../mention.ts'
import type { Token } from '../text/tokens.ts'

/** A word, number or mark as names of substances are made of them. */
export interface Word extends Span {
  /** Lower case, Greek letters spelt out. */
  text: string
  /** As it is written. */
  raw: string
  /** A hyphen or prime stands before it: they part nothing. */
  isJoined: boolean
}

const greek: Readonly<Record<string, string>> = dictionary<string>({
  α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ε: 'epsilon', κ: 'kappa', λ: 'lambda', μ: 'mu', ω: 'omega',
}) // prettier-ignore

const isJoint = (text: string) => text === '-' || text === "'" || text === '‐' || text === '‑' || text === '–'

const spelt = (text: string) => (/[α-ω]/.test(text) ? text.replaceAll(/[α-ω]/g, (letter) => greek[letter] ?? letter) : text)

// "1,25" is one number to the text and two places of a molecule to chemistry
const partsOf = ({ text, start, end }: Token): (Span & { text: string })[] =>
  text.length === end - start && /\d[.,]\d|.'./.test(text)
    ? [...text.matchAll(/[^.,']+|[.,]/g)].map((part) => ({
        text: part[0],
        start: start + part.index,
        end: start + part.index + part[0].length,
      }))
    : [{ text, start, end }]

/** The words of a text without the hyphens between them, so that "5-fluorouracil", "5 - fluorouracil" and "5 fluorouracil" are one name. */
export const wordsOf = (text: string, tokens: readonly Token[]): Word[] => {
  const words: Word[] = []
  let isJoined = false
  for (const token of tokens)
    // A hyphen that begins a line is the mark of a list.
    if (isJoint(token.text)) isJoined = words.length > 0 && !text.slice(words.at(-1)!.end, token.start).includes('\n')
    else
      for (const part of partsOf(token)) {
        words.push({ start: part.start, end: part.end, text: spelt(part.text), raw: text.slice(part.start, part.end), isJoined })
        isJoined = false
      }
  return words
}
