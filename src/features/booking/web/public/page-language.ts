import { changeLanguage, isLanguage, language, provide, type Language } from '#web/i18n.ts'
import { readLocal, writeLocal } from '#web/state/local.ts'
import { createStore } from '#web/state/store.ts'

type Texts = Readonly<Record<string, string>>

// The whole program's texts are forty times as many.
const shares: Partial<Record<Language, () => Promise<{ default: Texts }>>> = {
  sw: () => import('virtual:public-texts/sw'),
  fr: () => import('virtual:public-texts/fr'),
}

/** The language that is shown: what watches it draws itself anew. */
export const shown = createStore<Language>('en')

const show = async (wanted: Language) => {
  const texts = await shares[wanted]?.()
  if (texts) provide(wanted, texts.default)
  await changeLanguage(wanted)
  shown.set(language())
}

/** Shows another language from now on, on this telephone; one that cannot be fetched leaves the page as it is. */
export const choose = async (wanted: Language): Promise<void> => {
  await show(wanted)
  writeLocal('language', wanted)
}

/** The language chosen before, else the telephone's when it is not English (many are set to it by default), else the clinic's. */
export const startLanguage = async (ofClinic?: string): Promise<void> => {
  const own = readLocal('language') ?? navigator.language.slice(0, 2)
  const isChosen = readLocal('language') !== null
  const wanted = isLanguage(own) && (isChosen || own !== 'en') ? own : ofClinic
  if (isLanguage(wanted) && wanted !== shown.get()) await show(wanted).catch(() => null)
}
