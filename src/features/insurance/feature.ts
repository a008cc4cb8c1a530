import type { Feature } from '../feature.ts'
import { routes } from './server/routes.ts'

export const feature: Feature = {
  routes: () => routes,
}
