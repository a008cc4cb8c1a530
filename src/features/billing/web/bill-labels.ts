import { IconCircleCheck, IconCircleDashed, IconFileInvoice, IconProgress, IconReceiptRefund, type Icon } from '@tabler/icons-react'
import { trackLabel, tracks, type Track } from '#features/attendance/rules.ts'
import { t } from '#web/i18n.ts'
import { money } from '#web/text/format.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import type { Invoice, InvoiceItem, Receipt } from './bill-types.ts'

/** Words of the contract in the person's language, to be asked for while rendering. */
export const billStatus = (status: Invoice['status']): { tone: Tone; icon: Icon; word: string } =>
  ({
    draft: { tone: 'inactive' as const, icon: IconCircleDashed, word: t('Draft') },
    issued: { tone: 'attention' as const, icon: IconFileInvoice, word: t('Issued, unpaid') },
    'part-paid': { tone: 'progress' as const, icon: IconProgress, word: t('Part-paid') },
    paid: { tone: 'done' as const, icon: IconCircleCheck, word: t('Paid') },
    credited: { tone: 'inactive' as const, icon: IconReceiptRefund, word: t('Credited') },
  })[status]

/** The state of a bill in words, for a person who acted on an older version of it. */
export const billState = (bill: Record<string, unknown>): string => {
  const { status, credited, patient_balance } = bill as unknown as Invoice
  return [
    billStatus(status).word,
    t('credited {amount}', { amount: money(credited) }),
    t('patient owes {amount}', { amount: money(patient_balance) }),
  ].join(', ')
}

export const receiptKindWord = (kind: Receipt['kind']) => ({ payment: t('Payment'), refund: t('Refund'), reversal: t('Reversal') })[kind]

export const receiptCounterWord = (counter: Receipt['counter']) => ({ cashier: t('Cashier'), pharmacy: t('Pharmacy') })[counter]

export const itemCategoryWord = (category: InvoiceItem['category']) =>
  ({
    consultation: t('Consultation'),
    procedure: t('Procedure'),
    nursing: t('Nursing'),
    laboratory: t('Laboratory'),
    imaging: t('Imaging'),
    drug: t('Drug'),
    consumable: t('Consumable'),
    bed: t('Bed'),
    other: t('Other'),
  })[category]

export const asTrack = (track: string): Track | undefined => tracks.find((one) => one === track)
export const whereWord = (track: string) => t(trackLabel[asTrack(track) ?? 'billing'])

/** Who a bill is for: the patient, or the customer who is none. */
export const billedTo = ({ patient_name, customer_name }: Pick<Invoice, 'patient_name' | 'customer_name'>) => customer_name ?? patient_name
