import { lazy, Suspense, useEffect, useEffectEvent, type ComponentType, type ReactNode } from 'react'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { isLockNear, setIdleLimit } from './session/activity.ts'
import { boot, isBooted } from './boot.ts'
import { clinicQuery } from './calls/clinic.ts'
import { whenRestored } from './calls/connection-state.ts'
import { setFormats } from './text/format.ts'
import { Offline } from './frame/dead-ends.tsx'
import { redraws } from './i18n.ts'
import { look, useMe } from './look/preferences.ts'
import { useRights } from './session/rights.ts'
import type { PageHandle } from './routing.ts'
import { session } from './session/session.ts'
import { Splash, useSplashOver } from './splash.tsx'
import { useStore } from './state/store.ts'
import { landingOf } from './session/token.ts'
import { Loading } from './ui/four-states.tsx'
import { question } from './messages/dialogs.ts'
import { telling } from './messages/toast.tsx'
import { useWarm } from './calls/warm.ts'

const loadDialogs = () => import('./ui/dialogs.tsx')
const Dialogs = lazy(async () => ({ default: (await loadDialogs()).Dialogs }))
const loadSignInAgain = () => import('./session/sign-in-again.tsx')
const SignInAgain = lazy(async () => ({ default: (await loadSignInAgain()).SignInAgain }))
const loadToasts = () => import('./messages/toasts.tsx')
const ToastBox = lazy(async () => ({ default: (await loadToasts()).Toasts }))

/** The one place where `confirm` and `askReason` show. */
const Questions = () => {
  const asked = useStore(question)
  const isWarm = useWarm(loadDialogs)
  return (isWarm || asked) && <Suspense>{<Dialogs />}</Suspense>
}

const Expired = () => {
  const { isExpired } = useStore(session)
  const isNear = useStore(isLockNear)
  const isWarm = useWarm(loadSignInAgain)
  return (isWarm || isExpired || isNear) && <Suspense>{<SignInAgain />}</Suspense>
}

/** What may stand over any page: the warning before it locks, the sign-in of a session that ran out, and questions. */
const Overlays = () => (
  <>
    <Expired />
    <Questions />
  </>
)

const Toasts = () => {
  const isTelling = useStore(telling)
  const isWarm = useWarm(loadToasts)
  return (isWarm || isTelling) && <Suspense>{<ToastBox />}</Suspense>
}

/** What stands around a page. */
export type Layout = ComponentType<{ children: ReactNode }>

export const loadFrame = () => import('./frame/frame.tsx')
const Frame = lazy(async () => ({ default: (await loadFrame()).Frame }))
const NotYours = lazy(async () => ({ default: (await import('./frame/refusals.tsx')).NotYours }))
const Forbidden = lazy(async () => ({ default: (await import('./frame/forbidden.tsx')).Forbidden }))

const SET_UP = '/set-up'
const LOGIN = '/auth/login'
const PASSWORD = '/dashboard/profile/password'
const SECOND_FACTOR = '/dashboard/profile/second-factor'

/** Where this page load belongs when it is not the page of the address: set-up first, then signing in, then a due password, then a due second step. */
const useDetour = (access: PageHandle['access']): string | null => {
  const { pathname } = useLocation()
  const { user } = useStore(session)
  const me = useMe()
  const { data: clinic } = useQuery(clinicQuery)
  if (clinic && !clinic.is_set_up) return pathname === SET_UP ? null : SET_UP
  if (pathname === SET_UP) return '/'
  if (!user) return access === 'public' ? null : LOGIN
  if (pathname === LOGIN || (access === 'patient' && user.role !== 'patient')) return landingOf(user.role)
  const due = me?.must_change_password ? PASSWORD : me?.second_factor_due ? SECOND_FACTOR : null
  return due === pathname ? null : due
}

const useHandle = (): PageHandle => {
  const handle = useMatches().findLast((match) => match.handle !== undefined)?.handle as PageHandle | undefined
  return handle ?? { access: 'signed-in' }
}

/** The page of the address, in its layout, for those who may open it. Patients never see the frame of those who work here. */
const Guarded = ({ patientLayout }: { patientLayout: Layout }) => {
  const { access, ownLayout } = useHandle()
  const isPatient = useStore(session).user?.role === 'patient'
  const { key: step } = useLocation()
  const detour = useDetour(access)
  const { allowed, isKnown, isFailed } = useRights()
  const texts = useStore(redraws)
  const idleMinutes = useMe()?.idle_minutes
  // What watches for idleness is outside React.
  useEffect(() => {
    if (idleMinutes !== undefined) setIdleLimit(idleMinutes)
  }, [idleMinutes])
  // Anew at each step of the router: one that goes to the landing page may overtake the one that is on its way.
  if (detour) return <Navigate key={step} to={detour} replace />
  const Refusal = isPatient ? NotYours : Forbidden
  const inside = !isKnown ? <Loading /> : (!isFailed || access === 'public') && allowed(access) ? <Outlet key={texts} /> : <Refusal />
  const Around = isPatient ? patientLayout : Frame
  return ownLayout ? inside : <Around>{inside}</Around>
}

/** Where the connection is up and still nothing comes. */
const ASK_AGAIN_MS = 20_000

/** Waits for what every page needs; behind the splash in the usual case. */
const Ready = ({ children }: { children: ReactNode }) => {
  const { data: clinic, error, refetch } = useQuery(clinicQuery)
  const hasBooted = useStore(isBooted)
  const retry = () => void refetch({ cancelRefetch: false }).then(boot)
  const isOffline = Boolean(error) && !clinic
  const tick = useEffectEvent(retry)
  // An outside clock, and the probe: the server may come back at any moment.
  useEffect(() => {
    if (!isOffline) return undefined
    const stop = whenRestored(() => tick())
    const timer = setInterval(() => tick(), ASK_AGAIN_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [isOffline])
  if (clinic) setFormats(clinic)
  if (isOffline) return <Offline retry={retry} />
  return hasBooted ? children : <Loading />
}

/** The wrapper of every page: splash, session, toasts, questions, and the page in its own layout. */
export const Root = ({ patientLayout }: { patientLayout: Layout }) => {
  const isSplashOver = useSplashOver()
  const { language } = useStore(look)
  return (
    <>
      {!isSplashOver && <Splash />}
      <div className="app" inert={!isSplashOver} key={language}>
        <Ready>
          <Suspense fallback={<Loading />}>
            <Guarded patientLayout={patientLayout} />
          </Suspense>
        </Ready>
        <Overlays />
      </div>
      <Toasts />
    </>
  )
}

/** The address itself leads to one's landing page, or to the sign-in. */
export const Landing = () => {
  const { user } = useStore(session)
  return <Navigate to={user ? landingOf(user.role) : LOGIN} replace />
}
