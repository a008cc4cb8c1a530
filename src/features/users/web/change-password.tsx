import { PasswordInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { changePassword } from '../contract.ts'
import { useEndpointForm } from '#web/form.ts'
import { t } from '#web/i18n.ts'
import { useMe } from '#web/preferences.ts'
import { toast } from '#web/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FormSection, Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'

/** One's own password; every other session of the person ends with the change. */
export const ChangePasswordPage = () => {
  const go = useNavigate()
  const isDue = useMe()?.must_change_password ?? false
  const password = useEndpointForm(changePassword, {
    initialValues: { current_password: '', new_password: '' },
    onSaved: () => {
      toast.done(t('Your password is changed. You are signed out everywhere else.'))
      void go(isDue ? '/' : '/dashboard/profile')
    },
  })
  const { getInputProps } = password.form
  const toggle = { 'aria-label': t('Show or hide the password'), tabIndex: 0 }
  return (
    <Page title={t('Change password')} narrow>
      {isDue && <Note tone="attention">{t('You signed in with a one-time password. Choose your own before you go on.')}</Note>}
      <EndpointForm of={password} save={t('Change password')} onCancel={isDue ? undefined : () => void go('/dashboard/profile')}>
        <FormSection title={t('Password')}>
          <PasswordInput
            label={t('Current password')}
            autoComplete="current-password"
            required
            visibilityToggleButtonProps={toggle}
            {...getInputProps('current_password')}
          />
          <PasswordInput
            label={t('New password')}
            description={t('At least 10 characters.')}
            autoComplete="new-password"
            required
            visibilityToggleButtonProps={toggle}
            {...getInputProps('new_password')}
          />
        </FormSection>
      </EndpointForm>
    </Page>
  )
}
