import type { ServerFeature } from '#features/feature.ts'
import { addStarterTests } from './add-starter.ts'

export const feature: ServerFeature = {
  provides: { addStarterTests },
}
