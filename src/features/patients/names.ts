import { editDistance } from './duplicates.ts'
import { latinLetters } from './latin-letters.ts'

/** Courtesy titles and degrees, which are no part of a name. */
export const TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms miss mx master madam madame mme mlle monsieur sir dr prof professor doctor docteur rev reverend fr father sr sister br brother pastor bishop imam sheikh hon honourable eng engineer capt captain col maj lt sgt baby bwana bw bi bibi mzee mama nd ndugu mwalimu alhaji hajj haji hajia chief jr snr sen'.split(
    ' ',
  ),
)
/** Parts of names that are written small. */
export const PARTICLES: ReadonlySet<string> = new Set(
  'wa ole arap bin binti bint ibn de da la le van der den von el al dos du di ben ap abu'.split(' '),
)

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
  /**
   * Similar by another spelling, by a first name that is cut or an initial, or with one of several names another: two people may be called so, and
   * something else has to speak for it.
   */
  isUncertain: boolean
}

const MARKS = /['’‘ʼ`.]/gu
/** The words of a name in small Latin letters, without accents, titles and small parts. */
const nameWords = (name: string): string[] =>
  latinLetters(name)
    .replaceAll(MARKS, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !TITLES.has(word) && !PARTICLES.has(word))

/** Spellings of the same sound: Catherine and Katherine, Philip and Filip, Sarah and Sara, Yusuf and Yousouf, Müller and Mueller. */
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
    // Müller is also written Mueller.
    .replaceAll(/([aou])e/g, '$1')
    .replaceAll(/(\p{L})\1+/gu, '$1')
    .replace(/(?<=\p{L}{2})h$/u, '')

const LONG = 8
const SHORTEST = 4
/** Below it the beginning of a name is also that of many others. */
const SHORTEST_CUT = 5
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
/** The beginning of a longer name, as a field of few characters leaves it. */
const isCut = (a: string, b: string) => a.length >= SHORTEST_CUT && b.startsWith(a)
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
 * Compares a name in a document or a message with the names on file: any order, initials, titles, other spellings and alphabets, names that
 * were cut short and left-out names are no difference. Pure.
 */
export const compareNames = (written: string, { first, others, last }: NamesOnFile): NameComparison => {
  const all = nameWords([first, others, last].join(' '))
  const message = nameWords(written)
  if (all.length === 0 || message.length === 0) return { outcome: 'unknown', sharesFirst: false, isUncertain: false }
  const onFile = joined(all, message)
  const document = joined(message, all)
  const firstNames = new Set(nameWords(first))
  const restOnFile = [...onFile]
  const rest = [...document]
  const exact = pair(rest, restOnFile, isSound)
  const cut = pair(rest, restOnFile, isCut)
  const near = pair(rest, restOnFile, isNear)
  const initials = pair(rest, restOnFile, isInitial)
  const loose = [...cut, ...near, ...initials]
  const isFirst = (word: string) => firstNames.has(word) || [...firstNames].some((name) => word.includes(name))
  const hasFirst = [...exact, ...loose].some(isFirst)
  // Joseph may be Josephine cut short, and another person as well; so may an initial.
  const isFirstLoose = cut.some(isFirst) || (initials.some(isFirst) && !exact.some(isFirst))
  const isCovered = rest.length === 0 || restOnFile.length === 0
  if (isCovered && exact.length + loose.length > 0) {
    const isSame =
      near.length + cut.length === 0 &&
      !isFirstLoose &&
      (exact.length > 1 || (loose.length === 0 && onFile.length === 1 && document.length === 1))
    return { outcome: isSame ? 'same' : 'similar', sharesFirst: hasFirst, isUncertain: near.length > 0 || isFirstLoose }
  }
  // Two of three names, the first among them: the third is another one, or another name of the same person.
  if (exact.length > 1 && hasFirst) return { outcome: 'similar', sharesFirst: true, isUncertain: true }
  return { outcome: 'differs', sharesFirst: hasFirst && exact.length > 0, isUncertain: false }
}
