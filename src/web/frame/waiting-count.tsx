import { useQuery } from '@tanstack/react-query'
import { IconAlertOctagon } from '@tabler/icons-react'
import { countWaiting } from '#calls/notifications/contract.ts'
import { query } from '../calls/api.ts'
import type { CountProps } from '../feature.ts'
import { t } from '../i18n.ts'
import { number } from '../text/format.ts'

/** Beyond it the server does not count. */
const MOST = 99
/** What cannot wait is red, with a sign. */
const CRITICAL = '/dashboard/laboratory/critical'

/**
 * How many wait behind these entries of the menu, all of them by one call for the whole menu; nothing when none does. It
 * describes its link and leaves the name of the link as it is.
 */
export const WaitingCount = ({ at, id }: CountProps) => {
  const { data = [] } = useQuery(query(countWaiting))
  const mine = data.filter((one) => at.includes(one.at))
  const count = mine.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return null
  const isCritical = mine.some((one) => one.at === CRITICAL && one.count > 0)
  const shown = count > MOST ? `${MOST}+` : number(count)
  return (
    <span className="count num" aria-hidden data-critical={isCritical || undefined}>
      {isCritical && <IconAlertOctagon size={12} stroke={1.75} />}
      {shown}
      <span hidden id={id}>
        {t('{count} waiting', { count: shown })}
      </span>
    </span>
  )
}
