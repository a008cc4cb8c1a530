import { Button } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { t } from '#web/i18n.ts'
import { timesOf, weekdayWord } from '../schedule-labels.ts'
import { addSessions, bodyAgain } from './use-session-actions.ts'
import type { SessionOnScreen } from '../use-week-plan.ts'
import { WeekdayBoxes } from './weekday-boxes.tsx'

interface Props {
  session: SessionOnScreen
  onBack: () => void
  onClose: () => void
}

/** The same session on further days of the week. */
export const CopySession = ({ session, onBack, onClose }: Props) => {
  const [days, setDays] = useState<number[]>([])
  const [isRunning, setRunning] = useState(false)
  const copy = async (event: FormEvent) => {
    event.preventDefault()
    if (days.length === 0 || isRunning) return
    setRunning(true)
    await addSessions(days.map((weekday) => ({ ...bodyAgain(session), weekday })))
    onClose()
  }
  return (
    <form className="form-stack" onSubmit={(event) => void copy(event)}>
      <div>
        {t('{weekday} {times} is copied to these days, with the same room and the same service.', {
          weekday: weekdayWord(session.weekday),
          times: timesOf(session),
        })}
      </div>
      <WeekdayBoxes isFirst={session.weekday !== 1} label={t('Days')} value={days} disabled={[session.weekday]} onChange={setDays} />
      <div className="form-foot">
        <span className="grow" />
        <Button onClick={onBack}>{t('Back')}</Button>
        <Button type="submit" variant="filled" disabled={days.length === 0} loading={isRunning}>
          {t('Copy')}
        </Button>
      </div>
    </form>
  )
}
