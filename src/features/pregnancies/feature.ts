import type { Feature } from '../feature.ts'
import { pregnancyRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: () => pregnancyRoutes,
  constraints: {
    pregnancies_one_current: { says: 'This record has a current pregnancy already. Record its outcome first.', code: 'pregnancy_current' },
  },
}
