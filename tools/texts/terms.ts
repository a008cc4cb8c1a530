import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { list, listOrNone, optional, text } from '#platform/knowledge/columns.ts'
import { parseTable } from '#platform/knowledge/read-table.ts'
import { translatedLanguages, type TranslatedLanguage } from '#platform/texts/read-texts.ts'

const columns = {
  term: text,
  english: list(text),
  use: listOrNone(text),
  not: list(text),
  unless: optional(list(text)),
}

/** A word with `*` for any letters, as a whole word. */
const asPattern = (word: string) => {
  const body = word.replaceAll(/[.?+^$()[\]{}|\\]/g, String.raw`\$&`).replaceAll('*', String.raw`\p{L}*`)
  return new RegExp(String.raw`(?<![\p{L}\d-])${body}(?![\p{L}\d-])`, 'iu')
}
const matcher = (words: readonly string[]) => {
  const patterns = words.map(asPattern)
  return (written: string) => patterns.some((pattern) => pattern.test(written))
}

/** The words of a language for the key terms, and those that are not used, from `terms/{language}.tsv`. */
const readTerms = (language: TranslatedLanguage) => {
  const file = `tools/texts/terms/${language}.tsv`
  const table = parseTable(file, readFileSync(join(import.meta.dirname, '../..', file), 'utf8'), columns, ['term'])
  return table.rows.map(({ term, english, use, not, unless = [] }) => ({
    term,
    use,
    not,
    isAbout: english.includes('*') ? () => true : matcher(english),
    isUsed: matcher(use),
    isRightElsewhere: matcher(unless),
    unwanted: not.map((word) => ({ word, isIn: matcher([word]) })),
  }))
}
export const terms = Object.fromEntries(translatedLanguages.map((language) => [language, readTerms(language)])) as Record<
  TranslatedLanguage,
  ReturnType<typeof readTerms>
>

/** A text and its translations. */
export type Translated = { english: string } & Partial<Record<TranslatedLanguage, string>>

/** What a reader sees of a text: placeholders show a value, and the names of forms are not shown. */
const withoutPlaceholders = (written: string) => written.replaceAll(/\{\w+, (?:plural|select),|\b(?:one|other|many) (?=\{)|\{\w+\}/g, ' ')

/** Which texts use a word that their language does not use, and what it uses instead. */
export const findUnwanted = (texts: readonly Translated[]): string[] =>
  texts.flatMap((entry) => {
    const english = withoutPlaceholders(entry.english)
    return translatedLanguages.flatMap((language) => {
      const written = entry[language] ?? ''
      return terms[language]
        .filter(({ isAbout, isRightElsewhere }) => isAbout(english) && !isRightElsewhere(english))
        .flatMap(({ term, use, unwanted }) =>
          unwanted
            .filter(({ word, isIn }) => isIn(word.includes('{') ? written : withoutPlaceholders(written)))
            .map(({ word }) => `${language}, ${term}: "${use.join('", "')}", not "${word}": ${written} (${entry.english})`),
        )
    })
  })
