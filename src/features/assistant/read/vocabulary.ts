import { functionWords } from '../language/words.ts'
import { plainText, tokensOf, type Token } from '../language/tokens.ts'

export interface Named {
  id: number
  name: string
  also: readonly string[]
}

/** A stretch of the question that names rows of a vocabulary. */
export interface NameMatch {
  vocabulary: string
  from: number
  to: number
  ids: readonly number[]
  label: string
  /** Every word of one of its names was said. */
  is_whole: boolean
  /** The name itself, not another word for it. */
  is_own: boolean
}

interface Entry {
  id: number
  name: string
  /** The words of each of its names. */
  names: readonly (readonly string[])[]
  /** Those of them that stand before 'with', 'after' and the like. */
  heads: readonly (readonly string[])[]
}
export interface VocabularyIndex {
  name: string
  entries: ReadonlyMap<string, readonly Entry[]>
  words: ReadonlySet<string>
}

/** The longest name that is looked for, in words. */
const LONGEST = 8
/** Words that name nothing alone, however many names they are part of. */
const general: ReadonlySet<string> = new Set(
  tokensOf(
    'tablet capsule syrup injection suspension cream drop vial solution mg ml mcg g iu blood urine serum plasma test count level total clinic hospital company insurance medical general other unspecified disease disorder acute chronic severe mild previous recurrent primary secondary multiple several single left right upper lower high low simple open local internal external history personal family foreign',
  ).map(({ stem }) => stem),
)

/** A label names this many rows at most. */
const SHOWN = 3

/** Names made ready at once; then others have their turn. */
const AT_ONCE = 500
const othersTurn = () => new Promise<void>((done) => void setImmediate(done))

/** What stands in brackets is another name: 'Oral rehydration salts (ORS)'. */
const shortForms = (name: string) => [...name.matchAll(/\(([\p{L}\d]{2,})\)/gu)].map(([, short = '']) => short)

const stemsOf = (tokens: readonly Token[]) => tokens.filter(({ text }) => !functionWords.has(text)).map(({ stem }) => stem)
const TURNS = new Set(['with', 'without', 'after', 'before', 'due', 'in', 'of', 'from', 'for', 'during', 'by', 'following', 'to', 'on'])
/** 'Infection after an operation' is an infection. */
const headOf = (tokens: readonly Token[]): string[] => {
  const turn = tokens.findIndex(({ text }, index) => index > 0 && TURNS.has(text))
  return stemsOf(turn < 0 ? tokens : tokens.slice(0, turn))
}

/** Makes the names of a vocabulary ready for looking up: tens of thousands of them without keeping others waiting. */
export const indexVocabulary = async (name: string, rows: readonly Named[]): Promise<VocabularyIndex> => {
  const entries = new Map<string, Entry[]>()
  const words = new Set<string>()
  const add = (row: Named) => {
    const stated = [row.name, ...row.also, ...shortForms(row.name)].map((one) => tokensOf(plainText(one)))
    const names = stated.map(stemsOf).filter((stems) => stems.length > 0)
    const heads = stated.map(headOf).filter((stems) => stems.length > 0)
    const entry = { id: row.id, name: row.name, names, heads }
    for (const stem of new Set(names.flat())) {
      const known = entries.get(stem)
      if (known) known.push(entry)
      else entries.set(stem, [entry])
    }
    for (const tokens of stated) for (const { text } of tokens) if (/^[a-z]{4,}$/.test(text)) words.add(text)
  }
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await othersTurn()
    add(row)
  }
  return { name, entries, words }
}

const containing = (index: VocabularyIndex, stems: readonly string[]): Entry[] => {
  const [first = '', ...rest] = [...stems].sort((a, b) => (index.entries.get(a)?.length ?? 0) - (index.entries.get(b)?.length ?? 0))
  return (index.entries.get(first) ?? []).filter(({ names }) =>
    names.some((words) => words.includes(first) && rest.every((stem) => words.includes(stem))),
  )
}

/** How many words a name may have of which one says enough. */
const SHORT = 3
/** Shorter words than this stand for a name that ends with them. */
const LONG = 5
/** One word stands for a name that begins with it, or for a short one; anywhere in a long one it is there by chance. */
const isHead = ({ heads }: Entry, stem: string) =>
  heads.some((words) => {
    if (words[0] !== stem && (words.length > SHORT || !words.includes(stem))) return false
    // A dog is no dog bite, but zinc is zinc 20 mg.
    return stem.length >= LONG || words.filter((word) => !general.has(word) && !/^\d/.test(word)).at(-1) === stem
  })

const isWhole = ({ names }: Entry, stems: readonly string[]) =>
  names.some((words) => words.length === stems.length && words.every((word) => stems.includes(word)))

const labelOf = (entries: readonly Entry[]) => {
  const names = [...new Set(entries.map(({ name }) => name))]
  const shown = names.slice(0, SHOWN).join(', ')
  return names.length > SHOWN ? `${shown} and ${names.length - SHOWN} more` : shown
}

/** Every longest stretch of the question, none within another, that names something of this vocabulary. */
export const namesIn = (
  index: VocabularyIndex,
  tokens: readonly Token[],
  skip: ReadonlySet<number>,
  isCommon: (token: Token) => boolean = () => false,
): NameMatch[] => {
  const found: NameMatch[] = []
  let from = 0
  while (from < tokens.length) {
    const match = longestAt(index, tokens, from, { skip, isCommon })
    if (match) found.push(match)
    from = match ? match.to : from + 1
  }
  return found
}

interface Limits {
  skip: ReadonlySet<number>
  /** Words that questions use for other things, too: they belong to a name only where all of it is said. */
  isCommon: (token: Token) => boolean
}
const longestAt = (index: VocabularyIndex, tokens: readonly Token[], from: number, { skip, isCommon }: Limits): NameMatch | null => {
  const first = tokens[from]
  if (!first || skip.has(from) || !index.entries.has(first.stem) || functionWords.has(first.text)) return null
  let best: NameMatch | null = null
  const stems: string[] = []
  let common = false
  for (let to = from; to < Math.min(tokens.length, from + LONGEST) && !skip.has(to); to += 1) {
    const token = tokens[to]
    if (!token) break
    if (functionWords.has(token.text)) continue
    stems.push(token.stem)
    common ||= general.has(token.stem) || isCommon(token)
    const before: NameMatch | null = best
    const known = containing(index, stems)
    if (known.length === 0) break
    const entries = stems.length > 1 ? known : known.filter((entry) => isHead(entry, token.stem))
    if (entries.length === 0) continue
    const whole = entries.filter((entry) => isWhole(entry, stems))
    // '500' and 'mg' begin no name; a word of other uses makes one only together with all of it.
    const isSame: boolean = before !== null && entries.length === before.ids.length
    if (whole.length === 0 && ((common && !isSame) || stems.every((stem) => /^\d/.test(stem) || stem.length < 3))) continue
    const own = whole.filter(({ names: [name = []] }) => name.length === stems.length && name.every((word) => stems.includes(word)))
    // Another word for a thing means whatever has it in its name, too: 'diabetes' is every kind of it.
    const meant: readonly Entry[] = own.length > 0 ? own : whole.length > 0 && (stems.length > 1 || common) ? whole : entries
    best = {
      vocabulary: index.name,
      from,
      to: to + 1,
      ids: meant.map(({ id }) => id),
      label: labelOf(meant),
      is_whole: whole.length > 0,
      is_own: own.length > 0,
    }
  }
  return best
}
