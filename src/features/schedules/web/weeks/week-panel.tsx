import { ActionIcon, Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconBeach, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { addDays, weekdayOf } from '#shared/zoned.ts'
import { date, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { createSchedule } from '#features/schedules/contract.ts'
import { isDue } from '#features/schedules/rules.ts'
import { DoctorWeek, type WeekProps } from './doctor-week.tsx'
import { FirstWeek } from './first-week.tsx'
import { shortDay, rhythmWord, timesOf, validityOf, weekdayWord, kindWord } from '../schedule-words.ts'
import type { NewSession } from './session-dialog.tsx'
import { firstDayOfAll } from './use-session-deeds.ts'
import { type SessionOnScreen, useDoctorNames, useWeekPlan, type LeaveOnScreen } from '../use-week-plan.ts'
import { daysOf, mondayOf, weekFrom, type DayOf } from './week-grid.ts'
import { WeekOverview } from './week-overview.tsx'
import { Status } from '#web/ui/status.tsx'
import { SessionNotes } from './session-block.tsx'
import { timeOf } from '#web/text/time-text.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import dayListStyles from '../day-list.module.css'
import weekStyles from '../week.module.css'
import { PHONE } from '#web/look/tokens.ts'

/** A doctor's week as a list of days: for narrow screens. */
const DoctorDays = ({ days, onOpen, onAdd }: WeekProps) => (
  <ol className={dayListStyles.list}>
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
                aria-label={t('Add a session on {{day}}', { day: name })}
                onClick={() => onAdd({ days: [weekdayOf(day)] })}
              >
                {t('Add')}
              </Button>
            )}
          </div>
          {holiday !== null && (
            <div className={dayListStyles.fact}>
              <Status tone="attention">{holiday}</Status>
            </div>
          )}
          {away.map(({ span, stretch: [from, to] }) => (
            <div key={span.id} className={dayListStyles.fact}>
              <Status tone="inactive" icon={IconBeach}>
                {kindWord(span.kind)} {timeOf(from)}–{timeOf(to)}
              </Status>
            </div>
          ))}
          {sessions.map((session) => (
            <button
              key={session.id}
              type="button"
              className={`plain in-row wrap ${dayListStyles.session}`}
              data-not-held={session.isHeld ? undefined : true}
              onClick={() => onOpen(session)}
            >
              <span className="strong num">{timesOf(session)}</span>
              {!session.isHeld && <span className="small">{t('not held')}</span>}
              <SessionNotes session={session} />
            </button>
          ))}
          {sessions.length === 0 && <div className={`${dayListStyles.fact} t3`}>{t('No session')}</div>}
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
    <section className={`section ${weekStyles.otherSessions}`} aria-label={t('Not in this week')}>
      <h2>{t('Not in this week')}</h2>
      <ul>
        {others.map((session) => (
          <li key={session.id}>
            <button type="button" className={`plain in-row wrap ${weekStyles.otherSession}`} onClick={() => onOpen(session)}>
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
    { keys: 'B', label: t('Week before'), run: () => step(-1) },
    { keys: 'F', label: t('Week after'), run: () => step(1) },
    { keys: 'T', label: t('This week'), run: () => set(now) },
  ])
  return (
    <div className={`row ${weekStyles.steps}`}>
      <ActionIcon variant="default" size="var(--k-control)" aria-label={t('Week before')} onClick={() => step(-1)}>
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <span className={`num ${weekStyles.name}`}>
        {shortDay(monday)} – {date(addDays(monday, 6))}
      </span>
      <ActionIcon variant="default" size="var(--k-control)" aria-label={t('Week after')} onClick={() => step(1)}>
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
          any={t('Every doctor')}
          className={weekStyles.doctorChoice}
          searchable
          selectFirstOptionOnChange
          nothingFoundMessage={t('Nobody found')}
          data={doctors.map((one) => ({ value: String(one.id), label: one.name }))}
          value={doctor}
          onChange={(doctor) => set({ doctor })}
        />
        <WeekSteps monday={monday} set={goToWeek} />
        <span className="grow" />
        {mayChange && <AddButton label={t('Add session')} onClick={() => add()} />}
      </div>
      <FourStates of={isKnown ? plan : { ...plan, data: undefined }} loading={<Loading rows={12} height={28} />}>
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
