import { IconClock } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { Announcement } from '../contract.ts'

/** Whether it stands, and if not, why. */
export const AnnouncementState = ({ announcement }: { announcement: Pick<Announcement, 'state'> }) => {
  switch (announcement.state) {
    case 'withdrawn':
      return <Status tone="inactive">{t('Withdrawn')}</Status>
    case 'expired':
      return <Status tone="inactive">{t('Expired')}</Status>
    case 'scheduled':
      return (
        <Status tone="waiting" icon={IconClock}>
          {t('Scheduled')}
        </Status>
      )
    default:
      return <Status tone="done">{t('Shown now')}</Status>
  }
}
