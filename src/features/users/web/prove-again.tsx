import { PasswordInput, TextInput } from '@mantine/core'
import type { ResponseOf } from '#shared/endpoint.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FormSection } from '#web/ui/page.tsx'
import type { beginSecondFactor, removeSecondFactor, renewRecoveryCodes } from '../contract-security.ts'

type Action = typeof beginSecondFactor | typeof renewRecoveryCodes | typeof removeSecondFactor

interface Props<E extends Action> {
  endpoint: E
  /** There is a second step in use: its code is asked for as well. */
  isOn: boolean
  save: string
  onDone: (answer: ResponseOf<E>) => void
  onCancel?: (() => void) | undefined
}

/** Whoever sits here proves again who they are before the second step changes. */
export const ProveAgain = <E extends Action>({ endpoint, isOn, save, onDone, onCancel }: Props<E>) => {
  const proof = useEndpointForm(endpoint as typeof beginSecondFactor, {
    initialValues: { current_password: '', code: '' },
    toBody: ({ current_password, code }) => (isOn ? { current_password, code } : { current_password }),
    onSaved: (answer) => onDone(answer as ResponseOf<E>),
  })
  const { getInputProps } = proof.form
  return (
    <EndpointForm form={proof} save={save} onCancel={onCancel}>
      <FormSection
        title={t('Confirm your identity')}
        sub={isOn ? t('Enter your password and a code from the authenticator app that you use now.') : undefined}
      >
        <PasswordInput
          label={t('Current password')}
          autoComplete="current-password"
          required
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password'), tabIndex: 0 }}
          {...getInputProps('current_password')}
        />
        {isOn && (
          <TextInput
            label={t('Code')}
            description={t('Or a recovery code.')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={40}
            {...getInputProps('code')}
          />
        )}
      </FormSection>
    </EndpointForm>
  )
}
