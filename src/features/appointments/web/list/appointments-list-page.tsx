import { Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarOff, IconPrinter, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { download } from '#web/calls/api.ts'
import { weekday } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useNow } from '#web/state/use-now.ts'
import { printDay } from '#features/appointments/contract-calendar.ts'
import { appointmentStatuses, statusLabel } from '#features/appointments/rules.ts'
import { appointmentColumns } from '../appointment-columns.tsx'
import { AppointmentFilters } from './appointment-filters.tsx'
import type { AppointmentOnScreen } from '../appointment-shape.ts'
import { BatchBar } from './batch-bar.tsx'
import { checkInNow } from '../check-in.ts'
import '../appointments.css'
import { useAppointmentRows, type AppointmentRows } from './use-appointment-rows.ts'

const AppointmentPanel = lazy(async () => ({ default: (await import('../appointment/appointment-panel.tsx')).AppointmentPanel }))
const BookAppointmentDialog = lazy(async () => ({
  default: (await import('../booking/book-appointment-dialog.tsx')).BookAppointmentDialog,
}))

const TICK_MS = 30_000

/** The days that are shown, with how many of each state. */
const Sub = ({ from, to, counts }: AppointmentRows) => {
  const days = from === undefined && to === undefined ? t('Every day') : [from, to !== from && to].map((day) => day && weekday(day))
  const parts = counts
    ? appointmentStatuses.flatMap((status) => {
        const count = counts.counts.get(status) ?? 0
        return count > 0 ? [`${count} ${t(statusLabel[status]).toLowerCase()}`] : []
      })
    : []
  return [Array.isArray(days) ? days.filter(Boolean).join(' – ') : days, ...parts].join(' · ')
}

const Nothing = ({ list, onBook }: { list: AppointmentRows; onBook?: (() => void) | undefined }) =>
  list.isNarrowed ? (
    <Empty
      icon={IconSearch}
      title={t('No appointment matches')}
      action={<Button onClick={() => list.setUrl({ q: '', status: '', doctor: '', room: '' })}>{t('Clear the filters')}</Button>}
    />
  ) : (
    <Empty
      icon={IconCalendarOff}
      title={list.isToday ? t('Nobody has an appointment today') : t('No appointments on these days')}
      action={
        onBook && (
          <Button variant="filled" onClick={onBook}>
            {t('Book appointment')}
          </Button>
        )
      }
    >
      {t('What is booked stands here, by time.')}
    </Empty>
  )

/** The row that the cursor is on. */
const focusedRow = (rows: readonly AppointmentOnScreen[]): AppointmentOnScreen | undefined => {
  const at = document.activeElement?.closest('tr')?.dataset['row']
  return at === undefined ? undefined : rows[Number(at)]
}

/** All appointments, those of today unless asked otherwise: opened with Enter, chosen with X, changed together. */
export const AppointmentsListPage = () => {
  const go = useNavigate()
  const { allowed } = useRights()
  const isNarrow = useMediaQuery('(max-width: 1200px)') ?? false
  const isPhone = useMediaQuery('(max-width: 700px)') ?? false
  const now = useNow(TICK_MS)
  const list = useAppointmentRows()
  const { url, setUrl, rows, from, isOneDay } = list
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const tools = useRef<HTMLDivElement>(null)
  const mayChange = allowed('appointments.change')
  const shown = rows.data ?? []
  const chosen = shown.filter(({ id }) => ids.has(id))
  const toggle = (id: number) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  }
  const open = (id: number) => setUrl({ open: String(id) })
  const book = () => setUrl({ book: '1' })
  const onRow = (act: (row: AppointmentOnScreen) => void) => () => {
    const row = focusedRow(shown)
    if (row) act(row)
    else toast.failed(t('Put the cursor on a row first: arrows walk through them.'))
  }
  const checkInRow = (row: AppointmentOnScreen) =>
    row.may.check_in && row.patient !== null
      ? void checkInNow(row, (visit) => void go(`/dashboard/reception-interface?visit=${visit}`))
      : open(row.id)
  const print = () => void download(printDay, { query: { date: from ?? '', doctor: url.doctor } }, { open: true }).catch(toast.failed)
  useKeys([
    { keys: '/', label: t('Find an appointment'), run: () => tools.current?.querySelector('input')?.focus() },
    ...(mayChange
      ? [
          { keys: 'B', label: t('Book appointment'), run: book },
          { keys: 'X', label: t('Choose the row under the cursor'), run: onRow(({ id }) => toggle(id)) },
          {
            keys: 'A',
            label: t('Choose all rows, or none'),
            run: () => setIds(new Set(chosen.length === shown.length ? [] : shown.map(({ id }) => id))),
          },
        ]
      : []),
    ...(allowed('attendance.start') ? [{ keys: 'C', label: t('Check in the row under the cursor'), run: onRow(checkInRow) }] : []),
  ])
  return (
    <Page
      title={t('Appointments')}
      sub={<Sub {...list} />}
      actions={
        <>
          {isOneDay && (
            <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
              {t('Print the day')}
            </Button>
          )}
          {mayChange && (
            <Button variant="filled" rightSection={<Kbd className="not-phone">B</Kbd>} aria-keyshortcuts="B" onClick={book}>
              {t('Book appointment')}
            </Button>
          )}
        </>
      }
    >
      <div className="appt-tools" role="search" ref={tools}>
        <SearchField label={t('Number, name or phone')} value={url.q ?? ''} onChange={(q) => setUrl({ q })} />
        <AppointmentFilters {...list} />
      </div>
      {chosen.length > 0 && <BatchBar chosen={chosen} onDone={() => setIds(new Set())} />}
      <div className="appt-rows">
        <DataTable
          label={t('Appointments')}
          columns={appointmentColumns({ chosen: mayChange ? { ids, toggle } : undefined, isOneDay, isNarrow, isPhone, now })}
          of={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => open(id)}
          empty={<Nothing list={list} onBook={mayChange ? book : undefined} />}
        />
      </div>
      <Suspense>
        {url.open !== undefined && <AppointmentPanel id={url.open} onClose={() => setUrl({ open: '' })} />}
        {url.book !== undefined && mayChange && (
          <BookAppointmentDialog onClose={() => setUrl({ book: '' })} onBooked={() => setUrl({ book: '' })} />
        )}
      </Suspense>
    </Page>
  )
}
