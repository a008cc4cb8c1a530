import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { countUnread } from '#calls/announcements/contract.ts'
import { query } from '../calls/api.ts'
import { t } from '../i18n.ts'

/** What begins to stand with a new day is no news of its own. */
const ASK_AGAIN_MS = 900_000

/** How many announcements this person has not read, beside their entry of the menu; nothing when there is none. */
export const AnnouncementCount = () => {
  const { data } = useQuery({ ...query(countUnread), refetchInterval: ASK_AGAIN_MS })
  const unread = data?.unread ?? 0
  if (unread === 0) return null
  return (
    <span className="count num">
      <span aria-hidden>{unread}</span>
      <VisuallyHidden>{t('{count} unread', { count: unread })}</VisuallyHidden>
    </span>
  )
}
