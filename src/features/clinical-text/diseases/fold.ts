const PLURALS: readonly [RegExp, string][] = [
  [/omata$/, 'oma'],
  [/itides$/, 'itis'],
  [/oses$/, 'osis'],
  [/metastases$/, 'metastasis'],
  [/crises$/, 'crisis'],
  [/sses$/, 'ss'],
  [/ies$/, 'y'],
  [/([^suiy])s$/, '$1'],
]

/**
 * One form for spellings of a word (given in lower case) that mean the same: British and American, singular and plural, with and
 * without the s of a name. Made for comparing only, not for showing.
 */
export const fold = (word: string): string => {
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
