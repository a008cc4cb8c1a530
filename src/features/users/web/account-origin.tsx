import { t } from '#web/i18n.ts'
import { dayOf } from '#web/text/format.ts'
import type { User } from '../contract.ts'

type Origin = Pick<User, 'role' | 'created_at' | 'is_self_registered' | 'email_verified_at'>

/** Since when an account exists, who made it, and whether its address is known to be theirs. */
export const AccountOrigin = ({ account: { created_at, is_self_registered, email_verified_at } }: { account: Origin }) => (
  <>
    {is_self_registered
      ? t('Account since {day}, registered in the portal.', { day: dayOf(created_at) })
      : t('Account since {day}, added by the clinic.', { day: dayOf(created_at) })}{' '}
    {email_verified_at === null
      ? is_self_registered && t('The e-mail address is not verified.')
      : t('The e-mail address was verified on {day}.', { day: dayOf(email_verified_at) })}
  </>
)
