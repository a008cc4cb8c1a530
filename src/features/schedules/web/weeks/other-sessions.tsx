import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { rhythmWord, timesOf, validityOf, weekdayWord } from '../schedule-words.ts'
import type { LeaveOnScreen, SessionOnScreen } from '../use-week-plan.ts'
import type { DayOf } from './week-grid.ts'

interface Props {
  sessions: readonly SessionOnScreen[]
  days: readonly DayOf<SessionOnScreen, LeaveOnScreen>[]
  onOpen: (session: SessionOnScreen) => void
}

/** A doctor's sessions that the week does not show: those of other weeks, and those to come. */
export const OtherSessions = ({ sessions, days, onOpen }: Props) => {
  const shown = new Set(days.flatMap((day) => day.sessions.map(({ id }) => id)))
  const others = sessions.filter(({ id }) => !shown.has(id))
  if (others.length === 0) return null
  return (
    <section className="section other-sessions" aria-label={t('Not in this week')}>
      <h2>{t('Not in this week')}</h2>
      <ul>
        {others.map((session) => (
          <li key={session.id}>
            <button type="button" className="plain other-session" onClick={() => onOpen(session)}>
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
