import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { TransferRow } from './transfer-calls.ts'

/** How a transfer stands: colour, icon, word. */
export const TransferStatus = ({ transfer, chip }: { transfer: Pick<TransferRow, 'status' | 'missing'>; chip?: boolean }) => {
  if (transfer.status === 'sent')
    return (
      <Status tone="progress" chip={chip}>
        {t('In transit')}
      </Status>
    )
  if (transfer.status === 'cancelled')
    return (
      <Status tone="inactive" chip={chip}>
        {t('Cancelled')}
      </Status>
    )
  return (
    <Status tone={transfer.missing > 0 ? 'attention' : 'done'} chip={chip}>
      {transfer.missing > 0 ? t('Part-received') : t('Arrived')}
    </Status>
  )
}
