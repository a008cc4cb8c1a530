import { isKnownWord } from './words.ts'

export interface Token {
  kind: 'number' | 'word' | 'sign'
  /** In lower case. */
  text: string
  /** Of a number; NaN where it cannot be read without guessing. */
  value: number
  start: number
  end: number
}

const fractionSigns: Record<string, string> = { '½': '1/2', '¼': '1/4', '¾': '3/4', '⅓': '1/3', '⅔': '0.6667' }
const fractions = new Map(['1/2', '1/4', '3/4', '1/3'].map((text) => [text, Number(text[0]) / Number(text[2])]))

/** The text in the spelling that the positions of its tokens refer to. */
export const normalise = (text: string) =>
  text
    .replace(/[½¼¾⅓⅔]/g, (sign) => ` ${fractionSigns[sign]}`)
    .normalize('NFKC')
    .replace(/[–—−‐‑]/g, '-')
    .replace(/×/g, 'x')
    .replace(/['’`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** "1.000 mg" is a thousand to some; "2/3 tabs" are two to three. */
const isTwofold = (text: string) => /^[1-9]\d{0,2}\.\d\d0$/.test(text) || text === '2/3'

const valueOf = (text: string) =>
  isTwofold(text) || !(fractions.has(text) || /^(\d+|\d*\.\d+)$/.test(text)) ? Number.NaN : (fractions.get(text) ?? Number(text))

const glued = /^(daily|bid|tid|qid|qd|days?|hrs?|food|bedtime|int)(?:x$|prn|wm$|for$|int)/

/** "bidx", "prnas", "dailyinstrdo": words that lost the space between them. */
const apart = (word: string): string[] => {
  if (word === '' || word.length > 60 || isKnownWord(word)) return word === '' ? [] : [word]
  const inside = /instr(?!uct|ument)|prn/.exec(word)
  if (inside) return [...apart(word.slice(0, inside.index)), inside[0], ...apart(word.slice(inside.index + inside[0].length))]
  const head = glued.exec(word)?.[1]
  return head === undefined || head === word ? [word] : [head, ...apart(word.slice(head.length))]
}

const pattern = /(\d+(?:[.,:]\d+)+|\.\d+|\d+\/\d+|\d+)|(\p{L}\p{M}*(?:\.?\p{L}\p{M}*)*)|([-/=:;+&%#?<>~±≤≥$*@^])/gu

/** Numbers, words and signs of a normalised text; every other character parts them. */
export const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = []
  for (const match of text.matchAll(pattern)) {
    const [whole, number, word] = match
    const start = match.index
    const lower = whole.toLowerCase()
    if (number !== undefined) tokens.push({ kind: 'number', text: lower, value: valueOf(lower), start, end: start + whole.length })
    else if (word === undefined) tokens.push({ kind: 'sign', text: lower, value: Number.NaN, start, end: start + whole.length })
    else {
      // "b.d." is one word, "daily.take" is two
      const isAbbreviation = /^\p{L}(\.\p{L})+$/u.test(lower)
      const words = isAbbreviation ? [lower.replaceAll('.', '')] : lower.split('.').flatMap(apart)
      let at = start
      for (const one of words) {
        const from = isAbbreviation ? start : Math.max(at, start + lower.indexOf(one, at - start))
        at = isAbbreviation ? start + whole.length : from + one.length
        tokens.push({ kind: 'word', text: one, value: Number.NaN, start: from, end: at })
      }
    }
  }
  return tokens
}
