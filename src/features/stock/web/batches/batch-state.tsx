import { IconBan, IconCalendarX, IconLockPause, IconTruckDelivery } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { isExpired } from '../expiry-days.ts'
import type { StockItemCard } from '../stock-types.ts'

type State = StockItemCard['batches'][number]['places'][number]['state']

/** Whether a batch in its place may be used, and if not, why. */
export const BatchState = ({ state, isRecalled, expiresOn }: { state: State; isRecalled: boolean; expiresOn: string | null }) => {
  if (isRecalled)
    return (
      <Status tone="critical" icon={IconBan}>
        {t('Recalled')}
      </Status>
    )
  if (state === 'quarantined')
    return (
      <Status tone="attention" icon={IconLockPause}>
        {t('In quarantine')}
      </Status>
    )
  if (state === 'in transit')
    return (
      <Status tone="progress" icon={IconTruckDelivery}>
        {t('In transit')}
      </Status>
    )
  if (isExpired(expiresOn))
    return (
      <Status tone="attention" icon={IconCalendarX}>
        {t('Expired')}
      </Status>
    )
  return <Status tone="done">{t('Usable')}</Status>
}
