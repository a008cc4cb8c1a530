import { formatMessage, type MessageValues } from '#shared/message.ts'
import { readTexts } from '../texts/read-texts.ts'

export const printLanguages = ['en', 'sw', 'fr'] as const
export type PrintLanguage = (typeof printLanguages)[number]
type Texts = Readonly<Record<string, string>>

// The texts of the screens serve documents, too.
const known = new Map<PrintLanguage, Texts>()
const textsOf = (language: PrintLanguage): Texts => {
  const texts = known.get(language) ?? (language === 'en' ? {} : readTexts(language))
  known.set(language, texts)
  return texts
}

/** Texts in a language with their values (`shared/message.ts`), found by the English one, which shows where there is no translation. */
export const translator =
  (language: PrintLanguage) =>
  (text: string, values: MessageValues = {}): string => {
    const texts = textsOf(language)
    return Object.hasOwn(texts, text) ? formatMessage(texts[text]!, values, language) : formatMessage(text, values)
  }

const beginnings: readonly [RegExp, PrintLanguage][] = [
  [/^(ki)?sw/i, 'sw'],
  [/^fr/i, 'fr'],
  [/^en/i, 'en'],
]
/** The language that words such as "Kiswahili", "sw" or "Français" name; undefined for one that nothing is written in here. */
export const languageNamed = (words: string | null): PrintLanguage | undefined =>
  beginnings.find(([beginning]) => beginning.test(words?.trim() ?? ''))?.[1]
