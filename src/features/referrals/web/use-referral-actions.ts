import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { useAction } from '#web/calls/use-action.ts'
import { moveReferral, type listReferrals } from '../contract.ts'

export type ReferralOnScreen = ResponseOf<typeof listReferrals>[number]

/** What can be done with a referral by one button each. */
export const useReferralActions = () => {
  const { run, isRunning } = useAction()
  const move = ({ id, version }: ReferralOnScreen, status: 'accepted' | 'declined' | 'cancelled', reason?: string) =>
    run(() => call(moveReferral, { params: { id }, body: { status, reason, version } }))
  const withReason = async (referral: ReferralOnScreen, status: 'declined' | 'cancelled') => {
    const isCancel = status === 'cancelled'
    const reason = await askReason({
      title: isCancel ? t('Cancel referral') : t('Decline referral'),
      action: isCancel ? t('Cancel referral') : t('Decline referral'),
    })
    if (reason !== null) move(referral, status, reason)
  }
  return {
    isRunning,
    accept: (referral: ReferralOnScreen) => move(referral, 'accepted'),
    decline: (referral: ReferralOnScreen) => void withReason(referral, 'declined'),
    cancel: (referral: ReferralOnScreen) => void withReason(referral, 'cancelled'),
  }
}
