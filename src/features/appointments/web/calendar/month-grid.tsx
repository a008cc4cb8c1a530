import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { listHolidays } from '#features/schedules/contract.ts'
import { query } from '#web/calls/api.ts'
import { longDay, today, weekdayName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { statusLook } from '../appointment-status.tsx'
import { appointmentStatuses, countDays } from '../calendar-calls.ts'
import { daysOf } from './calendar-days.ts'
import type { CalendarState } from './use-calendar.ts'
import styles from './month.module.css'

const WEEK = 7
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK }

/** Arrows go from day to day. */
const walkDays = (event: KeyboardEvent<HTMLElement>) => {
  const days = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-day]')]
  const at = days.findIndex((day) => day === document.activeElement)
  const step = steps[event.key]
  if (step === undefined || at === -1) return
  event.preventDefault()
  days[at + step]?.focus()
}

interface DayCount {
  day: string
  counts: Record<string, number | undefined>
}

const MonthDay = ({
  day,
  count,
  holiday,
  isOther,
  onDay,
}: {
  day: string
  count: DayCount | undefined
  holiday: string | undefined
  isOther: boolean
  onDay: (day: string) => void
}) => {
  const states = appointmentStatuses.flatMap((status) => {
    const number = count?.counts[status] ?? 0
    return number > 0 && status !== 'cancelled' ? [{ status, number, ...statusLook(status) }] : []
  })
  const total = states.reduce((sum, { number }) => sum + number, 0)
  // The name begins with what can be read.
  const seen = [Number(day.slice(8)), holiday, total > 0 && total, ...states.map(({ word, number }) => `${number} ${word}`)]
  const message = [
    seen.filter(Boolean).join(' '),
    longDay(day),
    t('{count, plural, one {# appointment} other {# appointments}}', { count: total }),
  ].join(', ')
  return (
    <button
      type="button"
      className={`plain stack min-w-0 clipped line-bottom gap-2 hovers ${styles.monthDay} num`}
      data-day={day}
      data-today={day === today() || undefined}
      data-other={isOther || undefined}
      aria-label={message}
      aria-current={day === today() ? 'date' : undefined}
      onClick={() => onDay(day)}
    >
      <span className="row">
        <span className={`strong ${styles.date}`}>{Number(day.slice(8))}</span>{' '}
        {holiday !== undefined && <span className="small t3 clip">{holiday}</span>} {total > 0 && <b className={styles.total}>{total}</b>}
      </span>{' '}
      <span className={`stack items-start ${styles.monthStates}`}>
        {states.map(({ status, number, tone, icon: Sign, word }) => (
          <span key={status} className="status" data-tone={tone} title={word}>
            <Sign size={13} stroke={1.75} aria-hidden />
            {number} <span>{word}</span>{' '}
          </span>
        ))}
      </span>
    </button>
  )
}

const useHolidays = (day: string) => useQuery(query(listHolidays, { query: { year: Number(day.slice(0, 4)) } })).data ?? []

/** How much each day of a month holds, by state; a day opens as a day. */
export const MonthGrid = ({ state: { date, doctor, room, set } }: { state: CalendarState }) => {
  const days = daysOf('month', date)
  const [from = date, to = date] = [days[0], days.at(-1)]
  const counted = useQuery(query(countDays, { query: { from, to, doctor, room } }))
  const holidays = [...useHolidays(from), ...useHolidays(to)]
  const holidayOn = (day: string) => holidays.find((one) => one.day === day || (one.is_yearly && one.day.slice(5) === day.slice(5)))?.name
  const month = date.slice(0, 7)
  const open = (day: string) => set({ view: 'day', date: day })
  return (
    <FourStates query={counted} loading={<Loading rows={6} height={96} />}>
      {(rows) => {
        const byDay = new Map(rows.map((row) => [row.day, row as DayCount]))
        return (
          <div className={`panel stack fill phone-rigid overflow-auto ${styles.month}`}>
            <div className={`grid line-bottom ${styles.weekdays}`} aria-hidden>
              {Array.from({ length: WEEK }, (_, at) => (
                <span key={at} className="label">
                  {weekdayName(at + 1)}
                </span>
              ))}
            </div>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows walk through the buttons inside */}
            <div className={`grid flex-1 ${styles.monthDays}`} role="group" aria-label={t('Days of the month')} onKeyDown={walkDays}>
              {days.map((day) => (
                <MonthDay
                  key={day}
                  day={day}
                  count={byDay.get(day)}
                  holiday={holidayOn(day)}
                  isOther={!day.startsWith(month)}
                  onDay={open}
                />
              ))}
            </div>
          </div>
        )
      }}
    </FourStates>
  )
}
