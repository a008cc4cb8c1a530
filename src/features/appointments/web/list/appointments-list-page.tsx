import { Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarOff, IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { download, pages, query } from '#web/calls/api.ts'
import { weekday, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useNow } from '#web/state/use-now.ts'
import { printDay, listAppointments, countDays } from '#features/appointments/contract.ts'
import { appointmentStatuses, statusLabel, type AppointmentStatus, MAX_COUNT_DAYS } from '#features/appointments/rules.ts'
import { appointmentColumns } from '../appointment-columns.tsx'
import type { AppointmentOnScreen } from '../appointment-shape.ts'
import { checkInNow } from '../check-in.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { ChoiceFilter, Filters, NoMatches } from '#web/ui/filters.tsx'
import { AnyDoctorField, RoomField } from '../booking/place-fields.tsx'
import { askReason } from '#web/messages/dialogs.ts'
import { useAppointmentChanges } from '../use-appointment-changes.ts'
import styles from '../appointments.module.css'
import { PHONE, LAPTOP } from '#web/look/tokens.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { usePages } from '#web/calls/rows.ts'
import { useUrlState } from '#web/state/url-state.ts'

const state = {
  q: z.string().max(100),
  status: z.enum(appointmentStatuses),
  doctor: Id,
  room: Id,
  from: z.iso.date(),
  to: z.iso.date(),
  /** Every day, instead of today. */
  days: z.literal('all'),
  open: Id,
  book: z.literal('1'),
}
const PAGE = 100
const DAY_MS = 86_400_000

/** How many of each state the days have; nothing for more days than are counted at once. */
const useCounts = (from: string | undefined, to: string | undefined, doctor: number | undefined, room: number | undefined) => {
  const isCounted = from !== undefined && to !== undefined && (Date.parse(to) - Date.parse(from)) / DAY_MS < MAX_COUNT_DAYS && from <= to
  const { data } = useQuery({ ...query(countDays, { query: { from: from ?? '', to: to ?? '', doctor, room } }), enabled: isCounted })
  if (!isCounted || !data) return null
  const counts = new Map<AppointmentStatus, number>()
  for (const day of data)
    for (const status of appointmentStatuses) counts.set(status, (counts.get(status) ?? 0) + (day.counts[status] ?? 0))
  return { total: data.reduce((sum, day) => sum + day.total, 0), counts }
}

/** What the address of the list says, and the rows it asks for: those of today unless something else was asked for. */
const useAppointmentRows = () => {
  const [url, setUrl] = useUrlState(state)
  const isAnyDay = url.days === 'all' || (url.q !== undefined && url.from === undefined && url.to === undefined)
  const isToday = !isAnyDay && url.from === undefined && url.to === undefined
  const [from, to] = isAnyDay ? [undefined, undefined] : isToday ? [today(), today()] : [url.from, url.to]
  const { q, status, doctor, room } = url
  const rows = usePages({
    ...pages(listAppointments, {
      query: { q, status, assigned_doctor__id: doctor, room, from, to, sort: isAnyDay ? '-time' : 'time', limit: PAGE },
    }),
    placeholderData: keepPreviousData,
  })
  return {
    url,
    setUrl,
    rows,
    from,
    to,
    isToday,
    isOneDay: from !== undefined && from === to,
    isNarrowed: [q, status, doctor, room].some((value) => value !== undefined),
    counts: useCounts(from, to, doctor, room),
  }
}
type AppointmentRows = ReturnType<typeof useAppointmentRows>

/** How many the server changes at once. */
const MOST = 100

interface Props {
  chosen: readonly AppointmentOnScreen[]
  onDone: () => void
}

/** What can be done with the chosen ones together. A state that some of them do not follow takes the others alone, and says how many. */
const BatchBar = ({ chosen, onDone }: Props) => {
  const { setStatuses } = useAppointmentChanges()
  const following = (status: AppointmentStatus) => chosen.filter(({ may }) => may.statuses.includes(status)).slice(0, MOST)
  const bring = (status: AppointmentStatus, reason?: string) =>
    void setStatuses(
      following(status).map(({ id }) => id),
      status,
      reason,
    ).then((isDone) => isDone && onDone())
  const cancel = async () => {
    const count = following('cancelled').length
    const reason = await askReason({
      title: t('{count, plural, one {Cancel # appointment} other {Cancel # appointments}}', { count }),
      action: t('Cancel them'),
      isGrave: true,
    })
    if (reason !== null) bring('cancelled', reason)
  }
  const actions = [
    { status: 'confirmed' as const, key: 'K', word: t('Confirm'), run: () => bring('confirmed') },
    { status: 'no-show' as const, key: 'W', word: t('No-show'), run: () => bring('no-show') },
    { status: 'cancelled' as const, key: 'D', word: t('Cancel…'), run: () => void cancel() },
  ]
  useKeys(actions.filter(({ status }) => following(status).length > 0).map(({ key, word, run }) => ({ keys: key, label: word, run })))
  return (
    <div className="in-row wrap surface round-l gap-4 pad-4-5 outlined-accent" role="group" aria-label={t('Selected appointments')}>
      <b className="num" role="status">
        {t('{count} selected', { count: chosen.length })}
      </b>
      {actions.map(({ status, key, word, run }) => {
        const count = following(status).length
        return (
          <Button key={status} disabled={count === 0} onClick={run} rightSection={<Kbd className="not-phone">{key}</Kbd>}>
            {word} <span className={`num t3 ${styles.apptBatchN}`}>{count < chosen.length ? count : ''}</span>
          </Button>
        )
      })}
      <span className="grow" />
      <Button variant="subtle" onClick={onDone}>
        {t('Clear selection')}
      </Button>
    </div>
  )
}

const idText = (id: number | undefined) => (id === undefined ? '' : String(id))

/** Narrows the list: days, doctor, room, state. */
const AppointmentFilters = ({ url, setUrl, from, to, isToday }: AppointmentRows) => {
  const days = url.days === 'all'
  return (
    <Filters className={`contents marks-pressed ${styles.apptFilters}`}>
      <DateField
        daysOnly
        aria-label={t('From date')}
        placeholder={t('From date')}
        value={from}
        onChange={(day) => setUrl({ from: day ?? '', to: day !== null && to !== undefined && day > to ? day : (to ?? ''), days: '' })}
      />
      <DateField
        daysOnly
        aria-label={t('To date')}
        placeholder={t('To date')}
        value={to}
        minDate={from}
        onChange={(day) => setUrl({ from: from ?? '', to: day ?? '', days: '' })}
      />
      <Button aria-pressed={isToday} onClick={() => setUrl({ from: '', to: '', days: '', q: '' })}>
        {t('Today')}
      </Button>
      <Button aria-pressed={days} onClick={() => setUrl({ from: '', to: '', days: days ? '' : 'all' })}>
        {t('All days')}
      </Button>
      <AnyDoctorField label={undefined} aria-label={t('Doctor')} value={idText(url.doctor)} onChange={(doctor) => setUrl({ doctor })} />
      <RoomField label={undefined} aria-label={t('Room')} value={idText(url.room)} onChange={(room) => setUrl({ room })} />
      <ChoiceFilter
        label={t('Status')}
        any={t('All statuses')}
        data={appointmentStatuses.map((value) => ({ value, label: t(statusLabel[value]) }))}
        value={url.status}
        onChange={(status) => setUrl({ status })}
      />
    </Filters>
  )
}

const AppointmentPanel = lazy(async () => ({ default: (await import('../appointment/appointment-panel.tsx')).AppointmentPanel }))
const BookAppointmentDialog = lazy(async () => ({
  default: (await import('../booking/book-appointment-dialog.tsx')).BookAppointmentDialog,
}))

const TICK_MS = 30_000

/** The days that are shown, with how many of each state. */
const Sub = ({ from, to, counts }: AppointmentRows) => {
  const days = from === undefined && to === undefined ? t('All days') : [from, to !== from && to].map((day) => day && weekday(day))
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
    <NoMatches title={t('No matching appointments')} onClear={() => list.setUrl({ q: '', status: '', doctor: '', room: '' })} />
  ) : (
    <Empty
      icon={IconCalendarOff}
      title={list.isToday ? t('No appointments today') : t('No appointments on these days')}
      action={
        onBook && (
          <Button variant="filled" onClick={onBook}>
            {t('Book appointment')}
          </Button>
        )
      }
    >
      {t('Appointments appear here, by time.')}
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
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const isPhone = useMediaQuery(PHONE) ?? false
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
    else toast.failed(t('Select a row with the arrow keys first.'))
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
          { keys: 'X', label: t('Select current row'), run: onRow(({ id }) => toggle(id)) },
          {
            keys: 'A',
            label: t('Select or clear all rows'),
            run: () => setIds(new Set(chosen.length === shown.length ? [] : shown.map(({ id }) => id))),
          },
        ]
      : []),
    ...(allowed('attendance.start') ? [{ keys: 'C', label: t('Check in selected row'), run: onRow(checkInRow) }] : []),
  ])
  return (
    <Page
      title={t('Appointments')}
      sub={<Sub {...list} />}
      actions={
        <>
          {isOneDay && (
            <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
              {t('Print day')}
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
      <div className="in-row wrap gap-4" role="search" ref={tools}>
        <SearchField label={t('Number, name or phone')} value={url.q ?? ''} onChange={(q) => setUrl({ q })} />
        <AppointmentFilters {...list} />
      </div>
      {chosen.length > 0 && <BatchBar chosen={chosen} onDone={() => setIds(new Set())} />}
      <div className={`stack rows-box ${styles.apptRows}`}>
        <DataTable
          label={t('Appointments')}
          columns={appointmentColumns({ chosen: mayChange ? { ids, toggle } : undefined, isOneDay, isNarrow, isPhone, now })}
          rows={rows}
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
