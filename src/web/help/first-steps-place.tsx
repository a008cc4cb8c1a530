import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../look/preferences.ts'
import { landingOf } from '../session/token.ts'

const FirstStepsList = lazy(async () => ({ default: (await import('./first-steps-list.tsx')).FirstStepsList }))

/** The first steps above the landing page, until the person puts them away: loaded for that alone. */
export const FirstSteps = () => {
  const me = useMe()
  const { pathname } = useLocation()
  const isShown = me !== undefined && pathname === landingOf(me.role) && me.preferences['first_steps_closed'] !== true
  return <Suspense>{isShown && <FirstStepsList />}</Suspense>
}
