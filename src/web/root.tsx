import { lazy, Suspense, useEffect, useEffectEvent, type ReactNode } from 'react'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { boot, isBooted } from './boot.ts'
import { clinicQuery } from './clinic.ts'
import { setFormats } from './format.ts'
import { Frame } from './frame/frame.tsx'
import { Forbidden, Offline } from './frame/dead-ends.tsx'
import { Questions } from './frame/overlays.tsx'
import { look, useMe } from './preferences.ts'
import { useRights } from './rights.ts'
import type { PageHandle } from './routing.ts'
import { session } from './session.ts'
import { Splash, useSplashOver } from './splash.tsx'
import { useStore } from './store.ts'
import { landingOf } from './token.ts'
import { Loading } from './ui/four-states.tsx'

// Fetched right after the first paint, so that they are there when the line is not.
const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }))
const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }))

const SET_UP = '/set-up'
const LOGIN = '/auth/login'
const PASSWORD = '/dashboard/profile/password'

/** Where this page load belongs when it is not the page of the address: set-up first, then signing in, then a due password. */
const useDetour = (access: PageHandle['access']): string | null => {
  const { pathname } = useLocation()
  const { user } = useStore(session)
  const me = useMe()
  const { data: clinic } = useQuery(clinicQuery)
  if (clinic && !clinic.is_set_up) return pathname === SET_UP ? null : SET_UP
  if (pathname === SET_UP) return '/'
  if (!user) return access === 'public' ? null : LOGIN
  if (pathname === LOGIN) return landingOf(user.role)
  return me?.must_change_password && pathname !== PASSWORD ? PASSWORD : null
}

const useHandle = (): PageHandle => {
  const handle = useMatches().findLast((match) => match.handle !== undefined)?.handle as PageHandle | undefined
  return handle ?? { access: 'signed-in' }
}

/** The page of the address, in its layout, for those who may open it. */
const Guarded = () => {
  const { access, ownLayout } = useHandle()
  const detour = useDetour(access)
  const { allowed, isKnown } = useRights()
  if (detour) return <Navigate to={detour} replace />
  const inside = !isKnown ? <Loading /> : allowed(access) ? <Outlet /> : <Forbidden />
  return ownLayout ? inside : <Frame>{inside}</Frame>
}

/** Waits for what every page needs; behind the splash in the usual case. */
const Ready = ({ children }: { children: ReactNode }) => {
  const { data: clinic, error, refetch } = useQuery(clinicQuery)
  const hasBooted = useStore(isBooted)
  const retry = () => void refetch().then(boot)
  const isOffline = Boolean(error) && !clinic
  const tick = useEffectEvent(retry)
  // An outside clock: the server may come back at any moment.
  useEffect(() => {
    if (!isOffline) return undefined
    const timer = setInterval(() => tick(), 5000)
    return () => clearInterval(timer)
  }, [isOffline])
  if (clinic) setFormats(clinic)
  if (isOffline) return <Offline retry={retry} />
  return hasBooted ? children : <Loading />
}

/** The wrapper of every page: splash, session, toasts, questions, and the page in its own layout. */
export const Root = () => {
  const isSplashOver = useSplashOver()
  const { language } = useStore(look)
  return (
    <>
      {!isSplashOver && <Splash />}
      <div className="app" inert={!isSplashOver} key={language}>
        <Ready>
          <Suspense fallback={<Loading />}>
            <Guarded />
          </Suspense>
        </Ready>
        <Suspense>
          <SignInAgain />
        </Suspense>
        <Questions />
      </div>
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  )
}

/** The address itself leads to one's landing page, or to the sign-in. */
export const Landing = () => {
  const { user } = useStore(session)
  return <Navigate to={user ? landingOf(user.role) : LOGIN} replace />
}
