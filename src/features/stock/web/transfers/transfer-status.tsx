import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { TransferRow } from './transfer-calls.ts'

/** How a transfer stands: colour, icon, word. */
export const TransferStatus = ({ of, chip }: { of: Pick<TransferRow, 'status' | 'missing'>; chip?: boolean }) => {
  if (of.status === 'sent')
    return (
      <Status tone="progress" chip={chip}>
        {t('On its way')}
      </Status>
    )
  if (of.status === 'cancelled')
    return (
      <Status tone="inactive" chip={chip}>
        {t('Called back')}
      </Status>
    )
  return (
    <Status tone={of.missing > 0 ? 'attention' : 'done'} chip={chip}>
      {of.missing > 0 ? t('Arrived in part') : t('Arrived')}
    </Status>
  )
}
