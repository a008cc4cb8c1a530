import type { Feature } from '../feature.ts'
import { addStarterTests } from './server/add-starter.ts'
import { labCatalogueRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: () => labCatalogueRoutes,
  provides: { addStarterTests },
}
