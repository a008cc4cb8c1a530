import { PasswordInput } from '@mantine/core'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FormSection } from '#web/ui/page.tsx'
import { changePassword } from '../contract.ts'
import { usePasswordLength } from './password-length.ts'

interface Props {
  onDone: () => void
  /** No way back when it is due. */
  onCancel?: (() => void) | undefined
}

/** Changes one's own password; every other session of the person ends with the change. */
export const PasswordPanel = ({ onDone, onCancel }: Props) => {
  const length = usePasswordLength()
  const password = useEndpointForm(changePassword, {
    initialValues: { current_password: '', new_password: '' },
    check: ({ new_password }) => length.check('new_password', new_password),
    onSaved: () => {
      toast.done(t('Password changed. Other devices are signed out.'))
      onDone()
    },
  })
  const { getInputProps } = password.form
  const toggle = { 'aria-label': t('Show or hide the password'), tabIndex: 0 }
  return (
    <EndpointForm form={password} save={t('Change password')} onCancel={onCancel}>
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
          description={length.hint}
          autoComplete="new-password"
          required
          visibilityToggleButtonProps={toggle}
          {...getInputProps('new_password')}
        />
      </FormSection>
    </EndpointForm>
  )
}
