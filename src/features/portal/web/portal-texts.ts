import { beginWith } from '#web/i18n.ts'
import { look } from '#web/look/preferences.ts'

// The whole program's texts are many times as many.
const shares = { sw: () => import('virtual:portal-texts/sw'), fr: () => import('virtual:portal-texts/fr') }

/** A patient's first page comes with the texts of the portal alone; those of this browser's language are fetched at once. */
export const beginWithShare = () => {
  beginWith(async (languageCode) => (await shares[languageCode]()).default)
  const { language } = look.get()
  if (language !== 'en') void shares[language]().catch(() => null)
}
