import { useNavigate } from 'react-router'
import { t } from '#web/i18n.ts'
import { useMe } from '#web/look/preferences.ts'
import { Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import { PasswordPanel } from './password-panel.tsx'

/** One's own password, for staff and for whoever signed in with one that was given. */
export const ChangePasswordPage = () => {
  const go = useNavigate()
  const isDue = useMe()?.must_change_password ?? false
  return (
    <Page title={t('Change password')} narrow>
      {isDue && <Note tone="attention">{t('You signed in with a one-time password. Choose your own password before you continue.')}</Note>}
      <PasswordPanel
        onDone={() => void go(isDue ? '/' : '/dashboard/profile')}
        onCancel={isDue ? undefined : () => void go('/dashboard/profile')}
      />
    </Page>
  )
}
