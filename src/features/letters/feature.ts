import type { Feature } from '../feature.ts'
import { letterRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: letterRoutes,
}
