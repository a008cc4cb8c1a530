import { useRef, useState } from 'react'
import type { ApiError } from '#web/calls/api.ts'
import { tracks, type Track } from '../rules.ts'
import type { HoldOnScreen } from './left-open-labels.ts'

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
