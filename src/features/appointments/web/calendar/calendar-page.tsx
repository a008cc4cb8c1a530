import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { download } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { today } from '#web/text/format.ts'
import { readLocal, writeLocal } from '#web/state/local.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { changeStatuses, isOpen, printDay } from '../calendar-calls.ts'
import { Agenda } from './agenda.tsx'
import './calendar.css'
import { CalendarHead } from './calendar-head.tsx'
import { CalendarState } from './calendar-state.tsx'
import { views as allViews, type View } from './calendar-days.ts'
import { usualZoom, zooms } from './geometry.ts'
import type { Held } from './held.ts'
import { Legend } from './legend.tsx'
import { MonthGrid } from './month-grid.tsx'
import type { Cell, Entry, Plan } from './plan.ts'
import { type FreeTime, type GridHandle, TimeGrid } from './time-grid.tsx'
import { useCalendar, useCalendarState } from './use-calendar.ts'
import { useCalendarKeys } from './use-calendar-keys.ts'
import { startAt, targetOf, useMoves, type Target } from './use-moves.ts'

// Lists to choose from weigh as much as the rest of the page; the hours do not wait for them.
const CalendarFilters = lazy(async () => ({ default: (await import('./calendar-filters.tsx')).CalendarFilters }))
const BookDialog = lazy(async () => ({ default: (await import('../booking/book-appointment-dialog.tsx')).BookAppointmentDialog }))
const Panel = lazy(async () => ({ default: (await import('../appointment/appointment-panel.tsx')).AppointmentPanel }))
const MoveByTyping = lazy(async () => ({ default: (await import('./move-by-typing.tsx')).MoveByTyping }))
const RefusedDialog = lazy(async () => ({ default: (await import('./refused-dialog.tsx')).RefusedDialog }))

const PHONE = '(max-width: 700px)'
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
      ? (entry) => (mayChange(entry) ? setMoving(entry.id) : toast.failed(t('This appointment cannot be moved any more.')))
      : undefined,
    onZoom: zoom,
  })

  const count = plan
    ? new Set([...plan.cells.values()].flatMap(({ placed }) => placed.filter(({ isDim }) => !isDim).map(({ entry }) => entry.id))).size
    : 0
  const sub = isMonth ? t('Appointments of each day') : plan ? t('{{count}} appointments', { count }) : asked.error ? '' : t('Loading')
  return (
    <div className="cal" data-phone={isPhone || undefined}>
      <CalendarHead state={{ ...state, view }} views={views} sub={sub} onPrint={onPrint} onBook={onBook} />
      <Suspense fallback={<div className="cal-filters" />}>
        <CalendarFilters state={state} calendar={calendar} isMonth={isMonth} onZoom={isMonth || isPhone ? undefined : zoom} />
      </Suspense>
      {isMonth ? (
        <MonthGrid state={state} />
      ) : (
        <CalendarState of={asked} plan={plan} isPhone={isPhone} onBook={onBook}>
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
