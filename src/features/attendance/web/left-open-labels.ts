import { t } from '#web/i18n.ts'
import type { HoldKind } from '../left-open-rules.ts'

export interface HoldOnScreen {
  kind: HoldKind
  count: number
}

/** What a visit that was left open still holds, in words. */
export const holdText = ({ kind, count }: HoldOnScreen): string =>
  ({
    results_pending: () => t('Results pending: {n}', { n: count }),
    critical_result: () => t('Critical results to notify: {n}', { n: count }),
    results_to_review: () => t('Results ready, not reviewed'),
    critical_vitals: () => t('Critical vital signs not seen by a doctor'),
    unsigned_note: () => t('Unsigned notes: {n}', { n: count }),
    orders_not_sent: () => t('Orders not sent: {n}', { n: count }),
    tests_not_collected: () => t('Tests without sample: {n}', { n: count }),
    reopened: () => t('Previously reopened'),
    recent_activity: () => t('Activity in the last hours'),
    prescription_waiting: () => t('Medicines to dispense: {n}', { n: count }),
    unpaid_bill: () => t('Unpaid bills: {n}', { n: count }),
    referral_open: () => t('Open referrals: {n}', { n: count }),
  })[kind]()
