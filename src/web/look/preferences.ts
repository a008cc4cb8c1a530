import { useQuery } from '@tanstack/react-query'
import { getMe, type updateMe as UpdateMe, updateMe } from '#calls/users/contract.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { call, query } from '../calls/api.ts'
import { changeLanguage, isLanguage, type Language } from '../i18n.ts'
import { readLocal, writeLocal } from '../state/local.ts'
import type { Density } from './tokens.ts'
import { queryClient } from '../calls/query-client.ts'
import { createStore, useStore } from '../state/store.ts'
import { session } from '../session/tokens.ts'
import { toast } from '../messages/toast.tsx'

export type Preferences = NonNullable<RequestOf<typeof UpdateMe>['body']['preferences']>
export type ColourScheme = 'light' | 'dark' | 'auto'

/** What the screen looks like: kept in this browser too, so that the first paint is right before anybody is known. */
export interface Look {
  colour_scheme: ColourScheme
  density: Density
  language: Language
}

const isScheme = (value: unknown): value is ColourScheme => value === 'light' || value === 'dark' || value === 'auto'
const isDensity = (value: unknown): value is Density => value === 'comfortable' || value === 'compact'

const storedLook = (): Look => {
  const [scheme, density, language] = [readLocal('colour_scheme'), readLocal('density'), readLocal('language')]
  return {
    colour_scheme: isScheme(scheme) ? scheme : 'auto',
    density: isDensity(density) ? density : 'compact',
    language: isLanguage(language) ? language : 'en',
  }
}

export const look = createStore<Look>(storedLook())

/** Applies a look here and now; texts of another language are loaded first. */
export const applyLook = async (change: Partial<Look>): Promise<void> => {
  const next = { ...look.get(), ...change }
  if (change.language) await changeLanguage(change.language)
  for (const [name, value] of Object.entries(change)) writeLocal(name, value)
  look.set(next)
}

/** True when this browser has never chosen a language: the clinic's then applies. */
export const hasNoLanguage = () => readLocal('language') === null

const lookIn = (preferences: Record<string, unknown>): Partial<Look> => ({
  ...(isScheme(preferences['colour_scheme']) && { colour_scheme: preferences['colour_scheme'] }),
  ...(isDensity(preferences['density']) && { density: preferences['density'] }),
  ...(isLanguage(preferences['language']) && { language: preferences['language'] }),
})

const meQuery = query(getMe)

/** The look follows the person from machine to machine. */
export const applyPersonsLook = async () => {
  const me = queryClient.getQueryData(meQuery.queryKey)
  if (me) await applyLook(lookIn(me.preferences))
}

export const useMe = () => {
  const { user } = useStore(session)
  return useQuery({ ...meQuery, enabled: user !== null }).data
}
export const usePreferences = (): Preferences => useMe()?.preferences ?? {}

/** Applies a choice at once and keeps it with the person's account; without an account it stays in this browser. */
export const savePreferences = async (change: Preferences): Promise<void> => {
  await applyLook(lookIn(change))
  if (!session.get().user) return
  const me = queryClient.getQueryData(meQuery.queryKey)
  const preferences = { ...(me?.preferences as Preferences | undefined), ...change }
  if (me) queryClient.setQueryData(meQuery.queryKey, { ...me, preferences })
  try {
    queryClient.setQueryData(meQuery.queryKey, await call(updateMe, { body: { preferences } }))
  } catch (error) {
    toast.failed(error)
  }
}
