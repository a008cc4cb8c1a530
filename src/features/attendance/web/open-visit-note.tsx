import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ApiError } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { date } from '#web/text/format.ts'
import { Note } from '#web/ui/status.tsx'
import { tracks, type Track } from '../rules.ts'
import { holdText, type HoldOnScreen } from './left-open-words.ts'
import { timeOrDay, trackWord } from './visit-name.tsx'

/** The open visit that a refused start names; `leftOpen` where it is one of an earlier day. */
export interface OpenVisit {
  id: number
  track: Track
  since: string
  leftOpen: { started_on: string; can_close: boolean; holds: readonly HoldOnScreen[] } | null
}

/** The open visit that stands in the way; null for a refusal that names none. */
export const openVisitIn = ({ code, body }: ApiError): OpenVisit | null => {
  const [id, since] = [Number(body['visit']), String(body['track_since'])]
  const track = tracks.find((one) => one === body['track'])
  const isOne = (code === 'visit_open' || code === 'visit_held') && Number.isInteger(id) && track
  return isOne ? { id, track, since, leftOpen: (body['left_open'] as OpenVisit['leftOpen'] | undefined) ?? null } : null
}

/** What a form that starts a visit knows of the open one that stands in its way, and what closes it in the same call. */
export const useOpenVisit = () => {
  const [open, setOpen] = useState<OpenVisit | null>(null)
  const closing = useRef<number | null>(null)
  return {
    open,
    forget: () => {
      closing.current = null
      setOpen(null)
    },
    /** Of the body that is sent: the visit that is closed with it. */
    toBody: () => (closing.current === null ? {} : { close_left_open: closing.current }),
    onRefused: (error: ApiError) => {
      closing.current = null
      const found = openVisitIn(error)
      setOpen(found)
      return found !== null
    },
    /** Sends the form once more, and the old visit is closed with it. */
    closeWith: (submit: () => void) => {
      // The body is made a moment later; a refusal, or another patient, forgets it.
      closing.current = open?.id ?? null
      submit()
    },
  }
}

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
      ? t('Already in {{track}} since {{time}}.', { track: trackWord(track), time: timeOrDay(since) })
      : leftOpen?.can_close
        ? t('The visit of {{day}} is still open ({{track}}).', { day, track: trackWord(track) })
        : t('The visit of {{day}} is still open ({{track}}) and its results are pending. Continue that visit.', {
            day,
            track: trackWord(track),
          })
  return (
    <Note tone="attention" alert>
      <div className="form-stack">
        <span>{text}</span>
        {leftOpen && leftOpen.holds.length > 0 && (
          <ul className="left-open-holds">
            {leftOpen.holds.map((hold) => (
              <li key={hold.kind}>{holdText(hold)}</li>
            ))}
          </ul>
        )}
        <span className="row wrap">
          {mayClose && (
            <Button size="compact-sm" variant="filled" className="left-open-close" loading={isSaving} onClick={onClose}>
              {t('Close the visit of {{day}} (left) and start today’s', { day })}
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
