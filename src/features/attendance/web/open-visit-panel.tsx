import { Button } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { date } from '#web/text/format.ts'
import { Note } from '#web/ui/status.tsx'
import { holdText } from './left-open-labels.ts'
import type { OpenVisit } from './use-open-visit.ts'
import { timeOrDay, trackWord } from './visit-name.tsx'
import styles from './visit.module.css'

interface Props {
  visit: OpenVisit
  isSaving: boolean
  onOpen: () => void
  /** Closes it as left and starts the new one, in one call. */
  onClose: () => void
}

/** Says which visit of the patient is open. One of an earlier day is closed here with one click, or goes on where it holds what must not be closed. */
export const OpenVisitNote = ({ visit: { track, since, leftOpen }, isSaving, onOpen, onClose }: Props) => {
  const { allowed } = useRights()
  const day = leftOpen && date(leftOpen.started_on)
  const mayClose = leftOpen?.can_close === true && allowed('attendance.discharge')
  const text =
    day === null
      ? t('Visit already open: {track} since {time}.', { track: trackWord(track), time: timeOrDay(since) })
      : leftOpen?.can_close
        ? t('The visit of {day} is still open ({track}).', { day, track: trackWord(track) })
        : t('Visit of {day} is still open ({track}) with pending results. Continue that visit.', {
            day,
            track: trackWord(track),
          })
  return (
    <Note tone="attention" alert>
      <div className="form-stack">
        <span>{text}</span>
        {leftOpen && leftOpen.holds.length > 0 && (
          <ul className={styles.leftOpenHolds}>
            {leftOpen.holds.map((hold) => (
              <li key={hold.kind}>{holdText(hold)}</li>
            ))}
          </ul>
        )}
        <span className="row wrap">
          {mayClose && (
            <Button size="compact-sm" variant="filled" className={styles.leftOpenClose} loading={isSaving} onClick={onClose}>
              {t('Close visit of {day} (left) and start today’s', { day })}
            </Button>
          )}
          <Button size="compact-sm" onClick={onOpen}>
            {t('Open this visit')}
          </Button>
        </span>
      </div>
    </Note>
  )
}
