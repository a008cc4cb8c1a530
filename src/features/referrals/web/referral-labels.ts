import { t } from '#web/i18n.ts'
import type { Status } from '#web/look/tokens.ts'
import type { ReferralStatus } from '../rules.ts'

export const referralState = (status: ReferralStatus): { tone: Status; text: string } =>
  ({
    pending: { tone: 'waiting' as const, text: t('Waiting') },
    accepted: { tone: 'progress' as const, text: t('Accepted') },
    declined: { tone: 'attention' as const, text: t('Declined') },
    completed: { tone: 'done' as const, text: t('Answered') },
    cancelled: { tone: 'inactive' as const, text: t('Cancelled') },
  })[status]
