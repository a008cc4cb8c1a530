import type { Feature } from '../feature.ts'
import { deathRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: () => deathRoutes,
  constraints: {
    deaths_one_current: { says: 'A death is recorded for this patient already.', code: 'died_already' },
  },
}
