import en from './i18n/en.json' with { type: 'json' }

export const languages = { en: 'English', sw: 'Kiswahili', fr: 'Français' } as const
export type Language = keyof typeof languages

type Texts = Readonly<Record<string, string>>

const others = { sw: () => import('./i18n/sw.json'), fr: () => import('./i18n/fr.json') }
type Other = keyof typeof others
const whole = async (of: Other): Promise<Texts> => (await others[of]()).default
let source = whole
const known: Partial<Record<Language, Texts>> = { en }
const plurals: Partial<Record<Language, Intl.PluralRules>> = {}
let current: Language = 'en'

/** The forms of a text for a number in a language, the closest first; a text without a number has one. */
const formsOf = (text: string, count: unknown, wanted: Language): string[] => {
  if (typeof count !== 'number') return [text]
  const form = (plurals[wanted] ??= new Intl.PluralRules(wanted)).select(count)
  return [`${text}_${form}`, `${text}_other`, text]
}
const find = (wanted: Language, text: string, count: unknown): string | undefined => {
  const texts = known[wanted] ?? {}
  const form = formsOf(text, count, wanted).find((key) => Object.hasOwn(texts, key))
  return form === undefined ? undefined : texts[form]
}

const written = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/**
 * The text in the person's language; the key is the English text and shows when there is no translation. `{{name}}` takes the value of that
 * name; a value called `count` chooses the plural. Call it while rendering, never at the top of a module: the language is not known there yet.
 */
export const t = (text: string, values: Readonly<Record<string, unknown>> = {}): string =>
  (find(current, text, values['count']) ?? find('en', text, values['count']) ?? text).replaceAll(/\{\{(\w+)\}\}/g, (_mark, name: string) =>
    written(values[name]),
  )

export const isLanguage = (value: unknown): value is Language => typeof value === 'string' && Object.hasOwn(languages, value)
export const language = (): Language => current

/** Hands in a language's texts, or the share of them that a page needs: they are not fetched then. */
export const provide = (of: Language, texts: Texts) => {
  known[of] = texts
}

/** Until `completeTexts`, languages come from `share`: those of their texts that the first page needs, which are there sooner. */
export const beginWith = (share: (of: Other) => Promise<Texts>) => {
  source = share
}
/** Fetches all texts of the current language where only a share of them is there. */
export const completeTexts = async (): Promise<void> => {
  if (source === whole) return
  source = whole
  if (current !== 'en') known[current] = await whole(current)
}

/** Loads a language and makes it current; a text file that cannot be fetched leaves the language as it was. */
export const changeLanguage = async (wanted: Language): Promise<void> => {
  if (wanted !== 'en') known[wanted] ??= await source(wanted)
  current = wanted
  document.documentElement.lang = wanted
}
