import { createInstance } from 'i18next'
import en from './i18n/en.json' with { type: 'json' }

export const languages = { en: 'English', sw: 'Kiswahili', fr: 'Français' } as const
export type Language = keyof typeof languages

const i18n = createInstance()
void i18n.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  returnEmptyString: false,
  interpolation: { escapeValue: false },
  showSupportNotice: false,
} as Parameters<typeof i18n.init>[0])

const others = { sw: () => import('./i18n/sw.json'), fr: () => import('./i18n/fr.json') }

/**
 * The text in the person's language; the key is the English text and shows when there is no translation. Call it while rendering, never
 * at the top of a module: the language is not known there yet.
 */
export const t = (text: string, values?: Record<string, unknown>): string => i18n.t(text, values ?? {})

export const isLanguage = (value: unknown): value is Language => typeof value === 'string' && Object.hasOwn(languages, value)
export const language = (): Language => (isLanguage(i18n.language) ? i18n.language : 'en')

/** Loads a language and makes it current; a text file that cannot be fetched leaves the language as it was. */
export const changeLanguage = async (wanted: Language): Promise<void> => {
  if (wanted !== 'en' && !i18n.hasResourceBundle(wanted, 'translation')) {
    const file = await others[wanted]()
    i18n.addResourceBundle(wanted, 'translation', file.default)
  }
  await i18n.changeLanguage(wanted)
  document.documentElement.lang = wanted
}
