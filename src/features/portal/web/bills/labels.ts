import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import type { OwnBill } from './calls.ts'

export const BILLS = '/patient-overview/bills'

/** An amount as it is spoken of, with the clinic's currency. */
export const sum = (amount: string): string => money(amount, { withCurrency: true })
export const isNought = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount)

/** What is left to do about a bill, by what is due of it from the patient and what they paid. */
export const billWord = ({ due, paid, own_total }: Pick<OwnBill, 'due' | 'paid' | 'own_total'>): { tone: Tone; word: string } => {
  if (due.startsWith('-')) return { tone: 'attention', word: t('The clinic owes you {amount}', { amount: sum(due.slice(1)) }) }
  if (!isNought(due)) return isNought(paid) ? { tone: 'attention', word: t('To be paid') } : { tone: 'progress', word: t('Partly paid') }
  return isNought(own_total) || isNought(paid) ? { tone: 'done', word: t('Nothing to pay') } : { tone: 'done', word: t('Paid') }
}
