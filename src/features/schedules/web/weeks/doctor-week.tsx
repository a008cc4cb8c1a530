import { IconBeach, IconPlus } from '@tabler/icons-react'
import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { weekdayOf } from '#shared/zoned.ts'
import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { NewSession } from './session-dialog.tsx'
import { kindWord, shortDay, timesOf, weekdayWord } from '../schedule-words.ts'
import { SessionNotes } from './session-block.tsx'
import { timeOf } from '#web/text/time-text.ts'
import type { LeaveOnScreen, SessionOnScreen } from '../use-week-plan.ts'
import { type DayOf, endAfter, HOUR, hoursOf, inLanes, STEP, type Stretch, stretchOf } from './week-grid.ts'
import styles from '../week.module.css'

export interface WeekProps {
  days: readonly DayOf<SessionOnScreen, LeaveOnScreen>[]
  onOpen: (session: SessionOnScreen) => void
  /** Absent: this person may only look. */
  onAdd?: (given: Partial<NewSession>) => void
}

/** Pixels of an hour; a half hour is as high as a target must be. */
const HOUR_PX = 48
/** What a block needs to be pressed and read. */
const LEAST = 30

const px = (minutes: number) => (minutes / HOUR) * HOUR_PX
const placeOf = ([from, to]: Stretch, top: number): CSSProperties => ({ top: px(from - top), height: px(Math.max(to - from, LEAST)) - 2 })

interface Cell {
  column: number
  from: number
}
const MOVES: Record<string, (cell: Cell) => Cell> = {
  ArrowDown: ({ column, from }) => ({ column, from: from + STEP }),
  ArrowUp: ({ column, from }) => ({ column, from: from - STEP }),
  ArrowLeft: ({ column, from }) => ({ column: column - 1, from }),
  ArrowRight: ({ column, from }) => ({ column: column + 1, from }),
}
const idOf = ({ column, from }: Cell) => `${column}-${from}`

/** The half hours of a day in which nothing stands. */
const freeOf = (sessions: readonly SessionOnScreen[], [top, bottom]: Stretch) =>
  Array.from({ length: (bottom - top) / STEP }, (_, at) => top + at * STEP).filter((from) =>
    sessions.every((session) => {
      const [starts, ends] = stretchOf(session)
      return starts >= from + STEP || Math.max(ends, starts + LEAST) <= from
    }),
  )

/** A doctor's week hour by hour: sessions open, free times add one. Arrows move over the free times. */
export const DoctorWeek = ({ days, onOpen, onAdd }: WeekProps) => {
  const box = useRef<HTMLDivElement>(null)
  const hours = hoursOf(days.flatMap(({ sessions }) => sessions))
  const [top, bottom] = hours
  const free = days.map(({ sessions }) => (onAdd ? freeOf(sessions, hours) : []))
  const [active, setActive] = useState<Cell>({ column: 0, from: 8 * HOUR })
  const isThere = ({ column, from }: Cell) => free[column]?.includes(from) ?? false
  const firstColumn = free.findIndex((cells) => cells.length > 0)
  const current = isThere(active) ? active : { column: firstColumn, from: free[firstColumn]?.[0] ?? 0 }
  const now = today()

  const add = ({ column, from }: Cell) => {
    const { day = '', sessions = [] } = days[column] ?? {}
    const at = { starts_at: timeOf(from), ends_at: timeOf(endAfter(from, sessions)) }
    onAdd?.({ days: [weekdayOf(day)], at })
  }
  const onKeyDown = (event: KeyboardEvent, cell: Cell) => {
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    let next = move(cell)
    // Over the sessions to the next free time in that direction.
    while (next.column >= 0 && next.column < days.length && next.from >= top && next.from < bottom && !isThere(next)) next = move(next)
    if (!isThere(next)) return
    setActive(next)
    box.current?.querySelector<HTMLElement>(`[data-cell="${idOf(next)}"]`)?.focus()
  }
  return (
    <div className={`${styles.box} panel`} ref={box}>
      <div className={styles.heads}>
        <span />
        {days.map(({ day, holiday, away }) => (
          <div key={day} className={`stack t3 ${styles.head}`} data-today={day === now || undefined}>
            <h2>
              {weekdayWord(weekdayOf(day), 'short')} <span className="num">{shortDay(day)}</span>
            </h2>
            {holiday !== null && (
              <span className="small clip" title={holiday}>
                {holiday}
              </span>
            )}
            {away.map(({ span }) => (
              <span key={span.id} className="small clip">
                {kindWord(span.kind)}
              </span>
            ))}
          </div>
        ))}
      </div>
      <div className={styles.body} style={{ height: px(bottom - top) }}>
        <div className={`${styles.hours} num`} aria-hidden>
          {Array.from({ length: (bottom - top) / HOUR }, (_, at) => (
            <span key={at} style={{ top: px(at * HOUR) }}>
              {timeOf(top + at * HOUR)}
            </span>
          ))}
        </div>
        {days.map(({ day, holiday, sessions, away }, column) => (
          <section
            key={day}
            className={styles.column}
            aria-label={weekdayWord(weekdayOf(day))}
            data-today={day === now || undefined}
            data-holiday={holiday === null ? undefined : true}
          >
            {away.map(({ span, stretch: [from, to] }) => (
              <div key={span.id} className={styles.away} style={placeOf([Math.max(from, top), Math.min(to, bottom)], top)}>
                <IconBeach size={14} aria-hidden /> {kindWord(span.kind)}
              </div>
            ))}
            {free[column]?.map((from) => {
              const cell = { column, from }
              return (
                <button
                  key={from}
                  type="button"
                  className={`plain in-row ${styles.free}`}
                  data-cell={idOf(cell)}
                  style={{ top: px(from - top), height: px(STEP) }}
                  tabIndex={idOf(cell) === idOf(current) ? 0 : -1}
                  aria-label={t('Add a session on {{day}} at {{time}}', { day: weekdayWord(weekdayOf(day)), time: timeOf(from) })}
                  onFocus={() => setActive(cell)}
                  onKeyDown={(event) => onKeyDown(event, cell)}
                  onClick={() => add(cell)}
                >
                  <IconPlus size={14} aria-hidden /> <span className="num">{timeOf(from)}</span>
                </button>
              )
            })}
            {inLanes(sessions, LEAST).map(({ session, lane, lanes }) => (
              <button
                key={session.id}
                type="button"
                className={`plain stack t2 ${styles.session}`}
                data-not-held={session.isHeld ? undefined : true}
                style={{ ...placeOf(stretchOf(session), top), left: `${(lane / lanes) * 100}%`, width: `${100 / lanes}%` }}
                onClick={() => onOpen(session)}
              >
                <span className="strong num clip">{timesOf(session)}</span>
                {!session.isHeld && <span className="clip">{t('not held')}</span>}
                <SessionNotes session={session} />
              </button>
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}
