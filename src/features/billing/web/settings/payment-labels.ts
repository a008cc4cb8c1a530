import { t } from '#web/i18n.ts'
import type { PaymentMode } from '#features/billing/contract-payments.ts'

type Category = PaymentMode['payment_category']

const words: Record<Category, { label: string }> = {
  cash: { label: 'Cash' },
  'mobile money': { label: 'Mobile money' },
  card: { label: 'Card' },
  bank: { label: 'Bank' },
  insurer: { label: 'Insurer' },
}

/** What kind of payment a mode is, in the person's language. */
export const categoryWord = (category: Category): string => t(words[category].label)

/** The kinds that a clinic's own modes can be. */
export const ownCategories = ['cash', 'mobile money', 'card', 'bank'] as const satisfies Category[]
