import { Button, Switch } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { Entries } from '#web/inbox/entries.tsx'
import { useReading } from '#web/inbox/use-inbox.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { useNow } from '#web/state/use-now.ts'
import { useUrlState } from '#web/state/url-state.ts'
import { listNotifications } from '../contract.ts'

const WishesDialog = lazy(async () => ({ default: (await import('./wishes-dialog.tsx')).WishesDialog }))

const one = z.literal('1')
const state = { past: one, choose: one }

/** All of a person's notifications with what was dealt with, if they want, and what they want to be told of. */
export const InboxList = ({ pastLabel, empty }: { pastLabel: string; empty: string }) => {
  const [{ past, choose }, set] = useUrlState(state)
  const list = usePages(pages(listNotifications, { query: past ? { all: 'true' } : {} }))
  const { readAll, isReading } = useReading()
  const now = useNow()
  const seen = list.data ?? []
  return (
    <>
      <div className="row wrap no-print">
        <Switch
          label={pastLabel}
          checked={past !== undefined}
          onChange={(event) => set({ past: event.currentTarget.checked ? '1' : '' })}
        />
        <span className="grow" />
        {seen.some(({ is_read }) => !is_read) && (
          <Button loading={isReading} onClick={() => readAll(seen, past !== undefined)}>
            {t('Mark all as read')}
          </Button>
        )}
        <Button onClick={() => set({ choose: '1' })}>{t('Notification settings')}</Button>
      </div>
      <FourStates
        query={list}
        isEmpty={({ length }) => length === 0}
        empty={
          <Empty icon={IconBell} title={t('Nothing pending')}>
            {empty}
          </Empty>
        }
      >
        {(rows) => (
          <div className="section">
            <Entries rows={rows} now={now} />
            {list.hasMore && (
              <Button fullWidth variant="subtle" loading={list.isFetchingMore} onClick={list.fetchMore}>
                {t('Show more')}
              </Button>
            )}
          </div>
        )}
      </FourStates>
      <Suspense>{choose && <WishesDialog onClose={() => set({ choose: '' })} />}</Suspense>
    </>
  )
}
