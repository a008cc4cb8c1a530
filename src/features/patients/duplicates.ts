import { latinLetters } from './latin-letters.ts'

/** What two records are compared by; names in any order, telephone as typed. */
export interface Likeness {
  names: string
  gender?: string | null | undefined
  date_of_birth?: string | null | undefined
  phone?: string | null | undefined
  identifiers?: readonly string[] | undefined
}

export interface Score {
  /** 0 to 100. */
  score: number
  because: string[]
}

/** From here on the form warns. */
export const WARN_FROM = 55
/** From here on the server asks before it saves. */
export const REFUSE_FROM = 80

const fold = (text: string) =>
  latinLetters(text)
    .replace(/['’`]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Edits between two words: letters added, left out, replaced or swapped with their neighbour. */
export const editDistance = (a: string, b: string): number => {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array.from({ length: b.length }, () => 0)])
  for (let j = 1; j <= b.length; j++) rows[0]![j] = j
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      const best = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + change)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      rows[i]![j] = swapped ? Math.min(best, rows[i - 2]![j - 2]! + 1) : best
    }
  return rows[a.length]![b.length]!
}

const wordLikeness = (a: string, b: string) => 1 - editDistance(a, b) / Math.max(a.length, b.length)

/** How alike two names are, from 0 to 1: each word of the shorter against its best partner in the other, in any order. */
export const nameLikeness = (a: string, b: string): number => {
  const [few, many] = [fold(a), fold(b)].sort((x, y) => x.length - y.length) as [string[], string[]]
  if (few.length === 0) return 0
  const free = [...many]
  let sum = 0
  for (const word of few) {
    const scores = free.map((other) => wordLikeness(word, other))
    const best = Math.max(...scores, 0)
    free.splice(scores.indexOf(best), 1)
    sum += best
  }
  // A name of one word says little about a name of three.
  return (sum / few.length) * (few.length === 1 && many.length > 1 ? 0.7 : 1)
}

const lastDigits = (phone: string | null | undefined) => phone?.replace(/\D/g, '').slice(-9) ?? ''
const codes = (identifiers: readonly string[] | undefined) => (identifiers ?? []).map((value) => fold(value).join(''))

const birthPoints = (a: string, b: string): [number, string] | null => {
  if (a === b) return [30, 'date of birth']
  const [ay, am, ad] = a.split('-')
  const [by, bm, bd] = b.split('-')
  if (ay === by && am === bd && ad === bm) return [22, 'day and month swapped']
  const isYearOff = Math.abs(Number(ay) - Number(by)) === 1
  if (editDistance(a, b) === 1 || (isYearOff && am === bm && ad === bd)) return [18, 'nearly the same date of birth']
  if (ay === by) return [6, 'year of birth']
  // An age that is told, or reckoned from a year, is often off by one.
  return isYearOff ? [3, 'year of birth off by one'] : null
}

const known = (gender: string | null | undefined) => gender === 'male' || gender === 'female'

/** How likely two records are one person. Pure: the same answer in the form and on the server. */
export const likeness = (a: Likeness, b: Likeness): Score => {
  const because: string[] = []
  const name = nameLikeness(a.names, b.names)
  let score = name >= 0.7 ? Math.round(((name - 0.7) / 0.3) * 30 + 25) : 0
  if (name === 1) because.push('name')
  else if (score > 0) because.push('similar name')
  const birth = a.date_of_birth && b.date_of_birth ? birthPoints(a.date_of_birth, b.date_of_birth) : null
  if (birth) {
    score += birth[0]
    because.push(birth[1])
  } else if (a.date_of_birth && b.date_of_birth) score -= 25
  const phone = lastDigits(a.phone)
  if (phone.length >= 7 && phone === lastDigits(b.phone)) {
    score += 25
    because.push('telephone')
  }
  if (known(a.gender) && known(b.gender) && a.gender !== b.gender) score -= 20
  // One passport is one person, whatever else was typed.
  const isSameIdentifier = codes(a.identifiers).some((code) => code && codes(b.identifiers).includes(code))
  if (isSameIdentifier) because.push('identifier')
  return { score: Math.max(isSameIdentifier ? REFUSE_FROM : 0, Math.min(100, score)), because }
}
