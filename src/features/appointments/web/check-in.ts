import { openVisitIn, type OpenVisit } from '#features/attendance/web/use-open-visit.ts'
import { showStarted } from '#features/attendance/web/use-visit-changes.ts'
import { trackWord } from '#features/attendance/web/visit-name.tsx'
import { ApiError, call } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { date } from '#web/text/format.ts'
import { refreshAfter } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { checkIn } from '../contract.ts'
import type { AppointmentOnScreen } from './appointment-shape.ts'
import { refusalText } from './appointment-labels.ts'

type Shown = Pick<AppointmentOnScreen, 'id' | 'version' | 'patient_name'>

/**
 * Checks somebody in at once: to triage, routine, with the doctor of the appointment. `openVisit` shows a visit on the screen; `closing` is the
 * visit of an earlier day that is closed as left in the same call.
 */
export const checkInNow = async (appointment: Shown, openVisit: (id: number) => void, closing?: OpenVisit): Promise<void> => {
  const { id, version, patient_name: name } = appointment
  try {
    const body = { track: 'triage', version, ...(closing && { close_left_open: closing.id }) } as const
    const { visit } = await call(checkIn, { params: { id }, body })
    showStarted(visit)
    refreshAfter()
    toast.done(t('{name} sent to {track}.', { name, track: trackWord(visit.track) }), {
      label: t('Open this visit'),
      run: () => openVisit(visit.id),
    })
  } catch (error) {
    const open = error instanceof ApiError ? openVisitIn(error) : null
    refreshAfter(error)
    if (open === null) return toast.failed(refusalText(error))
    const { leftOpen } = open
    const day = leftOpen?.can_close && closing === undefined ? date(leftOpen.started_on) : null
    if (day === null) return toast.alarm(refusalText(error), { label: t('Open this visit'), run: () => openVisit(open.id) })
    toast.alarm(t('The visit of {day} is still open ({track}).', { day, track: trackWord(open.track) }), {
      label: t('End visit (left), check in'),
      run: () => void checkInNow(appointment, openVisit, open),
    })
  }
}
