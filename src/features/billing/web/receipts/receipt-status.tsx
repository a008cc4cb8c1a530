import { IconArrowBackUp, IconCircleCheck, IconReceiptRefund } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { Receipt } from '../bill-types.ts'
import { receiptKindWord } from '../bill-labels.ts'

/** What a receipt is, and whether it still stands. */
export const ReceiptStatus = ({ receipt: { kind, reversed_by } }: { receipt: Pick<Receipt, 'kind' | 'reversed_by'> }) =>
  reversed_by !== null ? (
    <Status tone="inactive" icon={IconArrowBackUp}>
      {t('Reversed')}
    </Status>
  ) : kind === 'payment' ? (
    <Status tone="done" icon={IconCircleCheck}>
      {receiptKindWord(kind)}
    </Status>
  ) : (
    <Status tone="attention" icon={kind === 'refund' ? IconReceiptRefund : IconArrowBackUp}>
      {receiptKindWord(kind)}
    </Status>
  )
