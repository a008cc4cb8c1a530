import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconInbox } from '@tabler/icons-react'
import { lazy, Suspense, useRef } from 'react'
import { Link } from 'react-router'
import { appointmentStatuses, statusLabel } from '#features/appointments/rules.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useNow } from '#web/state/use-now.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { usePages } from '#web/calls/rows.ts'
import { useUrlState } from '#web/state/url-state.ts'
import { listBookingRequests } from '../inbox-calls.ts'
import { AppointmentStatus } from '#features/appointments/web/appointment-status.tsx'
import { age, ago, dateTime, sex } from '#web/text/format.ts'
import { ChoiceFilter, NoMatches } from '#web/ui/filters.tsx'
import { contactOf, nameOfRequest, shortWhenOf, type Request } from './request-labels.ts'
import styles from './inbox.module.css'
import { LAPTOP } from '#web/look/tokens.ts'

interface Options {
  isNarrow: boolean
  /** Those on a record too, which is then named. */
  isAll: boolean
  now: number
}

/** The columns of the inbox: who, how they are reached, what for, with whom, when, and how it stands. */
const requestColumns = ({ isNarrow, isAll, now }: Options): readonly Column<Request>[] => {
  const columns: (Column<Request> | false)[] = [
    {
      key: 'received',
      title: t('Received'),
      width: 116,
      hideOnPhone: true,
      render: ({ date_created }) => (
        <span className="t2 num" title={dateTime(date_created)}>
          {ago(date_created, now)}
        </span>
      ),
    },
    {
      key: 'name',
      title: t('Name'),
      render: (row) => (
        <span className="clip" title={nameOfRequest(row)}>
          <bdi className="strong">{nameOfRequest(row)}</bdi>{' '}
          <span className="small t3 num">{[sex(row.gender), age(row.date_of_birth)].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    !isNarrow && {
      key: 'contact',
      title: t('Contact'),
      width: 184,
      hideOnPhone: true,
      render: (row) => (
        <span className="clip num" title={contactOf(row)}>
          {contactOf(row)}
        </span>
      ),
    },
    {
      key: 'for',
      title: t('For'),
      hideOnPhone: true,
      render: ({ item_name, reason }) => <span title={reason}>{item_name === null ? reason : `${item_name} · ${reason}`}</span>,
    },
    {
      key: 'doctor',
      title: t('Doctor'),
      width: isNarrow ? 124 : 148,
      hideOnPhone: true,
      render: ({ doctor_name }) => (
        <span title={doctor_name ?? undefined}>{doctor_name ?? <span className="t3">{t('Any doctor')}</span>}</span>
      ),
    },
    {
      key: 'when',
      title: t('When'),
      width: 152,
      render: ({ appointment_date_time }) => <span className="num">{shortWhenOf(appointment_date_time)}</span>,
    },
    { key: 'status', title: t('Status'), width: 124, hideOnPhone: true, render: ({ status }) => <AppointmentStatus state={status} /> },
    isAll && {
      key: 'record',
      title: t('Record'),
      width: 108,
      hideOnPhone: true,
      render: ({ patient_number, is_open }) =>
        patient_number === null ? (
          <span className="t3">{is_open ? t('not matched') : '–'}</span>
        ) : (
          <span className="num">{patient_number}</span>
        ),
    },
  ]
  return columns.filter((column) => column !== false)
}

const PAGE = 50
const state = {
  q: z.string().max(100),
  status: z.enum(appointmentStatuses),
  /** Every booking, instead of those that still have to be worked on. */
  show: z.literal('all'),
  open: Id,
}

/** What the address of the inbox says, and the bookings it asks for: those that still have to be worked on unless something else was asked for. */
const useRequests = () => {
  const [url, setUrl] = useUrlState(state)
  const { q, status } = url
  // Whoever looks for somebody looks everywhere.
  const isAll = url.show === 'all' || q !== undefined || status !== undefined
  const rows = usePages({
    ...pages(listBookingRequests, { query: { q, status, ...(!isAll && { is_open: 'true' }), limit: PAGE, count: 'true' } }),
    placeholderData: keepPreviousData,
  })
  return { url, setUrl, rows, isAll, isNarrowed: q !== undefined || status !== undefined }
}
type Requests = ReturnType<typeof useRequests>

const RequestPanel = lazy(async () => ({ default: (await import('./request-panel.tsx')).RequestPanel }))
const TICK_MS = 30_000

const Nothing = ({ url, setUrl, isNarrowed }: Requests) => {
  const { allowed } = useRights()
  if (isNarrowed) return <NoMatches title={t('No matching bookings')} onClear={() => setUrl({ q: '', status: '' })} />
  return (
    <Empty
      icon={IconInbox}
      title={url.show === 'all' ? t('No online bookings yet') : t('All public bookings are matched')}
      action={
        url.show === 'all' && allowed('schedules.change') ? (
          <Button component={Link} to="/dashboard/appointments/schedules">
            {t('Open the schedules')}
          </Button>
        ) : undefined
      }
    >
      {t('Bookings from the public page appear here, to be matched to a record and confirmed.')}
    </Empty>
  )
}

/** The public bookings, those that nobody has put on a record yet unless asked otherwise. */
export const RequestsPage = () => {
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const now = useNow(TICK_MS)
  const requests = useRequests()
  const { url, setUrl, rows, isAll } = requests
  const tools = useRef<HTMLDivElement>(null)
  const showOpen = () => setUrl({ show: '', q: '', status: '' })
  const showAll = () => setUrl({ show: 'all' })
  useKeys([
    { keys: '/', label: t('Find a booking'), run: () => tools.current?.querySelector('input')?.focus() },
    { keys: 'A', label: t('All bookings or to do only'), run: isAll ? showOpen : showAll },
  ])
  const { total } = rows
  const sub =
    total === null
      ? ''
      : isAll
        ? t('{count, plural, one {# public booking} other {# public bookings}}', { count: total })
        : t('{count} to match', { count: total })
  return (
    <Page title={t('Public bookings')} sub={sub}>
      <div className={`wrap flex gap-4 items-centre marks-pressed ${styles.inboxTools} no-print`} ref={tools}>
        <SearchField label={t('Name, number, phone or e-mail')} value={url.q ?? ''} onChange={(q) => setUrl({ q })} />
        <Button aria-pressed={!isAll} onClick={showOpen}>
          {t('To do')}
        </Button>
        <Button aria-pressed={isAll} onClick={showAll}>
          {t('All')}
        </Button>
        <ChoiceFilter
          label={t('Status')}
          any={t('All statuses')}
          data={appointmentStatuses.map((value) => ({ value, label: t(statusLabel[value]) }))}
          value={url.status}
          onChange={(status) => setUrl({ status })}
        />
      </div>
      <div className="stack rows-box">
        <DataTable
          label={t('Public bookings')}
          rows={rows}
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
