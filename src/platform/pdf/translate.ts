import { readFileSync } from 'node:fs'

export const printLanguages = ['en', 'sw', 'fr'] as const
export type PrintLanguage = (typeof printLanguages)[number]
type Texts = Readonly<Record<string, string>>

// The texts of the screens serve papers, too: one dictionary.
const known = new Map<PrintLanguage, Texts>()
const textsOf = (language: PrintLanguage): Texts => {
  const texts =
    known.get(language) ?? (JSON.parse(readFileSync(new URL(`../../web/i18n/${language}.json`, import.meta.url), 'utf8')) as Texts)
  known.set(language, texts)
  return texts
}

/** Texts in a language; the key is the English text and stands where there is no translation. `{{name}}` takes the value of that name. */
export const translator =
  (language: PrintLanguage) =>
  (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
    (language === 'en' ? text : (textsOf(language)[text] ?? text)).replaceAll(/\{\{(\w+)\}\}/g, (_mark, name: string) =>
      String(values[name] ?? ''),
    )

const beginnings: readonly [RegExp, PrintLanguage][] = [
  [/^(ki)?sw/i, 'sw'],
  [/^fr/i, 'fr'],
  [/^en/i, 'en'],
]
/** The language that words such as "Kiswahili", "sw" or "Français" name; undefined for one that nothing is written in here. */
export const languageNamed = (words: string | null): PrintLanguage | undefined =>
  beginnings.find(([beginning]) => beginning.test(words?.trim() ?? ''))?.[1]
