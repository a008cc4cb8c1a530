import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { nameOf } from '#features/patients/web/patient-name.tsx'
import type { OnDone } from './use-registration.ts'

/** Says what has been done, with the way to the record where it is not open already. */
export const announceRegistration = ({ patient, visit }: Parameters<OnDone>[0], open?: (id: number) => void) => {
  // A visit of somebody known has been announced by its own dialog.
  if (!patient) return
  const [name, number] = [nameOf(patient), patient.unique_id]
  const action = open && { label: t('Open'), run: () => open(patient.id) }
  if (visit) toast.done(t('{name} ({number}): visit {visit} started.', { name, number, visit: visit.track_number }), action)
  else toast.done(t('{name} registered: {number}.', { name, number }), action)
}
