import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { SecondFactorPanel } from '#features/users/web/second-factor-panel.tsx'
import { SessionsPanel } from '#features/users/web/sessions-panel.tsx'
import { confirm } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { Languages } from '#web/plain-page.tsx'
import { useMe } from '#web/look/preferences.ts'
import { signOut } from '#web/session/sign-out.ts'
import styles from './profile-page.module.css'

const PasswordPanel = lazy(async () => ({ default: (await import('#features/users/web/password-panel.tsx')).PasswordPanel }))
const AddressPanel = lazy(async () => ({ default: (await import('#features/users/web/address-panel.tsx')).AddressPanel }))

const signOutEverywhere = async () => {
  const isSure = await confirm({
    title: t('Sign out everywhere?'),
    text: t('You will be signed out on every computer and phone, including this one.'),
    action: t('Sign out everywhere'),
  })
  if (isSure) await signOut({ everywhere: true })
}

/** The account itself: with what one signs in, the language, and where one is signed in. */
export const ProfileAccount = () => {
  const [isChanging, setChanging] = useState(false)
  const me = useMe()
  const close = () => setChanging(false)
  return (
    <>
      <section className="section" aria-label={t('My account')}>
        <h2>{t('My account')}</h2>
        <p>{t('You sign in with {email}.', { email: me?.email ?? '' })}</p>
        <div className="form-stack">
          <div className={styles.languages}>
            <Languages />
          </div>
          {!isChanging && (
            <Button fullWidth onClick={() => setChanging(true)}>
              {t('Change password')}
            </Button>
          )}
        </div>
      </section>
      <Suspense>{isChanging && <PasswordPanel onDone={close} onCancel={close} />}</Suspense>
      <Suspense>
        <AddressPanel />
      </Suspense>
      <SecondFactorPanel />
      <SessionsPanel />
      <Button fullWidth onClick={() => void signOutEverywhere()}>
        {t('Sign out everywhere')}
      </Button>
    </>
  )
}
