import { ActionIcon, Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconBeach, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState, useRef, type CSSProperties, type KeyboardEvent } from 'react'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { addDays, weekdayOf } from '#shared/zoned.ts'
import { date, today } from '#web/text/format.ts'
import { shortDay } from '#web/text/short-day.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { createSchedule } from '#features/schedules/contract.ts'
import { isDue } from '#features/schedules/rules.ts'
import { FirstWeek } from './first-week.tsx'
import { rhythmWord, timesOf, validityOf, weekdayWord, kindWord } from '../schedule-labels.ts'
import type { NewSession } from './session-dialog.tsx'
import { firstDayOfAll } from './use-session-actions.ts'
import { type SessionOnScreen, useDoctorNames, useWeekPlan, type LeaveOnScreen } from '../use-week-plan.ts'
import { daysOf, mondayOf, weekFrom, type DayOf, endAfter, HOUR, hoursOf, inLanes, STEP, type Stretch, stretchOf } from './week-grid.ts'
import { WeekOverview } from './week-overview.tsx'
import { Status } from '#web/ui/status.tsx'
import { SessionNotes } from './session-block.tsx'
import { timeOf } from '#web/text/time-text.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import dayListStyles from '../day-list.module.css'
import styles from '../week.module.css'
import { PHONE } from '#web/look/tokens.ts'

interface WeekProps {
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
const findFree = (sessions: readonly SessionOnScreen[], [top, bottom]: Stretch) =>
  Array.from({ length: (bottom - top) / STEP }, (_, at) => top + at * STEP).filter((from) =>
    sessions.every((session) => {
      const [starts, ends] = stretchOf(session)
      return starts >= from + STEP || Math.max(ends, starts + LEAST) <= from
    }),
  )

/** A doctor's week hour by hour: sessions open, free times add one. Arrows move over the free times. */
const DoctorWeek = ({ days, onOpen, onAdd }: WeekProps) => {
  const box = useRef<HTMLDivElement>(null)
  const hours = hoursOf(days.flatMap(({ sessions }) => sessions))
  const [top, bottom] = hours
  const free = days.map(({ sessions }) => (onAdd ? findFree(sessions, hours) : []))
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
    <div className="scroll rows-box panel" ref={box}>
      <div className={`grid line-bottom surface sticky-top ${styles.heads}`}>
        <span />
        {days.map(({ day, holiday, away }) => (
          <div key={day} className={`stack t3 min-w-0 pad-3-4 ${styles.head}`} data-today={day === now || undefined}>
            <h2 className="nowrap t1 text-m semi">
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
      <div className={`grid relative mb-4 ${styles.body}`} style={{ height: px(bottom - top) }}>
        <div className={`relative ${styles.hours} num`} aria-hidden>
          {Array.from({ length: (bottom - top) / HOUR }, (_, at) => (
            <span key={at} style={{ top: px(at * HOUR) }}>
              {timeOf(top + at * HOUR)}
            </span>
          ))}
        </div>
        {days.map(({ day, holiday, sessions, away }, column) => (
          <section
            key={day}
            className={`relative ${styles.column}`}
            aria-label={weekdayWord(weekdayOf(day))}
            data-today={day === now || undefined}
            data-holiday={holiday === null ? undefined : true}
          >
            {away.map(({ span, stretch: [from, to] }) => (
              <div
                key={span.id}
                className={`flex clipped gap-2 absolute small ${styles.away}`}
                style={placeOf([Math.max(from, top), Math.min(to, bottom)], top)}
              >
                <IconBeach size={14} aria-hidden /> {kindWord(span.kind)}
              </div>
            ))}
            {free[column]?.map((from) => {
              const cell = { column, from }
              return (
                <button
                  key={from}
                  type="button"
                  className={`plain in-row line-top gap-2 pad-0-4 absolute text-s ${styles.free}`}
                  data-cell={idOf(cell)}
                  style={{ top: px(from - top), height: px(STEP) }}
                  tabIndex={idOf(cell) === idOf(current) ? 0 : -1}
                  aria-label={t('Add session on {day} at {time}', { day: weekdayWord(weekdayOf(day)), time: timeOf(from) })}
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
                className={`plain stack t2 min-w-0 clipped surface round-m hovers absolute layer-2 outlined-strong text-s ${styles.session}`}
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

/** A doctor's week as a list of days: for narrow screens. */
const DoctorDays = ({ days, onOpen, onAdd }: WeekProps) => (
  <ol className={`stack gap-5 ${dayListStyles.list}`}>
    {days.map(({ day, holiday, sessions, away }) => {
      const name = weekdayWord(weekdayOf(day))
      return (
        <li key={day} className="panel">
          <div className="panel-head">
            <h2 className="grow">
              {name} <span className="t3 num">{shortDay(day)}</span>
            </h2>
            {onAdd && (
              <Button
                leftSection={<IconPlus size={16} aria-hidden />}
                aria-label={t('Add session on {day}', { day: name })}
                onClick={() => onAdd({ days: [weekdayOf(day)] })}
              >
                {t('Add')}
              </Button>
            )}
          </div>
          {holiday !== null && (
            <div className="pad-4-6">
              <Status tone="attention">{holiday}</Status>
            </div>
          )}
          {away.map(({ span, stretch: [from, to] }) => (
            <div key={span.id} className="pad-4-6">
              <Status tone="inactive" icon={IconBeach}>
                {kindWord(span.kind)} {timeOf(from)}–{timeOf(to)}
              </Status>
            </div>
          ))}
          {sessions.map((session) => (
            <button
              key={session.id}
              type="button"
              className={`plain in-row wrap pad-4-6 full-width gap-1-5 ${dayListStyles.session}`}
              data-not-held={session.isHeld ? undefined : true}
              onClick={() => onOpen(session)}
            >
              <span className="strong num">{timesOf(session)}</span>
              {!session.isHeld && <span className="small">{t('not held')}</span>}
              <SessionNotes session={session} />
            </button>
          ))}
          {sessions.length === 0 && <div className="pad-4-6 t3">{t('No sessions')}</div>}
        </li>
      )
    })}
  </ol>
)

interface Props {
  sessions: readonly SessionOnScreen[]
  days: readonly DayOf<SessionOnScreen, LeaveOnScreen>[]
  onOpen: (session: SessionOnScreen) => void
}

/** A doctor's sessions that the week does not show: those of other weeks, and those to come. */
const OtherSessions = ({ sessions, days, onOpen }: Props) => {
  const shown = new Set(days.flatMap((day) => day.sessions.map(({ id }) => id)))
  const others = sessions.filter(({ id }) => !shown.has(id))
  if (others.length === 0) return null
  return (
    <section className="section rigid" aria-label={t('Not in this week')}>
      <h2>{t('Not in this week')}</h2>
      <ul className="bare-list">
        {others.map((session) => (
          <li key={session.id}>
            <button type="button" className={`plain in-row wrap full-width round-m ${styles.otherSession}`} onClick={() => onOpen(session)}>
              <span className="strong num">
                {weekdayWord(session.weekday)} {timesOf(session)}
              </span>
              <span className="t3 num">
                {[session.every_weeks > 1 ? rhythmWord(session.every_weeks) : '', validityOf(session, today()), session.room_name]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const SessionDialog = lazy(async () => ({ default: (await import('./session-dialog.tsx')).SessionDialog }))

const state = { doctor: Id, week: z.iso.date() }

const WeekSteps = ({ monday, set }: { monday: string; set: (day: string) => void }) => {
  const now = mondayOf(today())
  const step = (weeks: number) => set(addDays(monday, weeks * 7))
  useKeys([
    { keys: 'B', label: t('Previous week'), run: () => step(-1) },
    { keys: 'F', label: t('Next week'), run: () => step(1) },
    { keys: 'T', label: t('This week'), run: () => set(now) },
  ])
  return (
    <div className="row gap-2 phone-full">
      <ActionIcon variant="default" size="var(--k-control)" aria-label={t('Previous week')} onClick={() => step(-1)}>
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <span className={`num nowrap text-centre pad-0-2 phone-fill semi ${styles.name}`}>
        {shortDay(monday)} – {date(addDays(monday, 6))}
      </span>
      <ActionIcon variant="default" size="var(--k-control)" aria-label={t('Next week')} onClick={() => step(1)}>
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
      <Button
        className={monday === now ? 'not-phone' : undefined}
        disabled={monday === now}
        onClick={() => set(now)}
        rightSection={<Kbd className="not-phone">{keyLabel('T')}</Kbd>}
      >
        {t('This week')}
      </Button>
    </div>
  )
}

/** A week of sessions: of one doctor hour by hour, or of all of them at a glance. */
export const WeekPanel = () => {
  const { can } = useRights()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
  const [{ doctor, week }, set] = useUrlState(state)
  const [opened, setOpened] = useState<SessionOnScreen | NewSession | null>(null)
  const monday = mondayOf(week ?? today())
  const plan = useWeekPlan(monday, doctor)
  const { doctors, isKnown } = useDoctorNames(plan.data?.sessions)
  const mayChange = can(createSchedule)
  const add = (given: Partial<NewSession> = {}) => setOpened({ doctor: doctor ?? null, days: [], ...given })
  const open = mayChange ? add : undefined
  const goToWeek = (day: string) => set({ week: mondayOf(day) === mondayOf(today()) ? '' : mondayOf(day) })
  // What was added is to be seen: on a Saturday, a week from Monday to Friday begins with the next one.
  const showAdded = (added: readonly SessionOnScreen[]) => {
    const isShown = added.some((session) => weekFrom(monday).some((day) => isDue(session, day)))
    const first = firstDayOfAll(added)
    if (!isShown && first !== null) goToWeek(first)
  }
  const name = doctors.find(({ id }) => id === doctor)?.name ?? ''
  return (
    <>
      <div className="row wrap">
        <ChoiceFilter
          label={t('Doctor')}
          any={t('Any doctor')}
          className={`phone-full ${styles.doctorChoice}`}
          searchable
          selectFirstOptionOnChange
          nothingFoundMessage={t('No matching doctor')}
          data={doctors.map((one) => ({ value: String(one.id), label: one.name }))}
          value={doctor}
          onChange={(doctor) => set({ doctor })}
        />
        <WeekSteps monday={monday} set={goToWeek} />
        <span className="grow" />
        {mayChange && <AddButton label={t('Add session')} onClick={() => add()} />}
      </div>
      <FourStates query={isKnown ? plan : { ...plan, data: undefined }} loading={<Loading rows={12} height={28} />}>
        {(data) => {
          const days = daysOf(monday, data)
          if (data.sessions.length === 0)
            return (
              <FirstWeek
                doctors={doctor === undefined ? doctors : [{ id: doctor, name }]}
                isOne={doctor !== undefined}
                onAdd={open}
                onAdded={showAdded}
              />
            )
          if (doctor === undefined)
            return (
              <WeekOverview
                days={days}
                doctors={doctors}
                sessions={data.sessions}
                onDoctor={(id) => set({ doctor: String(id) })}
                onAdded={showAdded}
              />
            )
          const View = isPhone ? DoctorDays : DoctorWeek
          return (
            <>
              <View key={doctor} days={days} onOpen={setOpened} onAdd={open} />
              <OtherSessions sessions={data.sessions} days={days} onOpen={setOpened} />
            </>
          )
        }}
      </FourStates>
      <Suspense>
        {opened && <SessionDialog session={opened} doctors={doctors} onAdded={showAdded} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  )
}
