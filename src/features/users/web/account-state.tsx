import { IconKey } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { User } from '../contract.ts'

/** Whether the person can sign in, and with what. */
export const AccountState = ({ user: { is_active, must_change_password } }: { user: User }) => {
  if (!is_active) return <Status tone="inactive">{t('Disabled')}</Status>
  if (must_change_password)
    return (
      <Status tone="waiting" icon={IconKey}>
        {t('One-time password')}
      </Status>
    )
  return <Status tone="done">{t('Active')}</Status>
}
