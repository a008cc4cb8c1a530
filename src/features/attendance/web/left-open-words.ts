import { t } from '#web/i18n.ts'
import type { HoldKind, Outcome } from '../left-open-rules.ts'

export interface HoldOnScreen {
  kind: HoldKind
  count: number
}

/** What a visit that was left open still holds, in words. */
export const holdText = ({ kind, count }: HoldOnScreen): string =>
  ({
    results_pending: () => t('{{count}} results pending', { count }),
    critical_result: () => t('{{count}} critical results to notify', { count }),
    results_to_review: () => t('Results ready, not reviewed'),
    critical_vitals: () => t('Critical vital signs not seen by a doctor'),
    unsigned_note: () => t('{{count}} unsigned notes', { count }),
    orders_not_sent: () => t('{{count}} orders not sent', { count }),
    tests_not_collected: () => t('{{count}} tests without a sample', { count }),
    reopened: () => t('Reopened before'),
    recent_activity: () => t('Activity in the last hours'),
    prescription_waiting: () => t('{{count}} medicines to dispense', { count }),
    unpaid_bill: () => t('{{count}} unpaid bills', { count }),
    referral_open: () => t('{{count}} open referrals', { count }),
  })[kind]()

/** How a visit that was left open ended. */
export const outcomeText = (outcome: Outcome): string =>
  outcome === 'left without being seen' ? t('Left without being seen') : t('Left before the end')
