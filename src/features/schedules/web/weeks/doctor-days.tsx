import { Button } from '@mantine/core'
import { IconBeach, IconPlus } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { weekdayOf } from '#shared/zoned.ts'
import { kindWord, shortDay, timesOf, weekdayWord } from '../schedule-words.ts'
import { SessionNotes } from './session-block.tsx'
import type { WeekProps } from './doctor-week.tsx'
import { timeOf } from '#web/text/time-text.ts'

/** A doctor's week as a list of days: for narrow screens. */
export const DoctorDays = ({ days, onOpen, onAdd }: WeekProps) => (
  <ol className="day-list">
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
            <div className="day-fact">
              <Status tone="attention">{holiday}</Status>
            </div>
          )}
          {away.map(({ span, stretch: [from, to] }) => (
            <div key={span.id} className="day-fact">
              <Status tone="inactive" icon={IconBeach}>
                {kindWord(span.kind)} {timeOf(from)}–{timeOf(to)}
              </Status>
            </div>
          ))}
          {sessions.map((session) => (
            <button
              key={session.id}
              type="button"
              className="plain day-session"
              data-not-held={session.isHeld ? undefined : true}
              onClick={() => onOpen(session)}
            >
              <span className="strong num">{timesOf(session)}</span>
              {!session.isHeld && <span className="small">{t('not held')}</span>}
              <SessionNotes session={session} />
            </button>
          ))}
          {sessions.length === 0 && <div className="day-fact t3">{t('No session')}</div>}
        </li>
      )
    })}
  </ol>
)
