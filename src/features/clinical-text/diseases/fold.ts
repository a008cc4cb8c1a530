const PLURALS: readonly [RegExp, string][] = [
  [/omata$/, 'oma'],
  [/itides$/, 'itis'],
  [/([^dp])oses$/, '$1osis'],
  [/metastases$/, 'metastasis'],
  [/crises$/, 'crisis'],
  [/sses$/, 'ss'],
  [/ies$/, 'y'],
  [/([^suiy])s$/, '$1'],
]

const foldWord = (word: string): string => {
  if (word.length < 4) return word
  const spelt = word
    .replace(/'s?$|'s$/, '')
    .replace(/[ao]e/g, 'e')
    .replace(/œ|æ/g, 'e')
    .replace(/our(s?)$/, 'or$1')
    .replace(/is(ed|ing|ation)$/, 'iz$1')
  for (const [ending, singular] of PLURALS) if (ending.test(spelt)) return spelt.replace(ending, singular)
  return spelt
}

// Texts say the same words again; a text of ever new ones must not fill the memory.
const MOST = 50_000
const known = new Map<string, string>()

/**
 * One form for spellings of a word (given in lower case) that mean the same: British and American, singular and plural, with and
 * without the s of a name. Made for comparing only, not for showing.
 */
export const fold = (word: string): string => {
  const before = known.get(word)
  if (before !== undefined) return before
  if (known.size >= MOST) known.clear()
  const folded = foldWord(word)
  known.set(word, folded)
  return folded
}
