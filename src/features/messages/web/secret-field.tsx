import { Button, PasswordInput, type PasswordInputProps } from '@mantine/core'
import { call } from '#web/api.ts'
import { confirm } from '#web/dialogs.ts'
import { t } from '#web/i18n.ts'
import { useDeed } from '#web/use-deed.ts'
import { updateMessageSettings } from '../contract-settings.ts'

interface Props extends PasswordInputProps {
  name: 'smtp_password' | 'sms_authorization'
  isKept: boolean
}

/** A box for a password that is never shown again: left empty it stays; removing it is a deed of its own. */
export const SecretField = ({ name, isKept, ...props }: Props) => {
  const { run, isRunning } = useDeed()
  const remove = async () => {
    if (await confirm({ title: t('Remove what is kept here?'), action: t('Remove') }))
      run(() => call(updateMessageSettings, { body: { [name]: '' } }), t('Removed'))
  }
  return (
    <div className="row" style={{ alignItems: 'end' }}>
      <PasswordInput
        className="grow"
        autoComplete="off"
        placeholder={isKept ? t('Kept; leave empty to keep it') : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('Show or hide') }}
        {...props}
      />
      {isKept && (
        <Button loading={isRunning} onClick={() => void remove()}>
          {t('Remove')}
        </Button>
      )}
    </div>
  )
}
