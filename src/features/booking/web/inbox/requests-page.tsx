import { Button, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconInbox, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useRef } from 'react'
import { Link } from 'react-router'
import { appointmentStatuses, statusLabel } from '#features/appointments/rules.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useNow } from '#web/state/use-now.ts'
import './inbox.css'
import { requestColumns } from './request-columns.tsx'
import { useRequests, type Requests } from './use-requests.ts'

const RequestPanel = lazy(async () => ({ default: (await import('./request-panel.tsx')).RequestPanel }))
const TICK_MS = 30_000

const Nothing = ({ url, setUrl, isNarrowed }: Requests) => {
  const { allowed } = useRights()
  if (isNarrowed)
    return (
      <Empty
        icon={IconSearch}
        title={t('No booking matches')}
        action={<Button onClick={() => setUrl({ q: '', status: '' })}>{t('Clear the filters')}</Button>}
      />
    )
  return (
    <Empty
      icon={IconInbox}
      title={url.show === 'all' ? t('Nobody has booked online yet') : t('Every public booking is on a record')}
      action={
        url.show === 'all' && allowed('schedules.change') ? (
          <Button component={Link} to="/dashboard/appointments/schedules">
            {t('Open the schedules')}
          </Button>
        ) : undefined
      }
    >
      {t('What people book on the public page comes in here, to be put on a record and confirmed.')}
    </Empty>
  )
}

/** The public bookings, those that nobody has put on a record yet unless asked otherwise. */
export const RequestsPage = () => {
  const isNarrow = useMediaQuery('(max-width: 1200px)') ?? false
  const now = useNow(TICK_MS)
  const requests = useRequests()
  const { url, setUrl, rows, isAll } = requests
  const tools = useRef<HTMLDivElement>(null)
  const showOpen = () => setUrl({ show: '', q: '', status: '' })
  const showAll = () => setUrl({ show: 'all' })
  useKeys([
    { keys: '/', label: t('Find a booking'), run: () => tools.current?.querySelector('input')?.focus() },
    { keys: 'A', label: t('All bookings, or those to be worked on'), run: isAll ? showOpen : showAll },
  ])
  const { total } = rows
  const sub =
    total === null ? '' : isAll ? t('{{count}} public bookings', { count: total }) : t('{{count}} to be put on a record', { count: total })
  return (
    <Page title={t('Public bookings')} sub={sub}>
      <div className="inbox-tools no-print" ref={tools}>
        <SearchField label={t('Name, number, phone or e-mail')} value={url.q ?? ''} onChange={(q) => setUrl({ q })} />
        <Button aria-pressed={!isAll} onClick={showOpen}>
          {t('To be worked on')}
        </Button>
        <Button aria-pressed={isAll} onClick={showAll}>
          {t('All')}
        </Button>
        <Select
          aria-label={t('State')}
          placeholder={t('Every state')}
          data={appointmentStatuses.map((value) => ({ value, label: t(statusLabel[value]) }))}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          value={url.status ?? null}
          onChange={(status) => setUrl({ status: status ?? '' })}
        />
      </div>
      <div className="inbox-rows">
        <DataTable
          label={t('Public bookings')}
          of={rows}
          rowKey={({ id }) => id}
          columns={requestColumns({ isNarrow, isAll, now })}
          onOpen={({ id }) => setUrl({ open: String(id) })}
          empty={<Nothing {...requests} />}
        />
      </div>
      <Suspense>{url.open !== undefined && <RequestPanel id={url.open} onClose={() => setUrl({ open: '' })} />}</Suspense>
    </Page>
  )
}
