import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBell } from '@tabler/icons-react'
import { Link } from 'react-router'
import { listNotifications } from '#calls/notifications/contract.ts'
import { query } from '../calls/api.ts'
import { t } from '../i18n.ts'
import { Entries } from '../inbox/entries.tsx'
import { useReading } from '../inbox/use-inbox.ts'
import { Empty, FourStates } from '../ui/four-states.tsx'
import { useNow } from '../state/use-now.ts'
import styles from '../inbox/inbox.module.css'

const NEWEST = 20

/** The newest notifications, beneath the bell. */
export const InboxPanel = ({ close }: { close: () => void }) => {
  const list = useQuery(query(listNotifications, { query: { limit: NEWEST } }))
  const { readAll, isReading } = useReading()
  const now = useNow()
  const rows = list.data ?? []
  return (
    <section className={`stack ${styles.panel}`} aria-label={t('Notifications')}>
      <header className="in-row gap-4 pad-4-5">
        <h2 className="grow">{t('Notifications')}</h2>
        {rows.some(({ is_read }) => !is_read) && (
          <Button size="compact-sm" variant="subtle" loading={isReading} onClick={() => readAll(rows)}>
            {t('Mark all as read')}
          </Button>
        )}
      </header>
      <div className={`line-top ${styles.panelBody}`}>
        <FourStates
          query={list}
          isEmpty={({ length }) => length === 0}
          empty={
            <Empty icon={IconBell} title={t('Nothing pending')}>
              {t('Notifications and tasks appear here automatically.')}
            </Empty>
          }
        >
          {(found) => <Entries rows={found} now={now} onGo={close} />}
        </FourStates>
      </div>
      <footer className={`in-row gap-4 pad-4-5 ${styles.panelFoot}`}>
        <Button component={Link} to="/dashboard/notifications" onClick={close} size="compact-sm" variant="subtle">
          {t('All notifications')}
        </Button>
        <span className="grow" />
        <Button component={Link} to="/dashboard/notifications?choose=1" onClick={close} size="compact-sm" variant="subtle">
          {t('Notification settings')}
        </Button>
      </footer>
    </section>
  )
}
