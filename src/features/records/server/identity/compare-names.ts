import { PARTICLES, TITLES } from '#features/clinical-text/rules.ts'
import { editDistance } from '#features/patients/rules.ts'

/** `similar`: nothing speaks against it, and it is not enough to be sure (another spelling, an initial, one name of several). */
export type Likeness = 'same' | 'similar' | 'differs' | 'unknown'

export interface NamesOnFile {
  first: string
  others: string
  last: string
}
interface NameComparison {
  outcome: Likeness
  /** Differs in a later name alone: a person may have married. */
  sharesFirst: boolean
}

const MARKS = /[\p{M}'’‘`.]/gu
/** The words of a name, lower case without accents, titles and small parts. */
const nameWords = (name: string): string[] =>
  name
    .normalize('NFD')
    .replaceAll(MARKS, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !TITLES.has(word) && !PARTICLES.has(word))

/** Spellings of the same sound: Catherine and Katherine, Philip and Filip, Sarah and Sara, Yusuf and Yousouf. */
const bySound = (word: string): string =>
  word
    .replaceAll('ph', 'f')
    .replaceAll('ck', 'k')
    .replaceAll(/c(?!h)/g, 'k')
    .replaceAll('q', 'k')
    .replaceAll('kh', 'k')
    .replaceAll('gh', 'g')
    .replaceAll('th', 't')
    .replaceAll('ou', 'u')
    .replaceAll('dj', 'j')
    .replaceAll('y', 'i')
    .replaceAll('z', 's')
    .replaceAll('ie', 'i')
    .replaceAll(/(\p{L})\1+/gu, '$1')
    .replace(/(?<=\p{L}{2})h$/u, '')

const LONG = 8
const SHORTEST = 4
const isSound = (a: string, b: string) => a === b || bySound(a) === bySound(b)
const skeleton = (word: string) => word.replaceAll(/[aeiouw]/g, '')
/** One slip in a word of four letters, two in one of eight; or the same consonants, as names that were written by ear have. */
const isNear = (a: string, b: string) => {
  const [x, y] = [bySound(a), bySound(b)]
  const [few, many] = [Math.min(x.length, y.length), Math.max(x.length, y.length)]
  if (few < SHORTEST) return false
  if (editDistance(x, y) <= (many >= LONG ? 2 : 1)) return true
  return few > SHORTEST && skeleton(x).length > 3 && skeleton(x) === skeleton(y) && x[0] === y[0]
}
const isInitial = (a: string, b: string) => (a.length === 1 || b.length === 1) && a[0] === b[0]

/** Takes pairs that are alike out of both lists; answers the words on file that found one. */
const pair = (written: string[], onFile: string[], isAlike: (a: string, b: string) => boolean): string[] => {
  const paired: string[] = []
  for (const word of written.slice()) {
    const at = onFile.findIndex((other) => isAlike(word, other))
    if (at < 0) continue
    paired.push(...onFile.splice(at, 1))
    written.splice(written.indexOf(word), 1)
  }
  return paired
}

/** Joins two neighbours that are one word on the other side: Abdi Rahman and Abdirahman. */
const joined = (words: readonly string[], others: readonly string[]): string[] => {
  for (let at = 0; at + 1 < words.length; at += 1) {
    const whole = words[at]! + words[at + 1]!
    if (others.some((other) => isSound(other, whole))) return [...words.slice(0, at), whole, ...words.slice(at + 2)]
  }
  return [...words]
}

/**
 * Compares a name in a document with the names on file: any order, initials, titles, other spellings and left-out names are no difference.
 * Pure.
 */
export const compareNames = (written: string, { first, others, last }: NamesOnFile): NameComparison => {
  const all = nameWords([first, others, last].join(' '))
  const said = nameWords(written)
  if (all.length === 0 || said.length === 0) return { outcome: 'unknown', sharesFirst: false }
  const onFile = joined(all, said)
  const document = joined(said, all)
  const firstNames = new Set(nameWords(first))
  const restOnFile = [...onFile]
  const rest = [...document]
  const exact = pair(rest, restOnFile, isSound)
  const near = pair(rest, restOnFile, isNear)
  const loose = [...near, ...pair(rest, restOnFile, isInitial)]
  const hasFirst = [...exact, ...loose].some((word) => firstNames.has(word) || [...firstNames].some((name) => word.includes(name)))
  const isCovered = rest.length === 0 || restOnFile.length === 0
  if (isCovered && exact.length + loose.length > 0) {
    const isSame = near.length === 0 && (exact.length > 1 || (loose.length === 0 && onFile.length === 1 && document.length === 1))
    return { outcome: isSame ? 'same' : 'similar', sharesFirst: hasFirst }
  }
  // Two of three names, the first among them: the third is another one, or another name of the same person.
  if (exact.length > 1 && hasFirst) return { outcome: 'similar', sharesFirst: true }
  return { outcome: 'differs', sharesFirst: hasFirst && exact.length > 0 }
}
