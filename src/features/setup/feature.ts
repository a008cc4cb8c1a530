import type { Feature } from '../feature.ts'
import { demonstrationWork } from './server/job.ts'
import { routes } from './server/routes.ts'

export const feature: Feature = {
  routes: (program) => routes(program, { onStarter: program.addStarterTests }),
  works: () => [demonstrationWork],
}
