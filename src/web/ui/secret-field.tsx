import { Button, PasswordInput, type PasswordInputProps } from '@mantine/core'
import { confirm } from '../messages/dialogs.ts'
import { t } from '../i18n.ts'
import { useAction } from '../calls/use-action.ts'

interface Props extends PasswordInputProps {
  isKept: boolean
  /** Takes what is kept away. */
  remove: () => Promise<unknown>
}

/** A box for a password that is never shown again: left empty it stays; removing it is an action of its own. */
export const SecretField = ({ isKept, remove, ...props }: Props) => {
  const { run, isRunning } = useAction()
  const ask = async () => {
    if (await confirm({ title: t('Remove the saved value?'), action: t('Remove'), isGrave: true })) run(remove, t('Removed'))
  }
  return (
    <div className="row" style={{ alignItems: 'end' }}>
      <PasswordInput
        className="grow"
        autoComplete="off"
        placeholder={isKept ? t('Saved; leave empty to keep it') : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('Show or hide') }}
        {...props}
      />
      {isKept && (
        <Button loading={isRunning} onClick={() => void ask()}>
          {t('Remove')}
        </Button>
      )}
    </div>
  )
}
