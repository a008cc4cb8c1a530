import { Button } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useRef, type TouchEvent } from 'react'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { minutes, today, weekdayName } from '#web/text/format.ts'
import { weekdayOf } from '#shared/zoned.ts'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { AppointmentStatus } from '../appointment-status.tsx'
import { clock, daysOf, stepped } from './calendar-days.ts'
import { nameOf, offWord, type Names } from './entry-labels.ts'
import { lengthOf } from './drag-state.ts'
import type { Plan } from './plan.ts'
import type { CalendarState } from './use-calendar.ts'
import styles from './agenda.module.css'

/** How far a finger goes sideways, in pixels, to turn the day. */
const SWIPE = 64

const useSwipe = (onTurn: (by: 1 | -1) => void) => {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.item(0)
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches.item(0)
      if (!touch || !start.current) return
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y]
      if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) onTurn(x < 0 ? 1 : -1)
    },
  }
}

/** The days of the week of a day, one beside the other. */
const WeekStrip = ({ state: { date, set } }: { state: CalendarState }) => (
  <div className={`grid gap-2 marks-pressed ${styles.strip} num`} role="group" aria-label={t('Days of the week')}>
    {daysOf('week', date).map((day) => (
      <button
        key={day}
        type="button"
        className="stack round-l plain"
        aria-pressed={day === date}
        data-today={day === today() || undefined}
        onClick={() => set({ date: day })}
      >
        <span className="small">{weekdayName(weekdayOf(day))}</span>
        <b>{Number(day.slice(8))}</b>
      </button>
    ))}
  </div>
)

interface Props {
  state: CalendarState
  plan: Plan
  names: Names
  onOpen: (id: number) => void
  onBook?: (() => void) | undefined
}

/** The day as a list, for a phone: who comes when, to whom. A swipe turns the day. */
export const Agenda = ({ state, plan, names, onOpen, onBook }: Props) => {
  const swipe = useSwipe((by) => state.set({ date: stepped('day', state.date, by) }))
  const cells = [...plan.cells.values()].filter(({ day }) => day === state.date)
  const rows = cells
    .flatMap(({ placed }) => placed)
    .filter(({ isDim, isRest }) => !isDim && !isRest)
    .toSorted((a, b) => a.at - b.at)
  const holiday = cells.find((cell) => cell.holiday !== null)?.holiday
  const away = cells.filter(({ off }) => off.length > 0)
  return (
    <div className={`stack gap-4 flex-1 ${styles.agenda}`} {...swipe}>
      <WeekStrip state={state} />
      {holiday && <Note tone="attention">{t('Holiday: {name}', { name: holiday })}</Note>}
      {away.length > 0 && (
        <p className="small t2">
          {away.map(({ resource, off }) => `${resource.name}: ${off.map(({ kind }) => offWord(kind)).join(', ')}`).join(' · ')}
        </p>
      )}
      {rows.length === 0 ? (
        <Empty
          icon={IconCalendarOff}
          title={t('No appointments on this day')}
          action={onBook && <Button onClick={onBook}>{t('Book appointment')}</Button>}
        />
      ) : (
        <ul className="panel lined">
          {rows.map(({ entry, at, isOver }) => (
            <li key={entry.id}>
              <button type="button" className="plain flex full-width gap-5 pad-4-5" onClick={() => onOpen(entry.id)}>
                <span className={`stack rigid ${styles.itemTime} num`}>
                  <b>{clock(at)}</b>
                  <span className="small t3">{minutes(lengthOf(entry))}</span>
                </span>
                <span className="grow">
                  <span className="strong wrap-text block">{nameOf(entry)}</span>
                  <span className="small t2 wrap-text block">
                    {[entry.item_name, names.doctors.get(entry.doctor ?? 0) ?? t('No doctor'), names.rooms.get(entry.room ?? 0)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  <span className="row">
                    <AppointmentStatus state={entry.status} />
                    {isOver && <span className="small t2">{t('Overbooked')}</span>}
                    {entry.patient === null && <span className="small t2">{t('not matched')}</span>}
                  </span>
                  <ListedAllergies patient={entry.patient} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
