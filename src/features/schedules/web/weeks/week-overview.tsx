import { ChoiceField } from '#web/ui/choice-field.tsx'
import { IconBeach } from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { weekdayOf } from '#shared/zoned.ts'
import { today } from '#web/text/format.ts'
import { shortDay } from '#web/text/short-day.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Status } from '#web/ui/status.tsx'
import { createSchedule } from '#features/schedules/contract.ts'
import { UsualWeek } from './first-week.tsx'
import { kindWord, timesOf, weekdays, weekdayWord } from '../schedule-labels.ts'
import { timeOf } from '#web/text/time-text.ts'
import type { DoctorName, LeaveOnScreen, SessionOnScreen } from '../use-week-plan.ts'
import { type DayOf, gapsOf, type Stretch } from './week-grid.ts'
import weekStyles from '../week.module.css'
import dayListStyles from '../day-list.module.css'
import overviewStyles from '../week-overview.module.css'
import { PHONE } from '#web/look/tokens.ts'

type Day = DayOf<SessionOnScreen, LeaveOnScreen>
interface Props {
  days: readonly Day[]
  doctors: readonly DoctorName[]
  /** Those of other weeks too. */
  sessions: readonly SessionOnScreen[]
  onDoctor: (id: number) => void
  onAdded: (added: readonly SessionOnScreen[]) => void
}

const MOST = 3
const END_OF_DAY = 1440

/** What a doctor does on a day: a few lines, and how many more there are. */
const Work = ({ day: { sessions, away }, doctor }: { day: Day; doctor: number }) => {
  const own = sessions.filter((session) => session.doctor === doctor)
  const isStopped = own.some(({ isHeld }) => !isHeld)
  const rooms = [...new Set(own.flatMap(({ room_name }) => room_name ?? []))].join(', ')
  const shown = own.length > MOST ? own.slice(0, MOST - 1) : own
  return (
    <>
      {away
        .filter(({ span }) => span.doctor === doctor)
        .map(({ span, stretch: [from, to] }) => (
          <Status key={span.id} tone="inactive" icon={IconBeach}>
            {kindWord(span.kind)}
            {to - from < END_OF_DAY && ` ${timeOf(from)}–${timeOf(to)}`}
          </Status>
        ))}
      {shown.map((session) => (
        <span key={session.id} className={`clip ${weekStyles.work}`} data-not-held={session.isHeld ? undefined : true}>
          <span className="num">{timesOf(session)}</span>
        </span>
      ))}
      {isStopped && <span className="t3 small">{t('not held')}</span>}
      {rooms !== '' && !isStopped && (
        <span className={`clip ${weekStyles.work} small t3`} title={rooms}>
          {rooms}
        </span>
      )}
      {shown.length < own.length && <span className="t3 small">{t('{n} more', { n: own.length - shown.length })}</span>}
    </>
  )
}

const Gap = ({ gaps }: { gaps: readonly Stretch[] | null | undefined }) =>
  !gaps ? (
    <span className="t3">{t('closed')}</span>
  ) : gaps.length === 0 ? (
    <span className="t3">{t('no gap')}</span>
  ) : (
    gaps.slice(0, MOST).map(([from, to]) => (
      <span key={from} className={`clip ${weekStyles.work} num`}>
        {timeOf(from)}–{timeOf(to)}
      </span>
    ))
  )

const DayHead = ({ day: { day, holiday } }: { day: Day }) => (
  <>
    <span className="num">
      {weekdayWord(weekdayOf(day), 'short')} {shortDay(day)}
    </span>
    {holiday !== null && <Status tone="attention">{holiday}</Status>}
  </>
)

/** One day of everybody: for narrow screens. */
const OneDay = ({ days, doctors, gaps, onDoctor }: Omit<Props, 'sessions' | 'onAdded'> & { gaps: (Stretch[] | null)[] }) => {
  const [weekday, setWeekday] = useState(String(days.some(({ day }) => day === today()) ? weekdayOf(today()) : 1))
  const at = Number(weekday) - 1
  const day = days[at]
  if (!day) return null
  const there = doctors.filter(({ id }) => day.sessions.some(({ doctor }) => doctor === id))
  return (
    <>
      <ChoiceField
        label={t('Day')}
        data={weekdays.map((day) => ({ value: String(day), label: weekdayWord(day, 'short') }))}
        value={weekday}
        onChange={setWeekday}
      />
      {day.holiday !== null && <Status tone="attention">{day.holiday}</Status>}
      <ul className="panel lined">
        {there.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              className={`plain in-row wrap pad-4-6 full-width gap-1-5 ${dayListStyles.session}`}
              onClick={() => onDoctor(id)}
            >
              <span className="strong">{name}</span>
              <Work day={day} doctor={id} />
            </button>
          </li>
        ))}
        <li className={`in-row wrap pad-4-6 full-width gap-1-5 ${dayListStyles.session}`}>
          <span className="strong">{t('No doctor')}</span>
          <Gap gaps={gaps[at]} />
        </li>
      </ul>
    </>
  )
}

/** Who works when, of all doctors, and the times at which nobody does. */
export const WeekOverview = ({ days, doctors, sessions, onDoctor, onAdded }: Props) => {
  const { can } = useRights()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
  const now = today()
  const gaps = gapsOf(days)
  if (isPhone) return <OneDay key={days[0]?.day} days={days} doctors={doctors} gaps={gaps} onDoctor={onDoctor} />
  const isNew = ({ id }: DoctorName) => sessions.every(({ doctor }) => doctor !== id)
  return (
    <div className="table-box" role="region" tabIndex={-1} aria-label={t('Weekly schedule')}>
      <table className={`k-table ${overviewStyles.whoTable}`} aria-label={t('Weekly schedule')}>
        <thead>
          <tr>
            <th scope="col">{t('Doctor')}</th>
            {days.map((day) => (
              <th key={day.day} scope="col" data-today={day.day === now || undefined}>
                <DayHead day={day} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {doctors.map((doctor) => (
            <tr key={doctor.id}>
              <th scope="row">
                <button type="button" className={`plain ${overviewStyles.doctorLink}`} onClick={() => onDoctor(doctor.id)}>
                  {doctor.name}
                </button>
              </th>
              {isNew(doctor) ? (
                <td colSpan={7}>
                  <span className="row wrap">
                    <span className="t3">{t('No sessions: can be booked at any time')}</span>
                    {can(createSchedule) && <UsualWeek doctor={doctor} quiet onAdded={onAdded} />}
                  </span>
                </td>
              ) : (
                days.map((day) => (
                  <td key={day.day} data-today={day.day === now || undefined}>
                    <div className="stack min-w-0">
                      <Work day={day} doctor={doctor.id} />
                    </div>
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('No doctor')}</th>
            {days.map(({ day }, at) => (
              <td key={day}>
                <div className="stack min-w-0">
                  <Gap gaps={gaps[at]} />
                </div>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
