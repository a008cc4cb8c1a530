import type { Feature } from '../feature.ts'
import { announcementRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: announcementRoutes,
}
