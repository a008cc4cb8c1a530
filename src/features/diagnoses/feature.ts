import type { Feature } from '../feature.ts'
import { diagnosisRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: () => diagnosisRoutes,
}
