import { IconCalendarDue, IconCalendarX } from '@tabler/icons-react'
import { date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { expiresWithin, isExpired } from './expiry-days.ts'

/** From so many days before its last one an expiry is marked. */
const NEAR_DAYS = 90

/** The last day of a batch, marked when it is near or past. */
export const ExpiryText = ({ day }: { day: string | null }) => {
  if (day === null) return <span className="t3">{t('No expiry')}</span>
  if (isExpired(day))
    return (
      <Status tone="attention" icon={IconCalendarX}>
        {t('Expired {day}', { day: date(day) })}
      </Status>
    )
  if (expiresWithin(day, NEAR_DAYS))
    return (
      <Status tone="attention" icon={IconCalendarDue}>
        {date(day)}
      </Status>
    )
  return <span className="num">{date(day)}</span>
}
