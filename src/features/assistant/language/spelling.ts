import { stemOf } from './tokens.ts'

/** How many letters differ, a swap counting once; more than `most` is `most + 1`. */
const slips = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] ?? 0) + 1)
      row.push(best)
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return last[b.length] ?? most + 1
}

/** Short words have too many neighbours: they are read as they are. */
const allowed = (word: string) => (word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0)

/**
 * The one known word that `word` is a slip of; undefined when there is none, or more than one as near. Slips in the first letter are
 * forgiven only in long words; more than `limit` never.
 */
export const respelled = (word: string, known: Iterable<string>, limit = 2): string | undefined => {
  const most = Math.min(limit, allowed(word))
  if (most === 0 || !/^[a-z]+$/.test(word)) return undefined
  let best = most + 1
  let found: string[] = []
  for (const other of known) {
    if (other.length < 4 || (other[0] !== word[0] && word.length < 9)) continue
    const distance = slips(word, other, Math.min(best, most))
    if (distance < best) {
      best = distance
      found = [other]
    } else if (distance === best && best <= most && !found.includes(other)) found.push(other)
  }
  if (best > most) return undefined
  // Forms of one word are one word.
  const [first] = found
  return first !== undefined && found.every((other) => stemOf(other) === stemOf(first)) ? first : undefined
}
