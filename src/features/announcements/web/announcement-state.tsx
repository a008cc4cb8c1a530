import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { Announcement } from '../contract.ts'

/** Whether it stands, and if not, why. */
export const AnnouncementState = ({ of }: { of: { withdrawn_at: unknown } & Pick<Announcement, 'is_active'> }) => {
  if (of.withdrawn_at) return <Status tone="inactive">{t('Withdrawn')}</Status>
  return of.is_active ? <Status tone="done">{t('In force')}</Status> : <Status tone="inactive">{t('Expired')}</Status>
}
