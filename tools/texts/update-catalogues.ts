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

const NEGATIONS = /\b(?:no|not|never|none|without|cannot|neither|nor|except|un\w+|in(?:valid|active|complete|correct)|dis\w+|stop\w*)\b/gi
const listOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)]
    .map(([word]) => word.toLowerCase())
    .toSorted()
    .join()
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}+/gu))

/** How many of the words of two texts they have in common, from 0 to 1. */
const likeness = (a: string, b: string): number => {
  const [one, two] = [wordsOf(a), wordsOf(b)]
  const common = [...one].filter((word) => two.has(word)).length
  return common / Math.max(1, one.size + two.size - common)
}
const LIKE = 0.5

/**
 * How alike two texts are, where one may be the other after an edit: with the same values and numbers, and neither denies what the other says.
 * A translation that says the opposite would be worse than none.
 */
export const editLikeness = (was: string, is: string): number => {
  const isSame = [/\{\w+/g, /\d+/g, NEGATIONS].every((pattern) => listOf(was, pattern) === listOf(is, pattern))
  const like = isSame ? likeness(was, is) : 0
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
