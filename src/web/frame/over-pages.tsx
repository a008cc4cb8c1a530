import { lazy, Suspense } from 'react'
import { question } from '../messages/dialogs.ts'
import { session } from '../session/session.ts'
import { useStore } from '../state/store.ts'
import { telling } from '../messages/toast.tsx'
import { useWarm } from '../calls/warm.ts'

const loadDialogs = () => import('../ui/dialogs.tsx')
const Dialogs = lazy(async () => ({ default: (await loadDialogs()).Dialogs }))
const loadSignInAgain = () => import('../session/sign-in-again.tsx')
const SignInAgain = lazy(async () => ({ default: (await loadSignInAgain()).SignInAgain }))
const loadToasts = () => import('../messages/toasts.tsx')
const ToastBox = lazy(async () => ({ default: (await loadToasts()).Toasts }))

/** The one place where `confirm` and `askReason` show. */
const Questions = () => {
  const asked = useStore(question)
  const isWarm = useWarm(loadDialogs)
  return (isWarm || asked) && <Suspense>{<Dialogs />}</Suspense>
}

const Expired = () => {
  const { isExpired } = useStore(session)
  const isWarm = useWarm(loadSignInAgain)
  return (isWarm || isExpired) && <Suspense>{<SignInAgain />}</Suspense>
}

/** What may stand over any page: the sign-in of a session that ran out, and questions. */
export const Overlays = () => (
  <>
    <Expired />
    <Questions />
  </>
)

export const Toasts = () => {
  const isTelling = useStore(telling)
  const isWarm = useWarm(loadToasts)
  return (isWarm || isTelling) && <Suspense>{<ToastBox />}</Suspense>
}
