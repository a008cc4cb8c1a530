import type { Named } from './lexicon.ts'
import type { Match } from './match-names.ts'
import type { Word } from './words.ts'

// Beyond, the same letters may stand for something else: one file may hold papers of several places.
const REACH = 4000
const MAX_SHORT = 4

const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Whether all letters of the short form stand in the long one, in their order, and both begin alike. */
const isShortFor = (short: string, long: string) => {
  const [few, many] = [letters(short), letters(long)]
  if (few.length < 1 || few.length > 8 || few.length >= many.length) return false
  let at = 0
  for (const letter of many) if (letter === few[at]) at += 1
  return at === few.length
}

const isShort = (raw: string) => /[A-Z]/.test(raw) && raw.length > 1

/** Short forms that a text explains itself: "tranexamic acid (TAMCA)"; each holds as far as it is used. */
export const definedNames = (text: string, words: readonly Word[], matches: readonly Match[]): Match[] => {
  const known = new Map<string, { named: Named | undefined; length: number; until: number }>()
  const firsts = new Set<string>()
  const found: Match[] = []
  const endsAt = new Map(matches.map((match) => [match.to, match]))
  const startsAt = new Map(matches.map((match) => [match.from, match]))
  const keyAt = (from: number, to: number) =>
    words
      .slice(from, to)
      .map(({ raw }) => raw)
      .join(' ')
  const closing = (open: number) => {
    for (let at = open + 1; at <= open + MAX_SHORT + 1 && at < words.length; at += 1) {
      const mark = words[at]!.text
      if (mark === ')' || mark === ';' || mark === ',') return at
      if (!/^[\p{L}\d]/u.test(mark)) return -1
    }
    return -1
  }
  const learn = (open: number) => {
    const close = closing(open)
    if (close <= open + 1) return
    const short = keyAt(open + 1, close)
    if (!isShort(short)) return
    const until = words[open]!.end + REACH
    firsts.add(words[open + 1]!.raw)
    const match = endsAt.get(open)
    if (match && isShortFor(short, text.slice(words[match.from]!.start, words[match.to - 1]!.end))) {
      known.set(short, { named: { ...match.named, way: 'defined' }, length: close - open - 1, until })
      return
    }
    const initials = words
      .slice(Math.max(0, open - letters(short).length), open)
      .map((word) => word.text[0])
      .join('')
    if (initials === letters(short)) known.set(short, { named: undefined, length: close - open - 1, until })
  }
  for (let at = 0; at < words.length; at += 1) {
    if (words[at]!.text === '(') learn(at)
    for (let length = firsts.has(words[at]!.raw) ? MAX_SHORT : 0; length > 0; length -= 1) {
      const one = at + length <= words.length ? known.get(keyAt(at, at + length)) : undefined
      if (!one || one.length !== length || one.until < words[at]!.start) continue
      one.until = words[at]!.end + REACH
      if (one.named) found.push({ from: at, to: at + length, named: one.named })
      else if (startsAt.get(at)?.named.way === 'abbreviation')
        found.push({ from: at, to: at + length, named: { name: '', substances: [], way: 'denied' } })
      at += length - 1
      break
    }
  }
  return found
}
