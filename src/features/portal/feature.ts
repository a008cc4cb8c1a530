import type { Feature } from '../feature.ts'

export const feature: Feature = {
  topics: {
    // For the account whose id it carries; without one, for every patient.
    portal: { access: 'patient' },
  },
}
