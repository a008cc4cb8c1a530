import type { Feature } from '../feature.ts'
import { workspaceRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: () => workspaceRoutes,
}
