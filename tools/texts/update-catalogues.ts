import { newKey, type Catalogue, type Entry, type KeptText } from './catalogue.ts'

/** The texts that several features share, and those of no feature. */
export const SHARED = 'web/texts'

/** A text that the code says now, and the files that say it, as paths from `src`. */
export interface TextInCode {
  english: string
  files: readonly string[]
}

export interface Update {
  catalogues: Catalogue[]
  /** Keys whose English changed: their translations stay, to be read again. */
  kept: KeptText[]
  added: { folder: string; key: string; english: string }[]
  removed: { folder: string; key: string; english: string }[]
}

/** Numbers, values, comparisons and units, in their order. */
const FIXED = /\{\w+|[\d.,]*\d|[<>≤≥=+−%°/]|\b(?:mg|g|kg|mcg|ml|l|mmol|hours?|days?|weeks?|months?|years?|minutes?)\b/giu
/** Words that turn a sentence into what it denies. */
const DENYING =
  /\b(?:no|not|never|none|nobody|nothing|neither|nor|without|except|only|cannot|\w+n['’]t|lack\w*|missing|fail\w*|refus\w*|reject\w*|stop\w*|(?:un|in|im|ir|ab|dis|mis|non)\w+)\b/giu
const inOrder = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([word]) => word.toLowerCase()).join(' ')
const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? []

const STEM = 4
const isSameWord = (word: string, other: string) =>
  other === word || (word.length > STEM && other.startsWith(word.slice(0, Math.max(STEM, word.length - 3))))
/** Whether each word is there in the other text, in the same order, or one with the same beginning: "approve", "approved". */
const areIn = (words: readonly string[], others: readonly string[]) => {
  let from = 0
  return words.every((word) => {
    const at = others.findIndex((other, index) => index >= from && isSameWord(word, other))
    from = at + 1
    return at >= 0
  })
}
const LIKE = 0.5

/**
 * How alike two texts are, from 0 to 1, where one may be the other after an edit that leaves the meaning: words were added or left out, or have
 * another ending, and values, numbers, units, comparisons and denials are the same. Any other word makes a new text: "left" for "right", "before" for
 * "after", "mother" for "baby". A translation that says something else would be worse than none.
 */
export const editLikeness = (was: string, is: string): number => {
  if ([FIXED, DENYING].some((pattern) => inOrder(was, pattern) !== inOrder(is, pattern))) return 0
  const [before, after] = [wordsOf(was), wordsOf(is)]
  if (!areIn(before, after) && !areIn(after, before)) return 0
  const like = Math.min(before.length, after.length) / Math.max(1, before.length, after.length)
  return like >= LIKE ? like : 0
}

const folderOf = ({ files }: TextInCode): string => {
  const features = new Set(files.map((file) => /^features\/([\w-]+)\//.exec(file)?.[1]))
  const [feature] = features
  return features.size === 1 && feature !== undefined ? `features/${feature}/texts` : SHARED
}

/**
 * Brings the catalogues up to what the code says. A text that nothing says any more goes; a new one comes with empty translations, unless it is
 * an edit of one that goes, in the same catalogue or in the shared one: then it keeps the key and the translations.
 *
 * @param isUsed Whether anything in the code or its tables says a text.
 */
export const updateCatalogues = (
  catalogues: readonly Catalogue[],
  inCode: readonly TextInCode[],
  isUsed: (english: string) => boolean,
): Update => {
  const update: Update = { catalogues: [], kept: [], added: [], removed: [] }
  const known = new Set(catalogues.flatMap(({ entries }) => entries.map(({ english }) => english)))
  const fresh = new Map(inCode.filter(({ english }) => !known.has(english)).map((one) => [one.english, folderOf(one)]))
  const entriesOf = new Map<string, Entry[]>(catalogues.map(({ folder }) => [folder, []]))
  const gone: { folder: string; entry: Entry }[] = []
  for (const { folder, entries } of catalogues)
    for (const entry of entries) {
      if (isUsed(entry.english)) entriesOf.get(folder)?.push(entry)
      else gone.push({ folder, entry })
    }
  const pairs = gone
    .flatMap(({ folder, entry }) =>
      [...fresh].map(([english, own]) => ({
        folder,
        entry,
        english,
        like: own === folder || own === SHARED ? editLikeness(entry.english, english) : 0,
      })),
    )
    .filter(({ like }) => like > 0)
    .toSorted((a, b) => b.like - a.like)
  const settled = new Set<Entry>()
  for (const { folder, entry, english } of pairs) {
    if (settled.has(entry) || !fresh.has(english)) continue
    settled.add(entry)
    fresh.delete(english)
    entriesOf.get(folder)?.push({ ...entry, english })
    update.kept.push({ folder, key: entry.key, was: entry.english, english })
  }
  for (const { folder, entry } of gone) if (!settled.has(entry)) update.removed.push({ folder, key: entry.key, english: entry.english })
  for (const [english, folder] of fresh) {
    const entries = entriesOf.get(folder) ?? []
    entriesOf.set(folder, entries)
    const key = newKey(english, new Set(entries.map((entry) => entry.key)))
    entries.push({ key, english, sw: '', fr: '' })
    update.added.push({ folder, key, english })
  }
  update.catalogues = [...entriesOf].map(([folder, entries]) => ({ folder, entries }))
  return update
}

const isNamedBy = ({ folder, key }: KeptText, asked: string) => asked === key || asked === `${folder} ${key}`

/**
 * The edited texts that are left to check after the translations of these keys were read again: `key`, or `folder key` where several catalogues have
 * it. Null keys clear nothing, and no keys clear all.
 */
export const clearChecked = (texts: readonly KeptText[], keys: readonly string[] | null): { left: KeptText[]; unknown: string[] } => {
  if (keys === null) return { left: [...texts], unknown: [] }
  if (keys.length === 0) return { left: [], unknown: [] }
  return {
    left: texts.filter((text) => !keys.some((asked) => isNamedBy(text, asked))),
    unknown: keys.filter((asked) => !texts.some((text) => isNamedBy(text, asked))),
  }
}
