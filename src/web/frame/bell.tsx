import { ActionIcon, Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { countNotifications } from '#calls/notifications/contract.ts'
import { query } from '../calls/api.ts'
import { t } from '../i18n.ts'
import { session } from '../session/session.ts'
import { useStore } from '../state/store.ts'
import { Loading } from '../ui/four-states.tsx'

const load = () => import('./inbox-panel.tsx')
const InboxPanel = lazy(async () => ({ default: (await load()).InboxPanel }))

/** Beyond it the server does not count. */
const MOST = 99

const Badge = ({ unread, critical }: { unread: number; critical: number }) =>
  unread > 0 && (
    <b className="num" data-critical={critical > 0 || undefined}>
      {unread > MOST ? `${MOST}+` : unread}
    </b>
  )

/** What waits for this person: how many they have not read, and the newest of them. A patient's are a page of their own. */
export const Bell = () => {
  const [isOpen, setOpen] = useState(false)
  const { user } = useStore(session)
  const { data: count = { unread: 0, critical: 0 } } = useQuery(query(countNotifications))
  const { unread } = count
  const label = unread === 0 ? t('Notifications') : t('Notifications: {count}', { count: unread > MOST ? `${MOST}+` : unread })
  const sign = (
    <>
      <IconBell size={18} stroke={1.5} aria-hidden />
      <Badge {...count} />
    </>
  )
  if (user?.role === 'patient')
    return (
      <ActionIcon className="bell" component={Link} to="/patient-overview/notifications" aria-label={label}>
        {sign}
      </ActionIcon>
    )
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <ActionIcon
          className="bell"
          aria-label={label}
          onClick={() => setOpen(!isOpen)}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
        >
          {sign}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Notifications')} p={0}>
        <Suspense fallback={<Loading rows={4} />}>{isOpen && <InboxPanel close={() => setOpen(false)} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
