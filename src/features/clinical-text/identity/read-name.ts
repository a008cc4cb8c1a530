import { PARTICLES, TITLES } from '#features/patients/names.ts'
import { readWordLists } from '#platform/knowledge/read-table.ts'
import { foldInPlace } from './fold.ts'

const lists = readWordLists(new URL('../knowledge/name-words.tsv', import.meta.url), ['stop', 'organisation', 'staff title'])
const STOPS = new Set(lists.stop)
const ORGANISATIONS = new Set(lists.organisation)
const STAFF_TITLES = new Set(lists['staff title'])
const LONGEST = 6

interface NameRead {
  /** Without titles. */
  value: string
  hasTitle: boolean
  /** Behind the last letter of it. */
  length: number
  words: number
}
interface NameOptions {
  /** Small letters throughout are a name, too. */
  small: boolean
  /** A doctor's title makes it the name of one. */
  refusesStaff: boolean
}

const word = /^(?:[\p{L}](?:[\p{L}\p{M}'’`-]|\.(?=\p{L}))*\.?)/u
/** Between two words of a name: one or two blanks, or a comma behind the surname. */
const gap = /^(?:, ?| {1,2}|\.(?= ?\p{L}))/u
const ofRelative = /^(?:b\/o|baby of|infant of|child of|son of|daughter of|wife of|[sdw]\/o|mtoto wa|bebe de|enfant de)(?!\p{L})/u

/**
 * The name that a text begins with, until a label, a number or a small word ends it; null where it begins with none. A child that is
 * only called by its mother has none.
 */
export const readName = (text: string, { small, refusesStaff }: NameOptions): NameRead | null => {
  const folded = foldInPlace(text)
  const lead = /^[\s:=.\-–—]*/.exec(folded)![0].length
  if (ofRelative.test(folded.slice(lead))) return null
  const names: string[] = []
  let at = lead
  let end = lead
  let hasTitle = false
  let isSmall: boolean | undefined
  while (names.length < LONGEST) {
    const found = word.exec(text.slice(at))
    if (!found) break
    const [raw] = found
    const plain = foldInPlace(raw).replaceAll(/[.']/g, '')
    const after = folded.slice(at + raw.length)
    if (ofRelative.test(folded.slice(at)) || ORGANISATIONS.has(plain)) return ORGANISATIONS.has(plain) ? null : finish()
    if (STOPS.has(plain)) break
    // A sex behind the name: "Jane Doe, F 34 y", "Jane Doe M".
    if (names.length > 0 && /^[mf]$/.test(plain) && !raw.endsWith('.') && /^(?:[\s,/)]*(?:\d|$)|\/)/.test(after)) break
    if (TITLES.has(plain) && (names.length === 0 || plain.length === 2 || plain === 'snr')) {
      if (refusesStaff && names.length === 0 && STAFF_TITLES.has(plain)) return null
      hasTitle ||= names.length === 0
    } else {
      const isLower = raw === raw.toLowerCase()
      isSmall ??= isLower
      if (isLower && !isSmall && !PARTICLES.has(plain)) break
      if (isSmall && !small) return null
      names.push(raw)
    }
    at += raw.length
    end = at
    const between = gap.exec(text.slice(at))
    if (!between) break
    // Behind two words a wide gap is the next column.
    if (names.length > 1 && between[0].length > 1 && !between[0].startsWith(',')) break
    at += between[0].length
  }
  return finish()

  function finish(): NameRead | null {
    const isLetters = names.some((one) => one.replaceAll(/[^\p{L}]/gu, '').length > 1)
    return isLetters ? { value: names.join(' '), hasTitle, length: end, words: names.length } : null
  }
}
