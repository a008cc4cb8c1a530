import { Button, Modal } from '@mantine/core'
import { t } from '../i18n.ts'
import { queryClient } from '../calls/query-client.ts'
import { isLockNear, noteActivity } from './activity.ts'
import { session, tokensFor, type Proof } from './session.ts'
import { adoptTokens } from './tokens.ts'
import { landingOf } from './token.ts'
import { signOut } from './sign-out.ts'
import { SignInForm } from './sign-in-form.tsx'
import { useStore } from '../state/store.ts'

/** Signs in over the page. The same person goes on where they were; for another person the whole page starts again. */
const signInAgain = async (proof: Proof): Promise<void> => {
  const before = session.get().user?.user_id
  const tokens = await tokensFor(proof)
  noteActivity()
  const user = adoptTokens(tokens)
  if (user.user_id !== before) location.assign(landingOf(user.role))
  else void queryClient.invalidateQueries()
}

/** Before the screen locks. It takes no focus, which would count as use: any key or movement ends it, and so does its button. */
const LockWarning = () => (
  <div className="lock-warning" role="alert">
    <span className="grow">{t('This screen locks in one minute. Press any key to keep working.')}</span>
    <Button onClick={() => noteActivity()}>{t('Keep working')}</Button>
  </div>
)

/** Stands over the page when the session has run out; the calls that wait go on after it, so that nothing typed is lost. */
export const SignInAgain = () => {
  const { user, isExpired } = useStore(session)
  const isNear = useStore(isLockNear)
  if (!user) return null
  if (!isExpired) return isNear && <LockWarning />
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ backgroundOpacity: 0.6, blur: 6 }}
      title={t('Sign in again')}
    >
      <div className="form-stack">
        <div className="t2">{t('Your session has ended. Sign in to continue where you stopped; nothing you typed is lost.')}</div>
        <SignInForm email={user.email} signIn={signInAgain} />
        <Button onClick={() => void signOut()}>{t('Sign out instead')}</Button>
      </div>
    </Modal>
  )
}
