import { Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FormSection } from '#web/ui/page.tsx'
import { setBackupPassphrase } from '../contract.ts'

/** Sets the passphrase, which is shown while it is typed: it has to be written down, and is told to nobody afterwards. */
export const PassphraseForm = ({ hasPassphrase }: { hasPassphrase: boolean }) => {
  const f = useEndpointForm(setBackupPassphrase, {
    initialValues: { passphrase: '', password: '', is_written_down: false },
    toBody: ({ is_written_down, ...rest }) => ({ ...rest, is_written_down: is_written_down as true }),
    onSaved: () => {
      f.form.reset()
      toast.done(t('The passphrase is set for all backups from now on'))
    },
  })
  const { getInputProps } = f.form
  return (
    <EndpointForm of={f} save={hasPassphrase ? t('Change the passphrase') : t('Set the passphrase')} isAside>
      <FormSection
        title={t('Passphrase')}
        sub={t(
          'Without it nobody can read a backup on another machine, and nobody can tell it to you: keep it where the backups are not. Older backups keep theirs.',
        )}
      >
        <TextInput
          label={t('New passphrase')}
          description={t('At least 12 characters; several words are best.')}
          autoComplete="off"
          spellCheck={false}
          required
          {...getInputProps('passphrase')}
        />
        <PasswordInput
          label={t('Your own password')}
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password'), tabIndex: 0 }}
          {...getInputProps('password')}
        />
        <Checkbox label={t('I have written it down')} {...getInputProps('is_written_down', { type: 'checkbox' })} />
      </FormSection>
    </EndpointForm>
  )
}
