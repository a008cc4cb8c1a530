import { showStarted } from '#features/attendance/web/use-visit-changes.ts'
import { trackWord } from '#features/attendance/web/visit-name.tsx'
import { ApiError, call } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { refreshAfter } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { checkIn } from '../contract.ts'
import type { AppointmentOnScreen } from './appointment-shape.ts'
import { refusalText } from './appointment-words.ts'

/** The open visit that stands in the way of a check-in; null when nothing like that does. */
export const visitOf = ({ code, body }: ApiError): number | null => {
  const visit = Number(body['visit'])
  return code === 'visit_open' && Number.isInteger(visit) ? visit : null
}

type Shown = Pick<AppointmentOnScreen, 'id' | 'version' | 'patient_name'>

/** Checks somebody in at once: to triage, routine, with the doctor of the appointment. `openVisit` shows a visit on the screen. */
export const checkInNow = async ({ id, version, patient_name: name }: Shown, openVisit: (id: number) => void): Promise<void> => {
  try {
    const { visit } = await call(checkIn, { params: { id }, body: { track: 'triage', version } })
    showStarted(visit)
    refreshAfter()
    toast.done(t('{{name}} is in {{track}}.', { name, track: trackWord(visit.track) }), {
      label: t('Open this visit'),
      run: () => openVisit(visit.id),
    })
  } catch (error) {
    const open = error instanceof ApiError ? visitOf(error) : null
    refreshAfter(error)
    if (open === null) toast.failed(refusalText(error))
    else toast.alarm(refusalText(error), { label: t('Open this visit'), run: () => openVisit(open) })
  }
}
