import { lazy, Suspense } from 'react'

const LoadedAllergies = lazy(async () => ({ default: (await import('./loaded-allergies.tsx')).LoadedAllergies }))

/** The allergies and the pregnancy of a patient of a list whose rows do not bring them along. Nothing without the right to see patients. */
export const ListedAllergies = ({ patient }: { patient: number | null }) => (
  <Suspense>
    <LoadedAllergies patient={patient} />
  </Suspense>
)
