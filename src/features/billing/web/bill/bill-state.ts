import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Invoice } from '../bill-types.ts'
import { billStatus } from '../bill-words.ts'

/** How a bill stands, for whoever acted on an older version of it. */
export const billState = (bill: Record<string, unknown>): string => {
  const { status, credited, patient_balance } = bill as unknown as Invoice
  return [
    billStatus(status).word,
    t('credited {{amount}}', { amount: money(credited) }),
    t('due from the patient {{amount}}', { amount: money(patient_balance) }),
  ].join(', ')
}
