import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import type { Track } from '#features/attendance/rules.ts'
import { useVisitRights } from '#features/attendance/web/use-visit-rights.ts'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { t } from '#web/i18n.ts'
import { useOpenVisit } from './use-open-visit.ts'
import type { VisitRow } from './visit-labels.ts'

interface Step {
  label: string
  to: string
}

/** The page on which staff of a track do the next thing; absent where that is to move the patient. */
const stepOn = ({ id, track }: VisitRow, patientNumber: string): Step | undefined => {
  const consultation = { label: t('Open consultation'), to: '?tab=visit' }
  const steps: Partial<Record<Track, Step>> = {
    triage: { label: t('Record vital signs'), to: `/dashboard/nursing-interface?visit=${id}` },
    doctor: consultation,
    lab: { label: t('Collect samples'), to: `/dashboard/laboratory/collect?q=${patientNumber}` },
    'awaiting result': { label: t('Enter results'), to: `/dashboard/laboratory/visits/${id}` },
    'added result': consultation,
    pharmacy: { label: t('Dispense'), to: `/dashboard/pharmacy?q=${patientNumber}` },
    billing: { label: t('Open bill'), to: '?tab=billing' },
    inpatient: consultation,
  }
  return steps[track]
}

/** The next step of the open visit for the user: their own work on its track, else to move the patient on; nothing where it is open already. */
export const NextStep = ({ patient }: { patient: PatientRecord }) => {
  const { mayAttend, movesOf } = useVisitRights()
  const visit = useOpenVisit(patient)
  const [search] = useSearchParams()
  if (!visit) return null
  const own = mayAttend(visit.track) ? stepOn(visit, patient.unique_id) : undefined
  const step =
    own ?? (movesOf(visit.track).length > 0 ? { label: t('Move patient'), to: `/dashboard/reception-interface?visit=${visit.id}` } : null)
  if (!step || step.to === `?tab=${search.get('tab')}`) return null
  return (
    <Button component={Link} to={step.to} variant="filled">
      {step.label}
    </Button>
  )
}
