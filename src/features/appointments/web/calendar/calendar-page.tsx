import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { download } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { today } from '#web/text/format.ts'
import { readLocal, writeLocal } from '#web/state/local.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { changeStatuses, isOpen, printDay, appointmentStatuses } from '../calendar-calls.ts'
import { Agenda } from './agenda.tsx'
import { CalendarHead } from './calendar-head.tsx'
import { views as allViews, type View } from './calendar-days.ts'
import { usualZoom, zooms } from './geometry.ts'
import type { Held } from './drag-state.ts'
import { MonthGrid } from './month-grid.tsx'
import type { Cell, Entry, Plan } from './plan.ts'
import { type FreeTime, type GridHandle, TimeGrid } from './time-grid.tsx'
import { useCalendar, useCalendarState } from './use-calendar.ts'
import { useCalendarKeys } from './use-calendar-keys.ts'
import { startAt, targetOf, useMoves, type Target } from './use-moves.ts'
import { Status } from '#web/ui/status.tsx'
import { statusLook } from '../appointment-status.tsx'
import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { Empty, Failed, Loading, Stale } from '#web/ui/four-states.tsx'
import hoursStyles from './hours.module.css'
import headStyles from './head.module.css'
import legendStyles from './legend.module.css'
import { PHONE } from '#web/look/tokens.ts'

interface Props {
  query: { error: unknown; dataUpdatedAt: number; refetch: () => unknown }
  plan: Plan | undefined
  isPhone: boolean
  onBook?: (() => void) | undefined
  children: ReactNode
}

const COLUMNS = [0, 1, 2, 3, 4, 5]

/** Columns and blocks of the size of what is coming. */
const GridLoading = () => (
  <div
    className={`scroll rows-box outlined round-l canvas ${hoursStyles.scroll} grid gap-4 ${hoursStyles.waiting}`}
    role="status"
    aria-label={t('Loading')}
  >
    {COLUMNS.map((column) => (
      <div key={column} className="form-stack">
        <div className="skeleton" style={{ height: 28 }} />
        {[0, 1, 2, 3].map((row) => (
          <div
            key={row}
            className="skeleton"
            style={{ height: 40 + ((row + column) % 3) * 24, marginTop: ((row * 3 + column) % 4) * 18 }}
          />
        ))}
      </div>
    ))}
  </div>
)

/** Loading, error, nobody to show, or the calendar. */
const CalendarState = ({ query: { error, dataUpdatedAt, refetch }, plan, isPhone, onBook, children }: Props) => {
  if (!plan) {
    if (error) return <Failed error={error} retry={() => void refetch()} title={t('The calendar could not be loaded')} />
    return isPhone ? <Loading rows={8} height={56} /> : <GridLoading />
  }
  return (
    <>
      <Stale error={error} from={dataUpdatedAt} />
      {plan.resources.length === 0 && !isPhone ? (
        <Empty
          icon={IconCalendarPlus}
          title={plan.side === 'doctor' ? t('No sessions or appointments in this period') : t('No rooms in use then')}
          action={onBook && <Button onClick={onBook}>{t('Book appointment')}</Button>}
        >
          {t('Doctors’ sessions and appointments appear here, by hour.')}
        </Empty>
      ) : (
        children
      )}
    </>
  )
}

/** What colours and grounds mean, in words; a month does not count what was cancelled. */
const Legend = ({ isGrid, isMonth }: { isGrid: boolean; isMonth: boolean }) => (
  <footer className={`flow gap-2-6 pad-4-6 ${headStyles.legend} small`} aria-label={t('Legend')}>
    {appointmentStatuses
      .filter((one) => !isMonth || one !== 'cancelled')
      .map((one) => {
        const { tone, icon, word } = statusLook(one)
        return (
          <Status key={one} tone={tone} icon={icon}>
            {word}
          </Status>
        )
      })}
    {isGrid && (
      <>
        <span className={`t2 inline-row gap-3 ${legendStyles.calKey}`} data-ground="open">
          {t('Free')}
        </span>
        <span className={`t2 inline-row gap-3 ${legendStyles.calKey}`} data-ground="closed">
          {t('Outside working hours')}
        </span>
        <span className={`t2 inline-row gap-3 ${legendStyles.calKey}`} data-ground="off">
          {t('Leave or holiday')}
        </span>
        <span className={`t2 inline-row gap-3 ${legendStyles.calKey}`} data-ground="over">
          {t('Overbooked')}
        </span>
      </>
    )}
  </footer>
)

// Lists to choose from weigh as much as the rest of the page; the hours do not wait for them.
const CalendarFilters = lazy(async () => ({ default: (await import('./calendar-filters.tsx')).CalendarFilters }))
const BookDialog = lazy(async () => ({ default: (await import('../booking/book-appointment-dialog.tsx')).BookAppointmentDialog }))
const Panel = lazy(async () => ({ default: (await import('../appointment/appointment-panel.tsx')).AppointmentPanel }))
const MoveByTyping = lazy(async () => ({ default: (await import('./move-by-typing.tsx')).MoveByTyping }))
const RefusedDialog = lazy(async () => ({ default: (await import('./refused-dialog.tsx')).RefusedDialog }))

const phoneViews: readonly View[] = ['day', 'month']
const ZOOM = 'calendar_zoom'

const useZoom = (plan: Plan | undefined) => {
  const [chosen, setChosen] = useState(() => zooms.find((zoom) => String(zoom) === readLocal(ZOOM)))
  const hour = chosen ?? (plan ? usualZoom(plan) : zooms[2])
  const zoom = (by: 1 | -1) => {
    const next = zooms[zooms.indexOf(hour as (typeof zooms)[number]) + by]
    if (next === undefined) return
    writeLocal(ZOOM, String(next))
    setChosen(next)
  }
  return { hour, zoom }
}

/** What a booking begins with. */
interface Booking {
  doctor?: number | null
  room?: number | null
  start?: string
  /** The day on which a free time is looked for first. */
  from?: string
}

/** Where a drag has brought an appointment; a room that came with the old session does not follow to another doctor. */
const targetFor = (plan: Plan, { entry, minutes, from, to }: Held, { cell, at }: FreeTime): Target => {
  const before = targetOf(entry)
  const isSameTime = from.band === to.band && from.column === to.column && from.at === to.at
  const start = isSameTime ? before.start : startAt(cell.day, at, plan.zone)
  const id = cell.resource.id === 0 ? null : cell.resource.id
  if (plan.side === 'room') return { ...before, start, minutes, room: id }
  if (id === before.doctor) return { ...before, start, minutes }
  const session = cell.open.find((one) => one.at <= at && at < one.to)?.session
  return { start, minutes, doctor: id, room: session ? session.room : null }
}

/** The appointments of a day, a week or a month, by doctor or by room. */
export const CalendarPage = () => {
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
  const state = useCalendarState('day')
  const views = isPhone ? phoneViews : allViews
  const view: View = isPhone && state.view === 'week' ? 'day' : state.view
  const isMonth = view === 'month'
  const { asked, calendar, plan, names } = useCalendar(state, isMonth ? 'day' : view, !isMonth)
  const { hour, zoom } = useZoom(plan)
  const { move, undoLast, refusal, closeRefusal } = useMoves()
  const { can } = useRights()
  const grid = useRef<GridHandle>(null)
  const [booking, setBooking] = useState<Booking | null>(null)
  const [moving, setMoving] = useState<number | null>(null)
  const mayBook = can(changeStatuses)
  const mayChange = (entry: Entry) => mayBook && isOpen(entry.status)

  // The tab's title is outside React.
  useEffect(() => {
    document.title = `${t('Calendar')} · Kliniki`
  }, [])

  const { doctor, room, date, set } = state
  const bookAt = (cell: Cell, at?: number) => {
    const id = cell.resource.id === 0 ? null : cell.resource.id
    const session = at === undefined ? undefined : cell.open.find((one) => one.at <= at && at < one.to)?.session
    const own = plan?.side === 'room' ? { room: id, doctor: session?.doctor } : { doctor: id, room: session?.room }
    setBooking({ ...own, from: cell.day, ...(plan && at !== undefined && { start: startAt(cell.day, at, plan.zone) }) })
  }
  const book = () => {
    const cell = grid.current?.focusedCell()
    if (cell) bookAt(cell)
    else setBooking({ doctor, room, from: date < today() ? today() : date })
  }
  const print = () => void download(printDay, { query: { date, doctor } }, { open: true }).catch(toast.failed)
  const drop = (what: Held, to: FreeTime) => {
    if (plan) void move(what.entry, targetFor(plan, what, to))
  }
  const onBook = mayBook ? book : undefined
  const onPrint = view === 'day' ? print : undefined
  useCalendarKeys({
    state,
    views,
    grid,
    isGrid: !isMonth && !isPhone,
    onBook,
    onPrint,
    onUndo: undoLast,
    onMoveByTyping: mayBook
      ? (entry) => (mayChange(entry) ? setMoving(entry.id) : toast.failed(t('This appointment can no longer be moved.')))
      : undefined,
    onZoom: zoom,
  })

  const count = plan
    ? new Set([...plan.cells.values()].flatMap(({ placed }) => placed.filter(({ isDim }) => !isDim).map(({ entry }) => entry.id))).size
    : 0
  const sub = isMonth
    ? t('Appointments of each day')
    : plan
      ? t('{count, plural, one {# appointment} other {# appointments}}', { count })
      : asked.error
        ? ''
        : t('Loading')
  return (
    <div className={`stack fill ${headStyles.cal}`} data-part="cal" data-phone={isPhone || undefined}>
      <CalendarHead state={{ ...state, view }} views={views} sub={sub} onPrint={onPrint} onBook={onBook} />
      <Suspense fallback={<div className={`in-row wrap gap-4 ${headStyles.filters}`} />}>
        <CalendarFilters state={state} calendar={calendar} isMonth={isMonth} onZoom={isMonth || isPhone ? undefined : zoom} />
      </Suspense>
      {isMonth ? (
        <MonthGrid state={state} />
      ) : (
        <CalendarState query={asked} plan={plan} isPhone={isPhone} onBook={onBook}>
          {plan && names && isPhone && (
            <Agenda state={state} plan={plan} names={names} onOpen={(id) => set({ open: String(id) })} onBook={onBook} />
          )}
          {plan && names && !isPhone && (
            <TimeGrid
              plan={plan}
              names={names}
              hour={hour}
              mayChange={mayChange}
              onOpen={(id) => set({ open: String(id) })}
              onBook={mayBook ? ({ cell, at }) => bookAt(cell, at) : undefined}
              onDrop={drop}
              onDay={(day) => set({ view: 'day', date: day })}
              onOnly={(id) => set(plan.side === 'doctor' ? { doctor: String(id) } : { room: String(id) })}
              handle={grid}
            />
          )}
        </CalendarState>
      )}
      <Legend isGrid={!isMonth && !isPhone} isMonth={isMonth} />
      <Suspense>
        {booking && <BookDialog {...booking} onClose={() => setBooking(null)} onBooked={() => setBooking(null)} />}
        {state.open !== undefined && <Panel key={state.open} id={state.open} onClose={() => set({ open: undefined })} />}
        {moving !== null && <MoveByTyping id={moving} onClose={() => setMoving(null)} />}
        {refusal && (
          <RefusedDialog
            refusal={refusal}
            onClose={closeRefusal}
            onMove={(target, overbook) => void move(refusal.entry, target, { overbook: overbook === true })}
            onOpen={(id) => set({ open: String(id) })}
          />
        )}
      </Suspense>
    </div>
  )
}
