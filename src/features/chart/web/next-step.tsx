import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Track } from '#features/attendance/rules.ts'
import { useVisitRights } from '#features/attendance/web/use-visit-rights.ts'
import { t } from '#web/i18n.ts'
import type { VisitRow } from './visit-words.ts'

/** The page on which whoever attends patients on a track does the next thing; absent where that is to move the patient. */
const stepOn = ({ id, track }: VisitRow, patientNumber: string): { label: string; to: string } | undefined => {
  const consultation = { label: t('Open consultation'), to: '?tab=visit' }
  const steps: Partial<Record<Track, { label: string; to: string }>> = {
    triage: { label: t('Record vital signs'), to: `/dashboard/nursing-interface?visit=${id}` },
    doctor: consultation,
    lab: { label: t('Collect samples'), to: `/dashboard/laboratory/collect?q=${patientNumber}` },
    'awaiting result': { label: t('Enter results'), to: `/dashboard/laboratory/visits/${id}` },
    'added result': consultation,
    pharmacy: { label: t('Dispense'), to: `/dashboard/pharmacy?q=${patientNumber}` },
    billing: { label: t('Open the bill'), to: '?tab=billing' },
    inpatient: consultation,
  }
  return steps[track]
}

/** The next step of an open visit for the user: their own work on its track, else to move the patient on; nothing for users who may do neither. */
export const NextStep = ({ visit, patientNumber }: { visit: VisitRow; patientNumber: string }) => {
  const { mayAttend, movesOf } = useVisitRights()
  const own = mayAttend(visit.track) ? stepOn(visit, patientNumber) : undefined
  const step =
    own ?? (movesOf(visit.track).length > 0 ? { label: t('Move patient'), to: `/dashboard/reception-interface?visit=${visit.id}` } : null)
  return (
    step && (
      <Button component={Link} to={step.to} variant="filled" className="visit-next no-print">
        {step.label}
      </Button>
    )
  )
}
