import { clinicQuery } from './calls/clinic.ts'
import { isLanguage } from './i18n.ts'
import { applyLook, applyPersonsLook, hasNoLanguage, look } from './look/preferences.ts'
import { queryClient } from './calls/query-client.ts'
import { openSession } from './session/session.ts'
import { createStore } from './state/store.ts'

/** True once the session, the clinic and the language are known. */
export const isBooted = createStore(false)

const chooseLanguage = async () => {
  const clinic = queryClient.getQueryData(clinicQuery.queryKey)
  const wanted = hasNoLanguage() ? clinic?.language : look.get().language
  if (isLanguage(wanted) && wanted !== 'en') await applyLook({ language: wanted })
}

/** Loads what every page needs, while the splash shows. A text file that cannot be fetched leaves English. */
export const boot = async (): Promise<void> => {
  await Promise.all([openSession(), queryClient.prefetchQuery(clinicQuery)])
  await chooseLanguage().catch(() => null)
  await applyPersonsLook().catch(() => null)
  isBooted.set(true)
}
