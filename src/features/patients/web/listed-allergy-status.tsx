import { lazy, Suspense } from 'react'

const LoadedAllergies = lazy(async () => ({ default: (await import('./loaded-allergies.tsx')).LoadedAllergies }))

/**
 * That a patient died, or the record is merged or deactivated, and the allergies and the pregnancy, for a list whose rows do not bring them along.
 * `hasMarks`: the list shows the former itself. Nothing without the right to see patients.
 */
export const ListedAllergies = ({ patient, hasMarks }: { patient: number | null; hasMarks?: boolean }) => (
  <Suspense>
    <LoadedAllergies patient={patient} hasMarks={hasMarks ?? false} />
  </Suspense>
)
